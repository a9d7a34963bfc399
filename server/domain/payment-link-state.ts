/** Specification, "States and transitions", Payment link. */
export const paymentLinkStatuses = ['active', 'paid', 'expired', 'deactivated'] as const
export type PaymentLinkStatus = (typeof paymentLinkStatuses)[number]

/** What can happen to a payment link. */
export const paymentLinkTriggers = ['paid_off', 'time_passed', 'deactivated'] as const
export type PaymentLinkTrigger = (typeof paymentLinkTriggers)[number]

export interface PaymentLinkTransition {
  readonly from: PaymentLinkStatus
  readonly trigger: PaymentLinkTrigger
  readonly to: PaymentLinkStatus
}

/**
 * The whole life of a payment link. A one-off link that ended while its payment was at the bank is paid all the same
 * (decisions, "Link deactivated or expired while its payment is approved").
 */
export const paymentLinkTransitions: readonly PaymentLinkTransition[] = [
  { from: 'active', trigger: 'paid_off', to: 'paid' },
  { from: 'expired', trigger: 'paid_off', to: 'paid' },
  { from: 'deactivated', trigger: 'paid_off', to: 'paid' },
  { from: 'active', trigger: 'time_passed', to: 'expired' },
  { from: 'active', trigger: 'deactivated', to: 'deactivated' },
]

/** Where the move leads, or null when it cannot happen. */
export function paymentLinkTransition(
  from: PaymentLinkStatus,
  trigger: PaymentLinkTrigger,
): PaymentLinkTransition | null {
  return paymentLinkTransitions.find((row) => row.from === from && row.trigger === trigger) ?? null
}

/** How far ahead a link's end must be at least (Specification, Limits, "Link expires_at"). */
const minLinkLifeMs = 10 * 60_000

/** Whether a link may end then: 10 minutes to 1 year ahead, both included. A year ends on its own date, leap day or not. */
export function isLinkEndAllowed(end: Date, now: Date): boolean {
  const yearAhead = new Date(now)
  yearAhead.setUTCFullYear(now.getUTCFullYear() + 1)
  return end.getTime() >= now.getTime() + minLinkLifeMs && end <= yearAhead
}

/** How long a link's checkout stays open, unless the link ends sooner (decisions, "Opening a link"). */
export const linkCheckoutMs = 1_800_000
