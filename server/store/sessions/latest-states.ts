import type { DisputeStatus } from '../../domain/disputes/dispute-state.ts'
import type { RefundStatus } from '../../domain/refunds/refund-state.ts'
import type { Scope } from '../../domain/scope.ts'
import { run, type Database } from '../sql/database.ts'
import type { Statement } from '../sql/statement.ts'

/** The statuses of a payment's latest dispute and refund. Null: it has none. */
export interface LatestStates {
  readonly dispute: DisputeStatus | null
  readonly refund: RefundStatus | null
}

/** Adds to each payment the statuses of its latest dispute and refund. */
export async function withLatestStates<Payment extends { readonly id: string }>(
  scope: Scope,
  db: Database,
  payments: readonly Payment[],
): Promise<(Payment & LatestStates)[]> {
  const ids = payments.map(({ id }) => id)
  const disputes = await latestIn<DisputeStatus>(scope, db, latestDisputes, ids)
  const refunds = await latestIn<RefundStatus>(scope, db, latestRefunds, ids)
  return payments.map((payment) => ({
    ...payment,
    dispute: disputes.get(payment.id) ?? null,
    refund: refunds.get(payment.id) ?? null,
  }))
}

function latest(table: 'disputes' | 'refunds'): Statement {
  return {
    name: `latest ${table} of sessions`,
    text: `
      select distinct on (session_id) session_id, status from ${table}
      where merchant_id = $1 and livemode = $2 and session_id = any($3::text[])
      order by session_id, id desc`,
  }
}
const latestDisputes = latest('disputes')
const latestRefunds = latest('refunds')

async function latestIn<Status>(
  scope: Scope,
  db: Database,
  statement: Statement,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, Status>> {
  if (sessionIds.length === 0) return new Map()
  const values = [scope.merchantId, scope.livemode, sessionIds]
  const rows = await run<{ session_id: string; status: Status }>(db, statement, values)
  return new Map(rows.map(({ session_id, status }) => [session_id, status]))
}
