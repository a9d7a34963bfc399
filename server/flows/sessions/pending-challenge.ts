import { isDeepStrictEqual } from 'node:util'
import type { ChallengeResult, PendingChallenge } from '../../domain/sessions/challenge-records.ts'
import type { Challenge, Challenged } from '../../processors/processor.ts'

const maxUrlLength = 8_192
const maxStateLength = 16_384
const maxFields = 40
const maxFieldsLength = 32_768

/**
 * Whether the service can show a challenge. What a processor sends is not trusted: its address becomes the address of a
 * frame, and all of it is stored.
 */
export function isUsable({ challenge, state }: Challenged): boolean {
  const fields = challenge.kind === 'page' ? {} : challenge.fields
  const texts = Object.entries(fields).flat()
  return (
    isBankAddress(challenge.url) &&
    (state?.length ?? 0) <= maxStateLength &&
    texts.length <= 2 * maxFields &&
    texts.join('').length <= maxFieldsLength
  )
}

/** A secure address, one on this machine, or a path on our own base address. */
function isBankAddress(url: string): boolean {
  if (url.length > maxUrlLength) return false
  if (/^\/[\w-]/.test(url)) return true
  if (!URL.canParse(url)) return false
  const { protocol, hostname, username } = new URL(url)
  if (username !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname))
}

/** The challenge to store. A processor that asks for the same one again does not begin a new step. */
export function pendingChallenge(
  before: PendingChallenge | null,
  { challenge, state }: Challenged,
  now: Date,
): PendingChallenge {
  if (before && isSame(before, challenge)) return { ...before, state: state ?? before.state }
  return { ...challenge, state: state ?? null, step: (before?.step ?? 0) + 1, asked_at: now.toISOString() }
}

export function isSame(before: PendingChallenge, challenge: Challenge): boolean {
  const { kind, url, fields } = before
  return isDeepStrictEqual({ kind, url, ...(fields && { fields }) }, { ...challenge })
}

/** The bank gets this long to recognise the device (EMV 3-D Secure). */
const fingerprintMs = 10_000

/** When the service stops waiting for a fingerprint. Null: it waits for something else. */
export function fingerprintEndsAt(challenge: PendingChallenge | null): Date | null {
  if (challenge?.kind !== 'fingerprint' || challenge.results) return null
  return new Date(Date.parse(challenge.asked_at) + fingerprintMs)
}

/** How many different returns an attempt keeps. Each may have the longest fields that an acquirer documents. */
const keptReturns = 4

/**
 * How many different returns the service passes on at once. A customer who knows the return address can make up
 * returns, and each costs a call. Due work passes further ones on, so that the true one still counts.
 */
const promptReturns = 8

interface KeptResult {
  readonly challenge: PendingChallenge
  /** Whether the processor hears of it now, and not with the next check. */
  readonly isPrompt: boolean
}

/** The challenge with a result that came back. Null: it came before. */
export function withResult(challenge: PendingChallenge, result: ChallengeResult): KeptResult | null {
  const { results = [], answered = [], returns = results.length } = challenge
  if (results.some((known) => isDeepStrictEqual(known, result))) return null
  // The end of a confirmation, such as the customer's Cancel, comes once, so made-up returns never use it up.
  if (result.kind !== 'returned') return { challenge: { ...challenge, results: [...results, result] }, isPrompt: true }
  const leaving = leavingReturn(results, answered)
  return {
    challenge: {
      ...challenge,
      results: [...results.filter((_each, position) => position !== leaving), result],
      answered: answered.flatMap((each) => (each === leaving ? [] : each > leaving ? each - 1 : each)),
      returns: returns + 1,
    },
    isPrompt: returns < promptReturns,
  }
}

/** The index of the return that a new one replaces: one with an answer, or else the oldest. */
function leavingReturn(results: readonly ChallengeResult[], answered: readonly number[]): number {
  const returned = results.flatMap(({ kind }, position) => (kind === 'returned' ? position : []))
  if (returned.length < keptReturns) return Infinity
  return returned.find((position) => answered.includes(position)) ?? returned[0] ?? Infinity
}
