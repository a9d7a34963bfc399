import type { ScopedRecord } from '../domain/records.ts'
import type { Scope } from '../domain/scope.ts'
import type { Database, Statement } from './database.ts'
import { run } from './database.ts'

/** The key of a due row of any account. The caller then locks or claims each row by its key. */
export interface Due {
  readonly scope: Scope
  readonly id: string
}

/**
 * Up to `limit` rows that are due at `now`. The statement is a plain select without locks, because a distributed
 * database does not support `for update skip locked` across accounts.
 */
export async function findDue(db: Database, statement: Statement, now: Date, limit: number): Promise<Due[]> {
  const rows = await run<ScopedRecord & { id: string }>(db, statement, [now, limit])
  return rows.map((row) => ({ scope: { merchantId: row.merchant_id, livemode: row.livemode }, id: row.id }))
}
