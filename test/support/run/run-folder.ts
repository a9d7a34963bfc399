import { chmodSync, existsSync, mkdtempSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file system in memory, where Linux has one. */
const memoryFolder = '/dev/shm'

/** Several times what a whole run has ever written at one time. */
const neededBytes = 4 * 1024 ** 3

/**
 * Makes the folder for everything that the processes of a run write: databases, browser profiles, packages. It lies in
 * memory if there is plenty, because making and dropping hundreds of databases costs a lot of processor time on a disk.
 */
export function makeRunFolder(): string {
  const folder = mkdtempSync(join(memoryHasRoom() ? memoryFolder : tmpdir(), 'servicepay-run-'))
  // The system user of PostgreSQL has to pass through it.
  chmodSync(folder, 0o711)
  return folder
}

function memoryHasRoom(): boolean {
  if (process.platform !== 'linux' || !existsSync(memoryFolder)) return false
  const { bavail, bsize } = statfsSync(memoryFolder)
  return bavail * bsize >= neededBytes && freemem() >= 2 * neededBytes
}
