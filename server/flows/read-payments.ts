import type { DisputeStatus } from '../domain/dispute-state.ts'
import type { SessionRecord } from '../domain/records.ts'
import type { Scope } from '../domain/scope.ts'
import { findReturn } from '../store/automatic-returns.ts'
import { findAttempt } from '../store/card-attempts.ts'
import { findSession } from '../store/checkout-sessions.ts'
import type { Database } from '../store/database.ts'
import { latestDisputesOf } from '../store/dispute-lists.ts'
import { findDispute } from '../store/disputes.ts'
import { findEvent } from '../store/events.ts'
import { searchPayments } from '../store/payment-search.ts'
import type { PaymentFilter } from '../store/payment-search.ts'
import { findRefund } from '../store/refunds.ts'
import type { FlowContext } from './context.ts'
import { current } from './read-session.ts'

export interface PaymentPage {
  readonly payments: readonly SessionRecord[]
  /** The status of each payment's latest dispute, by the payment's id. */
  readonly disputes: ReadonlyMap<string, DisputeStatus>
  readonly hasMore: boolean
}

/** Payments that match the filter, newest first. */
export async function readPayments(
  context: FlowContext,
  scope: Scope,
  filter: Omit<PaymentFilter, 'now'>,
): Promise<PaymentPage> {
  const found = await searchPayments(scope, context.db, {
    ...filter,
    limit: filter.limit + 1,
    now: context.clock.now(),
  })
  const payments = await current(context, scope, found.slice(0, filter.limit))
  const ids = payments.map(({ id }) => id)
  const disputes = await latestDisputesOf(scope, context.db, ids)
  return { payments, disputes, hasMore: found.length > filter.limit }
}

/** Finds the payment of an object, by the prefix of its id. */
const paymentOf: Readonly<Record<string, (scope: Scope, db: Database, id: string) => Promise<string | null>>> = {
  cs: async (scope, db, id) => (await findSession(scope, db, id))?.id ?? null,
  att: async (scope, db, id) => (await findAttempt(scope, db, id))?.session_id ?? null,
  re: async (scope, db, id) => (await findRefund(scope, db, id))?.session_id ?? null,
  dp: async (scope, db, id) => (await findDispute(scope, db, id))?.session_id ?? null,
  ret: async (scope, db, id) => (await findReturn(scope, db, id))?.session_id ?? null,
  evt: async (scope, db, id) => (await findEvent(scope, db, id))?.session_id ?? null,
}

/** Our ids. A reference of an attempt, refund or return at the bank ends with one. */
const idShape = /(?:^|\.)((cs|att|re|dp|ret|evt)_(?:test_|live_)?[0-9a-z]{30})(?:\.\d+)?$/

/**
 * The payment that an id belongs to. The id can be that of a session, attempt, refund, dispute, return or event. Null
 * when there is none.
 */
export async function findPaymentByAnyId(context: FlowContext, scope: Scope, text: string): Promise<string | null> {
  const [, id, kind] = idShape.exec(text) ?? []
  return id === undefined || kind === undefined ? null : ((await paymentOf[kind]?.(scope, context.db, id)) ?? null)
}
