import type { SessionRecord } from '../../domain/sessions/session-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { run, runForOne, type Database } from '../sql/database.ts'

const summaries = {
  name: 'summaries of sessions',
  text: `
    select id, reference, amount, currency from checkout_sessions
    where merchant_id = $1 and livemode = $2 and id = any($3::text[])`,
}

/** What identifies a payment beside its id. */
export type SessionSummary = Pick<SessionRecord, 'id' | 'reference' | 'amount' | 'currency'>

export function summariesOf(scope: Scope, db: Database, ids: readonly string[]): Promise<SessionSummary[]> {
  return run(db, summaries, [scope.merchantId, scope.livemode, ids])
}

const usual = {
  name: 'usual currency',
  text: `
    select currency from (
      select currency, id from checkout_sessions where merchant_id = $1 and livemode = $2 order by id desc limit 100
    ) newest
    where currency = any($3::text[]) group by currency order by count(*) desc, max(id) desc limit 1`,
}

/** Which of these currencies most of the newest payments have. Null: they have none of them. */
export async function usualCurrency(
  { merchantId, livemode }: Scope,
  db: Database,
  among: readonly string[],
): Promise<string | null> {
  return (await runForOne<{ currency: string }>(db, usual, [merchantId, livemode, among]))?.currency ?? null
}
