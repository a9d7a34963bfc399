import { redactedText } from '../../domain/text/redaction.ts'
import type { Money, ProcessorFact } from '../processor.ts'
import { fromAdyen, movedAtAdyen } from './amounts.ts'
import { reasonOfDispute } from './dispute-reasons.ts'
import { authCodeIn, objectAt, textAt, type JsonObject } from './json.ts'
import { checksIn, refusalText } from './outcomes.ts'
import { refusalOf } from './refusals.ts'
import { releaseEnd } from './refunds.ts'
import type { SignedFields } from './signature.ts'

type ChargebackFact = Extract<ProcessorFact, { kind: 'chargeback' }>
type Stage = ChargebackFact['stage']
type Round = ChargebackFact['round']

interface Event {
  readonly item: JsonObject
  readonly fields: SignedFields
  /** What names the purchase in a fact, with the money. */
  readonly of: { readonly reference: string; readonly purchaseId?: string; readonly money: Money }
  readonly isSuccess: boolean
}

/** What follows from a verified item. Null: nothing, or the adapter does not know the event. */
export function factOf(item: JsonObject, fields: SignedFields): ProcessorFact | null {
  const { pspReference, originalReference, merchantReference: reference } = fields
  const amount = { value: Number(fields.value), currency: fields.currency }
  // An approval must be of the exact amount. Money that has moved counts, also in a currency that is not known here.
  const money = fromAdyen(amount) ?? (fields.eventCode === 'AUTHORISATION' ? null : movedAtAdyen(amount))
  const areOfAdyen = isId(pspReference) && (originalReference === '' || isId(originalReference))
  if (money === null || !areOfAdyen) return null
  if (reference === '' && originalReference === '' && !isNamedByItsId(fields)) return null
  const of = { reference, ...(originalReference !== '' && { purchaseId: originalReference }), money }
  const event: Event = { item, fields, of, isSuccess: fields.success === 'true' }
  const treatment = Object.hasOwn(treatments, fields.eventCode) ? treatments[fields.eventCode] : undefined
  return treatment?.(event) ?? null
}

/** Whether nothing ever follows from events of a type. Types that Adyen adds later count too. */
export function isOnlyShown(eventCode: string): boolean {
  return !Object.hasOwn(treatments, eventCode) || treatments[eventCode] === shown
}

/** Adyen sends EXPIRE and the later stages of disputes without the original reference, under the payment's id. */
function isNamedByItsId({ eventCode }: SignedFields): boolean {
  return !/^(?:AUTHORISATION|REFUND|CAPTURE|CANCEL|TECHNICAL_CANCEL)/.test(eventCode)
}

/** No colon, which separates the signed fields. */
function isId(text: string): boolean {
  return /^[A-Za-z0-9]{1,64}$/.test(text)
}

type Treatment = (event: Event) => ProcessorFact | null

/** The service keeps the event for reading. No money moves, or none that the service moved. */
const shown: Treatment = () => null

/** Only a successful event says something about money. */
function onSuccess(treatment: Treatment): Treatment {
  return (event) => (event.isSuccess ? treatment(event) : null)
}

/** Every event that Adyen's document of webhooks has, and what follows from it. */
export const treatments: Readonly<Record<string, Treatment>> = {
  // Payments
  AUTHORISATION: authorisation,
  CANCELLATION: onSuccess(cancellation),
  TECHNICAL_CANCEL: onSuccess(cancellation),
  CANCEL_OR_REFUND: (event) => (event.of.reference.endsWith(releaseEnd) ? released(event) : endedByHand(event)),
  EXPIRE: onSuccess((event) => ({ ...noMoney(event), isRest: true })),
  CAPTURE: (event) => (event.isSuccess ? captured(event) : refusedCapture(event)),
  CAPTURE_FAILED: onSuccess(noMoney),
  // The service adjusts no authorisations, and its deadline for an abandoned payment is shorter than Adyen's.
  AUTHORISATION_ADJUSTMENT: shown,
  OFFER_CLOSED: shown,
  // Refunds
  REFUND: (event) => (event.isSuccess ? successfulRefund(event) : failedRefund(event)),
  REFUND_FAILED: onSuccess(failedRefund),
  REFUNDED_REVERSED: onSuccess(({ fields, of }) => ({
    kind: 'refund_reversed',
    ...of,
    reversal: fields.pspReference,
    processorId: fields.pspReference,
  })),
  // A REFUND follows when the payment is captured.
  POSTPONED_REFUND: shown,
  // Disputes that move money, or end
  REQUEST_FOR_INFORMATION: onSuccess(inStage('notice')),
  NOTIFICATION_OF_CHARGEBACK: onSuccess(inStage('notice')),
  CHARGEBACK: onSuccess(inStage('charged')),
  CHARGEBACK_REVERSED: onSuccess(inStage('reversed')),
  SECOND_CHARGEBACK: onSuccess(inStage('charged_again')),
  PREARBITRATION_WON: onSuccess(inStage('won', 'prearbitration')),
  PREARBITRATION_ISSUER_WITHDRAWN: onSuccess(inStage('won', 'prearbitration')),
  SCHEME_ARBITRATION_WON: onSuccess(inStage('won', 'arbitration')),
  PREARBITRATION_LOST: onSuccess(inStage('lost', 'prearbitration')),
  SCHEME_ARBITRATION_LOST: onSuccess(inStage('lost', 'arbitration')),
  ISSUER_RESPONSE_TIMEFRAME_EXPIRED: onSuccess(inStageOf('won')),
  DISPUTE_DEFENSE_PERIOD_ENDED: onSuccess(inStageOf('lost')),
  // Steps of a dispute that move no money: Adyen reports its end as one of the events above
  INFORMATION_SUPPLIED: shown,
  ISSUER_COMMENTS: shown,
  PREARBITRATION_OPEN: shown,
  PREARBITRATION_ACCEPTED: shown,
  PREARBITRATION_DECLINED: shown,
  SCHEME_ARBITRATION: shown,
  // A warning of the issuer, often before a chargeback
  NOTIFICATION_OF_FRAUD: shown,
  // What the service does not use: payouts, partial payments, stored cards, bank debits, terminals
  ACH_NOTIFICATION_OF_CHANGE: shown,
  AUTORESCUE: shown,
  CANCEL_AUTORESCUE: shown,
  DIRECT_DEBIT_NOTICE_OF_CHANGE_NOTIFICATION: shown,
  MANUAL_REVIEW_ACCEPT: shown,
  MANUAL_REVIEW_REJECT: shown,
  ORDER_CLOSED: shown,
  ORDER_OPENED: shown,
  PAIDOUT_REVERSED: shown,
  PAYOUT_DECLINE: shown,
  PAYOUT_EXPIRE: shown,
  PAYOUT_THIRDPARTY: shown,
  RECURRING_CONTRACT: shown,
  REFUND_WITH_DATA: shown,
  REPORT_AVAILABLE: shown,
  VOID_PENDING_REFUND: shown,
}

function authorisation(event: Event): ProcessorFact | null {
  const { of, isSuccess } = event
  if (of.reference === '') return null
  const { reference, money } = of
  return { kind: 'purchase', reference, outcome: isSuccess ? approval(event) : refusal(event), money }
}

function approval({ item, fields }: Event): Extract<ProcessorFact, { kind: 'purchase' }>['outcome'] {
  const data = objectAt(item, 'additionalData')
  const checks = checksIn(data)
  // On success, the reason is `authorisation code:last four digits:expiry date`.
  const code = authCodeIn(data) ?? textAt(item, 'reason', 100)?.split(':')[0] ?? ''
  return {
    kind: 'approved',
    processorId: fields.pspReference,
    authorizationCode: /^\w{1,12}$/.test(code) && code !== 'null' ? code : null,
    threeDSecure: textAt(data, 'threeDAuthenticated') === 'true' ? 'frictionless' : null,
    ...(checks && { checks }),
  }
}

function refusal({ item, fields }: Event): Extract<ProcessorFact, { kind: 'purchase' }>['outcome'] {
  const data = objectAt(item, 'additionalData')
  const text = textAt(item, 'reason')
  const { failureCode, isCancelled } = refusalOf(null, text)
  const checks = checksIn(data)
  const refused = refusalText(null, textAt(data, 'refusalReasonRaw') ?? text)
  return {
    kind: 'declined',
    failureCode,
    processorId: fields.pspReference,
    ...(isCancelled && { abandoned: true }),
    ...(refused && { refusal: refused }),
    ...(checks && { checks }),
  }
}

function cancellation({ fields, of }: Event): ProcessorFact {
  const refusal = { code: fields.eventCode, text: 'Cancelled' }
  return {
    kind: 'purchase',
    ...of,
    outcome: { kind: 'declined', failureCode: 'processing_error', isCancelled: true, refusal },
  }
}

type CaptureFailedFact = Extract<ProcessorFact, { kind: 'capture_failed' }>

/** Several events can say that the same payment brings no money, so all of them have the same id. */
function noMoney({ fields, of }: Event): CaptureFailedFact {
  const purchaseId = of.purchaseId ?? fields.pspReference
  return { kind: 'capture_failed', ...of, purchaseId, event: purchaseId }
}

/**
 * A person cancelled the payment in the Customer Area, or refunded it. Without the action, the money goes back in any
 * case: a payment that is not captured has no refund, and the service then ignores the report.
 */
function endedByHand(event: Event): ProcessorFact | null {
  if (!event.isSuccess) return null
  const action = textAt(objectAt(event.item, 'additionalData'), 'modification.action')
  return action === 'cancel' ? cancellation(event) : successfulRefund(event)
}

function captured({ fields, of }: Event): ProcessorFact {
  return { kind: 'captured', ...of, event: fields.pspReference }
}

function refusedCapture({ item, fields, of }: Event): ProcessorFact {
  const reason = redactedText(textAt(item, 'reason') ?? 'Adyen gave no reason.')
  return { kind: 'capture_refused', ...of, reason, event: fields.pspReference }
}

/** The outcome of an automatic return whose money was only reserved. */
function released(event: Event): ProcessorFact {
  const reference = event.of.reference.slice(0, -releaseEnd.length)
  const returned = { ...event, of: { ...event.of, reference } }
  return event.isSuccess ? successfulRefund(returned) : failedRefund(returned)
}

function successfulRefund({ fields, of }: Event): ProcessorFact {
  return { kind: 'refund', ...of, outcome: { kind: 'succeeded', processorId: fields.pspReference } }
}

function failedRefund({ item, fields, of }: Event): ProcessorFact {
  const failureMessage = redactedText(textAt(item, 'reason') ?? 'Adyen gave no reason.')
  return { kind: 'refund', ...of, outcome: { kind: 'failed', failureMessage, processorId: fields.pspReference } }
}

function inStage(stage: Stage, round?: Round): Treatment {
  return (event) => disputeIn(stage, event, round)
}

/** Two events end a dispute in a way that only `disputeStatus` tells. */
function inStageOf(stage: 'won' | 'lost'): Treatment {
  return (event) => {
    const status = textAt(objectAt(event.item, 'additionalData'), 'disputeStatus')
    return status?.toLowerCase() === stage ? disputeIn(stage, event) : null
  }
}

function disputeIn(stage: Stage, { item, fields, of }: Event, round?: Round): ProcessorFact {
  const data = objectAt(item, 'additionalData')
  const { eventCode, pspReference } = fields
  const schemeCode = textAt(data, 'chargebackSchemeCode') ?? textAt(data, 'rfiSchemeCode') ?? ''
  const reasonCode = textAt(data, 'chargebackReasonCode') ?? textAt(data, 'rfiReasonCode') ?? ''
  const ends = new Date(textAt(data, 'defensePeriodEndsAt', 60) ?? '')
  return {
    kind: 'chargeback',
    ...of,
    purchaseId: of.purchaseId ?? pspReference,
    stage,
    ...(round && { round }),
    dispute: pspReference,
    event: `${pspReference}:${eventCode}`,
    reason: reasonOfDispute(schemeCode, reasonCode),
    respondBy: Number.isNaN(ends.getTime()) ? null : ends,
  }
}
