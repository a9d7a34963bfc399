import type { FailureCode } from '../../domain/sessions/failure-codes.ts'
import { firstIdFrom, sessionIdPrefix, type IdPrefix } from '../../domain/ids.ts'
import { lineKind } from '../../domain/money/ledger.ts'
import type { MovementKind } from '../../domain/money/movement-records.ts'
import type { CheckoutCount, Counts, FailureCount, MovementSum } from '../../domain/numbers/statistics.ts'
import type { Period } from '../../domain/time/periods.ts'
import type { Scope } from '../../domain/scope.ts'
import { run, type Database } from '../sql/database.ts'
import { withTimeLimit } from '../sql/time-limit.ts'

// The primary key finds the rows, since ids sort by time. The program computes the limits of the periods, so that days
// do not depend on the database's knowledge of time zones. Each period is a look-up of its own, which costs less than
// finding the period of each row.

const ofPeriod = `where merchant_id = $1 and livemode = $2 and id >= period.first and id < period.last`
const limitsOfPeriods = 'unnest($3::text[], $4::text[]) with ordinality as period (first, last, number)'

// A payment that goes back has a row in automatic_returns with the same time as its ledger line. One statement reads
// both tables, so that it sees both or neither.
const movements = {
  name: 'sum movements',
  text: `
    select period.number::integer as period, currency, kind, count, amount
    from unnest($3::text[], $4::text[], $5::text[], $6::text[]) with ordinality
      as period (first, last, first_return, last_return, number) cross join lateral (
      select currency, kind, count(*) as count, sum(amount) as amount from money_movements ${ofPeriod}
      group by currency, kind
      union all
      select currency, 'to_return', count(*), sum(amount) from automatic_returns
      where merchant_id = $1 and livemode = $2 and id >= period.first_return and id < period.last_return
      group by currency
    ) counted`,
}

const checkouts = {
  name: 'count checkouts',
  text: `
    select period.number::integer as period, currency, tried, paid, unfinished
    from ${limitsOfPeriods} cross join lateral (
      select currency, count(*) filter (where attempts > 0) as tried,
        count(paid_at) filter (where attempts > 0) as paid,
        count(*) filter (where status in ('open', 'processing')) as unfinished
      from checkout_sessions ${ofPeriod} group by currency
    ) counted`,
}

/** Without a code: attempts that have not ended. */
const failures = {
  name: 'count failures',
  text: `
    select period.number::integer as period, currency, code, count
    from ${limitsOfPeriods} cross join lateral (
      select currency, case when status in ('failed', 'returned') then failure_code end as code, count(*) as count
      from card_attempts ${ofPeriod}
        and ((failure_code is not null and status in ('failed', 'returned')) or status in ('processing', 'challenge'))
      group by 1, 2
    ) counted`,
}

/** For each of the three statements: below the limits of the connections for reads. */
const timeLimitMs = 2500

/** What is counted together. */
export type Span = Pick<Period, 'start' | 'end'>

export interface Counted {
  readonly counts: Counts
  /** The positions of periods with a checkout or card attempt that has not ended, so that their counts can change. */
  readonly unfinished: ReadonlySet<number>
}

/** Counts payments in each period. Null when a statement reached its time limit. */
export function readStatisticCounts(scope: Scope, db: Database, periods: readonly Span[]): Promise<Counted | null> {
  return withTimeLimit(db, timeLimitMs, (transaction) => countWithoutLimit(scope, transaction, periods))
}

/** The same, however long it takes. */
export async function countWithoutLimit(scope: Scope, db: Database, periods: readonly Span[]): Promise<Counted> {
  const movements = await sumMovements(scope, db, periods)
  const sessions = await countCheckouts(scope, db, periods)
  const attempts = await countFailures(scope, db, periods)
  const unfinished = new Set([...sessions.unfinished, ...attempts.unfinished])
  return { counts: { movements, checkouts: sessions.checkouts, failures: attempts.failures }, unfinished }
}

/** Sums the ledger in each period. Null when the statement reached its time limit. */
export function readMovementSums(
  scope: Scope,
  db: Database,
  periods: readonly Span[],
): Promise<readonly MovementSum[] | null> {
  return withTimeLimit(db, timeLimitMs, (transaction) => sumMovements(scope, transaction, periods))
}

interface SummedRow extends Omit<MovementSum, 'kind'> {
  readonly kind: MovementKind | 'to_return'
}

async function sumMovements(scope: Scope, db: Database, periods: readonly Span[]): Promise<MovementSum[]> {
  const values = [...valuesOf(scope, 'mov', periods), ...idsOf('ret', periods)]
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

type CheckoutRow = CheckoutCount & { readonly unfinished: number }

async function countCheckouts(
  scope: Scope,
  db: Database,
  periods: readonly Span[],
): Promise<{ checkouts: CheckoutCount[]; unfinished: number[] }> {
  const rows = await run<CheckoutRow>(db, checkouts, valuesOf(scope, sessionIdPrefix(scope.livemode), periods))
  const counted = rows.map(({ period, currency, tried, paid }) => ({
    period,
    currency,
    tried: Number(tried),
    paid: Number(paid),
  }))
  return {
    checkouts: counted.filter(({ tried }) => tried > 0),
    unfinished: rows.filter(({ unfinished }) => Number(unfinished) > 0).map(({ period }) => period),
  }
}

type FailureRow = Omit<FailureCount, 'code'> & { readonly code: FailureCode | null }

async function countFailures(
  scope: Scope,
  db: Database,
  periods: readonly Span[],
): Promise<{ failures: FailureCount[]; unfinished: number[] }> {
  const rows = await run<FailureRow>(db, failures, valuesOf(scope, 'att', periods))
  return {
    failures: rows.flatMap(({ code, count, ...row }) => (code === null ? [] : { ...row, code, count: Number(count) })),
    unfinished: rows.filter(({ code }) => code === null).map(({ period }) => period),
  }
}

function valuesOf({ merchantId, livemode }: Scope, prefix: IdPrefix, periods: readonly Span[]): unknown[] {
  return [merchantId, livemode, ...idsOf(prefix, periods)]
}

function idsOf(prefix: IdPrefix, periods: readonly Span[]): [string[], string[]] {
  return [periods.map(({ start }) => firstIdFrom(prefix, start)), periods.map(({ end }) => firstIdFrom(prefix, end))]
}
