import type { components } from '../../../generated/types.ts'
import type { SessionRecord } from '../sessions/session-records.ts'

type SessionData = components['schemas']['CheckoutSessionData']
type Session = components['schemas']['CheckoutSession']

/** A session in an event: without `client_secret` and `url`, which only the merchant's server may see. */
export function sessionData(record: SessionRecord): SessionData {
  return {
    id: record.id,
    object: 'checkout.session',
    status: record.status,
    livemode: record.livemode,
    amount: record.amount,
    amount_refunded: record.amount_refunded,
    currency: record.currency,
    reference: record.reference,
    description: record.description,
    customer: record.customer,
    billing_address: record.billing_address,
    shipping_address: record.shipping_address,
    success_url: record.success_url,
    cancel_url: record.cancel_url,
    expires_at: record.expires_at.toISOString(),
    attempts: record.attempts,
    failure_code: record.failure_code,
    failure_message: record.failure_message,
    payment: paymentOf(record),
    paid_at: record.paid_at?.toISOString() ?? null,
    created_at: record.created_at.toISOString(),
    metadata: record.metadata,
    payment_link: record.payment_link_id,
  }
}

function paymentOf(record: SessionRecord): SessionData['payment'] {
  if (!record.paid_at) return null
  return {
    card_brand: record.card_brand,
    card_last4: record.card_last4,
    three_d_secure: record.three_d_secure,
    authorization_code: record.authorization_code,
    paid_at: record.paid_at.toISOString(),
  }
}

/** A session in a reply to the merchant's server. */
export function merchantSession(record: SessionRecord, clientSecret: string, baseUrl: string): Session {
  return Object.assign(sessionData(record), {
    client_secret: clientSecret,
    url: hostedCheckoutUrl(baseUrl, clientSecret),
  })
}

/** The URL of the hosted page. It contains the client secret, so it is as confidential. */
export function hostedCheckoutUrl(baseUrl: string, clientSecret: string): string {
  return `${baseUrl}/checkout/${clientSecret}`
}
