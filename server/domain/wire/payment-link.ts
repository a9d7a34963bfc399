import type { components } from '../../../generated/types.ts'
import type { PaymentLinkRecord } from '../links/link-records.ts'
import type { SessionRecord } from '../sessions/session-records.ts'

/** A payment link with its totals. */
export function wirePaymentLink(record: PaymentLinkRecord, baseUrl: string): components['schemas']['PaymentLink'] {
  return {
    id: record.id,
    object: 'payment_link',
    url: paymentLinkUrl(baseUrl, record.code),
    code: record.code,
    kind: record.kind,
    status: record.status,
    livemode: record.livemode,
    amount: record.amount,
    currency: record.currency,
    description: record.description,
    reference: record.reference,
    customer: record.customer,
    success_url: record.success_url,
    expires_at: record.expires_at?.toISOString() ?? null,
    paid_session: record.paid_session_id,
    metadata: record.metadata,
    created_at: record.created_at.toISOString(),
    payments_count: record.payments_count,
    amount_collected: record.amount_collected,
  }
}

export function paymentLinkUrl(baseUrl: string, code: string): string {
  return `${baseUrl}/l/${code}`
}

/** The data of a payment link's events. */
export function linkPaymentData(
  link: PaymentLinkRecord,
  session: SessionRecord,
): components['schemas']['PaymentLinkPaymentData'] {
  return {
    id: link.id,
    code: link.code,
    session: session.id,
    amount: session.amount,
    currency: session.currency,
    reference: link.reference,
  }
}
