import { fail, type Failure } from '../failure.ts'
import type { Scope } from '../scope.ts'

/** How many polls of one account and mode may wait. */
export const pollsPerScope = 5

/** How long a poll waits at least before a newer one may take its place. */
export const minWaitMs = 5_000

/** A place among the waiting polls of an account and mode. */
export interface PollPlace {
  /** Calls `act` when a newer poll has taken the place. */
  whenTaken(act: () => void): void
  leave(): void
}

/** The places that processes share. Each process also limits its own polls (`EventPolls`). */
export interface PollPlaces {
  /** Takes a place for this time at most. Takes the one of the oldest poll when that has waited for a while. */
  take(scope: Scope, waitMs: number): Promise<PollPlace | Failure<'rate_limited'>>
}

const free: PollPlace = { whenTaken: () => {}, leave: () => {} }

/** Processes share no places. */
export const noSharedPlaces: PollPlaces = { take: () => Promise.resolve(free) }

/** The refusal of a poll. After this time it may take the place of another. */
export function tooManyPolls(leftMs: number): Failure<'rate_limited'> {
  return fail('rate_limited', {
    message: 'Too many calls of this account are waiting for events.',
    fix: `Run at most ${pollsPerScope} calls with \`wait\` at a time in each mode.`,
    retryAfterSeconds: Math.ceil(leftMs / 1000),
  })
}
