import type { CurrencyStatistics } from '../domain/statistics.ts'
import { statisticsByCurrency } from '../domain/statistics.ts'
import type { Period } from '../domain/periods.ts'
import type { Scope } from '../domain/scope.ts'
import type { Database } from '../store/database.ts'
import { readStatisticCounts } from '../store/statistics.ts'
import type { FlowContext } from './context.ts'

/** Statistics of consecutive periods, by currency. Null: counting them would take too long. */
export async function readStatistics(
  { db }: FlowContext,
  scope: Scope,
  periods: readonly Period[],
): Promise<CurrencyStatistics[] | null> {
  const counts = await inTurn(db, `${scope.merchantId}${String(scope.livemode)}`, () =>
    readStatisticCounts(scope, db, periods),
  )
  return counts && statisticsByCurrency(counts, periods.length)
}

const turns = new WeakMap<Database, Map<string, Promise<unknown>>>()

/**
 * Runs the queries of an account one after the other, so that repeated page loads do not use up the connections that
 * payments need.
 */
function inTurn<Result>(db: Database, name: string, work: () => Promise<Result>): Promise<Result> {
  const waiting = turns.get(db) ?? new Map<string, Promise<unknown>>()
  turns.set(db, waiting)
  const mine = (waiting.get(name) ?? Promise.resolve()).then(work)
  const settled = mine
    .then(
      () => {},
      () => {},
    )
    .then(() => {
      if (waiting.get(name) === settled) waiting.delete(name)
    })
  waiting.set(name, settled)
  return mine
}
