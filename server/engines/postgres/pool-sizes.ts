/** The connections of each pool of a process. Zero: a process of this role does not need them. */
export interface PoolSizes {
  /** Requests, and small work of the process itself. */
  readonly requests: number
  /** Searches, exports, the dashboard and long polls. */
  readonly reading: number
  /** The simulated bank. */
  readonly bank: number
  /** The worker's jobs. */
  readonly working: number
  /** The worker's job queue. */
  readonly queue: number
  /** `/readyz`. */
  readonly checking: number
  /** Hears of events of other processes, and that they use the database. */
  readonly listening: number
  readonly metrics: number
}

export type Role = 'all' | 'api' | 'cards' | 'worker'

/** The usual sizes. Changes of the sums change the text of `DATABASE_CONNECTIONS`. */
const usual: Readonly<Record<Role, PoolSizes>> = {
  all: { requests: 15, reading: 6, bank: 5, working: 7, queue: 4, checking: 1, listening: 1, metrics: 1 },
  api: { requests: 12, reading: 6, bank: 4, working: 0, queue: 0, checking: 1, listening: 1, metrics: 1 },
  cards: { requests: 12, reading: 6, bank: 4, working: 0, queue: 0, checking: 1, listening: 1, metrics: 1 },
  worker: { requests: 2, reading: 1, bank: 4, working: 7, queue: 3, checking: 1, listening: 1, metrics: 1 },
}

/** The pools that grow and shrink with the number of connections. The others keep their sizes. */
const shares = ['requests', 'reading', 'bank', 'working'] as const

/**
 * Divides the connections of a process. The shares keep their usual proportions, each with at least one connection.
 * What rounding leaves goes to the main work of the role.
 */
export function poolSizes(role: Role, total: number | null): PoolSizes {
  const sizes = { ...usual[role] }
  const before = sumOf(sizes)
  if (total === null || total === before) return sizes
  const shared = shares.reduce((sum, name) => sum + sizes[name], 0)
  const factor = (total - (before - shared)) / shared
  for (const name of shares) if (sizes[name] > 0) sizes[name] = Math.max(1, Math.floor(sizes[name] * factor))
  sizes[role === 'worker' ? 'working' : 'requests'] += total - sumOf(sizes)
  return sizes
}

/** The most connections that a process with these pools holds. */
export function sumOf(sizes: PoolSizes): number {
  return Object.values({ ...sizes }).reduce<number>((sum, size) => sum + size, 0)
}
