import { execFileSync } from 'node:child_process'
import { mkdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryDirectory } from '../start/operator.ts'

/**
 * The release before this one, as a tag or commit: see spec/decisions.md#releases-side-by-side. A maintainer who
 * publishes a release writes its tag here.
 */
const previousRelease = '87a9506be54aff470cc79fed6db09d24314acc33'

const root = join(import.meta.dirname, '../..')

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
  const other = await otherPackage(folder)
  if (other === null) await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  else execFileSync('npm', ['ci', '--omit=dev'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  return join(folder, 'server/main.ts')
}

/** A package that the other release uses in a version that is not installed here. */
async function otherPackage(folder: string): Promise<string | null> {
  const [theirs, ours] = await Promise.all([folder, root].map(packagesOf))
  const found = Object.entries(theirs ?? {}).find(
    ([path, { dev, version }]) => path !== '' && dev !== true && ours?.[path]?.version !== version,
  )
  return found?.[0] ?? null
}

type Packages = Readonly<Record<string, { readonly version?: string; readonly dev?: boolean }>>

async function packagesOf(folder: string): Promise<Packages> {
  const lock = await readFile(join(folder, 'package-lock.json'), 'utf8')
  return (JSON.parse(lock) as { packages: Packages }).packages
}
