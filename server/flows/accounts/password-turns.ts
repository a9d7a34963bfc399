import type { TooMany } from './limit-sign-in.ts'

/**
 * How many visitors may wait for the hash of a password, known ones and strangers apart. A hash takes a tenth of a
 * second, so the last one waits a few seconds.
 */
const maxWaiting = 50
const retryAfterSeconds = 5

type Lane = 'known' | 'stranger'

const waiting: Readonly<Record<Lane, (() => void)[]>> = { known: [], stranger: [] }
let isBusy = false

/**
 * Runs the hash of a password when no other runs in this process, because each needs a whole processor. Visitors whom
 * we know go first, so that a crowd of strangers does not delay them.
 */
export async function inPasswordTurn<Result>(lane: Lane, hash: () => Promise<Result>): Promise<Result | TooMany> {
  if (isBusy) {
    if (waiting[lane].length >= maxWaiting) return { kind: 'too_many', retryAfterSeconds }
    await new Promise<void>((turn) => waiting[lane].push(turn))
  }
  isBusy = true
  try {
    return await hash()
  } finally {
    const next = waiting.known.shift() ?? waiting.stranger.shift()
    if (next) next()
    else isBusy = false
  }
}

export function isTooMany(result: unknown): result is TooMany {
  return typeof result === 'object' && result !== null && 'kind' in result && result.kind === 'too_many'
}
