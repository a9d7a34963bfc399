import type { Clock } from '../../../server/domain/time/clock.ts'
import { newPspReference, type StandInAccount } from './accounts.ts'
import type { NewItem } from './notification-items.ts'
import * as items from './notification-items.ts'
import type { Result } from './results.ts'

export interface Amount {
  readonly currency: string
  readonly value: number
}

/** What the stand-in keeps of a payment. The card number is not in it. */
export interface BookedPayment {
  readonly pspReference: string
  readonly account: StandInAccount
  /** The merchant's reference: ours. */
  readonly reference: string
  readonly amount: Amount
  readonly brand: string
  readonly lastFour: string
  readonly expiry: string
  readonly holderName: string
  /** The results of the security code and address checks, in Adyen's words. */
  readonly cvcResult: string
  readonly avsResult: string
  /** Adyen captures the payment together with the authorisation. */
  readonly capturesAtOnce: boolean
  readonly startedAt: Date
  /** `authenticating`: 3-D Secure has not ended. `received`: the acquirer has not decided. */
  status: 'authenticating' | 'received' | 'authorised' | 'refused' | 'cancelled'
  result: Result | null
  authCode: string | null
  /** In minor units of the currency, like all the amounts below. */
  captured: number
  refunded: number
  /** What the issuers have taken back so far. */
  chargedBack: number
  readonly modifications: Modification[]
  readonly disputes: Dispute[]
}

export interface Modification {
  readonly kind: 'capture' | 'refund' | 'cancel' | 'reversal' | 'technical_cancel'
  readonly pspReference: string
  readonly reference: string | null
  readonly amount: Amount
  status: 'done' | 'refused' | 'failed' | 'reversed'
}

export interface Dispute {
  readonly pspReference: string
  readonly amount: Amount
  /** The stages that Adyen publishes without a reference to the payment have its id, and not that of the dispute. */
  readonly namesPayment: boolean
  readonly stages: DisputeStage[]
}

export const disputeStages = [
  'REQUEST_FOR_INFORMATION',
  'NOTIFICATION_OF_CHARGEBACK',
  'CHARGEBACK',
  'CHARGEBACK_REVERSED',
  'SECOND_CHARGEBACK',
  'PREARBITRATION_WON',
  'PREARBITRATION_LOST',
  'DISPUTE_DEFENSE_PERIOD_ENDED',
  'INFORMATION_SUPPLIED',
  'ISSUER_COMMENTS',
] as const

export type DisputeStage = (typeof disputeStages)[number]

export interface BooksParts {
  readonly clock: Clock
  readonly notify: (account: StandInAccount, item: NewItem) => void
}

/** Money as Adyen knows it. Tests compare it with the ledger of the service. */
export class Books {
  readonly payments: BookedPayment[] = []
  readonly #parts: BooksParts

  constructor(parts: BooksParts) {
    this.#parts = parts
  }

  /** The payments under a reference of the merchant, oldest first. More than one means a customer who paid twice. */
  under(reference: string): BookedPayment[] {
    return this.payments.filter((payment) => payment.reference === reference)
  }

  /** The only payment under a reference. */
  only(reference: string): BookedPayment {
    const [payment, second] = this.under(reference)
    if (!payment || second) throw new Error(`Not one payment but ${this.under(reference).length} under ${reference}`)
    return payment
  }

  byPspReference(pspReference: string): BookedPayment | undefined {
    return this.payments.find((payment) => payment.pspReference === pspReference)
  }

  /** What the merchant has received and kept, by currency: captured, less refunds and chargebacks. */
  balances(merchantAccount?: string): Record<string, number> {
    const sums: Record<string, number> = {}
    for (const payment of this.payments) {
      if (merchantAccount !== undefined && payment.account.merchantAccount !== merchantAccount) continue
      const kept = payment.captured - payment.refunded - payment.chargedBack
      if (kept !== 0) sums[payment.amount.currency] = (sums[payment.amount.currency] ?? 0) + kept
    }
    return sums
  }

  open(
    payment: Omit<
      BookedPayment,
      | 'pspReference'
      | 'startedAt'
      | 'result'
      | 'authCode'
      | 'captured'
      | 'refunded'
      | 'chargedBack'
      | 'modifications'
      | 'disputes'
    >,
  ): BookedPayment {
    const booked: BookedPayment = {
      ...payment,
      pspReference: newPspReference(),
      startedAt: this.#parts.clock.now(),
      result: null,
      authCode: null,
      captured: 0,
      refunded: 0,
      chargedBack: 0,
      modifications: [],
      disputes: [],
    }
    this.payments.push(booked)
    return booked
  }

  /** The decision of the issuer. Only the first one counts. */
  decide(payment: BookedPayment, result: Result): void {
    if (payment.status !== 'authenticating' && payment.status !== 'received') return
    payment.result = result
    if (result.resultCode === 'Received') {
      payment.status = 'received'
      return
    }
    payment.status =
      result.resultCode === 'Authorised' ? 'authorised' : result.resultCode === 'Cancelled' ? 'cancelled' : 'refused'
    if (payment.status === 'authorised') payment.authCode = String(this.payments.length % 1_000_000).padStart(6, '0')
    this.#notify(payment, items.authorisation(payment))
    if (payment.status !== 'authorised' || !payment.capturesAtOnce) return
    payment.captured = payment.amount.value
    if (payment.holderName === 'capture failed') this.failCapture(payment)
  }

  capture(payment: BookedPayment, amount: Amount, reference: string | null): Modification {
    const possible = payment.status === 'authorised' && payment.captured + amount.value <= payment.amount.value
    const capture = this.#modify(payment, 'capture', amount, reference, possible)
    if (possible) payment.captured += amount.value
    this.#notify(payment, items.capture(payment, capture, possible ? '' : 'Insufficient balance on payment'))
    if (possible && payment.holderName === 'capture failed') this.failCapture(payment, capture)
    return capture
  }

  /** Cancels an authorisation whose money has not been captured. */
  cancel(payment: BookedPayment, reference: string | null, kind: 'cancel' | 'technical_cancel'): Modification {
    const possible = payment.status === 'authorised' && payment.captured === 0
    const cancel = this.#modify(payment, kind, payment.amount, reference, possible)
    if (possible) payment.status = 'cancelled'
    this.#notify(payment, items.cancellation(payment, cancel, possible ? '' : reasonAgainstCancel(payment)))
    return cancel
  }

  /** A cancel by the merchant's reference, under which no payment can be cancelled. */
  cancelNothing(account: StandInAccount, paymentReference: string): string {
    const pspReference = newPspReference()
    this.#parts.notify(account, items.nothingToCancel(pspReference, paymentReference))
    return pspReference
  }

  refund(payment: BookedPayment, amount: Amount, reference: string | null): Modification {
    const possible = payment.refunded + payment.chargedBack + amount.value <= payment.captured
    const refund = this.#modify(payment, 'refund', amount, reference, possible)
    if (possible) payment.refunded += amount.value
    const reason =
      payment.captured === 0
        ? "Transaction hasn't been captured, refund not possible"
        : 'Insufficient balance on payment'
    this.#notify(payment, items.refund(payment, refund, possible ? '' : reason))
    if (possible && payment.holderName === 'refund failed') this.failRefund(payment, refund)
    return refund
  }

  /** Cancels what has not been captured, refunds what has. */
  reverse(payment: BookedPayment, reference: string | null): Modification {
    const rest = payment.captured - payment.refunded - payment.chargedBack
    const isRefund = payment.captured > 0
    const possible = isRefund ? rest > 0 : payment.status === 'authorised'
    const amount = { ...payment.amount, value: isRefund ? Math.max(rest, 0) : payment.amount.value }
    const reversal = this.#modify(payment, 'reversal', amount, reference, possible)
    if (possible && isRefund) payment.refunded += rest
    if (possible && !isRefund) payment.status = 'cancelled'
    this.#notify(payment, items.reversal(payment, reversal, isRefund ? 'refund' : 'cancel'))
    return reversal
  }

  /** The card's bank did not take the money of a refund that Adyen had confirmed. */
  failRefund(payment: BookedPayment, refund: Modification): void {
    this.#undo(payment, refund, 'failed')
    this.#notify(payment, items.afterRefund(payment, refund, 'REFUND_FAILED', 'Refund Failed'))
  }

  /** The card's bank sent the money of a refund back. */
  reverseRefund(payment: BookedPayment, refund: Modification): void {
    this.#undo(payment, refund, 'reversed')
    this.#notify(payment, items.afterRefund(payment, refund, 'REFUNDED_REVERSED', 'Refund returned by the bank'))
  }

  /** The money of a payment did not arrive. */
  failCapture(payment: BookedPayment, capture?: Modification): void {
    payment.captured -= capture?.amount.value ?? payment.captured
    if (capture) capture.status = 'failed'
    this.#notify(payment, items.captureFailed(payment, capture))
  }

  /** The next stage of the last dispute of a payment, or the first stage of a new one. */
  dispute(payment: BookedPayment, stage: DisputeStage, options: DisputeOptions = {}): Dispute {
    const open = options.new === true ? undefined : payment.disputes.at(-1)
    const amount = { ...payment.amount, value: options.value ?? open?.amount.value ?? payment.amount.value }
    const { namesPayment = false } = options
    const dispute = open ?? { pspReference: newPspReference(), amount, namesPayment, stages: [] }
    if (!open) payment.disputes.push(dispute)
    dispute.stages.push(stage)
    if (stage === 'CHARGEBACK' || stage === 'SECOND_CHARGEBACK') payment.chargedBack += amount.value
    if (stage === 'CHARGEBACK_REVERSED') payment.chargedBack -= amount.value
    this.#notify(payment, items.dispute(payment, dispute, stage, options, this.#parts.clock.now()))
    return dispute
  }

  #modify(
    payment: BookedPayment,
    kind: Modification['kind'],
    amount: Amount,
    reference: string | null,
    possible: boolean,
  ): Modification {
    const modification: Modification = {
      kind,
      pspReference: newPspReference(),
      reference,
      amount,
      status: possible ? 'done' : 'refused',
    }
    payment.modifications.push(modification)
    return modification
  }

  #undo(payment: BookedPayment, refund: Modification, status: 'failed' | 'reversed'): void {
    if (refund.status !== 'done') throw new Error(`The refund is ${refund.status}, so its money is not on the way`)
    refund.status = status
    payment.refunded -= refund.amount.value
  }

  #notify(payment: BookedPayment, item: NewItem): void {
    this.#parts.notify(payment.account, item)
  }
}

export interface DisputeOptions {
  /** Opens another dispute, though the payment has one. */
  readonly new?: boolean
  /** In minor units. Default: the whole payment. */
  readonly value?: number
  /** Default false. For a new dispute. */
  readonly namesPayment?: boolean
  /** The scheme's code, such as `10.4` of Visa. */
  readonly reasonCode?: string
  readonly reason?: string
  /** Adyen stops accepting evidence then. Default: in 14 days. */
  readonly defensePeriodEndsAt?: Date
}

function reasonAgainstCancel(payment: BookedPayment): string {
  return payment.captured > 0 ? 'Transaction has been captured' : 'Transaction cannot be cancelled'
}
