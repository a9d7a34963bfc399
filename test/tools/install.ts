import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { cacheFolder } from '../support/run/cache-folder.ts'

interface Teardown {
  teardown(work: () => unknown): void
}

/** Third-party programs, which are not dependencies of the service. */
export interface Installed {
  /** A folder of this test, which finds the packages. */
  readonly folder: string
  /** A path in the packages. */
  path(name: string): string
}

/** The folders of this room that have a lock file. */
export type ToolSet =
  | 'addresses'
  | 'bundlers'
  | 'compilers'
  | 'frameworks'
  | 'generators'
  | 'linters'
  | 'next'
  | 'next14'
  | 'prism'
  | 'runtimes'
  | 'standard-webhooks'
  | 'stripe'

const toolsFolder = join(cacheFolder, 'tools')

/**
 * The versions of the lock file of a folder, without their install scripts. npm compares each package with the checksum
 * in the lock file. Later runs use the same copy until the lock file changes.
 */
export async function install(t: Teardown, name: ToolSet): Promise<Installed> {
  const source = fileURLToPath(new URL(`${name}/`, import.meta.url))
  const lock = createHash('sha256')
    .update(process.arch)
    .update(readFileSync(join(source, 'package-lock.json')))
    .digest('hex')
  const kept = join(toolsFolder, `${name}-${lock.slice(0, 16)}`)
  if (!existsSync(kept)) await download(name, source, kept)
  // Node finds packages in the folders above.
  const folder = mkdtempSync(join(kept, 'test-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  return { folder, path: (path) => join(kept, 'node_modules', path) }
}

async function download(name: string, source: string, kept: string): Promise<void> {
  mkdirSync(toolsFolder, { recursive: true })
  const unfinished = mkdtempSync(join(toolsFolder, 'unfinished-'))
  try {
    cpSync(source, unfinished, { recursive: true })
    await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: unfinished,
      maxBuffer: 16 * 1024 * 1024,
    }).catch((cause: unknown) => {
      const said = (cause as { stderr?: string }).stderr ?? ''
      throw new Error(
        `npm could not fetch the packages of test/tools/${name}. test:tools needs the npm registry ` +
          `once for each lock file.\n${said.trim()}`,
        { cause },
      )
    })
    // Two test files may fetch the same packages at once: the first one to finish keeps its copy.
    if (!existsSync(kept)) renameSync(unfinished, kept)
    for (const old of readdirSync(toolsFolder))
      if (old.startsWith(`${name}-`) && join(toolsFolder, old) !== kept)
        rmSync(join(toolsFolder, old), { recursive: true, force: true })
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}
