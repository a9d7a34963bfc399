import { redactedText } from '../../domain/redaction.ts'
import type { Money, ProcessorFact } from '../processor.ts'
import { fromAdyen } from './amounts.ts'
import { reasonOfDispute } from './dispute-reasons.ts'
import { authCodeIn, objectAt, textAt } from './json.ts'
import type { JsonObject } from './json.ts'
import { checksIn, refusalText } from './outcomes.ts'
import { refusalOf } from './refusals.ts'
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
  return factOfPayment(event) ?? factOfDispute(event)
}

/** No colon, which separates the signed fields. */
function isId(text: string): boolean {
  return /^[A-Za-z0-9]{1,64}$/.test(text)
}

function factOfPayment(event: Event): ProcessorFact | null {
  const { fields, reference, money, isSuccess } = event
  const { pspReference } = fields
  switch (fields.eventCode) {
    case 'AUTHORISATION':
      return { kind: 'purchase', reference, outcome: isSuccess ? approval(event) : refusal(event), money }
    case 'CANCELLATION':
    case 'TECHNICAL_CANCEL':
      return isSuccess ? cancellation(event) : null
    case 'CANCEL_OR_REFUND':
      return isSuccess && textAt(objectAt(event.item, 'additionalData'), 'modification.action') === 'cancel'
        ? cancellation(event)
        : null
    case 'EXPIRE':
      return isSuccess ? noMoney(event) : null
    case 'CAPTURE':
      return isSuccess ? null : noMoney(event)
    case 'CAPTURE_FAILED':
      return isSuccess ? noMoney(event) : null
    case 'REFUND':
      return isSuccess
        ? { kind: 'refund', reference, outcome: { kind: 'succeeded', processorId: pspReference }, money }
        : failedRefund(event)
    case 'REFUND_FAILED':
      return isSuccess ? failedRefund(event) : null
    case 'REFUNDED_REVERSED':
      return isSuccess
        ? { kind: 'refund_reversed', reference, reversal: pspReference, processorId: pspReference, money }
        : null
    default:
      return null
  }
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

function failedRefund({ item, fields, reference, money }: Event): ProcessorFact {
  const failureMessage = redactedText(textAt(item, 'reason') ?? 'Adyen gave no reason.')
  return {
    kind: 'refund',
    reference,
    outcome: { kind: 'failed', failureMessage, processorId: fields.pspReference },
    money,
  }
}

const stages: Readonly<Record<string, Stage>> = {
  REQUEST_FOR_INFORMATION: 'notice',
  NOTIFICATION_OF_CHARGEBACK: 'notice',
  CHARGEBACK: 'charged',
  CHARGEBACK_REVERSED: 'reversed',
  SECOND_CHARGEBACK: 'charged_again',
  PREARBITRATION_WON: 'won',
  PREARBITRATION_ISSUER_WITHDRAWN: 'won',
  SCHEME_ARBITRATION_WON: 'won',
  PREARBITRATION_LOST: 'lost',
  SCHEME_ARBITRATION_LOST: 'lost',
}

function factOfDispute({ item, fields, reference, money, isSuccess }: Event): ProcessorFact | null {
  const data = objectAt(item, 'additionalData')
  const { eventCode, pspReference } = fields
  const stage = isSuccess ? stageOf(eventCode, textAt(data, 'disputeStatus')) : null
  if (stage === null) return null
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

/** Two events end a dispute in a way that only `disputeStatus` tells. */
function stageOf(eventCode: string, status: string | null): Stage | null {
  switch (eventCode) {
    case 'ISSUER_RESPONSE_TIMEFRAME_EXPIRED':
      return status?.toLowerCase() === 'won' ? 'won' : null
    case 'DISPUTE_DEFENSE_PERIOD_ENDED':
      return status?.toLowerCase() === 'lost' ? 'lost' : null
    default:
      return Object.hasOwn(stages, eventCode) ? (stages[eventCode] ?? null) : null
  }
}
