/** Why a card attempt failed: the values of `failure_code` in a session. */
export const failureCodes = [
  'card_declined',
  'invalid_card',
  'expired_card',
  'risk_declined',
  'authentication_failed',
  'processing_error',
  'processor_unavailable',
  'account_configuration',
] as const

export type FailureCode = (typeof failureCodes)[number]

/** Why an attempt failed. */
export interface AttemptFailure {
  readonly code: FailureCode
  /**
   * The customer cancelled the bank's confirmation. `confirmed`: nothing was charged. `unconfirmed`: the bank may still
   * take money, which goes back (spec/decisions/sessions.md#cancelled-confirmation).
   */
  readonly cancelled: 'confirmed' | 'unconfirmed' | null
}

/**
 * Refusals of the card itself. Only these count towards the five declined cards
 * (spec/decisions/sessions.md#refused-cards).
 */
const cardRefusals: ReadonlySet<FailureCode> = new Set([
  'card_declined',
  'invalid_card',
  'expired_card',
  'risk_declined',
  'authentication_failed',
])

export function countsAsDeclinedCard(code: FailureCode): boolean {
  return cardRefusals.has(code)
}

/** A payment that the customer cancelled is not the card's fault. */
export function isDeclinedCard({ code, cancelled }: AttemptFailure): boolean {
  return countsAsDeclinedCard(code) && cancelled === null
}

/** Messages for the customer: plain, without blame, and with a next step. */
export const failureMessages: Readonly<Record<FailureCode, string>> = {
  card_declined: 'Your bank declined this card. Please try another card.',
  invalid_card: 'This card number was not accepted. Please check it or try another card.',
  expired_card: 'This card has expired. Please try another card.',
  risk_declined: 'This payment was declined for security reasons. Please try another card.',
  authentication_failed: 'Your bank could not confirm that it is you. Please try again or use another card.',
  processing_error:
    'Something went wrong while your bank was processing the payment. You have not been charged. Please try again.',
  processor_unavailable:
    'We could not reach your bank. If your bank took the money, it goes back to your card. ' +
    'Please try again in a few minutes.',
  account_configuration:
    'This shop cannot take card payments at the moment. You have not been charged. Please contact the shop.',
}

export const cancelledMessages = {
  confirmed: 'You cancelled; nothing was charged.',
  unconfirmed: 'You cancelled. If your bank took the money, it goes back to your card.',
} as const

export function failureMessage({ code, cancelled }: AttemptFailure): string {
  return cancelled === null ? failureMessages[code] : cancelledMessages[cancelled]
}
