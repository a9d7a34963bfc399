import { redactedText } from '../../domain/redaction.ts'
import type { Money, ProcessorFact } from '../processor.ts'
import { fromAdyen } from './amounts.ts'
import { reasonOfDispute } from './dispute-reasons.ts'
import { authCodeIn, objectAt, textAt } from './json.ts'
import type { JsonObject } from './json.ts'
import { checksIn, refusalText } from './outcomes.ts'
import { refusalOf } from './refusals.ts'
import { releaseEnd } from './refunds.ts'
import type { SignedFields } from './signature.ts'

type Stage = Extract<ProcessorFact, { kind: 'chargeback' }>['stage']

interface Event {
  readonly item: JsonObject
  readonly fields: SignedFields
  readonly reference: string
  readonly money: Money
  readonly isSuccess: boolean
}

/** What follows from a verified item. Null: nothing, or the adapter does not know the event. */
export function factOf(item: JsonObject, fields: SignedFields): ProcessorFact | null {
  const { pspReference, originalReference, merchantReference: reference } = fields
  const money = fromAdyen({ value: Number(fields.value), currency: fields.currency })
  const areOfAdyen = isId(pspReference) && (originalReference === '' || isId(originalReference))
  if (money === null || reference === '' || !areOfAdyen) return null
  const event: Event = { item, fields, reference, money, isSuccess: fields.success === 'true' }
  const treatment = Object.hasOwn(treatments, fields.eventCode) ? treatments[fields.eventCode] : undefined
  return treatment?.(event) ?? null
}

/** Whether nothing ever follows from events of a type. Types that Adyen adds later count too. */
export function isOnlyShown(eventCode: string): boolean {
  return !Object.hasOwn(treatments, eventCode) || treatments[eventCode] === shown
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
  CANCEL_OR_REFUND: (event) => (event.reference.endsWith(releaseEnd) ? released(event) : cancelledByHand(event)),
  EXPIRE: onSuccess(noMoney),
  CAPTURE: (event) => (event.isSuccess ? captured(event) : refusedCapture(event)),
  CAPTURE_FAILED: onSuccess(noMoney),
  // The service adjusts no authorisations, and its deadline for an abandoned payment is shorter than Adyen's.
  AUTHORISATION_ADJUSTMENT: shown,
  OFFER_CLOSED: shown,
  // Refunds
  REFUND: (event) => (event.isSuccess ? successfulRefund(event) : failedRefund(event)),
  REFUND_FAILED: onSuccess(failedRefund),
  REFUNDED_REVERSED: onSuccess(({ fields, reference, money }) => ({
    kind: 'refund_reversed',
    reference,
    reversal: fields.pspReference,
    processorId: fields.pspReference,
    money,
  })),
  // A REFUND follows when the payment is captured.
  POSTPONED_REFUND: shown,
  // Disputes that move money, or end
  REQUEST_FOR_INFORMATION: onSuccess(inStage('notice')),
  NOTIFICATION_OF_CHARGEBACK: onSuccess(inStage('notice')),
  CHARGEBACK: onSuccess(inStage('charged')),
  CHARGEBACK_REVERSED: onSuccess(inStage('reversed')),
  SECOND_CHARGEBACK: onSuccess(inStage('charged_again')),
  PREARBITRATION_WON: onSuccess(inStage('won')),
  PREARBITRATION_ISSUER_WITHDRAWN: onSuccess(inStage('won')),
  SCHEME_ARBITRATION_WON: onSuccess(inStage('won')),
  PREARBITRATION_LOST: onSuccess(inStage('lost')),
  SCHEME_ARBITRATION_LOST: onSuccess(inStage('lost')),
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

function authorisation(event: Event): ProcessorFact {
  const { reference, money, isSuccess } = event
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

function cancellation({ fields, reference, money }: Event): ProcessorFact {
  const refusal = { code: fields.eventCode, text: 'Cancelled' }
  return {
    kind: 'purchase',
    reference,
    outcome: { kind: 'declined', failureCode: 'processing_error', isCancelled: true, refusal },
    money,
  }
}

/** Several events can say that the same payment brings no money, so all of them have the same id. */
function noMoney({ fields, reference, money }: Event): ProcessorFact {
  return { kind: 'capture_failed', reference, event: fields.originalReference || fields.pspReference, money }
}

/** A person cancelled the payment in the Customer Area, or refunded it, which is for people to look at. */
function cancelledByHand(event: Event): ProcessorFact | null {
  const action = textAt(objectAt(event.item, 'additionalData'), 'modification.action')
  return event.isSuccess && action === 'cancel' ? cancellation(event) : null
}

function captured({ reference, money }: Event): ProcessorFact {
  return { kind: 'captured', reference, money }
}

function refusedCapture({ item, reference, money }: Event): ProcessorFact {
  const reason = redactedText(textAt(item, 'reason') ?? 'Adyen gave no reason.')
  return { kind: 'capture_refused', reference, reason, money }
}

/** The outcome of an automatic return whose money was only reserved. */
function released(event: Event): ProcessorFact {
  const returned = { ...event, reference: event.reference.slice(0, -releaseEnd.length) }
  return event.isSuccess ? successfulRefund(returned) : failedRefund(returned)
}

function successfulRefund({ fields, reference, money }: Event): ProcessorFact {
  return { kind: 'refund', reference, outcome: { kind: 'succeeded', processorId: fields.pspReference }, money }
}

function failedRefund({ item, fields, reference, money }: Event): ProcessorFact {
  const failureMessage = redactedText(textAt(item, 'reason') ?? 'Adyen gave no reason.')
  return {
    kind: 'refund',
    reference,
    outcome: { kind: 'failed', failureMessage, processorId: fields.pspReference },
    money,
  }
}

function inStage(stage: Stage): Treatment {
  return (event) => disputeIn(stage, event)
}

/** Two events end a dispute in a way that only `disputeStatus` tells. */
function inStageOf(stage: 'won' | 'lost'): Treatment {
  return (event) => {
    const status = textAt(objectAt(event.item, 'additionalData'), 'disputeStatus')
    return status?.toLowerCase() === stage ? disputeIn(stage, event) : null
  }
}

function disputeIn(stage: Stage, { item, fields, reference, money }: Event): ProcessorFact {
  const data = objectAt(item, 'additionalData')
  const { eventCode, pspReference } = fields
  const schemeCode = textAt(data, 'chargebackSchemeCode') ?? textAt(data, 'rfiSchemeCode') ?? ''
  const reasonCode = textAt(data, 'chargebackReasonCode') ?? textAt(data, 'rfiReasonCode') ?? ''
  const ends = new Date(textAt(data, 'defensePeriodEndsAt', 60) ?? '')
  return {
    kind: 'chargeback',
    stage,
    reference,
    dispute: pspReference,
    event: `${pspReference}:${eventCode}`,
    money,
    reason: reasonOfDispute(schemeCode, reasonCode),
    respondBy: Number.isNaN(ends.getTime()) ? null : ends,
  }
}
