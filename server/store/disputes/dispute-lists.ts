import { disputeStatuses, type DisputeStatus } from '../../domain/disputes/dispute-state.ts'
import { firstIdFrom } from '../../domain/ids.ts'
import type { DisputeRecord } from '../../domain/disputes/dispute-records.ts'
import type { SessionRecord } from '../../domain/sessions/session-records.ts'
import type { Scope } from '../../domain/scope.ts'
import type { Database } from '../sql/database.ts'
import { listIn } from '../sql/columns.ts'
import { disputeColumns } from '../sql/table-columns.ts'

// Disputes as the dashboard lists, adds up and exports them.

/** Null matches everything. */
export interface DisputeFilter {
  readonly status: DisputeStatus | null
  readonly currency: string | null
  readonly openedFrom: Date | null
  readonly openedBefore: Date | null
}

/** A dispute with what people know its payment by. */
export interface ListedDispute extends DisputeRecord, Pick<SessionRecord, 'reference' | 'description' | 'customer'> {}

/** One page of a list, newest first. `olderThan` is the last id of the previous page. */
interface Page {
  readonly olderThan: string | null
  readonly limit: number
}

/**
 * The newest disputes that match. An index gives every page directly. A currency without a status needs one query for
 * each status, because no index has the disputes of a currency in order.
 */
export async function searchDisputes(
  scope: Scope,
  db: Database,
  filter: DisputeFilter,
  page: Page,
): Promise<ListedDispute[]> {
  const statuses = filter.status === null && filter.currency !== null ? disputeStatuses : [filter.status]
  const found: ListedDispute[] = []
  for (const status of statuses) found.push(...(await newestDisputes(scope, db, { ...filter, status }, page)))
  return found.sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, page.limit)
}

async function newestDisputes(
  scope: Scope,
  db: Database,
  filter: DisputeFilter,
  { olderThan, limit }: Page,
): Promise<ListedDispute[]> {
  const newest = matching(scope, db, filter, disputeColumns).orderBy('id', 'desc').limit(limit)
  if (olderThan !== null) newest.where('id', '<', olderThan)
  const rows: unknown = await db
    .from(newest.as('dispute'))
    .join('checkout_sessions as session', {
      'session.merchant_id': 'dispute.merchant_id',
      'session.livemode': 'dispute.livemode',
      'session.id': 'dispute.session_id',
    })
    // Without these, a distributed database would read the sessions of every node.
    .where({ 'session.merchant_id': scope.merchantId, 'session.livemode': scope.livemode })
    .select(db.raw(`${listIn('dispute', disputeColumns)}, session.reference, session.description, session.customer`))
    .orderBy('dispute.id', 'desc')
  return rows as ListedDispute[]
}

/** The disputes of one currency and status. `amount` is in the smallest unit. */
export interface DisputeTotal {
  readonly currency: string
  readonly status: DisputeStatus
  readonly count: number
  readonly amount: number
}

/** How many disputes match, and their amounts, by currency and status. */
export async function disputeTotals(scope: Scope, db: Database, filter: DisputeFilter): Promise<DisputeTotal[]> {
  const rows: unknown = await matching(scope, db, filter, 'currency, status')
    .count('* as count')
    .sum('amount as amount')
    .groupBy('currency', 'status')
    .orderBy('currency')
  return (rows as (Omit<DisputeTotal, 'count' | 'amount'> & { count: string; amount: string })[]).map((row) => ({
    ...row,
    count: Number(row.count),
    amount: Number(row.amount),
  }))
}

function matching({ merchantId, livemode }: Scope, db: Database, filter: DisputeFilter, columns: string) {
  const query = db<DisputeRecord>('disputes').select(db.raw(columns)).where({ merchant_id: merchantId, livemode })
  if (filter.currency !== null) query.where('currency', filter.currency)
  if (filter.status !== null) query.where('status', filter.status)
  // Ids hold their time, and every index ends with the id.
  if (filter.openedFrom !== null) query.where('id', '>=', firstIdFrom('dp', filter.openedFrom))
  if (filter.openedBefore !== null) query.where('id', '<', firstIdFrom('dp', filter.openedBefore))
  return query
}
