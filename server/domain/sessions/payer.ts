import type { AttemptRecord, SessionRecord } from './session-records.ts'

/** The end of an attempt. What the customer typed for it is now in the session that it paid, or nowhere. */
export function endedAttempt(now: Date) {
  return {
    challenge_url: null,
    challenge: null,
    typed_email: null,
    typed_address: null,
    settled_at: now,
    next_check_at: null,
  } satisfies Partial<AttemptRecord>
}

/**
 * The customer of a payment: what the merchant supplied, and beside it what the customer typed for this attempt
 * (spec/decisions/sessions.md#email-and-billing-address).
 */
export function payerOf(
  { customer, billing_address }: Pick<SessionRecord, 'customer' | 'billing_address'>,
  { typed_email, typed_address }: Pick<AttemptRecord, 'typed_email' | 'typed_address'>,
): Pick<SessionRecord, 'customer' | 'billing_address'> {
  return {
    customer: customer.email === undefined && typed_email !== null ? { ...customer, email: typed_email } : customer,
    billing_address: billing_address ?? typed_address,
  }
}
