import type { CurrencyStatistics } from '../domain/statistics.ts'
import { statisticsByCurrency } from '../domain/statistics.ts'
import type { Period } from '../domain/periods.ts'
import type { Scope } from '../domain/scope.ts'
import { readMovementSums, readStatisticCounts } from '../store/statistics.ts'
import type { FlowContext } from './context.ts'

/** Statistics of consecutive periods, by currency. Null: counting them would take too long. */
export async function readStatistics(
  { db }: FlowContext,
  scope: Scope,
  periods: readonly Period[],
): Promise<CurrencyStatistics[] | null> {
  const counts = await readStatisticCounts(scope, db, periods)
  return counts && statisticsByCurrency(counts, periods.length)
}

/** Only the money of consecutive periods, by currency. Null: counting it would take too long. */
export async function readMoney(
  { db }: FlowContext,
  scope: Scope,
  periods: readonly Period[],
): Promise<CurrencyStatistics[] | null> {
  const movements = await readMovementSums(scope, db, periods)
  return movements && statisticsByCurrency({ movements, checkouts: [], failures: [] }, periods.length)
}
