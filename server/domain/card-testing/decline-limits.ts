/** How many declined cards an hour the service allows before it limits further attempts, and in which modes. */
export interface DeclineLimits {
  readonly modes: 'live' | 'all' | 'off'
  readonly perAddress: number
  readonly perLink: number
  readonly perAccount: number
}

/**
 * The queues in which customers take turns once an account or a link is over its limit. A customer who arrives for the
 * first time is in `new`, and in `waiting` for a few minutes after a refusal. Everyone who has waited longer, or has
 * had a declined card, is in `late`. So an attacker with many addresses fills `late`, and does not delay a customer who
 * arrives later.
 */
export type Queue = 'new' | 'waiting' | 'late'

/** Declined cards that each queue adds in an hour, as a multiple of the limit. */
const shareOf: Readonly<Record<Queue, number>> = { new: 6, waiting: 6, late: 1 }

/** How many allowances of a queue may be taken at once, as a share of the limit. */
const burstShare = 0.1

/** How a queue gives out allowances: at most `burst` at once, and then one every `intervalMs`. */
export interface Pace {
  readonly intervalMs: number
  readonly burst: number
}

/** The pace of a queue at an account, link or network with this limit. */
export function paceOf(queue: Queue, limit: number): Pace {
  return { intervalMs: 3600_000 / (limit * shareOf[queue]), burst: Math.max(1, Math.ceil(limit * burstShare)) }
}
