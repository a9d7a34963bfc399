import { statfs } from 'node:fs/promises'
import type { Database } from '../../store/sql/database.ts'
import { writeToDisk } from '../../store/sql/disk-room.ts'
import type { ServerFacts } from '../../store/sql/server-facts.ts'
import { failed, ok, warning, type Finding } from './finding.ts'
import { ofDatabaseError } from './database.ts'

const gigabyte = 1_000_000_000

/** Less than this leaves no time to react. */
const leastBytes = gigabyte
const fewBytes = 5 * gigabyte

/** The files of the database have gaps, so they are larger than the data. */
const gaps = 1.5

interface Disk {
  readonly db: Database
  readonly facts: ServerFacts
  /** The folder of the embedded database. Null: the database is on a server, whose disk is not visible from here. */
  readonly dataDir: string | null
  readonly testStorageGigabytes: number
}

/** Whether the disk of the database has room. */
export async function examineDisk({ db, facts, dataDir, testStorageGigabytes }: Disk): Promise<Finding> {
  try {
    await writeToDisk(db)
  } catch (error) {
    return ofDatabaseError(error)
  }
  const size = sizeOf(facts.database_bytes)
  if (dataDir === null)
    return ok(
      `PostgreSQL can write, and the database takes ${size}. Have your monitoring watch the disk of the ` + `server.`,
    )
  const { bavail, bsize } = await statfs(dataDir)
  return judgeRoom({ free: bavail * bsize, used: facts.database_bytes, dataDir, testStorageGigabytes })
}

interface Room {
  readonly free: number
  readonly used: number
  readonly dataDir: string
  readonly testStorageGigabytes: number
}

export function judgeRoom({ free, used, dataDir, testStorageGigabytes }: Room): Finding {
  const says = `${sizeOf(free)} are free in ${dataDir}, and the database takes ${sizeOf(used)}.`
  const fix = 'Free some space, or move the database to a larger disk.'
  if (free < leastBytes) return failed(says, fix)
  if (free < fewBytes) return warning(says, fix)
  const wanted = testStorageGigabytes * gaps * gigabyte
  if (free + used < wanted)
    return warning(
      `${says} Test mode alone may need ${sizeOf(wanted)}.`,
      `Lower TEST_STORAGE_GB from ${testStorageGigabytes}, or provide a larger disk.`,
    )
  return ok(says)
}

function sizeOf(bytes: number): string {
  return bytes < gigabyte ? `${Math.ceil(bytes / 1_000_000)} MB` : `${(bytes / gigabyte).toFixed(1)} GB`
}
