import type { Pool, PoolClient } from 'pg'
import { brandOf } from '../../domain/card-rules.ts'
import type { Clock } from '../../domain/clock.ts'
import type { Purchase, RefundOrder } from '../processor.ts'
import { endChargeback, findOpenChargeback, insertChargeback } from './chargebacks.ts'
import type { Chargeback, ChargebackOutcome } from './chargebacks.ts'
import {
  closePurchase,
  currentPurchase,
  endChallenge,
  insertPurchase,
  lockPurchase,
  markFirstRefundUnanswered,
  referenceOfChallenge,
  repeatPurchase,
  settleDuePurchases,
} from './purchases.ts'
import type { PurchaseRow } from './purchases.ts'
import { currentRefund, endRefund, insertRefund, judgeRefund, settleDueRefunds } from './refunds.ts'
import type { RefundRow } from './refunds.ts'
import { planFor, scenarioOf } from './scenarios.ts'

/**
 * One movement of money at the bank, `amount` positive. `reference` is the one that came with the purchase or refund; a chargeback's is
 * the bank's own, and its reversal has the same. No two entries share both reference and kind.
 */
export interface LedgerEntry {
  readonly reference: string
  readonly kind: 'capture' | 'refund' | 'chargeback' | 'chargeback_reversal'
  /** Smallest unit of the currency. */
  readonly amount: number
  readonly currency: string
}

/** What the confirmation window shows. */
export interface Challenge {
  readonly reference: string
  readonly amount: number
  readonly currency: string
  readonly status: 'waiting' | 'approved' | 'declined'
}

/** Anything else is no token, and some of it no text that a database takes. */
const tokenShape = /^[0-9A-Za-z_-]{1,64}$/

/**
 * The simulated bank. It keeps no card number and no code, only what the number stands for.
 * Whatever depends on time is worked out from stored times when somebody asks, so that no process must stay alive for it.
 */
export class Bank {
  readonly #pool: Pool
  readonly #clock: Clock
  readonly #lateApprovalAfterSeconds: number

  constructor(pool: Pool, clock: Clock, lateApprovalAfterSeconds: number) {
    this.#pool = pool
    this.#clock = clock
    this.#lateApprovalAfterSeconds = lateApprovalAfterSeconds
  }

  /** The purchase of this reference: a new one, or the one that was there. */
  async purchase({ reference, amount, currency, card }: Purchase): Promise<PurchaseRow> {
    const now = this.#clock.now()
    const scenario = scenarioOf(card, now)
    const plan = planFor(scenario, this.#lateApprovalAfterSeconds)
    const brand = brandOf(card.revealPan())
    const purchase = { reference, amount, currency, scenario, plan, last4: card.last4, brand }
    const row = (await insertPurchase(this.#pool, purchase, now)) ?? (await currentPurchase(this.#pool, reference, now))
    if (row === null) throw new Error('Bug: a purchase that was neither new nor there')
    return row
  }

  /** The purchase of this reference; one that never arrived is closed, so that it takes no money if it arrives later. */
  async lookup(reference: string): Promise<PurchaseRow> {
    const now = this.#clock.now()
    const known = await currentPurchase(this.#pool, reference, now)
    if (known !== null) return known
    await closePurchase(this.#pool, reference, now)
    const row = await currentPurchase(this.#pool, reference, now)
    if (row === null) throw new Error('Bug: a closed purchase that is not there')
    return row
  }

  /** The refund of this reference: a new one, or the one that was there. Null: the bank gives no answer, and did nothing. */
  async refund(order: RefundOrder): Promise<RefundRow | null> {
    const now = this.#clock.now()
    await currentPurchase(this.#pool, order.purchaseReference, now)
    return inTransaction(this.#pool, async (client) => {
      const purchase = await lockPurchase(client, order.purchaseReference)
      const known = await currentRefund(client, order.reference, now)
      if (known !== null) return known
      if (purchase?.scenario === 'refund_unavailable' && !purchase.first_refund_unanswered) {
        await markFirstRefundUnanswered(client, purchase.reference)
        return null
      }
      const row = await insertRefund(client, order, judgeRefund(order, purchase), now)
      return row ?? (await currentRefund(client, order.reference, now))
    })
  }

  async lookupRefund(reference: string): Promise<RefundRow | null> {
    return currentRefund(this.#pool, reference, this.#clock.now())
  }

  async completeChallenge(reference: string, status: 'approved' | 'declined'): Promise<boolean> {
    return endChallenge(this.#pool, reference, status, this.#clock.now())
  }

  async settleRefund(reference: string, status: 'succeeded' | 'failed'): Promise<boolean> {
    return endRefund(this.#pool, reference, status, this.#clock.now())
  }

  /** Takes back what is left of a purchase. Null when the bank holds no such money, or a chargeback of it is open. */
  async openChargeback(purchaseReference: string): Promise<Chargeback | null> {
    const now = this.#clock.now()
    await currentPurchase(this.#pool, purchaseReference, now)
    return inTransaction(this.#pool, async (client) => {
      const purchase = await lockPurchase(client, purchaseReference)
      return purchase && insertChargeback(client, purchase, now)
    })
  }

  async findOpenChargeback(purchaseReference: string): Promise<Chargeback | null> {
    return findOpenChargeback(this.#pool, purchaseReference)
  }

  async closeChargeback(reference: string, outcome: ChargebackOutcome): Promise<boolean> {
    return endChargeback(this.#pool, reference, outcome, this.#clock.now())
  }

  async approveAgain(purchaseReference: string, newReference: string): Promise<boolean> {
    const now = this.#clock.now()
    await currentPurchase(this.#pool, purchaseReference, now)
    return repeatPurchase(this.#pool, purchaseReference, newReference, now)
  }

  async challengeByToken(token: string): Promise<Challenge | null> {
    if (!tokenShape.test(token)) return null
    const reference = await referenceOfChallenge(this.#pool, token)
    if (reference === null) return null
    const row = await currentPurchase(this.#pool, reference, this.#clock.now())
    if (row === null || row.status === 'closed' || row.currency === null) return null
    return { reference, amount: Number(row.amount), currency: row.currency, status: row.status }
  }

  /** All money that moved until now, oldest first. */
  async ledger(): Promise<LedgerEntry[]> {
    const now = this.#clock.now()
    await settleDuePurchases(this.#pool, now)
    await settleDueRefunds(this.#pool, now)
    const { rows } = await this.#pool.query<Omit<LedgerEntry, 'amount'> & { amount: string }>(
      'select reference, kind, amount, currency from sandbox_bank.ledger order by booked_at, id',
    )
    return rows.map((row) => ({ ...row, amount: Number(row.amount) }))
  }
}

async function inTransaction<Result>(pool: Pool, work: (client: PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    // The connection may be in the middle of anything: it is closed rather than given back.
    client.release(true)
    throw error
  }
}
