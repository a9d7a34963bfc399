import type { FormApi, Reply } from './api.ts'
import type { AttemptRequest, FormSession } from './form-session.ts'

/** What the customer should know while a payment is under way. */
export type Progress =
  | { readonly kind: 'paying' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'challenge'; readonly url: string | null }
  /** The customer has given up on the bank's question; the bank's word on it is still to come. */
  | { readonly kind: 'cancelling' }
  | { readonly kind: 'connection_lost' }

/** `settled`: the session says what became of it. `refused` and `not_sent`: no attempt was made. */
export type AttemptResult =
  | { readonly kind: 'settled'; readonly session: FormSession }
  | { readonly kind: 'refused'; readonly code: string; readonly param: string | undefined }
  | { readonly kind: 'not_sent' }

export interface AttemptContext {
  readonly api: FormApi
  readonly onProgress: (progress: Progress) => void
  /** Waits between two polls, shorter when something has happened at the bank. Default: just waits. */
  readonly pause?: (milliseconds: number) => Promise<void>
}

/** Refusals after which the session tells more than the reply: another window may be paying, or a first try arrived after all. */
const refusalsToLookInto = ['payment_in_progress', 'session_not_payable', 'card_not_encrypted']

const unknownSecret: AttemptResult = { kind: 'refused', code: 'invalid_client_secret', param: undefined }

const mostSubmits = 3
const pauseBetweenSubmitsMilliseconds = 1_000

/**
 * Makes one attempt, whatever the network does. When a reply is lost, the session is read first, and the request is made again only if it has no new attempt.
 * The same encrypted card is sent again on purpose: its nonce works once, so that a first try that was only slow cannot become a second payment.
 */
export async function makeAttempt(
  context: AttemptContext,
  before: FormSession,
  prepare: () => Promise<AttemptRequest | null>,
): Promise<AttemptResult> {
  let request = await prepare()
  for (let submits = 0; request && submits < mostSubmits; submits++) {
    if (submits > 0) await sleep(pauseBetweenSubmitsMilliseconds)
    const reply = await context.api.submitAttempt(request)
    if (reply.kind === 'ok') return settle(context, reply.body.session, reply.body)
    if (reply.kind === 'refused' && !refusalsToLookInto.includes(reply.code)) return reply
    const session = await readUntilAnswered(context, () => context.api.readSession())
    if (!session) return unknownSecret
    if (session.status !== 'open' || session.last_attempt?.id !== before.last_attempt?.id)
      return followSession(context, session)
    // The key may have been replaced, or the clock have moved, while the form stood open.
    if (reply.kind === 'refused' && reply.code === 'card_not_encrypted') request = await prepare()
  }
  return { kind: 'not_sent' }
}

/** Waits until a session that is with the bank is so no longer. */
export async function followSession(context: AttemptContext, session: FormSession): Promise<AttemptResult> {
  return settle(context, session, session.last_attempt)
}

/** Pauses between polls: most banks answer at once, the rest may take minutes. */
const firstPauseMilliseconds = 300
const longestPauseMilliseconds = 4_000
const pauseGrowth = 1.35
/** After so many polls (some four seconds) the customer deserves a word. */
const quietPolls = 6

async function settle(
  context: AttemptContext,
  first: FormSession,
  attempt: FormSession['last_attempt'],
): Promise<AttemptResult> {
  let session = first
  let latest = attempt
  let pause = firstPauseMilliseconds
  for (let polls = 0; session.status === 'processing'; polls++) {
    context.onProgress(progressOf(latest, polls))
    await (context.pause ?? sleep)(pause)
    pause = Math.min(longestPauseMilliseconds, pause * pauseGrowth)
    const next = await readProgress(context, latest?.id)
    if (!next) return unknownSecret
    session = next
    latest = next.last_attempt
  }
  return { kind: 'settled', session }
}

/** The attempt's address makes the server ask the bank; the session's is there for when the attempt is not. */
async function readProgress(context: AttemptContext, attemptId: string | undefined): Promise<FormSession | null> {
  const attempt = attemptId ? await readUntilAnswered(context, () => context.api.readAttempt(attemptId)) : null
  if (!attempt) return readUntilAnswered(context, () => context.api.readSession())
  const { id, status, challenge_url } = attempt
  return { ...attempt.session, last_attempt: { id, status, challenge_url } }
}

function progressOf(attempt: FormSession['last_attempt'], polls: number): Progress {
  if (attempt?.status === 'challenge') return { kind: 'challenge', url: attempt.challenge_url }
  return { kind: polls < quietPolls ? 'paying' : 'waiting' }
}

/** Asks until there is an answer; null when the answer is a refusal. A customer whose payment is unclear is never left alone with it. */
async function readUntilAnswered<Body>(
  context: AttemptContext,
  read: () => Promise<Reply<Body>>,
): Promise<Body | null> {
  for (let pause = firstPauseMilliseconds; ; pause = Math.min(longestPauseMilliseconds, pause * 2)) {
    const reply = await read()
    if (reply.kind === 'ok') return reply.body
    if (reply.kind === 'refused' && reply.code !== 'rate_limited') return null
    context.onProgress({ kind: 'connection_lost' })
    await sleep(pause)
  }
}

export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
