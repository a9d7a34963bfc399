import { figuresByPeriod, noFigures, type Figures } from '../../domain/numbers/statistics.ts'
import type { Scope } from '../../domain/scope.ts'
import type { ClosedDay } from '../../store/numbers/closed-days.ts'
import { countWithoutLimit, type Span } from '../../store/numbers/statistics.ts'
import { run, type Database } from '../../store/sql/database.ts'
import type { Findings } from './findings.ts'

const list = {
  name: 'verify closed days',
  text: `
    select starts_at as start, ends_at as "end", figures from closed_days
    where merchant_id = $1 and livemode = $2 and (starts_at, ends_at) > ($3, $4)
    order by starts_at, ends_at limit $5`,
}

/** Days that one call checks: as many as the page of numbers usually shows. */
const daysAtOnce = 30

/** Counts the next kept days again, and compares their figures. Returns the last one, or null when none is left. */
export async function checkClosedDays(
  scope: Scope,
  db: Database,
  after: Span,
  findings: Findings,
): Promise<Span | null> {
  const values = [scope.merchantId, scope.livemode, after.start, after.end, daysAtOnce]
  const days = await run<ClosedDay>(db, list, values)
  const figures = figuresByPeriod((await countWithoutLimit(scope, db, days)).counts)
  for (const [index, { start, end, figures: kept }] of days.entries())
    if (textOf(kept) !== textOf(figures.get(index + 1) ?? noFigures))
      findings.add(
        'totals',
        `The kept figures of account ${scope.merchantId} for ${start.toISOString()} to ${end.toISOString()} ` +
          'differ from its payments',
      )
  return days.length < daysAtOnce ? null : (days.at(-1) ?? null)
}

/** The same for the same figures: PostgreSQL returns rows in any order, and the names in JSON in another one. */
function textOf({ movements, checkouts, failures }: Figures): string {
  return [
    ...movements.map(({ currency, kind, count, amount }) => ['moved', currency, kind, count, amount].join(' ')),
    ...checkouts.map(({ currency, tried, paid }) => ['checkouts', currency, tried, paid].join(' ')),
    ...failures.map(({ currency, code, count }) => ['failures', currency, code, count].join(' ')),
  ]
    .sort()
    .join()
}
