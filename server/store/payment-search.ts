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
