import { idBodyLength, sessionIdPrefix } from '../../domain/ids.ts'
import type { AttemptRecord, SessionRecord } from '../../domain/sessions/session-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { findDispute } from '../../store/disputes/disputes.ts'
import { findRefund } from '../../store/refunds/refunds.ts'
import { findReturn } from '../../store/sessions/automatic-returns.ts'
import { findAttempt, lastAttemptsOf } from '../../store/sessions/card-attempts.ts'
import { findSession } from '../../store/sessions/checkout-sessions.ts'
import { withLatestStates, type LatestStates } from '../../store/sessions/latest-states.ts'
import type { PaymentFilter } from '../../store/sessions/payment-filter.ts'
import { searchPayments } from '../../store/sessions/payment-search.ts'
import {
  readPaymentSums,
  readStatusCounts,
  sumsOf,
  type PaymentSums,
  type StatusCounts,
} from '../../store/sessions/payment-sums.ts'
import type { Database } from '../../store/sql/database.ts'
import { findEvent } from '../../store/webhooks/events.ts'
import type { FlowContext } from '../context.ts'
import { current } from './read-session.ts'

export interface ListedPayment extends SessionRecord, LatestStates {
  /** The last attempt of a payment that no card has paid. Null: none was made, or the payment has its card. */
  readonly tried: AttemptRecord | null
}

export interface PaymentPage {
  readonly payments: readonly ListedPayment[]
  /** The list continues after this id. Null: nothing older matches. */
  readonly next: string | null
  /** Nothing has the searched email address. These payments have one that differs by one typo. */
  readonly similarEmail: boolean
}

/** Payments that match the filter, newest first. */
export async function readPayments(
  context: FlowContext,
  scope: Scope,
  filter: Omit<PaymentFilter, 'now'>,
): Promise<PaymentPage> {
  const page = await searchPayments(scope, context.db, { ...filter, now: context.clock.now() })
  const payments = await current(context, scope, page.payments)
  const unpaid = payments.filter(({ card_last4, attempts }) => card_last4 === null && attempts > 0)
  const tried = await lastAttemptsOf(
    scope,
    context.db,
    unpaid.map(({ id }) => id),
  )
  const withStates = await withLatestStates(scope, context.db, payments)
  return { ...page, payments: withStates.map((payment) => ({ ...payment, tried: tried.get(payment.id) ?? null })) }
}

/** The number and sums of all payments that match. `page` is one page of them. Null: it would take too long. */
export async function sumPayments(
  context: FlowContext,
  scope: Scope,
  filter: Omit<PaymentFilter, 'now'>,
  page: PaymentPage,
): Promise<PaymentSums | null> {
  const isFirst = filter.olderThan === null
  if (isFirst && page.next === null) return sumsOf(page.payments)
  // The search stopped before the page was full, so another look at the same payments finds no more.
  if (isFirst && page.payments.length < filter.limit) return null
  return readPaymentSums(scope, context.db, { ...filter, now: context.clock.now() })
}

/** How many payments have each status, up to a limit. */
export function countPayments({ db, clock }: FlowContext, scope: Scope): Promise<StatusCounts> {
  return readStatusCounts(scope, db, clock.now())
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
const idShape = new RegExp(`(?:^|\\.)((cs|att|re|dp|ret|evt)_(?:test_|live_)?[0-9a-z]{${idBodyLength}})(?:\\.\\d+)?$`)

/** An id without its prefix, or with half of it. */
const bareShape = new RegExp(`^(?:test_|live_)?([0-9a-z]{${idBodyLength}})$`)

/**
 * The payment that an id belongs to. The id can be that of a session, attempt, refund, dispute, return or event, also
 * without its prefix. Null when there is none.
 */
export async function findPaymentByAnyId(context: FlowContext, scope: Scope, text: string): Promise<string | null> {
  const lower = text.toLowerCase()
  for (const { id, kind } of idsIn(scope, lower)) {
    const found = await paymentOf[kind]?.(scope, context.db, id)
    if (found != null) return found
  }
  return null
}

function idsIn({ livemode }: Scope, text: string): { id: string; kind: string }[] {
  const bare = bareShape.exec(text)?.[1]
  if (bare !== undefined)
    return Object.keys(paymentOf).map((kind) => ({
      kind,
      id: `${kind === 'cs' ? sessionIdPrefix(livemode) : kind}_${bare}`,
    }))
  const [, id, kind] = idShape.exec(text) ?? []
  return id === undefined || kind === undefined ? [] : [{ id, kind }]
}
