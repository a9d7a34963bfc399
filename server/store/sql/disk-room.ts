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
