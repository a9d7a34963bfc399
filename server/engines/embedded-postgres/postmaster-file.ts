import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { systemErrorCode } from './embedded-postgres-error.ts'

/** The contents of `postmaster.pid`, which a running server keeps in its data directory. */
export interface PostmasterFile {
  pid: number
  /** 0 until the server has written its port. */
  port: number
  /** Whether the server accepts connections. */
  ready: boolean
}

/** Null when there is no file. */
export function readPostmasterFile(clusterDir: string): PostmasterFile | null {
  const text = readIfPresent(join(clusterDir, 'postmaster.pid'))
  if (text === null) return null
  const lines = text.split('\n').map((line) => line.trim())
  // Single-user mode writes a negative process id.
  return { pid: Math.abs(Number(lines[0])), port: Number(lines[3] ?? 0), ready: lines[7] === 'ready' }
}

/**
 * Whether process `pid` is the server of `clusterDir`. After a restart of the machine or the container, the process id
 * in a stale file can belong to another program, which must not block the start or receive our signals.
 */
export function isPostmasterOf(pid: number, clusterDir: string): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 1 || pid === process.pid || !isAlive(pid)) return false
  if (process.platform !== 'linux') return isPostmasterCommand(commandOf(pid).split(' '), clusterDir)
  try {
    // The children of a server have the same working directory. Their command lines differ.
    if (readlinkSync(`/proc/${pid}/cwd`) !== realpathSync(clusterDir)) return false
  } catch (error) {
    // In many containers even root cannot read this link of another user's process. Everybody can read command lines.
    if (!['EACCES', 'EPERM'].includes(systemErrorCode(error) ?? '')) return false
  }
  return isPostmasterCommand((readIfPresent(`/proc/${pid}/cmdline`) ?? '').split('\0'), clusterDir)
}

function isPostmasterCommand(args: string[], clusterDir: string): boolean {
  const position = args.indexOf('-D')
  const dir = args[position + 1]
  return position > 0 && dir !== undefined && [clusterDir, realpathSync(clusterDir)].includes(dir)
}

/** Whether the process runs, under any user. A zombie process does not count as running. */
export function isAlive(pid: number): boolean {
  if (!isPidInUse(pid)) return false
  if (process.platform !== 'linux') return true
  const status = readIfPresent(`/proc/${pid}/stat`)
  return status !== null && !/\) [ZX] /.test(status)
}

/** Whether the process id is in use, also by a zombie process. Many containers never reap those. */
export function isPidInUse(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return systemErrorCode(error) === 'EPERM'
  }
}

function commandOf(pid: number): string {
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}

function readIfPresent(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes(systemErrorCode(error) ?? '')) return null
    throw error
  }
}
