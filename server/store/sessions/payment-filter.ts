import type { DisputeStatus } from '../../domain/disputes/dispute-state.ts'
import { firstIdFrom, sessionIdPrefix } from '../../domain/ids.ts'
import type { Scope } from '../../domain/scope.ts'
import type { SessionStatus } from '../../domain/sessions/session-state.ts'
import type { SessionQuery } from './checkout-sessions.ts'

export interface AmountRange {
  readonly currency: string
  /** In the smallest unit, both limits included. */
  readonly from: number | null
  readonly to: number | null
}

/** Filters of the list of payments. Null matches everything. */
export interface PaymentFilter {
  readonly status: SessionStatus | null
  /** The status of the payment's latest dispute. */
  readonly dispute: DisputeStatus | null
  /** Only payments of which a part is refunded. */
  readonly partlyRefunded: boolean
  /** One range for each currency that matches. */
  readonly amounts: readonly AmountRange[] | null
  readonly createdFrom: Date | null
  readonly createdBefore: Date | null
  readonly paymentLinkId: string | null
  /** Only payments with one of these ids. */
  readonly among?: readonly string[]
  /** What a person typed into the search field (spec/decisions/dashboard.md#search-in-the-dashboard). */
  readonly text: string | null
  /** The last id of the previous page. */
  readonly olderThan: string | null
  readonly limit: number
  readonly now: Date
}

/** Adds all conditions of a filter that are columns, except the status. */
export function narrow(query: SessionQuery, scope: Scope, filter: PaymentFilter): void {
  const prefix = sessionIdPrefix(scope.livemode)
  const { amounts } = filter
  // The conditions of the partial index `checkout_sessions_partly_refunded`.
  if (filter.partlyRefunded) query.where('status', 'paid').where('amount_refunded', '>', 0)
  if (amounts)
    query.where((any) => {
      for (const { currency, from, to } of amounts)
        any.orWhere((one) => {
          one.where('currency', currency)
          if (from !== null) one.where('amount', '>=', from)
          if (to !== null) one.where('amount', '<=', to)
        })
    })
  if (filter.createdFrom) query.where('id', '>=', firstIdFrom(prefix, filter.createdFrom))
  if (filter.createdBefore) query.where('id', '<', firstIdFrom(prefix, filter.createdBefore))
  if (filter.paymentLinkId !== null) query.where('payment_link_id', filter.paymentLinkId)
  if (filter.among) query.whereRaw('id = any(?)', [[...filter.among]])
  if (filter.olderThan !== null) query.where('id', '<', filter.olderThan)
}
