import { randomUUID } from 'node:crypto'
import type { Clock } from '../../../server/domain/time/clock.ts'
import {
  backgroundCheckSeconds,
  isScenario,
  planFor,
  testCards,
  type Scenario,
} from '../../../server/processors/sandbox/scenarios.ts'
import type { Line } from '../../sessions/ledgers.ts'
import type { BrowserReturn, CustomerAnswer, DisputeStage } from '../processor-under-test.ts'
import { refusalCodes, type ConfirmedBody, type NewStatement, type PaymentBody } from './messages.ts'

interface PaymentOrder {
  readonly reference: string
  readonly amount: number
  readonly currency: string
  readonly number: string
  readonly holder: string
  /** Where the bank's page sends the browser back to. */
  readonly returnUrl: string
}

interface Payment extends Pick<PaymentOrder, 'reference' | 'amount' | 'currency' | 'returnUrl'> {
  readonly id: string
  /** What the bank's page sends back, so that only this page can report the customer's answer. */
  readonly returnKey: string
  readonly scenario: Scenario
  result: PaymentBody['result']
  refusal: string | null
  authentication: 'frictionless' | 'challenge' | null
  /** When the bank approves a payment that is pending. */
  readonly dueAt: Date
  /** Captured, less refunds. */
  left: number
  disputeStages: number
}

interface Refund {
  readonly id: string
  readonly payment: Payment
  readonly amount: number
}

/** A card with this holder's name is refused with a code that the adapter does not know. */
export const holderWithUnknownReason = 'Unknown Reason'

/** The books of the acquirer: what it did with money, and what it has to report about it. */
export class Books {
  readonly lines: Line[] = []
  /** Whether answers to what the bank's page sent back leave out the order. */
  isBrief = false
  readonly #clock: Clock
  readonly #payments = new Map<string, Payment>()
  readonly #refunds = new Map<string, Refund>()
  #statements: NewStatement[] = []

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** A repeated reference gets the first payment, whatever has become of it. */
  pay(order: PaymentOrder): PaymentBody {
    const known = this.#payments.get(order.reference)
    if (known) return bodyOf(known)
    const { reference, amount, currency, returnUrl } = order
    const scenario = scenarioOf(order.number)
    const plan = planFor(scenario, Number.MAX_SAFE_INTEGER)
    const payment: Payment = {
      id: `pay_${this.#payments.size + 1}`,
      reference,
      amount,
      currency,
      returnUrl,
      returnKey: randomUUID(),
      scenario,
      result: plan.answer === 'challenge' ? 'challenge' : 'pending',
      refusal: null,
      authentication: plan.threeDSecure,
      dueAt: new Date(this.#clock.now().getTime() + backgroundCheckSeconds * 1000),
      left: 0,
      disputeStages: 0,
    }
    this.#payments.set(reference, payment)
    if (plan.status === 'approved') this.#approve(payment)
    else if (plan.status === 'declined')
      this.#refuse(
        payment,
        order.holder === holderWithUnknownReason ? '99' : refusalCodes[plan.failureCode ?? 'card_declined'],
      )
    return bodyOf(payment)
  }

  /** Null: there is no such payment, or it has less left. */
  refund(order: { payment: string; reference: string; amount: number }): { id: string } | null {
    const known = this.#refunds.get(order.reference)
    if (known) return { id: known.id }
    const payment = [...this.#payments.values()].find(({ id }) => id === order.payment)
    if (!payment || order.amount > payment.left) return null
    const refund: Refund = { id: `ref_${this.#refunds.size + 1}`, payment, amount: order.amount }
    this.#refunds.set(order.reference, refund)
    const isRefused = payment.scenario === 'refund_failed'
    if (!isRefused) {
      payment.left -= order.amount
      this.#book(order.reference, 'refund', payment, order.amount)
    }
    this.#state({
      type: 'refund',
      ...moneyOf(payment, order.amount),
      reference: order.reference,
      id: refund.id,
      succeeded: !isRefused,
    })
    return { id: refund.id }
  }

  /** Cancels a payment that is not decided. */
  cancel(reference: string): void {
    const payment = this.#payments.get(reference)
    if (payment?.result === 'pending' || payment?.result === 'challenge')
      this.#refuse(payment, refusalCodes.processing_error)
  }

  answerChallenge(reference: string, answer: CustomerAnswer): BrowserReturn {
    const payment = this.#payments.get(reference)
    if (payment?.result !== 'challenge') throw new Error(`Bug: no challenge waits under ${reference}`)
    if (answer === 'approved') this.#approve(payment)
    else this.#refuse(payment, answer === 'abandoned' ? 'cancelled' : refusalCodes.authentication_failed)
    return this.wayBack(reference)
  }

  wayBack(reference: string): BrowserReturn {
    const payment = this.#payments.get(reference)
    if (!payment) throw new Error(`Bug: no payment ${reference}`)
    return { url: payment.returnUrl, fields: { result: payment.returnKey } }
  }

  /**
   * The payment whose bank's page sent this back, whoever brings it: many acquirers find it by that alone. A brief
   * answer does not repeat the order.
   */
  confirm(returnKey: string): ConfirmedBody | null {
    const payment = [...this.#payments.values()].find((each) => each.returnKey === returnKey)
    if (!payment) return null
    const { reference, amount, currency, ...rest } = bodyOf(payment)
    return this.isBrief ? rest : { ...rest, reference, amount, currency }
  }

  payment(reference: string): PaymentBody | null {
    const payment = this.#payments.get(reference)
    return payment ? bodyOf(payment) : null
  }

  /** The card's bank sends the money of a refund back. */
  failRefund(reference: string, type: 'refund' | 'refund_reversed'): void {
    const refund = this.#refunds.get(reference)
    if (!refund) throw new Error(`Bug: no refund ${reference}`)
    refund.payment.left += refund.amount
    this.#book(reference, 'refund_reversal', refund.payment, refund.amount)
    const { id } = refund
    this.#state({ type, ...moneyOf(refund.payment, refund.amount), reference, id, succeeded: false })
  }

  /** The money of a payment does not arrive. */
  failCapture(reference: string): void {
    const payment = this.#payments.get(reference)
    if (!payment) throw new Error(`Bug: no payment ${reference}`)
    payment.left = 0
    this.#book(reference, 'capture_reversal', payment, payment.amount)
    this.#state({ type: 'capture_failed', ...moneyOf(payment, payment.amount), reference, id: payment.id })
  }

  /** Somebody refunds a payment here, and not by the service. Its statement names the payment. */
  refundByHand(reference: string, amount: number): void {
    const payment = this.#payments.get(reference)
    if (!payment || amount > payment.left) throw new Error(`Bug: no payment ${reference} with so much left`)
    payment.left -= amount
    const id = `byhand_${payment.id}`
    this.#book(id, 'refund', payment, amount)
    this.#state({ type: 'refund', ...moneyOf(payment, amount), reference, id, succeeded: true })
  }

  dispute(reference: string, stage: DisputeStage, amount?: number): void {
    const payment = this.#payments.get(reference)
    if (!payment) throw new Error(`Bug: no payment ${reference}`)
    payment.disputeStages += 1
    const event = `${payment.id}:dispute:${payment.disputeStages}`
    const moved = amount ?? payment.amount
    const money = moneyOf(payment, moved)
    if (stage === 'charged' || stage === 'charged_again') this.#book(event, 'chargeback', payment, moved)
    if (stage === 'reversed') this.#book(event, 'chargeback_reversal', payment, moved)
    this.#state({ type: 'dispute', ...money, reference, dispute: `dis_${payment.id}`, stage, event })
  }

  /** Everything that is to report by now. */
  takeStatements(): NewStatement[] {
    const now = this.#clock.now()
    for (const payment of this.#payments.values()) {
      const isDue = payment.result === 'pending' && payment.scenario === 'background_check' && payment.dueAt <= now
      if (isDue) this.#approve(payment)
    }
    const statements = this.#statements
    this.#statements = []
    return statements
  }

  #approve(payment: Payment): void {
    payment.result = 'approved'
    payment.left = payment.amount
    this.#book(payment.reference, 'capture', payment, payment.amount)
    this.#statePayment(payment)
  }

  #refuse(payment: Payment, code: string): void {
    payment.result = 'refused'
    payment.refusal = code
    this.#statePayment(payment)
  }

  #statePayment(payment: Payment): void {
    this.#state({ type: 'payment', ...bodyOf(payment) })
  }

  #state(statement: NewStatement): void {
    this.#statements.push(statement)
  }

  #book(reference: string, kind: string, { currency }: Payment, amount: number): void {
    this.lines.push({ reference, kind, amount, currency })
  }
}

function scenarioOf(number: string): Scenario {
  const found = Object.entries(testCards).find(([, numbers]) => numbers.some((each) => each === number))
  return found && isScenario(found[0]) ? found[0] : 'invalid_card'
}

function moneyOf({ currency }: Payment, amount: number): { amount: number; currency: string } {
  return { amount, currency }
}

function bodyOf({ id, reference, amount, currency, result, refusal, authentication }: Payment): PaymentBody {
  return { id, reference, amount, currency, result, refusal, authentication }
}
