import type { CardDetails } from '../domain/sessions/card-details.ts'
import type { CardBrand } from '../domain/sessions/card-rules.ts'
import type { DisputeReason, DisputeRound } from '../domain/disputes/dispute-state.ts'
import type { FailureCode } from '../domain/sessions/failure-codes.ts'
import type { ChallengeResult } from '../domain/sessions/challenge-records.ts'
import type { Contradiction } from '../domain/acquirers/contradiction.ts'

/**
 * The contract between the service and a processor: the sandbox bank, or an adapter of an acquirer, with the
 * credentials of one account. Rules that every adapter keeps:
 * - `reference` is ours, unique for ever, at most 64 characters, and makes the call idempotent: the same reference
 *   never takes or returns money twice.
 * - The adapter returns expected outcomes and never throws them. `unreachable` means that the call got no usable
 *   answer; money may or may not have moved. The adapter repeats a call under the same reference only within
 *   `callLimitSeconds`.
 * - The service learns the outcome of `pending`, `challenge` and `unreachable` in three ways: by a notification, by
 *   `lookup`, or, at its own deadline, by `giveUp`. After that it still accepts an approval, and returns its money.
 * - An outcome is about the purchase of the call. What comes from a browser can be about any purchase, so an outcome, a
 *   challenge or a `processorId` counts only with evidence: the reply repeats our reference, or the id that this
 *   purchase has had before, or nothing in the request came from the browser. Whatever the reply repeats must fit.
 *   Without evidence the outcome is `pending`, and the signed notification decides; what does not fit is `pending` with
 *   a `contradiction`.
 * - Amounts are integers in the smallest unit of the currency, as ISO 4217 defines it. An adapter of an acquirer with
 *   other units converts them.
 */
export interface Processor {
  readonly name: string
  /** The brands that the account can take with this processor, in the order in which the form shows them. */
  readonly acceptedBrands: readonly CardBrand[]
  /**
   * The networks between which the customer of a co-badged card may choose, such as `cartes_bancaires` and `visa`; the
   * first is the one that the processor uses without a choice. Empty: there is nothing to choose. Null: no answer.
   * `firstDigits` are the first eight of the card number. The adapter must not log them.
   */
  cardNetworks(firstDigits: string): Promise<readonly string[] | null>
  /**
   * Whether the approval of a new purchase only reserves the money, so that the service orders its capture, or its
   * release. Some networks always take the money at once. Absent: every approval takes the money.
   */
  readonly capturesSeparately?: (network: string | null) => boolean
  /** Why the processor can never take or return this money. Null: it can. Absent: it can with any. Makes no call. */
  readonly unchargeable?: (money: Money) => Unchargeable | null
  /** Takes a payment. The adapter must not store or log `card`, or send it anywhere but to the acquirer. */
  purchase(purchase: Purchase): Promise<PurchaseOutcome>
  /**
   * Tells the processor how the customer's part of 3-D Secure went. A repeated call returns the current outcome. An
   * answer that is not final to the customer's Cancel lets the service give the purchase up.
   */
  continueChallenge(answer: ChallengeAnswer): Promise<PurchaseOutcome | Closed>
  /**
   * The outcome of a purchase. A processor without lookups returns `pending`, and the outcome comes by notification.
   * `closed`: the processor promises that no money has moved or will move under this reference.
   */
  lookup(purchase: EarlierCall): Promise<PurchaseOutcome | Closed>
  /**
   * Asks the processor to take no money for a purchase that the service no longer waits for. The processor may have
   * taken it already: then its approval arrives later.
   */
  giveUp(purchase: EarlierCall): Promise<GivenUp>
  /**
   * Takes the whole amount of a purchase that was approved while it only reserved the money, also after the account
   * has changed that. `failed`: the processor takes no money, and would refuse the order again. `pending`: it has
   * received the order, and reports the outcome as a `captured`, `capture_refused` or `capture_failed` fact.
   */
  readonly capture?: (order: CaptureOrder) => Promise<CaptureOutcome>
  /**
   * Returns money of an approved purchase to its card. A processor that forgets references after some time returns
   * `pending` for an order that it may have received before that, and sends nothing.
   */
  refund(refund: RefundOrder): Promise<RefundOutcome>
  /**
   * The outcome of a refund. `not_received`: the refund has had no effect so far, but it may still arrive. The service
   * orders it again with the same reference, and keeps its amount reserved until that call has an answer. A processor
   * that forgets references after some time returns `pending` for older refunds instead.
   */
  lookupRefund(refund: EarlierCall): Promise<RefundOutcome | NotReceived>
  /** Verifies and parses a notification. Null: the processor sends none. */
  readonly readNotification: ((message: NotificationMessage) => NotificationReading) | null
  /** Deletes what the processor keeps of test payments. Null: the processor applies its own retention rules. */
  readonly forget: ((purchaseReferences: readonly string[]) => Promise<void>) | null
  /**
   * Decides a dispute that nobody has answered in time, and returns the decision, also after a repeated call.
   * `unknown`: it has no such dispute. Null: the processor decides by itself, and reports that.
   */
  readonly decideUnanswered: ((disputeReference: string) => Promise<'won' | 'lost' | 'unknown'>) | null
}

/** The processor does not take the currency, or only amounts that are multiples of `step`. */
export type Unchargeable = { readonly kind: 'currency' } | { readonly kind: 'amount'; readonly step: number }

/** How long an adapter may take for one call of this contract, its own retries included. */
export const callLimitSeconds = 40

/** What an acquirer needs for a payment beyond the card. */
export interface Purchase {
  readonly reference: string
  readonly amount: number
  readonly currency: string
  readonly card: CardDetails
  /** The network that the customer chose for a co-badged card. Null: the processor chooses. */
  readonly network: string | null
  readonly description: string | null
  readonly customer: PurchaseCustomer
  /** The merchant's own number of the order. */
  readonly merchantReference: string | null
  /** Where the bank sends the customer back to, after a confirmation on its own page. Absolute. */
  readonly returnUrl: string
}

export interface PurchaseCustomer {
  readonly email: string | null
  readonly name: string | null
  readonly phone: string | null
  readonly billingAddress: PurchaseAddress | null
  /** That of the billing address, or else of the shipping address: ISO 3166-1 alpha-2, upper case. Null: unknown. */
  readonly country: string | null
  /** Null: the call does not come from a customer's browser. */
  readonly browser: CustomerBrowser | null
}

export interface PurchaseAddress {
  readonly line1?: string
  readonly line2?: string
  readonly city?: string
  readonly postal_code?: string
  readonly state?: string
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country?: string
}

/** The browser data of EMV 3-D Secure 2. */
export interface CustomerBrowser {
  readonly ipAddress: string
  readonly acceptHeader: string
  readonly userAgent: string
  readonly language: string
  readonly colorDepth: number
  readonly screenHeight: number
  readonly screenWidth: number
  /** Minutes between UTC and the local time; positive west of UTC. */
  readonly timeZoneOffset: number
  readonly javaEnabled: boolean
  /** The origin of the page with the form, such as `https://shop.example`, as the form reports it. */
  readonly origin: string
}

/** An earlier call, as the service stored it. */
export interface EarlierCall {
  readonly reference: string
  /** The processor's own id of the payment or refund. Null: it has not given one. */
  readonly processorId: string | null
  /** The time of the call. */
  readonly orderedAt: Date
}

export type PurchaseOutcome =
  | Approved
  | Declined
  | Challenged
  /** The bank has not decided yet, or the reply does not show that it is about this purchase. */
  | Pending
  | { readonly kind: 'unreachable' }

export interface Pending {
  readonly kind: 'pending'
  /** As far as it is known. */
  readonly processorId?: string
  /** The reply is about another purchase, or about other money. */
  readonly contradiction?: Contradiction
}

export interface Approved {
  readonly kind: 'approved'
  readonly authorizationCode: string | null
  readonly threeDSecure: 'frictionless' | 'challenge' | null
  /** The processor's own id of the payment, which refunds need. Absent: the processor works with our reference. */
  readonly processorId?: string
  readonly checks?: CardChecks
}

/** What the acquirer found out about the card. The dashboard shows it; nothing depends on it. */
export interface CardChecks {
  /** The acquirer's result of the address check, in its own words or codes. */
  readonly address?: string
  /** The acquirer's result of the security code check. */
  readonly securityCode?: string
  /** Whether the network has shifted the liability for fraud to the issuer. */
  readonly liabilityShifted?: boolean
}

export interface Declined {
  readonly kind: 'declined'
  readonly failureCode: FailureCode
  /** The customer cancelled the confirmation, and the bank has taken no money and will take none. */
  readonly abandoned?: boolean
  /** The acquirer has cancelled the purchase: an approval that it reported before or reports later brings no money. */
  readonly isCancelled?: boolean
  readonly processorId?: string
  /** The acquirer's own reason, for the dashboard only. */
  readonly refusal?: Refusal
  readonly checks?: CardChecks
}

export interface Refusal {
  readonly code: string
  readonly text: string
}

/** The customer must act before the bank decides. */
export interface Challenged {
  readonly kind: 'challenge'
  readonly challenge: Challenge
  readonly processorId?: string
  /** What the adapter needs to continue, stored with the attempt: up to 16 KB, no card data. */
  readonly state?: string
}

export type Challenge =
  /** A page to open. An address of our own may be a path on our base address. */
  | { readonly kind: 'page'; readonly url: string }
  /** A form to post into the bank's frame. The bank's page ends with a request to the `returnUrl` of the purchase. */
  | { readonly kind: 'form'; readonly url: string; readonly fields: Readonly<Record<string, string>> }
  /**
   * A form to post into a hidden frame, so that the bank recognises the device. It ends with a request to the
   * `returnUrl` of the purchase, or after ten seconds.
   */
  | { readonly kind: 'fingerprint'; readonly url: string; readonly fields: Readonly<Record<string, string>> }

/** What came back from the bank's page. Everything in it is hostile until the processor has confirmed it. */
export interface ChallengeAnswer extends EarlierCall {
  /** As the adapter returned it with the challenge. */
  readonly state: string | null
  readonly result: ChallengeResult
}

/** The order to take the money of an approved purchase, under the reference of the purchase, which has one capture. */
export interface CaptureOrder extends EarlierCall, Money {}

export type CaptureOutcome = RefundOutcome

export interface RefundOrder {
  readonly reference: string
  /** The reference of the approved purchase. */
  readonly purchaseReference: string
  /** The processor's own id of the approved purchase. Null: it gave none. */
  readonly purchaseProcessorId: string | null
  /** The service has never ordered the capture of the purchase. The order is for its whole amount. */
  readonly isUncaptured?: boolean
  readonly amount: number
  readonly currency: string
  readonly orderedAt: Date
}

export type RefundOutcome =
  | { readonly kind: 'succeeded'; readonly processorId?: string }
  | { readonly kind: 'pending'; readonly processorId?: string }
  | { readonly kind: 'failed'; readonly failureMessage: string; readonly processorId?: string }
  | Unanswered

/** The call got no usable answer. The service repeats it under the same reference. */
export interface Unanswered {
  readonly kind: 'unreachable'
  /** The answer is about another order, or about other money. */
  readonly contradiction?: Contradiction
}

export interface Closed {
  readonly kind: 'closed'
}

export type GivenUp = { readonly kind: 'received' } | Unanswered

export interface NotReceived {
  readonly kind: 'not_received'
}

/** A notification as it arrived. */
export interface NotificationMessage {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Buffer
}

export type NotificationReading =
  /** Nothing in it may be used. `reason` is for the log and the dashboard. */
  | { readonly kind: 'refused'; readonly status: 400 | 401; readonly reason: string }
  | {
      readonly kind: 'accepted'
      readonly items: readonly NotificationItem[]
      /** Why the adapter uses nothing of some parts, for the log and the dashboard. */
      readonly refusedParts?: readonly string[]
      /** The text that the processor expects in the reply with status 200. Default: empty. */
      readonly reply?: string
    }

/**
 * One statement of a processor. A notification may bring several, and each counts for itself: a part that the adapter
 * cannot verify or read does not keep the others from their effect. Only a verified statement has a fact.
 */
export interface NotificationItem {
  /** Equal for each delivery of the same statement. At most 200 characters. */
  readonly id: string
  /** The processor's name of the event, such as `AUTHORISATION`. */
  readonly type: string
  readonly occurredAt: Date
  /** What was received, without secrets and card data, for people to read. */
  readonly content: Readonly<Record<string, unknown>>
  /** Null: the adapter does not know this type, or nothing follows from it. The service keeps the item for reading. */
  readonly fact: ProcessorFact | null
}

/**
 * What a notification says, in the terms of the service. `reference` is ours; the others are the processor's. `money`
 * is what the processor says that it moved, which may differ from the order.
 */
export type ProcessorFact = PurchaseFact | RefundFact | RefundReversedFact | CaptureFact | ChargebackFact

type CaptureFact = CapturedFact | CaptureRefusedFact | CaptureFailedFact

/** Of a fact about a purchase. Somebody may have given it another reference at the processor. */
interface OfPurchase {
  readonly reference: string
  /** The processor's own id of the purchase, which counts when the service does not know the reference. */
  readonly purchaseId?: string
  readonly money: Money
}

/** The processor has taken the money of a purchase whose capture is separate. */
interface CapturedFact extends OfPurchase {
  readonly kind: 'captured'
  /** The processor's own id of the capture. */
  readonly event?: string
}

/** The processor has refused to take the money. Somebody may still capture it at the processor. */
interface CaptureRefusedFact extends OfPurchase {
  readonly kind: 'capture_refused'
  readonly reason: string
  /** The processor's own id of the capture. */
  readonly event?: string
}

/** The money of an approved purchase did not arrive. */
interface CaptureFailedFact extends OfPurchase {
  readonly kind: 'capture_failed'
  readonly event: string
  /** Only what was not captured until now can no longer be captured. */
  readonly isRest?: boolean
}

interface PurchaseFact extends OfPurchase {
  readonly kind: 'purchase'
  readonly outcome: Approved | Declined
}

/**
 * Of a refund or an automatic return, or of one that somebody made at the processor. `reference` may be that of its
 * purchase, if the processor names only that. Then the id in `outcome` says which refund it is.
 */
interface RefundFact extends OfPurchase {
  readonly kind: 'refund'
  readonly outcome: RefundOutcome
}

/** Money of a refund that had succeeded came back to the merchant. `reference` as in `RefundFact`. */
interface RefundReversedFact extends OfPurchase {
  readonly kind: 'refund_reversed'
  readonly reversal: string
  /** The processor's own id of the refund. */
  readonly processorId?: string
}

interface ChargebackFact extends OfPurchase {
  readonly kind: 'chargeback'
  /**
   * `notice`: the bank asks, and no money has moved. `charged`: the bank has taken the money back. `reversed`: the
   * merchant has it again. `charged_again`: the bank has taken it back for good. `won`, `lost`: the end, without a
   * movement of money.
   */
  readonly stage: 'notice' | 'charged' | 'reversed' | 'charged_again' | 'won' | 'lost'
  /** Which decision `won` or `lost` is about. Default `chargeback`. */
  readonly round?: DisputeRound
  /** The processor's id of the dispute. The stages after `charged` may name the purchase instead. */
  readonly dispute: string
  /** The processor's id of this stage. Makes the report idempotent. */
  readonly event: string
  readonly reason: DisputeReason | null
  readonly respondBy: Date | null
}

export interface Money {
  /** Smallest unit of the currency, as ISO 4217 defines it. */
  readonly amount: number
  readonly currency: string
}
