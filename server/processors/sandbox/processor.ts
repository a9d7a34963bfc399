import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { cardBrands } from '../../domain/sessions/card-rules.ts'
import type { Clock } from '../../domain/time/clock.ts'
import type { ConnectionKind } from '../../engines/postgres/limits.ts'
import { openPool } from '../../engines/postgres/pool.ts'
import type {
  ChallengeAnswer as CustomerAnswer,
  Closed,
  Processor,
  Purchase,
  PurchaseOutcome,
  RefundOrder,
  RefundOutcome,
} from '../processor.ts'
import { Bank, type Challenge, type LedgerEntry } from './bank.ts'
import type { Chargeback, ChargebackOutcome } from './chargebacks.ts'
import type { ChallengeAnswer, PurchaseRow } from './purchases.ts'
import type { RefundRow } from './refunds.ts'
import { coBadgedNetworksOf, defaultLateApprovalAfterSeconds } from './scenarios.ts'
import { createSchema } from './schema.ts'

/** The path of the confirmation window of the simulated bank on our own base URL. The token follows it. */
export const challengePath = '/sandbox/challenge/'

/** The bank counts as unreachable when its database does not answer within the limits of these connections. */
const usualConnections = 10

export interface SandboxOptions {
  readonly databaseUrl: string
  /** Default `serving`. */
  readonly kind?: ConnectionKind
  readonly connections?: number
  /** False: a pooler cannot hold prepared statements. */
  readonly namesStatements?: boolean
  readonly clock: Clock
  /** The minimum duration of each call, to simulate a network. Default 0. */
  readonly latencyMs?: number
  /** When a `late_approval` purchase is approved. Default 16 min. */
  readonly lateApprovalAfterSeconds?: number
  readonly log?: SandboxLog
}

export interface SandboxLog {
  warn(fields: object, message: string): void
}

/**
 * The simulated bank, with additional controls for tests. Beyond the contract of `Processor`:
 * - `lookup` of a purchase that has not arrived closes its reference. A purchase that arrives later under it is
 *   declined with `processing_error`.
 * - `lookupRefund` closes nothing: `unknown` means that the refund has had no effect so far.
 * - A repeated purchase or refund returns its current outcome.
 * - The same reference with another amount, currency or purchase is a bug, and throws.
 */
export interface SandboxProcessor extends Processor {
  /** Creates the missing parts of the bank's schema. */
  migrate(): Promise<void>
  close(): Promise<void>
  /** Every movement of money so far, oldest first. */
  ledger(): Promise<LedgerEntry[]>
  /** Answers the confirmation window. False when no challenge waits under this reference. */
  completeChallenge(reference: string, answer: ChallengeAnswer): Promise<boolean>
  /** Settles a pending refund. False when no refund is pending under this reference. */
  settleRefund(reference: string, status: 'succeeded' | 'failed'): Promise<boolean>
  /**
   * The money of a refund that had succeeded comes back. True when it has, also after a repeated call. False when no
   * refund under this reference had succeeded.
   */
  reverseRefund(reference: string): Promise<boolean>
  challengeByToken(token: string): Promise<Challenge | null>
  /**
   * The cardholder's bank takes back what is left of an approved purchase: captured, less refunded, less what pending
   * refunds reserve, less what an earlier chargeback kept. When pending refunds reserve everything that is left, it
   * takes back that amount instead. Null when nothing is left, or when a chargeback is already open (see
   * `findOpenChargeback`). The bank still accepts refunds while a chargeback is open, up to captured less refunded.
   */
  openChargeback(purchaseReference: string): Promise<Chargeback | null>
  findOpenChargeback(purchaseReference: string): Promise<Chargeback | null>
  /**
   * Closes a chargeback; `won` brings the money back. Returns whether the chargeback now has this outcome, also after a
   * repeated call.
   */
  closeChargeback(reference: string, outcome: ChargebackOutcome): Promise<boolean>
  /**
   * Approves a second purchase, `newReference`, with the card, amount and currency of an approved one. True when that
   * purchase exists, also after a repeated call. False when there is no such approved purchase, or when `newReference`
   * is in use.
   */
  approveAgain(purchaseReference: string, newReference: string): Promise<boolean>
  /**
   * The same bank at another time: that of an account whose test mode is ahead of real time. `latencyMs`: default, that
   * of this bank.
   */
  inTime(clock: Clock, latencyMs?: number): SandboxProcessor
}

export function createSandboxProcessor(options: SandboxOptions): SandboxProcessor {
  const pool = createPool(options)
  const bank = new Bank(pool, options.clock, options.lateApprovalAfterSeconds ?? defaultLateApprovalAfterSeconds)
  return processorOf(bank, pool, options)
}

function processorOf(bank: Bank, pool: Pool, options: SandboxOptions): SandboxProcessor {
  const call = createCaller(options)
  return {
    name: 'sandbox',
    acceptedBrands: cardBrands,
    async cardNetworks(firstDigits) {
      if (options.latencyMs) await sleep(options.latencyMs)
      return coBadgedNetworksOf(firstDigits)
    },
    async purchase(order) {
      assertAmount(order.amount)
      return call(
        order.reference,
        () => bank.purchase(order),
        (row) => purchaseOutcome(assertSamePurchase(row, order)),
      )
    },
    continueChallenge: (answer) => call(answer.reference, () => answerChallenge(bank, answer), lookupOutcome),
    lookup: ({ reference }) => call(reference, () => bank.lookup(reference), lookupOutcome),
    // A lookup has closed the reference of a purchase that did not arrive, and the bank keeps no other promise.
    giveUp: () => Promise.resolve({ kind: 'received' }),
    async refund(order) {
      assertAmount(order.amount)
      return call(
        order.reference,
        () => bank.refund(order),
        (row) => (row === null ? unreachable : refundOutcome(assertSameRefund(row, order))),
      )
    },
    lookupRefund: ({ reference }) =>
      call(
        reference,
        () => bank.lookupRefund(reference),
        (row) => (row === null ? { kind: 'not_received' } : refundOutcome(row)),
      ),
    readNotification: null,
    forget: (purchaseReferences) => bank.forget(purchaseReferences),
    decideUnanswered: (reference) => bank.decideUnanswered(reference),
    migrate: () => createSchema(pool),
    close: () => pool.end(),
    ledger: () => bank.ledger(),
    completeChallenge: (reference, answer) => bank.completeChallenge(reference, answer),
    settleRefund: (reference, status) => bank.settleRefund(reference, status),
    reverseRefund: (reference) => bank.reverseRefund(reference),
    challengeByToken: (token) => bank.challengeByToken(token),
    openChargeback: (purchaseReference) => bank.openChargeback(purchaseReference),
    findOpenChargeback: (purchaseReference) => bank.findOpenChargeback(purchaseReference),
    closeChargeback: (reference, outcome) => bank.closeChargeback(reference, outcome),
    approveAgain: (purchaseReference, newReference) => bank.approveAgain(purchaseReference, newReference),
    inTime: (clock, latencyMs = options.latencyMs ?? 0) =>
      processorOf(bank.inTime(clock), pool, { ...options, latencyMs }),
  }
}

/** The bank's own page has received the customer's answer already. Only giving up has an effect here. */
async function answerChallenge(bank: Bank, { reference, result }: CustomerAnswer): Promise<PurchaseRow> {
  if (result.kind === 'abandoned') await bank.completeChallenge(reference, 'abandoned')
  return bank.lookup(reference)
}

const unreachable = { kind: 'unreachable' } as const

function createPool(options: SandboxOptions): Pool {
  const { databaseUrl, kind = 'serving', connections = usualConnections, namesStatements = true, log } = options
  return openPool(databaseUrl, kind, {
    limits: { connections },
    namesStatements,
    name: 'sandbox_bank',
    onLost: (error) => log?.warn({ reason: reasonOf(error) }, 'sandbox bank: an idle connection broke'),
  })
}

type Unreachable = typeof unreachable

/**
 * Calls the bank as if over a network: with latency, and possibly without an answer. Turns every error into
 * `unreachable`.
 */
function createCaller({ latencyMs = 0, log }: SandboxOptions) {
  return async <Row, Outcome>(
    reference: string,
    ask: () => Promise<Row>,
    read: (row: Row) => Outcome,
  ): Promise<Outcome | Unreachable> => {
    const endsAt = performance.now() + latencyMs
    // Half of the time passes before the call reaches the bank, so that a call can also be lost on its way.
    if (latencyMs > 0) await sleep(latencyMs / 2)
    const work = ask().then(
      (row) => ({ row }),
      (error: unknown) => {
        log?.warn({ reference, reason: reasonOf(error) }, 'sandbox bank: no answer')
        return null
      },
    )
    const leftMs = endsAt - performance.now()
    const [answer] = await Promise.all([work, leftMs > 0 ? sleep(leftMs) : null])
    return answer === null ? unreachable : read(answer.row)
  }
}

/** Prefers the error code, because the text of a database error can contain values. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}

function purchaseOutcome(row: PurchaseRow): PurchaseOutcome {
  switch (row.status) {
    case 'approved':
      return { kind: 'approved', authorizationCode: row.authorization_code, threeDSecure: row.three_d_secure }
    case 'declined':
      return declinedOutcome(row)
    case 'closed':
      return { kind: 'declined', failureCode: 'processing_error' }
    case 'waiting':
      return waitingOutcome(row)
  }
}

function declinedOutcome({ failure_code: failureCode, abandoned }: PurchaseRow): PurchaseOutcome {
  return { kind: 'declined', failureCode: failureCode ?? 'card_declined', ...(abandoned && { abandoned }) }
}

function waitingOutcome(row: PurchaseRow): PurchaseOutcome {
  if (row.challenge_token !== null)
    return { kind: 'challenge', challenge: { kind: 'page', url: challengePath + row.challenge_token } }
  return { kind: row.answer === 'unreachable' ? 'unreachable' : 'pending' }
}

function lookupOutcome(row: PurchaseRow): PurchaseOutcome | Closed {
  if (row.status === 'closed') return { kind: 'closed' }
  const outcome = purchaseOutcome(row)
  // The bank has the purchase, so the lookup has an answer; only the outcome is open.
  return outcome.kind === 'unreachable' ? { kind: 'pending' } : outcome
}

function refundOutcome(row: RefundRow): RefundOutcome {
  if (row.status === 'failed') return { kind: 'failed', failureMessage: row.failure_message ?? '' }
  return { kind: row.status }
}

function assertSamePurchase(row: PurchaseRow, order: Purchase): PurchaseRow {
  const isSame = Number(row.amount) === order.amount && row.currency === order.currency
  if (row.status !== 'closed' && !isSame)
    throw new Error(`Bug: purchase ${order.reference} was ordered before with another amount or currency`)
  return row
}

function assertSameRefund(row: RefundRow, order: RefundOrder): RefundRow {
  const isSame = Number(row.amount) === order.amount && row.currency === order.currency
  if (!isSame || row.purchase_reference !== order.purchaseReference) {
    throw new Error(`Bug: refund ${order.reference} was ordered before with another amount, currency or purchase`)
  }
  return row
}

function assertAmount(amount: number): void {
  if (!Number.isSafeInteger(amount) || amount < 1)
    throw new Error('Bug: an amount is a positive integer of the smallest unit')
}
