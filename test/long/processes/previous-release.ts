import { execFileSync } from 'node:child_process'
import { mkdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryDirectory } from '../../start/operator.ts'

/**
 * The release before this one, as a tag or commit: see spec/decisions/database.md#releases-side-by-side. A maintainer
 * who publishes a release writes its tag here.
 */
const previousRelease = '87a9506be54aff470cc79fed6db09d24314acc33'

const root = join(import.meta.dirname, '../../..')

/** Tap's option for tests that start the release before this one. */
export const skipWithoutPrevious = hasCommit()
  ? {}
  : { skip: `The release before this one, ${previousRelease}, is not in this repository: fetch its whole history` }

function hasCommit(): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', `${previousRelease}^{commit}`], { cwd: root, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Puts the release before this one into a temporary folder. Returns the file that starts it. */
export async function openPreviousRelease(t: { teardown(work: () => unknown): void }): Promise<string> {
  const folder = join(await temporaryDirectory(t), 'release')
  await mkdir(folder)
  const archive = execFileSync('git', ['archive', previousRelease], { cwd: root, maxBuffer: 512 * 1024 ** 2 })
  execFileSync('tar', ['-x'], { cwd: folder, input: archive })
  if (await needsOtherPackages(folder))
    execFileSync('npm', ['ci', '--omit=dev'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  else await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  return join(folder, 'server/main.ts')
}

/** Whether the other release uses a package that is not installed here in the same version. */
async function needsOtherPackages(folder: string): Promise<boolean> {
  const [theirs, ours] = await Promise.all([folder, root].map(packagesOf))
  return Object.entries(theirs ?? {}).some(([name, version]) => ours?.[name] !== version)
}

async function packagesOf(folder: string): Promise<Readonly<Record<string, string>>> {
  const manifest = await readFile(join(folder, 'package.json'), 'utf8')
  return (JSON.parse(manifest) as { dependencies: Record<string, string> }).dependencies
}
