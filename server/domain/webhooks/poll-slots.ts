import { fail, type Failure } from '../failure.ts'
import type { Scope } from '../scope.ts'

/** How many polls of one account and mode may wait. */
export const pollsPerScope = 5

/** How long a poll waits at least before a newer one may take its slot. */
export const minWaitMs = 5_000

/** A slot among the waiting polls of an account and mode. */
export interface PollSlot {
  /** Calls `act` when a newer poll has taken the slot. */
  whenTaken(act: () => void): void
  leave(): void
}

/** The slots that processes share. Each process also limits its own polls (`EventPolls`). */
export interface PollSlots {
  /** Takes a slot for this time at most. Takes the one of the oldest poll when that has waited for a while. */
  take(scope: Scope, waitMs: number): Promise<PollSlot | Failure<'rate_limited'>>
}

const free: PollSlot = { whenTaken: () => {}, leave: () => {} }

/** Processes share no slots. */
export const noSharedSlots: PollSlots = { take: () => Promise.resolve(free) }

/** The refusal of a poll. After this time it may take the slot of another. */
export function tooManyPolls(leftMs: number): Failure<'rate_limited'> {
  return fail('rate_limited', {
    message: 'Too many calls of this account are waiting for events.',
    fix: `Run at most ${pollsPerScope} calls with \`wait\` at a time in each mode.`,
    retryAfterSeconds: Math.ceil(leftMs / 1000),
  })
}
