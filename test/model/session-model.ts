import type { Scenario } from '../../server/processors/sandbox/scenarios.ts'

// The rules of a session and its refunds as a small model. It shares only the names of the test cards with the service,
// so that a mistake in the service shows.

/** The immediate outcomes of cards that the model knows. */
const refusals: Partial<Record<Scenario, string>> = {
  declined: 'card_declined',
  invalid_card: 'invalid_card',
  expired_card: 'expired_card',
  risk_declined: 'risk_declined',
  authentication_failed: 'authentication_failed',
}
const faults: Partial<Record<Scenario, string>> = {
  processing_error: 'processing_error',
  processor_unavailable: 'processor_unavailable',
  account_configuration: 'account_configuration',
}
export const modelCards = [
  'approved',
  'background_check',
  'challenge',
  'declined',
  'invalid_card',
  'expired_card',
  'risk_declined',
  'authentication_failed',
  'processing_error',
  'processor_unavailable',
  'account_configuration',
  'no_answer',
  'refund_pending',
  'refund_failed',
  'refund_unavailable',
] as const satisfies readonly Scenario[]
export type ModelCard = (typeof modelCards)[number]

const backgroundSeconds = 1.5
const challengeSeconds = 600
const bankCheckDeadlineSeconds = 900

export interface ModelSession {
  id: string
  clientSecret: string
  status: 'open' | 'processing' | 'paid' | 'failed' | 'expired' | 'refunded' | 'disputed'
  readonly amount: number
  readonly expiresAt: number
  attempts: number
  declined: number
  failureCode: string | null
  refunded: number
  /** Amounts of pending refunds. */
  pending: number[]
  /** The card that is with the bank or has paid, and the time of its submit. */
  card: ModelCard | null
  since: number
  /** Whether the bank has already left the first refund of a `refund_unavailable` payment unanswered. */
  refundAnswers: boolean
  dispute: 'open' | 'lost' | null
  /** The amount that the issuer took back and has not returned. */
  chargedBack: number
  readonly link: ModelLink | null
  readonly events: string[]
}

export interface ModelLink {
  readonly id: string
  readonly code: string
  readonly kind: 'single' | 'reusable'
  readonly amount: number
  status: 'active' | 'paid' | 'expired' | 'deactivated'
  readonly sessions: ModelSession[]
}

/** `now`: seconds of the model, moved together with the clock of the service. */
export interface Model {
  now: number
  readonly sessions: ModelSession[]
  readonly links: ModelLink[]
}

export function newSession(
  model: Model,
  params: { id: string; clientSecret: string; amount: number; expiresIn: number; link?: ModelLink },
): ModelSession {
  const { id, clientSecret, amount, expiresIn, link = null } = params
  const expiresAt = model.now + expiresIn
  const session: ModelSession = {
    id,
    clientSecret,
    amount,
    expiresAt,
    link,
    status: 'open',
    attempts: 0,
    declined: 0,
    failureCode: null,
    refunded: 0,
    pending: [],
    card: null,
    since: 0,
    refundAnswers: false,
    dispute: null,
    chargedBack: 0,
    events: [],
  }
  model.sessions.push(session)
  link?.sessions.push(session)
  return session
}

/** Submits a card. Returns the code of the refusal, or null on success. */
export function submit(model: Model, session: ModelSession, card: ModelCard): string | null {
  refresh(model, session)
  if (session.status === 'processing') return 'payment_in_progress'
  if (session.status !== 'open') return 'session_not_payable'
  session.status = 'processing'
  session.attempts += 1
  session.card = card
  session.since = model.now
  const code = refusals[card] ?? faults[card]
  if (code !== undefined) attemptFails(model, session, code)
  else if (card !== 'background_check' && card !== 'challenge' && card !== 'no_answer') approve(session)
  return null
}

/** Brings a session up to date: applies its expiry and the answer of the bank. */
export function refresh(model: Model, session: ModelSession): void {
  const waited = model.now - session.since
  if (session.status === 'open' && session.expiresAt <= model.now) end(session, 'expired')
  else if (session.status !== 'processing') return
  else if (session.card === 'background_check' && waited >= backgroundSeconds) approve(session)
  else if (session.card === 'challenge' && waited >= challengeSeconds)
    attemptFails(model, session, 'authentication_failed')
  else if (session.card === 'no_answer' && waited >= bankCheckDeadlineSeconds) {
    session.failureCode = 'processor_unavailable'
    end(session, 'failed')
  }
}

/** Answers the confirmation window. False when no window is open. */
export function answerChallenge(model: Model, session: ModelSession, approved: boolean): boolean {
  if (session.status !== 'processing' || session.card !== 'challenge' || model.now - session.since >= challengeSeconds)
    return false
  if (approved) approve(session)
  else attemptFails(model, session, 'authentication_failed')
  return true
}

function approve(session: ModelSession): void {
  session.status = 'paid'
  session.failureCode = null
  session.events.push('session.completed')
  if (session.link?.kind !== 'single') return
  session.link.status = 'paid'
  session.events.push('payment_link.paid')
}

function attemptFails(model: Model, session: ModelSession, code: string): void {
  session.failureCode = code
  if (Object.values(refusals).includes(code)) session.declined += 1
  if (session.declined >= 5 || session.attempts >= 20) end(session, 'failed')
  else if (session.expiresAt <= model.now || (session.link !== null && session.link.status !== 'active'))
    end(session, 'expired')
  else session.status = 'open'
}

export function end(session: ModelSession, status: 'failed' | 'expired'): void {
  session.status = status
  session.events.push(`session.${status}`)
}

/** Refunds. Returns the code of the error, or the status of the refund. */
export function refund(
  session: ModelSession,
  asked: number | null,
): { error: string } | { status: string; amount: number } {
  const left = session.amount - session.refunded - session.pending.reduce((sum, amount) => sum + amount, 0)
  if (session.status !== 'paid' || left === 0) return { error: 'session_not_refundable' }
  const amount = asked ?? left
  if (amount > left) return { error: 'refund_exceeds_amount' }
  if (session.card === 'refund_failed') {
    session.events.push('session.refund_failed')
    return { status: 'failed', amount }
  }
  if (session.card === 'refund_pending') {
    session.pending.push(amount)
    return { status: 'pending', amount }
  }
  if (session.card === 'refund_unavailable' && !session.refundAnswers) {
    session.refundAnswers = true
    session.pending.push(amount)
    return { error: 'processor_unavailable' }
  }
  returned(session, amount)
  return { status: 'succeeded', amount }
}

function returned(session: ModelSession, amount: number): void {
  session.refunded += amount
  if (session.refunded === session.amount && session.status === 'paid') session.status = 'refunded'
  session.events.push('session.refunded')
}

/**
 * Moves the time, and does everything that is due by then. At least 10 s, after which the bank has settled every
 * refund.
 */
export function advance(model: Model, seconds: number): void {
  model.now += seconds
  for (const session of model.sessions) {
    refresh(model, session)
    for (const amount of session.pending.splice(0)) returned(session, amount)
  }
}
