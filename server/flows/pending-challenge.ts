import { isDeepStrictEqual } from 'node:util'
import type { PendingChallenge } from '../domain/challenge-records.ts'
import type { Challenge, Challenged } from '../processors/processor.ts'

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
