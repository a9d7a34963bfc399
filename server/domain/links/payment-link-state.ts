export const paymentLinkStatuses = ['active', 'paid', 'expired', 'deactivated'] as const
export type PaymentLinkStatus = (typeof paymentLinkStatuses)[number]

/** Events in the life of a payment link that can change its status. */
export const paymentLinkTriggers = ['paid_off', 'time_passed', 'deactivated'] as const
export type PaymentLinkTrigger = (typeof paymentLinkTriggers)[number]

export interface PaymentLinkTransition {
  readonly from: PaymentLinkStatus
  readonly trigger: PaymentLinkTrigger
  readonly to: PaymentLinkStatus
}

/**
 * Every transition of a payment link. A one-off link that closed while its payment was at the bank still becomes paid
 * (spec/decisions/links.md#link-that-closes-during-a-checkout).
 */
export const paymentLinkTransitions: readonly PaymentLinkTransition[] = [
  { from: 'active', trigger: 'paid_off', to: 'paid' },
  { from: 'expired', trigger: 'paid_off', to: 'paid' },
  { from: 'deactivated', trigger: 'paid_off', to: 'paid' },
  { from: 'active', trigger: 'time_passed', to: 'expired' },
  { from: 'active', trigger: 'deactivated', to: 'deactivated' },
]

/** The transition, or null when the trigger is impossible in this status. */
export function paymentLinkTransition(
  from: PaymentLinkStatus,
  trigger: PaymentLinkTrigger,
): PaymentLinkTransition | null {
  return paymentLinkTransitions.find((row) => row.from === from && row.trigger === trigger) ?? null
}

/** Shortest time between now and the end of a link. */
const minLinkLifeMs = 10 * 60_000

/** Whether `end` is 10 minutes to 1 calendar year ahead, both included. */
export function isLinkEndAllowed(end: Date, now: Date): boolean {
  const yearAhead = new Date(now)
  yearAhead.setUTCFullYear(now.getUTCFullYear() + 1)
  return end.getTime() >= now.getTime() + minLinkLifeMs && end <= yearAhead
}

/**
 * How long a link's checkout stays open, unless the link ends sooner
 * (spec/decisions/links.md#life-of-a-links-checkout).
 */
export const linkCheckoutMs = 1_800_000
