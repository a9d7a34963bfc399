import { firstIdFrom, sessionIdPrefix } from '../domain/ids.ts'
import type { IdPrefix } from '../domain/ids.ts'
import { lineKind } from '../domain/ledger.ts'
import type { MovementKind } from '../domain/records.ts'
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

// A payment that goes back has a row in automatic_returns with the same time as its ledger line. One statement reads
// both tables, so that it sees both or neither.
const movements = {
  name: 'sum movements',
  text: `
    select ${period}, currency, kind, count(*) as count, sum(amount) as amount from money_movements ${ofPeriods}
    group by 1, currency, kind
    union all
    select ${period}, currency, 'to_return', count(*), sum(amount) from automatic_returns
    where merchant_id = $1 and livemode = $2 and id >= $6 and id < $7
    group by 1, currency`,
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

/** Counts payments in consecutive periods. Null when a statement reached its time limit. */
export function readStatisticCounts(scope: Scope, db: Database, periods: readonly Period[]): Promise<Counts | null> {
  return withTimeLimit(db, async (transaction) => ({
    movements: await sumMovements(scope, transaction, periods),
    checkouts: (
      await run<CheckoutCount>(transaction, checkouts, valuesOf(scope, sessionIdPrefix(scope.livemode), periods))
    ).map((row) => ({ ...row, tried: Number(row.tried), paid: Number(row.paid) })),
    failures: (await run<FailureCount>(transaction, failures, valuesOf(scope, 'att', periods))).map((row) => ({
      ...row,
      count: Number(row.count),
    })),
  }))
}

/** Sums the ledger in consecutive periods. Null when the statement reached its time limit. */
export function readMovementSums(
  scope: Scope,
  db: Database,
  periods: readonly Period[],
): Promise<readonly MovementSum[] | null> {
  return withTimeLimit(db, (transaction) => sumMovements(scope, transaction, periods))
}

async function withTimeLimit<Result>(
  db: Database,
  read: (transaction: Database) => Promise<Result>,
): Promise<Result | null> {
  try {
    return await outsideRequests(() =>
      inTransaction(db, async (transaction) => {
        await transaction.raw(`set local statement_timeout = '${timeLimit}'`)
        return read(transaction)
      }),
    )
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === queryCanceled) return null
    throw error
  }
}

interface SummedRow extends Omit<MovementSum, 'kind'> {
  readonly kind: MovementKind | 'to_return'
}

async function sumMovements(scope: Scope, db: Database, periods: readonly Period[]): Promise<MovementSum[]> {
  const [first, end] = limitsOf(periods)
  const values = [...valuesOf(scope, 'mov', periods), firstIdFrom('ret', first), firstIdFrom('ret', end)]
  const rows = (await run<SummedRow>(db, movements, values)).map((row) => ({
    ...row,
    count: Number(row.count),
    amount: Number(row.amount),
  }))
  return rows.flatMap((row): MovementSum[] => {
    if (row.kind !== 'to_return') return [{ ...row, kind: lineKind({ kind: row.kind, is_returned: false }) }]
    // The captures of the same period contain these.
    return [
      { ...row, kind: 'payment_to_return' },
      { ...row, kind: 'payment', count: -row.count, amount: -row.amount },
    ]
  })
}

function limitsOf(periods: readonly Period[]): [Date, Date] {
  const [first, last] = [periods[0], periods.at(-1)]
  if (!first || !last) throw new Error('Bug: no periods to count')
  return [first.start, last.end]
}

function valuesOf({ merchantId, livemode }: Scope, prefix: IdPrefix, periods: readonly Period[]): unknown[] {
  const [first, end] = limitsOf(periods)
  return [merchantId, livemode, firstIdFrom(prefix, first), firstIdFrom(prefix, end), periods.map(({ start }) => start)]
}
