import type { Database } from './database.ts'

/**
 * Makes PostgreSQL write half a megabyte to its disk, and delete it again. Throws the error of the server when the disk
 * is full. A read or a small update would succeed there, because it needs no new page.
 */
export async function writeToDisk(db: Database): Promise<void> {
  await db.transaction(async (transaction) => {
    // With so little memory, the sort below needs a temporary file.
    await transaction.raw(`set local work_mem = '64kB'`)
    await transaction.raw(sortOnDisk)
  })
}

const sortOnDisk = `
  select count(*) from (
    select repeat(md5(n::text), 8) as text from generate_series(1, 2000) as n order by text offset 0
  ) as sorted`

/** The code of PostgreSQL for a function that the role may not call. */
const notAllowed = '42501'

/**
 * Commits a few bytes of the write-ahead log and nothing else. It waits as long as any commit, also for a standby. By
 * default every role may call this function; a database that forbids it is not checked.
 */
export async function commitSomething(db: Database): Promise<void> {
  try {
    await db.raw(`select pg_logical_emit_message(true, 'servicepay', 'ready')`)
  } catch (error) {
    if ((error as { code?: unknown }).code !== notAllowed) throw error
  }
}
