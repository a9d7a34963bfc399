import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

interface Teardown {
  teardown(work: () => unknown): void
}

/** Third-party programs in their own folder, so that they are not dependencies of the service. */
export interface Installed {
  readonly folder: string
  /** A path in the folder's node_modules. */
  path(name: string): string
}

/** Installs the versions of the lock file in `name`, without running install scripts. */
export async function install(t: Teardown, name: 'prism' | 'generators' | 'next' | 'runtimes'): Promise<Installed> {
  const folder = mkdtempSync(join(tmpdir(), `third-party-${name}-`))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(fileURLToPath(new URL(`${name}/`, import.meta.url)), folder, { recursive: true })
  await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    maxBuffer: 16 * 1024 * 1024,
  })
  return { folder, path: (path) => join(folder, 'node_modules', path) }
}
