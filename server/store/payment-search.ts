import { firstIdFrom, sessionIdPrefix } from '../domain/ids.ts'
import type { SessionRecord } from '../domain/records.ts'
import type { Scope } from '../domain/scope.ts'
import type { SessionStatus } from '../domain/session-state.ts'
import type { Database } from './database.ts'

/** What the list of payments is narrowed by; null: not at all. */
export interface PaymentFilter {
  readonly status: SessionStatus | null
  /** In the smallest unit, both ends included. */
  readonly amount: { readonly currency: string; readonly from: number | null; readonly to: number | null } | null
  readonly createdFrom: Date | null
  readonly createdBefore: Date | null
  readonly paymentLinkId: string | null
  /** Exactly the merchant's reference, the customer's email address in any case, or the last four digits of the card. */
  readonly text: string | null
  /** The last id of the page before. */
  readonly olderThan: string | null
  readonly limit: number
  readonly now: Date
}

/** What the text may be, each with an index of its own. */
interface Term {
  readonly sql: string
  readonly fits: (text: string) => boolean
}
const terms: readonly Term[] = [
  { sql: 'reference = ?', fits: () => true },
  { sql: `lower(customer ->> 'email') = lower(?)`, fits: (text) => text.includes('@') },
  { sql: 'card_last4 = ?', fits: (text) => /^[0-9]{4}$/.test(text) },
]

/**
 * Payments that match, newest first. Each page is read from its place in an index, wherever in the list it is. A text that may
 * be two things is looked for as each of them, because one statement for both could use neither index in its order.
 */
export async function searchPayments(scope: Scope, db: Database, filter: PaymentFilter): Promise<SessionRecord[]> {
  const { text } = filter
  if (text === null) return await narrowed(scope, db, filter)
  const found = await Promise.all(
    terms.filter(({ fits }) => fits(text)).map(({ sql }) => narrowed(scope, db, filter).whereRaw(sql, [text])),
  )
  const byId = new Map((found.flat() as SessionRecord[]).map((session) => [session.id, session]))
  return [...byId.values()].sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, filter.limit)
}

function narrowed(scope: Scope, db: Database, filter: PaymentFilter) {
  const query = db<SessionRecord>('checkout_sessions').where({
    merchant_id: scope.merchantId,
    livemode: scope.livemode,
  })
  const prefix = sessionIdPrefix(scope.livemode)
  if (filter.status === 'open') query.where('status', 'open').where('expires_at', '>', filter.now)
  else if (filter.status === 'expired')
    query.whereRaw(`(status = 'expired' or (status = 'open' and expires_at <= ?))`, [filter.now])
  else if (filter.status !== null) query.where('status', filter.status)
  if (filter.amount) query.where('currency', filter.amount.currency)
  if (filter.amount?.from != null) query.where('amount', '>=', filter.amount.from)
  if (filter.amount?.to != null) query.where('amount', '<=', filter.amount.to)
  if (filter.createdFrom) query.where('id', '>=', firstIdFrom(prefix, filter.createdFrom))
  if (filter.createdBefore) query.where('id', '<', firstIdFrom(prefix, filter.createdBefore))
  if (filter.paymentLinkId !== null) query.where('payment_link_id', filter.paymentLinkId)
  if (filter.olderThan !== null) query.where('id', '<', filter.olderThan)
  return query.orderBy('id', 'desc').limit(filter.limit)
}
