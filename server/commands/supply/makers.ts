import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileInZip } from './zip.ts'

/** Programs that come as a package, and what their maker publishes about them. */
export interface Program {
  readonly name: string
  /** The folder of the package. Null: it is not installed on this machine. */
  readonly folder: string | null
  /** The archive of the maker. */
  readonly archive: string
  /** Where the maker publishes its checksum, the best first, and which line of that text has it. */
  readonly checksums: readonly { readonly url: string; readonly algorithm: 'sha256' | 'sha1'; readonly file: string }[]
  /** The tar archive in the maker's archive. Null: the archive is not what the maker describes. */
  unwrap(archive: Buffer): Buffer | null
  /** The folder inside the tar archive that corresponds to `part`. */
  readonly inside: string
  /** The files to compare: a file or a folder of the package. */
  readonly part: string
  /** Files of the package that its packager added. */
  readonly added: readonly string[]
  /** What this comparison cannot show. */
  readonly remains: string
}

/** Addresses of makers. Tests have servers in their place. */
export interface Sites {
  readonly node: string
  readonly maven: string
}

export const sites: Sites = { node: 'https://nodejs.org/dist', maven: 'https://repo1.maven.org/maven2' }

/** The names that zonky gives to processors. */
const zonkyNames: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64v8' }
const mostBytes = 300 * 1024 ** 2

export interface Installed {
  readonly version: string
  readonly folder: string
}

/** The package as npm installed it. Null: it is not there, for example because it is for another processor. */
export function installed(name: string): Installed | null {
  const folder = join(import.meta.dirname, '../../../node_modules', name)
  try {
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
    return { version, folder }
  } catch {
    return null
  }
}

export function nodeProgram(arch: string, found: Installed | null, { node }: Sites): Program {
  const version = found?.version ?? ''
  const folder = `node-v${version}-linux-${arch}`
  const file = `${folder}.tar.gz`
  return {
    name: `Node ${version} (package node-linux-${arch})`,
    folder: found?.folder ?? null,
    archive: `${node}/v${version}/${file}`,
    checksums: [{ url: `${node}/v${version}/SHASUMS256.txt`, algorithm: 'sha256', file }],
    unwrap: (archive) => archive,
    inside: `${folder}/bin`,
    part: 'bin',
    added: [],
    remains: 'The signature of SHASUMS256.txt was not checked: it came over https from nodejs.org.',
  }
}

export function postgresProgram(arch: string, found: Installed | null, { maven }: Sites): Program {
  // The package adds a number of its own to the version of the archive that it repacks.
  const version = (found?.version ?? '').split('-')[0] ?? ''
  const artifact = `embedded-postgres-binaries-linux-${zonkyNames[arch] ?? arch}`
  const archive = `${maven}/io/zonky/test/postgres/${artifact}/${version}/${artifact}-${version}.jar`
  return {
    name: `PostgreSQL ${version} (package @embedded-postgres/linux-${arch})`,
    folder: found?.folder ?? null,
    archive,
    checksums: [
      { url: `${archive}.sha256`, algorithm: 'sha256', file: '' },
      { url: `${archive}.sha1`, algorithm: 'sha1', file: '' },
    ],
    unwrap: (jar) => fileInZip(jar, '.txz', mostBytes),
    inside: '.',
    part: 'native',
    added: ['pg-symlinks.json'],
    remains:
      'postgresql.org publishes only sources: zonky builds them, and the package repacks the ' +
      'archive of zonky. What zonky built from cannot be compared.',
  }
}
