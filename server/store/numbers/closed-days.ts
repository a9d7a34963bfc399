import type { Figures } from '../../domain/numbers/statistics.ts'
import type { Scope } from '../../domain/scope.ts'
import { run, type Database } from '../sql/database.ts'

/** A day that is over, and whose figures change no more. */
export interface ClosedDay {
  readonly start: Date
  readonly end: Date
  readonly figures: Figures
}

const read = {
  name: 'closed days',
  text: `
    select starts_at as start, ends_at as "end", figures from closed_days
    where merchant_id = $1 and livemode = $2 and starts_at >= $3 and starts_at < $4`,
}

/** The kept days that start in this time. After a change of the account's time zone, days can overlap. */
export function readClosedDays(
  { merchantId, livemode }: Scope,
  db: Database,
  { from, before }: { from: Date; before: Date },
): Promise<ClosedDay[]> {
  return run(db, read, [merchantId, livemode, from, before])
}

const keep = {
  name: 'keep closed days',
  text: `
    insert into closed_days (merchant_id, livemode, starts_at, ends_at, figures)
    select account.merchant_id, $2::boolean, day.starts_at, day.ends_at, day.figures::jsonb
    from merchants account,
      unnest($3::timestamptz[], $4::timestamptz[], $5::text[]) as day (starts_at, ends_at, figures)
    where account.merchant_id = $1
    on conflict do nothing`,
}

/** Keeps days. Another process may have kept some already, with the same figures. */
export async function keepClosedDays(
  { merchantId, livemode }: Scope,
  db: Database,
  days: readonly ClosedDay[],
): Promise<void> {
  const [starts, ends] = [days.map(({ start }) => start), days.map(({ end }) => end)]
  await run(db, keep, [merchantId, livemode, starts, ends, days.map(({ figures }) => JSON.stringify(figures))])
}
