import { firstIdFrom, timeOfId, idBodyLength, type IdPrefix } from '../../domain/ids.ts'

// Ids sort by time, so a table can be partitioned by time with ranges of its ids. The unique indexes stay as they were,
// because the ids are part of them already.

/** A table that is partitioned by ranges of ids. */
export interface TimeRanges {
  readonly table: string
  /** The column with the ids. */
  readonly column: string
  readonly prefix: IdPrefix
  /** How many days a partition holds. */
  readonly days: number
}

const dayMs = 24 * 3600_000

/** The last begin of a partition at `at` or before it. All begins are whole multiples of `days` since 1970. */
export function beginOfRange({ days }: TimeRanges, at: Date): Date {
  const ms = days * dayMs
  return new Date(Math.floor(at.getTime() / ms) * ms)
}

export function endOfRange({ days }: TimeRanges, begin: Date): Date {
  return new Date(begin.getTime() + days * dayMs)
}

/** The smallest id from `at` on, as a bound of a partition. */
export function boundAt({ prefix }: TimeRanges, at: Date): string {
  return firstIdFrom(prefix, at)
}

/** The time of a bound. */
export function timeOfBound({ prefix }: TimeRanges, bound: string): Date {
  return timeOfId(bound.slice(prefix.length + 1).padEnd(idBodyLength, '0'))
}

/**
 * A bound below the ids of all rows that belong to the row `id` and were made after it, so that statements read fewer
 * partitions. It is a day earlier, because the clocks of processes differ.
 */
export function boundAfter({ prefix }: TimeRanges, id: string): string {
  return firstIdFrom(prefix, new Date(Math.max(0, timeOfId(id).getTime() - dayMs)))
}

/** The partition that holds what the table held before it was partitioned. */
export function firstPartition(table: string): string {
  return `${table}_first`
}

/** The partition for ids that no other partition takes, so that no insert is ever refused. */
export function defaultPartition(table: string): string {
  return `${table}_default`
}
