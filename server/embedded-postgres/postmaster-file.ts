import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { systemErrorCode } from './embedded-postgres-error.ts'

/** What a running server writes about itself into its data directory (PostgreSQL, "postmaster.pid"). */
export interface PostmasterFile {
  pid: number
  /** 0 until the server has written it. */
  port: number
  /** Accepts connections. */
  ready: boolean
}

/** null: no server has left a file here. */
export function readPostmasterFile(clusterDir: string): PostmasterFile | null {
  const text = readIfThere(join(clusterDir, 'postmaster.pid'))
  if (text === null) return null
  const lines = text.split('\n').map((line) => line.trim())
  // Single-user mode writes its number with a minus.
  return { pid: Math.abs(Number(lines[0])), port: Number(lines[3] ?? 0), ready: lines[7] === 'ready' }
}

/**
 * Whether process `pid` really is the server of `clusterDir`. After a restart of the machine or the container
 * the number in a left-over file belongs to somebody else, who must neither block the start nor be signalled.
 */
export function isPostmasterOf(pid: number, clusterDir: string): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 1 || pid === process.pid || !isAlive(pid)) return false
  if (process.platform !== 'linux') return isPostmasterCommand(commandOf(pid).split(' '), clusterDir)
  try {
    // A postmaster lives in its data directory, and so do its children: the command line tells them apart.
    if (readlinkSync(`/proc/${pid}/cwd`) !== realpathSync(clusterDir)) return false
  } catch (error) {
    // Containers often keep even root from looking at another user's processes; the command line is open to all.
    if (!['EACCES', 'EPERM'].includes(systemErrorCode(error) ?? '')) return false
  }
  return isPostmasterCommand((readIfThere(`/proc/${pid}/cmdline`) ?? '').split('\0'), clusterDir)
}

function isPostmasterCommand(words: string[], clusterDir: string): boolean {
  const place = words.indexOf('-D')
  const dir = words[place + 1]
  return place > 0 && dir !== undefined && [clusterDir, realpathSync(clusterDir)].includes(dir)
}

/** Whether the process runs, whoever owns it. One that has ended but is not yet collected by its parent does not. */
export function isAlive(pid: number): boolean {
  if (!isTaken(pid)) return false
  if (process.platform !== 'linux') return true
  const status = readIfThere(`/proc/${pid}/stat`)
  return status !== null && !/\) [ZX] /.test(status)
}

/** Whether the number is in use at all: also by an ended process that nobody has collected, as in many containers. */
export function isTaken(pid: number): boolean {
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

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes(systemErrorCode(error) ?? '')) return null
    throw error
  }
}
