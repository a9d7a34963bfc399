import type { Pool, PoolClient } from 'pg'
import { brandOf } from '../../domain/sessions/card-rules.ts'
import type { Clock } from '../../domain/time/clock.ts'
import { Batcher, type Scoped } from '../../engines/postgres/batcher.ts'
import { hasCode } from '../../engines/postgres/errors.ts'
import { limitsOf } from '../../engines/postgres/limits.ts'
import type { Purchase, RefundOrder } from '../processor.ts'
import {
  endChargeback,
  findOpenChargeback,
  insertChargeback,
  type Chargeback,
  type ChargebackOutcome,
} from './chargebacks.ts'
import {
  closePurchase,
  currentPurchase,
  endChallenge,
  findPurchases,
  forgetPurchases,
  insertPurchases,
  isDue,
  lockPurchase,
  markFirstRefundUnanswered,
  referenceOfChallenge,
  repeatPurchase,
  settleDuePurchases,
  type ChallengeAnswer,
  type NewPurchase,
  type PurchaseRow,
} from './purchases.ts'
import {
  currentRefund,
  endRefund,
  insertRefund,
  insertRefundsAtOnce,
  judgeRefund,
  reverseRefund,
  settleDueRefunds,
  type ImmediateRefund,
  type RefundRow,
} from './refunds.ts'
import { planFor, scenarioOf } from './scenarios.ts'

/**
 * A movement of money at the bank; `amount` is positive. `reference` is that of the purchase or refund. A chargeback
 * has a reference of the bank. A reversal shares the reference of what it reverses. The pair of reference and kind is
 * unique.
 */
export interface LedgerEntry {
  readonly reference: string
  readonly kind: 'capture' | 'refund' | 'refund_reversal' | 'chargeback' | 'chargeback_reversal'
  /** Smallest unit of the currency. */
  readonly amount: number
  readonly currency: string
  /** Of a capture: the network that the customer chose. Left out without a choice. */
  readonly network?: string
}

/** What the confirmation window shows. */
export interface Challenge {
  readonly reference: string
  readonly amount: number
  readonly currency: string
  readonly status: 'waiting' | 'approved' | 'declined'
}

/** No other text can be a token, and PostgreSQL rejects some texts. */
const tokenShape = /^[0-9A-Za-z_-]{1,64}$/

const uniqueViolation = '23505'

/** The bank does not know accounts. */
const everyShop = { merchantId: '', livemode: false }
const ofBank = { isShared: false }

const itemOf = <Item>({ item }: Scoped<Item>): Item => item

/** What waits at the same time shares a statement. */
interface SharedStatements {
  readonly inserts: Batcher<NewPurchase, PurchaseRow | null>
  readonly finds: Batcher<string, PurchaseRow | null>
  readonly refunds: Batcher<ImmediateRefund, RefundRow | null>
}

function statementsOn(pool: Pool): SharedStatements {
  const withinMs = limitsOf('serving').answerMs
  return {
    inserts: new Batcher((items) => insertPurchases(pool, items.map(itemOf)), { withinMs }),
    finds: new Batcher((items) => findPurchases(pool, items.map(itemOf)), { withinMs }),
    refunds: new Batcher((items) => insertRefundsAtOnce(pool, items.map(itemOf)), { withinMs }),
  }
}

/**
 * The simulated bank. It stores the scenario of a card instead of its number and code. Everything that depends on time
 * follows from stored times when a call arrives, so no process has to run for it.
 */
export class Bank {
  readonly #pool: Pool
  readonly #clock: Clock
  readonly #lateApprovalAfterSeconds: number
  readonly #statements: SharedStatements

  constructor(pool: Pool, clock: Clock, lateApprovalAfterSeconds: number, statements = statementsOn(pool)) {
    this.#pool = pool
    this.#clock = clock
    this.#lateApprovalAfterSeconds = lateApprovalAfterSeconds
    this.#statements = statements
  }

  /** The same bank by another clock. */
  inTime(clock: Clock): Bank {
    return new Bank(this.#pool, clock, this.#lateApprovalAfterSeconds, this.#statements)
  }

  /** Creates the purchase of a reference, or returns the existing one. */
  async purchase({ reference, amount, currency, card, network }: Purchase): Promise<PurchaseRow> {
    const now = this.#clock.now()
    const scenario = scenarioOf(card, now, network)
    const plan = planFor(scenario, this.#lateApprovalAfterSeconds)
    const brand = brandOf(card.revealPan())
    const purchase = { reference, amount, currency, scenario, plan, last4: card.last4, brand, network, now }
    const inserted = await this.#statements.inserts.add(everyShop, purchase, ofBank)
    const row = inserted ?? (await currentPurchase(this.#pool, reference, now))
    if (row === null) throw new Error('Bug: the purchase is neither new nor known')
    return row
  }

  /** The purchase of a reference. Closes a reference that has not arrived, so that a late purchase takes no money. */
  async lookup(reference: string): Promise<PurchaseRow> {
    const now = this.#clock.now()
    const known = await currentPurchase(this.#pool, reference, now)
    if (known !== null) return known
    await closePurchase(this.#pool, reference, now)
    const row = await currentPurchase(this.#pool, reference, now)
    if (row === null) throw new Error('Bug: the closed purchase does not exist')
    return row
  }

  /**
   * Creates the refund of a reference, or returns the existing one. Null: the bank does not answer and has done
   * nothing.
   */
  async refund(order: RefundOrder): Promise<RefundRow | null> {
    const now = this.#clock.now()
    const purchase = await this.#current(order.purchaseReference, now)
    if (purchase && purchase.scenario !== 'refund_unavailable' && judgeRefund(order, purchase).status === 'succeeded') {
      const inserted = await this.#refundAtOnce({ order, purchase, now })
      if (inserted) return inserted
    }
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

  async #current(reference: string, now: Date): Promise<PurchaseRow | null> {
    const found = await this.#statements.finds.add(everyShop, reference, ofBank)
    return found && isDue(found, now) ? currentPurchase(this.#pool, reference, now) : found
  }

  /** Null: the refund exists, or its purchase has changed or is locked. */
  async #refundAtOnce(refund: ImmediateRefund): Promise<RefundRow | null> {
    try {
      return await this.#statements.refunds.add(everyShop, refund, ofBank)
    } catch (error) {
      if (hasCode(error, uniqueViolation)) return null
      throw error
    }
  }

  async lookupRefund(reference: string): Promise<RefundRow | null> {
    return currentRefund(this.#pool, reference, this.#clock.now())
  }

  async completeChallenge(reference: string, answer: ChallengeAnswer): Promise<boolean> {
    return endChallenge(this.#pool, reference, answer, this.#clock.now())
  }

  async settleRefund(reference: string, status: 'succeeded' | 'failed'): Promise<boolean> {
    return endRefund(this.#pool, reference, status, this.#clock.now())
  }

  async reverseRefund(reference: string): Promise<boolean> {
    const now = this.#clock.now()
    await currentRefund(this.#pool, reference, now)
    return reverseRefund(this.#pool, reference, now)
  }

  /** Opens a chargeback. Null when nothing is left of the purchase, or when a chargeback is already open. */
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

  /** The cardholder's bank decides for its customer, unless it has decided already. */
  async decideUnanswered(reference: string): Promise<ChargebackOutcome | 'unknown'> {
    for (const outcome of ['lost', 'won'] as const) if (await this.closeChargeback(reference, outcome)) return outcome
    return 'unknown'
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

  async forget(purchaseReferences: readonly string[]): Promise<void> {
    if (purchaseReferences.length === 0) return
    await inTransaction(this.#pool, (client) => forgetPurchases(client, purchaseReferences))
  }

  /** Every movement of money so far, oldest first. */
  async ledger(): Promise<LedgerEntry[]> {
    const now = this.#clock.now()
    await settleDuePurchases(this.#pool, now)
    await settleDueRefunds(this.#pool, now)
    const { rows } = await this.#pool.query<
      Omit<LedgerEntry, 'amount' | 'network'> & { amount: string; network: string | null }
    >('select reference, kind, amount, currency, network from sandbox_bank.ledger order by booked_at, id')
    return rows.map(({ network, ...row }) => ({ ...row, amount: Number(row.amount), ...(network && { network }) }))
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
    // The connection may be in any state, so it is closed rather than returned to the pool.
    client.release(true)
    throw error
  }
}
