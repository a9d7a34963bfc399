import type { ScopedRecord } from '../domain/records.ts'
import type { Scope } from '../domain/scope.ts'
import type { Database, Statement } from './database.ts'
import { run } from './database.ts'

/** A row of any account that is due for something. It is then taken by its key, under its own lock. */
export interface Due {
  readonly scope: Scope
  readonly id: string
}

/** The first `limit` rows that the statement finds due at `now`: a plain select over all accounts, so that it distributes. */
export async function findDue(db: Database, statement: Statement, now: Date, limit: number): Promise<Due[]> {
  const rows = await run<ScopedRecord & { id: string }>(db, statement, [now, limit])
  return rows.map((row) => ({ scope: { merchantId: row.merchant_id, livemode: row.livemode }, id: row.id }))
}
