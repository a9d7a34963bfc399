import type { DisputeStatus } from '../domain/dispute-state.ts'
import { firstIdFrom, sessionIdPrefix } from '../domain/ids.ts'
import type { SessionRecord } from '../domain/records.ts'
import type { Scope } from '../domain/scope.ts'
import type { SessionStatus } from '../domain/session-state.ts'
import { newestOf, newestSessions } from './checkout-sessions.ts'
import type { SessionQuery } from './checkout-sessions.ts'
import type { Database } from './database.ts'

/** Filters of the list of payments. Null matches everything. */
export interface PaymentFilter {
  readonly status: SessionStatus | null
  /** The status of the payment's latest dispute. */
  readonly dispute: DisputeStatus | null
  /** In the smallest unit, both limits included. */
  readonly amount: { readonly currency: string; readonly from: number | null; readonly to: number | null } | null
  readonly createdFrom: Date | null
  readonly createdBefore: Date | null
  readonly paymentLinkId: string | null
  /** The merchant's exact reference, the customer's email address in any case, or the last four digits of the card. */
  readonly text: string | null
  /** The last id of the previous page. */
  readonly olderThan: string | null
  readonly limit: number
  readonly now: Date
}

/** A meaning of the search text. Each has its own index. */
interface SearchTerm {
  readonly sql: string
  readonly fits: (text: string) => boolean
}
const searchTerms: readonly SearchTerm[] = [
  { sql: 'reference = ?', fits: () => true },
  { sql: `lower(customer ->> 'email') = lower(?)`, fits: (text) => text.includes('@') },
  { sql: 'card_last4 = ?', fits: (text) => /^[0-9]{4}$/.test(text) },
]

/**
 * Matching payments, newest first. An index gives every page directly, however far down the list it is. A text with two
 * possible meanings needs one statement for each, because a combined statement could not read either index in order.
 */
export async function searchPayments(scope: Scope, db: Database, filter: PaymentFilter): Promise<SessionRecord[]> {
  const { text } = filter
  if (filter.dispute !== null) return searchDisputed(scope, db, filter, filter.dispute)
  if (text === null) return newestSessions(scope, db, filter, (query) => narrow(query, scope, filter))
  const found: SessionRecord[] = []
  for (const { sql } of searchTerms.filter(({ fits }) => fits(text)))
    found.push(
      ...(await newestSessions(scope, db, filter, (query) => {
        narrow(query, scope, filter)
        query.whereRaw(sql, [text])
      })),
    )
  return newestOf(found, filter.limit)
}

/**
 * Payments by the status of their latest dispute. The disputes give the order, because a search through all payments
 * would read most of an account with few disputes.
 */
async function searchDisputed(
  scope: Scope,
  db: Database,
  filter: PaymentFilter,
  dispute: DisputeStatus,
): Promise<SessionRecord[]> {
  const { text, status, olderThan, limit } = filter
  const latest = db
    .from('disputes as dispute')
    .join('checkout_sessions as session', {
      'session.merchant_id': 'dispute.merchant_id',
      'session.id': 'dispute.session_id',
    })
    // The mode is no condition of the join: with one, PostgreSQL would not see that the index has the wanted order.
    .where({ 'session.livemode': scope.livemode, 'dispute.livemode': scope.livemode })
    .where({ 'dispute.merchant_id': scope.merchantId, 'dispute.status': dispute })
    // `offset 0` makes PostgreSQL check one dispute at a time. As a join, the check would read all disputes.
    .whereRaw(
      `not exists (
        select from disputes newer where newer.merchant_id = dispute.merchant_id and newer.livemode = dispute.livemode
          and newer.session_id = dispute.session_id and newer.id > dispute.id offset 0)`,
    )
    .select('session.*')
  if (olderThan !== null) latest.where('dispute.session_id', '<', olderThan)
  const query: SessionQuery = db.from(latest.as('disputed'))
  narrow(query, scope, filter)
  if (status !== null) query.where('status', status)
  if (text !== null)
    query.where((any) => {
      for (const { sql, fits } of searchTerms) if (fits(text)) any.orWhereRaw(sql, [text])
    })
  return query.orderBy('id', 'desc').limit(limit)
}

function narrow(query: SessionQuery, scope: Scope, filter: PaymentFilter): void {
  const prefix = sessionIdPrefix(scope.livemode)
  if (filter.amount) query.where('currency', filter.amount.currency)
  if (filter.amount?.from != null) query.where('amount', '>=', filter.amount.from)
  if (filter.amount?.to != null) query.where('amount', '<=', filter.amount.to)
  if (filter.createdFrom) query.where('id', '>=', firstIdFrom(prefix, filter.createdFrom))
  if (filter.createdBefore) query.where('id', '<', firstIdFrom(prefix, filter.createdBefore))
  if (filter.paymentLinkId !== null) query.where('payment_link_id', filter.paymentLinkId)
  if (filter.olderThan !== null) query.where('id', '<', filter.olderThan)
}
