import { redactedText } from '../../domain/text/redaction.ts'
import type { Approved, CardChecks, Declined, Pending, Refusal } from '../processor.ts'
import { evidenceIn, idIn, type ExpectedPayment } from './evidence.ts'
import { authCodeIn, objectAt, textAt, type JsonObject } from './json.ts'
import { refusalOf } from './refusals.ts'

/** What a reply about a payment says, before a challenge is read. */
export type Result =
  | Approved
  | (Declined & { readonly isKnown: boolean })
  | Pending
  | { readonly kind: 'action' }
  /** A reply that does not show which payment it is about. Adyen's notification decides. */
  | { readonly kind: 'unproven' }
  /** A reply that cannot be right. Nothing may follow from it. */
  | { readonly kind: 'unusable'; readonly reason: string }

export interface Expected extends ExpectedPayment {
  /** What the customer has gone through if Adyen says that the payment was authenticated. */
  readonly authentication: 'frictionless' | 'challenge'
}

/** Reads the reply of `POST /payments` or `POST /payments/details`. Without evidence nothing of it counts. */
export function readResult(body: JsonObject, expected: Expected): Result {
  const evidence = evidenceIn(body, expected)
  if (evidence.kind === 'missing') return { kind: 'unproven' }
  if (evidence.kind === 'contradiction') return { kind: 'pending', contradiction: evidence.contradiction }
  const processorId = idIn(body)
  switch (body['resultCode']) {
    case 'Authorised':
      return processorId === null
        ? { kind: 'unusable', reason: 'an approval without pspReference' }
        : approved(body, processorId, expected)
    case 'Refused':
      return declined(body, processorId)
    case 'Error':
      return errorResult(body, processorId)
    case 'Cancelled':
      return cancelledResult(body, processorId)
    case 'Pending':
    case 'Received':
      return { kind: 'pending', ...(processorId !== null && { processorId }) }
    case 'RedirectShopper':
    case 'IdentifyShopper':
    case 'ChallengeShopper':
      return { kind: 'action' }
    default:
      // Among them results of payments that are not by card. The notification or the deadline decides.
      return { kind: 'unusable', reason: 'an unknown resultCode' }
  }
}

function approved(body: JsonObject, processorId: string, { authentication }: Expected): Approved {
  const data = objectAt(body, 'additionalData')
  const isAuthenticated = textAt(data, 'threeDAuthenticated') === 'true' || authentication === 'challenge'
  const checks = checksIn(data)
  return {
    kind: 'approved',
    processorId,
    authorizationCode: authCodeIn(data),
    threeDSecure: isAuthenticated ? authentication : null,
    ...(checks && { checks }),
  }
}

function declined(body: JsonObject, processorId: string | null): Declined & { isKnown: boolean } {
  const code = textAt(body, 'refusalReasonCode', 20)
  const text = textAt(body, 'refusalReason')
  const { failureCode, isCancelled, isKnown } = refusalOf(code, text)
  const checks = checksIn(objectAt(body, 'additionalData'))
  const refusal = refusalText(code, text)
  return {
    kind: 'declined',
    failureCode,
    isKnown,
    ...(isCancelled && { abandoned: true }),
    ...(processorId !== null && { processorId }),
    ...(refusal && { refusal }),
    ...(checks && { checks }),
  }
}

/** The customer or Adyen's risk rules have cancelled. */
function cancelledResult(body: JsonObject, processorId: string | null): Result {
  const refused = declined(body, processorId)
  if (refused.failureCode === 'risk_declined') return refused
  return { ...refused, failureCode: 'authentication_failed', abandoned: true, isKnown: true }
}

/** An error is final at Adyen. It is not the bank's refusal, so the customer may try the same card again. */
function errorResult(body: JsonObject, processorId: string | null): Result {
  const refused = declined(body, processorId)
  return refused.isKnown ? refused : { ...refused, failureCode: 'processing_error' }
}

/** The reason as the dashboard shows it, without digits that could belong to a card. */
export function refusalText(code: string | null, text: string | null): Refusal | null {
  if (code === null && text === null) return null
  return { code: redactedText(code ?? ''), text: redactedText(text ?? '') }
}

/** What Adyen found out about the card. It sends these entries where the account has switched them on. */
export function checksIn(data: JsonObject | null): CardChecks | null {
  const address = textAt(data, 'avsResult', 100)
  const securityCode = textAt(data, 'cvcResult', 100)
  const liability = textAt(data, 'liabilityShift', 10)
  const checks = {
    ...(address !== null && { address: redactedText(address) }),
    ...(securityCode !== null && { securityCode: redactedText(securityCode) }),
    ...(liability !== null && { liabilityShifted: liability === 'true' }),
  }
  return Object.keys(checks).length === 0 ? null : checks
}
