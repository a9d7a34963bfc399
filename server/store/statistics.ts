import { firstIdFrom, sessionIdPrefix } from '../domain/ids.ts'
import type { IdPrefix } from '../domain/ids.ts'
import type { CheckoutCount, Counts, FailureCount, MovementSum } from '../domain/statistics.ts'
import type { Period } from '../domain/periods.ts'
import type { Scope } from '../domain/scope.ts'
import { outsideRequests } from '../postgres/request-time.ts'
import type { Database } from './database.ts'
import { inTransaction, run } from './database.ts'

// The primary key finds the rows, since ids sort by time. The program computes the starts of the periods, so that days
// do not depend on the database's knowledge of time zones.

const ofPeriods = `where merchant_id = $1 and livemode = $2 and id >= $3 and id < $4`
const period = `width_bucket(created_at, $5::timestamptz[]) as period`

const movements = {
  name: 'sum movements',
  text: `
    select ${period}, currency, kind, count(*) as count, sum(amount) as amount from money_movements ${ofPeriods}
    group by 1, currency, kind`,
}

const checkouts = {
  name: 'count checkouts',
  text: `
    select ${period}, currency, count(*) as tried, count(paid_at) as paid from checkout_sessions ${ofPeriods}
      and attempts > 0
    group by 1, currency`,
}

const failures = {
  name: 'count failures',
  text: `
    select ${period}, currency, failure_code as code, count(*) as count from card_attempts ${ofPeriods}
      and failure_code is not null and status in ('failed', 'returned')
    group by 1, currency, failure_code`,
}

/** For each of the three statements: below the limits of the connections for reads. */
const timeLimit = '2500ms'
/** PostgreSQL's error code of a statement that reached the time limit. */
const queryCanceled = '57014'

/** Counts payments in consecutive periods. Null when the query reached its time limit. */
export async function readStatisticCounts(
  scope: Scope,
  db: Database,
  periods: readonly Period[],
): Promise<Counts | null> {
  try {
    return await outsideRequests(() =>
      inTransaction(db, async (transaction) => {
        await transaction.raw(`set local statement_timeout = '${timeLimit}'`)
        const values = (prefix: IdPrefix) => valuesOf(scope, prefix, periods)
        return {
          movements: (await run<MovementSum>(transaction, movements, values('mov'))).map((row) => ({
            ...row,
            count: Number(row.count),
            amount: Number(row.amount),
          })),
          checkouts: (await run<CheckoutCount>(transaction, checkouts, values(sessionIdPrefix(scope.livemode)))).map(
            (row) => ({ ...row, tried: Number(row.tried), paid: Number(row.paid) }),
          ),
          failures: (await run<FailureCount>(transaction, failures, values('att'))).map((row) => ({
            ...row,
            count: Number(row.count),
          })),
        }
      }),
    )
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === queryCanceled) return null
    throw error
  }
}

function valuesOf({ merchantId, livemode }: Scope, prefix: IdPrefix, periods: readonly Period[]): unknown[] {
  const [first, last] = [periods[0], periods.at(-1)]
  if (!first || !last) throw new Error('Bug: no periods to count')
  return [
    merchantId,
    livemode,
    firstIdFrom(prefix, first.start),
    firstIdFrom(prefix, last.end),
    periods.map(({ start }) => start),
  ]
}
