import type { Scope } from '../../domain/scope.ts'
import type { SessionStatus } from '../../domain/sessions/session-state.ts'
import type { Database } from '../sql/database.ts'
import { withTimeLimit } from '../sql/time-limit.ts'
import { countSessions, sumSessions, type SessionSum } from './checkout-sessions.ts'
import { narrow, type PaymentFilter } from './payment-filter.ts'
import { searchPayments } from './payment-search.ts'

/**
 * How many payments are counted. `byFilter`: the database adds them up, and reads a block for each where few of an
 * account's payments match. `bySearch`: payments of a search or of disputes are read one by one.
 */
const countable = { byFilter: 2_500, bySearch: 500 }

/** The page waits at most this long for a statement of the sums. */
const timeLimitMs = 500

export interface PaymentSums {
  readonly count: number
  /** By currency. Null: more than `count` match. */
  readonly amounts: ReadonlyMap<string, number> | null
}

/** The number of payments that match, and the sums of their amounts. Null: it would take too long. */
export async function readPaymentSums(
  scope: Scope,
  db: Database,
  filter: Omit<PaymentFilter, 'olderThan' | 'limit'>,
  { byFilter, bySearch } = countable,
): Promise<PaymentSums | null> {
  const all = { ...filter, olderThan: null }
  return withTimeLimit(db, timeLimitMs, async (transaction) => {
    if (filter.text === null && filter.dispute === null) {
      const limited = { ...all, limit: byFilter + 1 }
      return sumsOf(await sumSessions(scope, transaction, limited, (query) => narrow(query, scope, limited)), byFilter)
    }
    const { payments, next } = await searchPayments(scope, transaction, { ...all, limit: bySearch })
    if (next === null) return sumsOf(payments)
    // A search that stops before it has found so many does not know how many match.
    return payments.length < bySearch ? null : { count: bySearch, amounts: null }
  })
}

/** The sums of these payments, or of these sums. */
export function sumsOf(
  parts: readonly (Pick<SessionSum, 'currency' | 'amount'> & Partial<Pick<SessionSum, 'count'>>)[],
  max = Infinity,
): PaymentSums {
  const count = parts.reduce((sum, part) => sum + (part.count ?? 1), 0)
  if (count > max) return { count: max, amounts: null }
  const amounts = new Map<string, number>()
  for (const { currency, amount } of parts) amounts.set(currency, (amounts.get(currency) ?? 0) + amount)
  return { count, amounts }
}

/** A count by status stops above this number. */
export const maxCounted = 1_000

export type StatusCounts = ReadonlyMap<SessionStatus, number>

/** How many payments have each status. Above `maxCounted` the number says only that there are more. */
export function readStatusCounts(scope: Scope, db: Database, now: Date): Promise<StatusCounts> {
  return countSessions(scope, db, { now, limit: maxCounted + 1 })
}
