import { isExpired } from '../../../spec/lib/card-rules.ts'
import { CardDetails } from '../../domain/sessions/card-details.ts'
import type { FailureCode } from '../../domain/sessions/failure-codes.ts'

/** The test cards, by scenario (spec/decisions/sandbox.md#test-cards). */
export const testCards = {
  approved: ['4012000000060085'],
  background_check: ['5200000000001021', '4066330000000004'],
  challenge: ['4918190000000002'],
  declined: ['4111110000000922'],
  invalid_card: ['4012000000110013'],
  expired_card: ['4012000000110021'],
  risk_declined: ['4012000000110039'],
  authentication_failed: ['4012000000110047'],
  processing_error: ['4012000000110054'],
  processor_unavailable: ['4012000000110062'],
  account_configuration: ['4012000000110070'],
  no_answer: ['4012000000110088'],
  late_approval: ['4012000000110096'],
  refund_pending: ['5200000000110012'],
  refund_failed: ['5200000000110020'],
  refund_unavailable: ['5200000000110038'],
} as const

/**
 * Test cards of two networks (spec/decisions/cards.md#co-badged-cards), which the bank approves. The bank uses the
 * first network unless the customer chooses the other.
 */
export const coBadgedCards = [
  { pan: '4035501000000008', networks: ['cartes_bancaires', 'visa'] },
  { pan: '6703444444444449', networks: ['bancontact', 'maestro'] },
] as const

/** The networks of a co-badged card by its first eight digits. Empty for every other card. */
export function coBadgedNetworksOf(firstDigits: string): readonly string[] {
  return coBadgedCards.find(({ pan }) => pan.startsWith(firstDigits))?.networks ?? []
}

export type Scenario = keyof typeof testCards

/** What the bank does with a purchase. `failureCode` and `threeDSecure` apply once it is declined or approved. */
export interface Plan {
  readonly status: 'approved' | 'declined' | 'waiting'
  /** What the bank answers while the purchase waits. */
  readonly answer: 'pending' | 'challenge' | 'unreachable' | null
  /** The later outcome of a waiting purchase, and the seconds until then. Null: it never gets one. */
  readonly due: { readonly status: 'approved' | 'declined'; readonly seconds: number } | null
  readonly failureCode: FailureCode | null
  readonly threeDSecure: 'frictionless' | 'challenge' | null
}

/** Long enough that a form polls twice, short enough not to annoy anyone. */
export const backgroundCheckSeconds = 1.5

/** How long the confirmation window waits. Real issuers allow 5 to 15 minutes. */
export const challengeDeadlineSeconds = 10 * 60

/**
 * Just over the default of BANK_CHECK_DEADLINE_SECONDS (15 min), so that the approval comes after the session has
 * failed.
 */
export const defaultLateApprovalAfterSeconds = 16 * 60

/** How long a `refund_pending` refund stays pending unless the test helper settles it. */
export const pendingRefundSeconds = 10

/** The failure message of a `refund_failed` refund. */
export const failedRefundMessage = 'The card issuer refused the refund. Please return the money in another way.'

/** The failure message of a refund that had succeeded, and whose money came back. */
export const reversedRefundMessage = 'The account of the card is closed.'

const scenarioOfPan: ReadonlyMap<string, Scenario> = new Map([
  ...Object.keys(testCards)
    .filter(isScenario)
    .flatMap((scenario) => testCards[scenario].map((pan): [string, Scenario] => [pan, scenario])),
  ...coBadgedCards.map(({ pan }): [string, Scenario] => [pan, 'approved']),
])

/**
 * The scenario of a card number. Any other number is `invalid_card`; a card whose expiry has passed is `expired_card`.
 * The bank cannot charge a card on a network that the card does not have: `processing_error`.
 */
export function scenarioOf(card: CardDetails, now: Date, network: string | null = null): Scenario {
  const scenario = scenarioOfPan.get(card.revealPan())
  if (scenario === undefined) return 'invalid_card'
  if (network !== null && !coBadgedNetworksOf(card.firstEight).includes(network)) return 'processing_error'
  return isExpired(card.expMonth, card.expYear, now) ? 'expired_card' : scenario
}

export function isScenario(name: string): name is Scenario {
  return Object.hasOwn(testCards, name)
}

/** A valid card of this scenario, for payments without a form. */
export function testCard(scenario: Scenario, now: Date): CardDetails {
  return new CardDetails({
    pan: testCards[scenario][0],
    cvc: '123',
    expMonth: 12,
    expYear: now.getUTCFullYear() + 3,
    name: 'Test Card',
  })
}

/** The plan of each scenario. */
export function planFor(scenario: Scenario, lateApprovalAfterSeconds: number): Plan {
  switch (scenario) {
    case 'approved':
    case 'refund_pending':
    case 'refund_failed':
    case 'refund_unavailable':
      return approved
    case 'background_check':
      return { ...approvedAfter(backgroundCheckSeconds), answer: 'pending', threeDSecure: 'frictionless' }
    case 'challenge':
      return challenged
    case 'no_answer':
      return { ...approved, status: 'waiting', answer: 'unreachable' }
    case 'late_approval':
      return { ...approvedAfter(lateApprovalAfterSeconds), answer: 'unreachable' }
    case 'declined':
      return { ...approved, status: 'declined', failureCode: 'card_declined' }
    default:
      return { ...approved, status: 'declined', failureCode: scenario }
  }
}

const approved: Plan = { status: 'approved', answer: null, due: null, failureCode: null, threeDSecure: null }

const challenged: Plan = {
  status: 'waiting',
  answer: 'challenge',
  due: { status: 'declined', seconds: challengeDeadlineSeconds },
  failureCode: 'authentication_failed',
  threeDSecure: 'challenge',
}

function approvedAfter(seconds: number): Plan {
  return { ...approved, status: 'waiting', due: { status: 'approved', seconds } }
}
