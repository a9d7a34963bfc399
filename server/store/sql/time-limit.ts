import { outsideRequests } from '../../engines/postgres/request-time.ts'
import { inTransaction, type Database } from './database.ts'

/** The error code of a statement that the database cancelled. */
const queryCanceled = '57014'

/** Reads with a time limit for each statement. Null: a statement reached it. */
export async function withTimeLimit<Result>(
  db: Database,
  limitMs: number,
  read: (transaction: Database) => Promise<Result>,
): Promise<Result | null> {
  try {
    return await outsideRequests(() =>
      inTransaction(db, async (transaction) => {
        await transaction.raw(`set local statement_timeout = ${limitMs}`)
        return read(transaction)
      }),
    )
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === queryCanceled) return null
    throw error
  }
}
