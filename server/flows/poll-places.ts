import type { Failure } from '../domain/failure.ts'
import type { Scope } from '../domain/scope.ts'

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
