import type { Amount, BookedPayment, Dispute, DisputeOptions, DisputeStage, Modification } from './books.ts'

/** A notification item before the stand-in adds the account, the date and the signature. */
export interface NewItem {
  readonly eventCode: string
  readonly pspReference: string
  readonly merchantReference: string
  readonly originalReference?: string
  readonly amount: Amount
  readonly paymentMethod?: string
  readonly reason: string
  readonly success: 'true' | 'false'
  readonly operations?: readonly string[]
  readonly additionalData?: Readonly<Record<string, string>>
}

export function authorisation(payment: BookedPayment): NewItem {
  const isAuthorised = payment.status === 'authorised'
  return {
    eventCode: 'AUTHORISATION',
    pspReference: payment.pspReference,
    merchantReference: payment.reference,
    amount: payment.amount,
    paymentMethod: payment.brand,
    reason: isAuthorised
      ? `${payment.authCode ?? ''}:${payment.lastFour}:${payment.expiry}`
      : (payment.result?.refusalReason ?? ''),
    success: isAuthorised ? 'true' : 'false',
    ...(isAuthorised && { operations: ['CANCEL', 'CAPTURE', 'REFUND'] }),
    additionalData: {
      cardSummary: payment.lastFour,
      expiryDate: payment.expiry,
      ...(payment.authCode !== null && { authCode: payment.authCode }),
      ...(payment.result?.raw != null && { refusalReasonRaw: payment.result.raw }),
    },
  }
}

/** Of a modification: with the reference of its own request, and the payment as the original. */
function modified(
  payment: BookedPayment,
  modification: Modification,
  eventCode: string,
  reason: string,
  success: boolean,
): NewItem {
  return {
    eventCode,
    pspReference: modification.pspReference,
    originalReference: payment.pspReference,
    merchantReference: modification.reference ?? payment.reference,
    amount: modification.amount,
    paymentMethod: payment.brand,
    reason,
    success: success ? 'true' : 'false',
    additionalData: {},
  }
}

export function capture(payment: BookedPayment, modification: Modification, reason: string): NewItem {
  return modified(payment, modification, 'CAPTURE', reason, reason === '')
}

export function cancellation(payment: BookedPayment, modification: Modification, reason: string): NewItem {
  const eventCode = modification.kind === 'technical_cancel' ? 'TECHNICAL_CANCEL' : 'CANCELLATION'
  return modified(payment, modification, eventCode, reason, reason === '')
}

/** No payment exists, so the item names no original payment. */
export function nothingToCancel(pspReference: string, paymentReference: string): NewItem {
  return {
    eventCode: 'TECHNICAL_CANCEL',
    pspReference,
    merchantReference: paymentReference,
    amount: { currency: 'EUR', value: 0 },
    reason: 'Transaction not found',
    success: 'false',
    additionalData: {},
  }
}

export function refund(payment: BookedPayment, modification: Modification, reason: string): NewItem {
  return modified(payment, modification, 'REFUND', reason, reason === '')
}

export function reversal(payment: BookedPayment, modification: Modification, action: 'refund' | 'cancel'): NewItem {
  const item = modified(payment, modification, 'CANCEL_OR_REFUND', '', modification.status === 'done')
  return { ...item, additionalData: { 'modification.action': action } }
}

export function afterRefund(
  payment: BookedPayment,
  modification: Modification,
  eventCode: 'REFUND_FAILED' | 'REFUNDED_REVERSED',
  reason: string,
): NewItem {
  return modified(payment, modification, eventCode, reason, true)
}

export function captureFailed(payment: BookedPayment, modification: Modification | undefined): NewItem {
  return {
    eventCode: 'CAPTURE_FAILED',
    pspReference: modification?.pspReference ?? payment.pspReference,
    originalReference: payment.pspReference,
    merchantReference: modification?.reference ?? payment.reference,
    amount: modification?.amount ?? payment.amount,
    paymentMethod: payment.brand,
    reason: 'Capture Failed',
    success: 'true',
    additionalData: { paymentMethodVariant: payment.brand },
  }
}

/** Adyen publishes these stages without a reference to the payment, so the merchant's reference must do. */
const withoutOriginal = new Set<DisputeStage>([
  'CHARGEBACK_REVERSED',
  'SECOND_CHARGEBACK',
  'PREARBITRATION_WON',
  'PREARBITRATION_LOST',
])

/** The id under which Adyen reports a stage. */
export function idOfStage(
  payment: BookedPayment,
  { pspReference, namesPayment }: Dispute,
  stage: DisputeStage,
): string {
  return namesPayment && withoutOriginal.has(stage) ? payment.pspReference : pspReference
}

const statusOf: Readonly<Record<DisputeStage, string>> = {
  REQUEST_FOR_INFORMATION: 'Unresponded',
  NOTIFICATION_OF_CHARGEBACK: 'Undefended',
  CHARGEBACK: 'Undefended',
  CHARGEBACK_REVERSED: 'Pending',
  SECOND_CHARGEBACK: 'Lost',
  PREARBITRATION_WON: 'Won',
  PREARBITRATION_LOST: 'Lost',
  DISPUTE_DEFENSE_PERIOD_ENDED: 'Expired',
  INFORMATION_SUPPLIED: 'Responded',
  ISSUER_COMMENTS: 'Responded',
}

const fourteenDays = 14 * 24 * 60 * 60 * 1000

export function dispute(
  payment: BookedPayment,
  dispute: Dispute,
  stage: DisputeStage,
  options: DisputeOptions,
  now: Date,
): NewItem {
  const endsAt = options.defensePeriodEndsAt ?? new Date(now.getTime() + fourteenDays)
  const isInquiry = stage === 'REQUEST_FOR_INFORMATION'
  return {
    eventCode: stage,
    pspReference: idOfStage(payment, dispute, stage),
    ...(!withoutOriginal.has(stage) && { originalReference: payment.pspReference }),
    merchantReference: payment.reference,
    amount: dispute.amount,
    paymentMethod: payment.brand,
    reason: options.reason ?? 'Other Fraud-Card Absent Environment',
    success: 'true',
    additionalData: {
      ...(!isInquiry && {
        chargebackReasonCode: options.reasonCode ?? (payment.brand === 'mc' ? '4837' : '10.4'),
        chargebackSchemeCode: payment.brand,
      }),
      defendable: 'true',
      defensePeriodEndsAt: adyenTime(endsAt),
      disputeStatus: statusOf[stage],
      modificationMerchantReferences: '',
    },
  }
}

/** A time as Adyen writes it: to the second, with the offset of Amsterdam in winter. */
export function adyenTime(time: Date): string {
  return `${new Date(time.getTime() + 60 * 60 * 1000).toISOString().slice(0, 19)}+01:00`
}
