import type { CurrencyStatistics } from '../domain/statistics.ts'
import { statisticsByCurrency } from '../domain/statistics.ts'
import type { Period } from '../domain/periods.ts'
import type { Scope } from '../domain/scope.ts'
import type { Database } from '../store/database.ts'
import { readStatisticCounts } from '../store/statistics.ts'
import type { FlowContext } from './context.ts'

/** What happened in periods that follow each other, by currency. Null: it is too much to count in reasonable time. */
export async function readNumbers(
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

/** One after the other for each account, so that whoever reloads the page does not take the connections that payments need. */
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
