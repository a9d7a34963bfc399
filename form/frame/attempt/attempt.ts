import type { FormApi } from '../session/api.ts'
import { sleep, type Reply } from '../session/call.ts'
import type { AttemptRequest, FormSession } from '../session/form-session.ts'

/** What the form tells the customer while a payment is under way. */
export type Progress =
  | { readonly kind: 'paying' }
  /** Another visitor of the checkout is paying, or this one was before a reload, in a browser that stores nothing. */
  | { readonly kind: 'other_paying' }
  /** The same, after some and after many seconds. */
  | { readonly kind: 'waiting' | 'still_waiting' }
  | { readonly kind: 'challenge'; readonly challenge: Challenge }
  /** The customer has cancelled the bank's confirmation, and the bank has not replied yet. */
  | { readonly kind: 'cancelling' }
  | { readonly kind: 'connection_lost' }

/** What the bank wants to see before it decides. */
export interface Challenge {
  readonly attemptId: string
  /** `url` is the bank's, and `page` is ours around it. */
  readonly url: string | null
  readonly page: string | null
  /** The bank recognises the device in a hidden frame. */
  readonly isFingerprint: boolean
}

/** `settled`: the session has the outcome. `refused` and `not_sent`: no attempt was made. */
export type AttemptResult =
  | { readonly kind: 'settled'; readonly session: FormSession }
  | Extract<Reply<never>, { readonly kind: 'refused' }>
  | { readonly kind: 'not_sent' }

export interface AttemptContext {
  readonly api: FormApi
  readonly onProgress: (progress: Progress) => void
  /** The wait between two polls, which ends early when something has happened at the bank. Default: a plain wait. */
  readonly pause?: (milliseconds: number) => Promise<void>
}

/**
 * After these refusals the session says more than the reply: another window may be paying, or an earlier submit may
 * have arrived after all.
 */
const refusalsToCheck = ['payment_in_progress', 'session_not_payable', 'card_not_encrypted']

const unknownSecret: AttemptResult = {
  kind: 'refused',
  code: 'invalid_client_secret',
  param: undefined,
  message: undefined,
}

const mostSubmits = 3
const pauseBetweenSubmitsMilliseconds = 1_000

/**
 * Makes one attempt, even on a bad network. When a reply is lost, it reads the session, and repeats the request only if
 * the session has no new attempt. It sends the same encrypted card again on purpose: the card's nonce works once, so a
 * first request that was only slow cannot become a second payment.
 */
export async function makeAttempt(
  context: AttemptContext,
  before: FormSession,
  prepare: () => Promise<AttemptRequest | null>,
): Promise<AttemptResult> {
  let request = await prepare()
  for (let submits = 0; request && submits < mostSubmits; submits++) {
    if (submits > 0) await sleep(pauseBetweenSubmitsMilliseconds)
    // Nothing has left this browser, so nothing has to be checked.
    else if (isOffline()) break
    const reply = await context.api.submitAttempt(request)
    if (reply.kind === 'ok') return settle(context, reply.body.session, reply.body)
    if (reply.kind === 'refused' && !refusalsToCheck.includes(reply.code)) return reply
    const session = await readUntilAnswered(context, () => context.api.readSession())
    if (!session) return unknownSecret
    const isOwn = (current: FormSession): boolean => current.last_attempt?.id !== before.last_attempt?.id
    if (session.status !== 'open' || isOwn(session)) {
      const result = await followSession(context, session)
      const isFree = result.kind === 'settled' && result.session.status === 'open' && !isOwn(result.session)
      return isFree ? { kind: 'not_sent' } : result
    }
    // The key may have been replaced, or the card's timestamp may be too old.
    if (reply.kind === 'refused' && reply.code === 'card_not_encrypted') request = await prepare()
  }
  return { kind: 'not_sent' }
}

/** The browser knows that it has no network. */
function isOffline(): boolean {
  return (globalThis.navigator as Navigator | undefined)?.onLine === false
}

/** Waits until the session is no longer `processing`. */
export async function followSession(context: AttemptContext, session: FormSession): Promise<AttemptResult> {
  return settle(context, session, session.last_attempt)
}

/** The pauses between polls grow, because most banks answer at once and the others may take minutes. */
const firstPauseMilliseconds = 300
const longestPauseMilliseconds = 4_000
const pauseGrowth = 1.35

async function settle(
  context: AttemptContext,
  first: FormSession,
  attempt: FormSession['last_attempt'],
): Promise<AttemptResult> {
  let session = first
  let latest = attempt
  let pause = firstPauseMilliseconds
  while (session.status === 'processing') {
    context.onProgress(progressOf(latest))
    await (context.pause ?? sleep)(pause)
    pause = Math.min(longestPauseMilliseconds, pause * pauseGrowth)
    const next = await readProgress(context, latest?.id)
    if (!next) return unknownSecret
    session = next
    latest = next.last_attempt
  }
  return { kind: 'settled', session }
}

/** Reading the attempt makes the server ask the bank. Without an attempt there is only the session to read. */
async function readProgress(context: AttemptContext, attemptId: string | undefined): Promise<FormSession | null> {
  const attempt = attemptId ? await readUntilAnswered(context, () => context.api.readAttempt(attemptId)) : null
  if (!attempt) return readUntilAnswered(context, () => context.api.readSession())
  const { session, object: _type, visitor_token: _token, ...last_attempt } = attempt
  return { ...session, last_attempt }
}

function progressOf(attempt: FormSession['last_attempt']): Progress {
  if (!attempt || attempt.status === 'failed') return { kind: 'other_paying' }
  if (attempt.status !== 'challenge') return { kind: 'paying' }
  const { id: attemptId, challenge_url: url, challenge_page: page, challenge_kind } = attempt
  return { kind: 'challenge', challenge: { attemptId, url, page, isFingerprint: challenge_kind === 'fingerprint' } }
}

/**
 * Repeats a read until the server answers, because the form must learn the outcome of a payment. Null: the server
 * refused.
 */
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
