import type { CaptureRecord } from '../../domain/sessions/captures.ts'
import type { DisputeRecord } from '../../domain/disputes/dispute-records.ts'
import type { RefundRecord } from '../../domain/refunds/refund-records.ts'
import type { ReturnRecord } from '../../domain/sessions/session-records.ts'
import type { Scope } from '../../domain/scope.ts'
import {
  contradictedAttempts,
  contradictedOrders,
  disputesToAnswer,
  ordersWithoutOutcome,
  paymentsWithoutCapture,
  refundsToRepeat,
  refusedReturns,
  type ContradictedOrder,
  type Waiting,
} from '../../store/accounts/attention.ts'
import type { Acquirer } from '../../processors/acquirer.ts'
import { findProcessorCredentials } from '../../store/acquirers/processor-credentials.ts'
import { notificationHealth } from '../../store/acquirers/processor-notifications.ts'
import { isRefused } from '../acquirers/check-connection.ts'
import type { FlowContext } from '../context.ts'

/** What a merchant should look at. Lists have at most `limit` entries. */
export interface Attention {
  readonly refunds: readonly RefundRecord[]
  readonly disputes: readonly DisputeRecord[]
  readonly returns: readonly ReturnRecord[]
  /** Approved payments whose money is not captured. */
  readonly captures: readonly CaptureRecord[]
  /** Card attempts and orders about which the acquirer gave an answer that cannot be theirs. */
  readonly contradictions: readonly ContradictedOrder[]
  /** Refunds and returns that the acquirer has neither made nor refused for days. */
  readonly waiting: Waiting
  /** Why the account can take no live payments at the acquirer. Null: it can, or this does not concern the scope. */
  readonly connection: { readonly acquirer: Acquirer; readonly problem: 'not_connected' | 'refused' } | null
  readonly notifications: NotificationTroubles
}

/** Why the account may not know all that its acquirer has reported. Null: nothing is wrong. */
export interface NotificationTroubles {
  /** When the notification arrived that has waited too long. */
  readonly waitingSince: Date | null
  /** How many could not be applied, although they fit a payment. */
  readonly failed: number
  /** When the service refused one, and has received no genuine one since. */
  readonly refusedAt: Date | null
}

/** A notification is usually applied within seconds. */
const usualWaitMs = 300_000

/** For how long the dashboard reports notifications that failed or were refused. */
const failedDays = 30
const refusedDays = 2

/**
 * A refused capture or a failed refund needs attention for this long, or until it is replaced: the payment is captured,
 * or gets another refund of at least the same amount.
 */
const refundDays = 30

/** For how long the dashboard reports an answer that contradicts a payment. */
const contradictionDays = 30

/** A capture usually has its outcome within minutes. */
const captureDays = 1

/**
 * Acquirers report the outcome of a refund within a day or two, once the order has gone to the network. A weekend may
 * come between.
 */
const waitingDays = 4

export async function readAttention(context: FlowContext, scope: Scope, limit: number): Promise<Attention> {
  const { db, clock } = context
  const daysAgo = (days: number): Date => new Date(clock.now().getTime() - days * 24 * 3600_000)
  const since = daysAgo(refundDays)
  return {
    refunds: await refundsToRepeat(scope, db, { since, limit }),
    disputes: await disputesToAnswer(scope, db, limit),
    returns: await refusedReturns(scope, db, limit),
    captures: await paymentsWithoutCapture(scope, db, { since, before: daysAgo(captureDays), limit }),
    contradictions: [
      ...(await contradictedOrders(scope, db, limit)),
      ...(await contradictedAttempts(scope, db, { since: daysAgo(contradictionDays), limit })),
    ].slice(0, limit),
    waiting: await ordersWithoutOutcome(scope, db, { before: daysAgo(waitingDays), limit }),
    connection: await connectionProblem(context, scope),
    notifications: await readNotificationTroubles(context, scope),
  }
}

export async function readNotificationTroubles(
  { db, clock }: FlowContext,
  scope: Scope,
): Promise<NotificationTroubles> {
  const now = clock.now().getTime()
  const ago = (days: number): Date => new Date(now - days * 24 * 3600_000)
  const found = await notificationHealth(scope, db, ago(failedDays))
  const { oldestWaitingAt: waiting, lastRefusedAt: refused, lastReceivedAt: received, failed } = found
  return {
    waitingSince: waiting !== null && now - waiting.getTime() > usualWaitMs ? waiting : null,
    failed,
    // The sender repeats what the service refused. A genuine one after it shows that the keys fit.
    refusedAt:
      refused !== null && refused > ago(refusedDays) && (received === null || received < refused) ? refused : null,
  }
}

async function connectionProblem(
  { acquirers, db, liveProcessor }: FlowContext,
  { merchantId, livemode }: Scope,
): Promise<Attention['connection']> {
  const acquirer = livemode && liveProcessor !== null && acquirers.get(liveProcessor)
  if (!acquirer) return null
  const record = await findProcessorCredentials(db, { merchantId, processor: acquirer.name })
  if (!record) return { acquirer, problem: 'not_connected' }
  return isRefused(record) ? { acquirer, problem: 'refused' } : null
}
