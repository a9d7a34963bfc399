import type { Scope, ScopedRecord } from '../../domain/scope.ts'
import { run, type Database } from '../sql/database.ts'

// A receiver is the webhook address of an account and mode.

/** A due delivery. A claim succeeds only while `dueAt` is unchanged. */
export interface DueDelivery {
  readonly scope: Scope
  readonly id: string
  readonly dueAt: Date
}

/** A receiver with due deliveries. */
export interface DueReceiver {
  readonly scope: Scope
  /** The delivery, when it is the only one that the query found. Null for several. */
  readonly only: DueDelivery | null
}

const since = {
  name: 'receivers due since',
  text: `
    select merchant_id, livemode, count(*)::integer as deliveries, min(id) as id,
      min(next_attempt_at) as next_attempt_at
    from deliveries
    where status = 'pending' and next_attempt_at > $1 and next_attempt_at <= $2
    group by merchant_id, livemode
    order by min(next_attempt_at)`,
}

/** Receivers of all accounts with a delivery that became due after `after`, and no later than `now`. */
export async function receiversDueSince(db: Database, after: Date, now: Date): Promise<DueReceiver[]> {
  const rows = await run<ScopedRecord & { deliveries: number; id: string; next_attempt_at: Date }>(db, since, [
    after,
    now,
  ])
  return rows.map((row) => {
    const scope = { merchantId: row.merchant_id, livemode: row.livemode }
    return { scope, only: row.deliveries === 1 ? { scope, id: row.id, dueAt: row.next_attempt_at } : null }
  })
}

const all = {
  name: 'receivers due',
  text: `
    select merchant_id, livemode from deliveries
    where status = 'pending' and next_attempt_at <= $1
    group by merchant_id, livemode`,
}

/** Every receiver of any account with a due delivery. Reads all due rows of the index, so call it seldom. */
export async function receiversDue(db: Database, now: Date): Promise<DueReceiver[]> {
  const rows = await run<ScopedRecord>(db, all, [now])
  return rows.map(({ merchant_id: merchantId, livemode }) => ({ scope: { merchantId, livemode }, only: null }))
}

/** With the address in a join, PostgreSQL would not read in the order of the index, but sort all due deliveries. */
const ofReceiver = {
  name: 'deliveries due of receiver',
  text: `
    select id, next_attempt_at, (select url from webhook_endpoints where merchant_id = $1 and livemode = $2) as url
    from (
      select id, next_attempt_at from deliveries
      where merchant_id = $1 and livemode = $2 and status = 'pending' and next_attempt_at <= $3
      order by next_attempt_at limit $4 offset $5
    ) due
    order by next_attempt_at`,
}

/**
 * The deliveries of one receiver that have been due for longest, without the first `skip`, and its address. The address
 * is null when there are none, or when the address was removed.
 */
export async function deliveriesDue(
  scope: Scope,
  db: Database,
  now: Date,
  { limit, skip }: { limit: number; skip: number },
): Promise<{ url: string | null; due: DueDelivery[] }> {
  const values = [scope.merchantId, scope.livemode, now, limit, skip]
  const rows = await run<{ id: string; next_attempt_at: Date; url: string | null }>(db, ofReceiver, values)
  return { url: rows[0]?.url ?? null, due: rows.map((row) => ({ scope, id: row.id, dueAt: row.next_attempt_at })) }
}
