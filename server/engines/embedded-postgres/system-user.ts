import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { EmbeddedPostgresError, useAnotherServer } from './embedded-postgres-error.ts'

/** The user that PostgreSQL runs as. It refuses to run as root. */
export interface SystemUser {
  uid: number
  gid: number
}

/** A program with its arguments, ready for `spawn`. */
export interface Command {
  file: string
  args: string[]
  uid?: number
  gid?: number
}

/**
 * CAP_DAC_READ_SEARCH lets a process enter every directory and read every file. CAP_DAC_OVERRIDE allows more, and more
 * containers grant it.
 */
const capabilities = [
  { name: 'dac_read_search', bit: 2n },
  { name: 'dac_override', bit: 1n },
] as const
/** CAP_SETPCAP lets a process change its security bits. */
const setpcapBit = 8n

const programDirs = ['/usr/bin', '/bin', '/usr/sbin', '/sbin']

/**
 * Null means our own user. When we run as root: the owner of an existing cluster, else `postgres`, else `nobody`.
 */
export function chooseSystemUser(clusterDir: string): SystemUser | null {
  if (process.geteuid?.() !== 0) return null
  const owner = statSync(clusterDir, { throwIfNoEntry: false })
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const user = findUser('postgres') ?? findUser('nobody')
  if (user !== null) return user
  throw new EmbeddedPostgresError(
    'PostgreSQL refuses to run as root and there is no user `postgres` or `nobody`: ' +
      `run as another user, or ${useAnotherServer}`,
  )
}

function findUser(name: string): SystemUser | null {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid === undefined || gid === undefined ? null : { uid: Number(uid), gid: Number(gid) }
}

/**
 * How to run `file` as `user`, who must be able to enter `paths`. Other users cannot enter a checkout in /root or in a
 * directory of `mktemp -d`. In that case the process keeps one capability, which lets it enter every directory.
 */
export function asUser(user: SystemUser | null, paths: string[], file: string, args: string[]): Command {
  if (user === null) return { file, args }
  const closed = paths.map((path) => closedDirectory(path, user)).find((path) => path !== null) ?? null
  if (closed === null) return { file, args, uid: user.uid, gid: user.gid }
  const setpriv = programDirs
    .concat((process.env['PATH'] ?? '').split(delimiter))
    .map((dir) => join(dir, 'setpriv'))
    .find(isExecutable)
  const held = heldCapabilities()
  const capability = capabilities.find(({ bit }) => has(held, bit))?.name
  if (setpriv === undefined || capability === undefined) throw cannotEnter(closed, user)
  const identity = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups']
  // initdb checks the postgres program with access(2), which ignores ambient capabilities without this bit.
  const securebits = has(held, setpcapBit) ? ['--securebits=+no_setuid_fixup'] : []
  const rights = [...securebits, `--inh-caps=+${capability}`, `--ambient-caps=+${capability}`]
  return { file: setpriv, args: [...identity, ...rights, '--', file, ...args] }
}

function cannotEnter(closed: string, user: SystemUser): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `PostgreSQL refuses to run as root and user ${user.uid} may not enter ${closed}: ` +
      'install `setpriv` (package util-linux), move the checkout and DATA_DIR to where every user may enter, ' +
      `run as another user, or ${useAnotherServer}`,
  )
}

/** The first directory from `path` upwards that `user` may not enter. Null when there is none. */
function closedDirectory(path: string, user: SystemUser): string | null {
  for (let dir = path; ; dir = dirname(dir)) {
    const { uid, gid, mode } = statSync(dir)
    const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0
    if (((mode >> shift) & 0o1) === 0) return dir
    if (dir === dirname(dir)) return null
  }
}

function has(held: bigint, bit: bigint): boolean {
  return ((held >> bit) & 1n) === 1n
}

function heldCapabilities(): bigint {
  try {
    return BigInt(`0x${/^CapPrm:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0'}`)
  } catch {
    return 0n
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
