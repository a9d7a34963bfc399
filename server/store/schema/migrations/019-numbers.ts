import { inOneTransaction } from './steps.ts'

/** Figures of the dashboard that need not be computed again. */
export const numbers = [
  inOneTransaction(`
-- The figures of past days, which change no more (spec/decisions/numbers.md#figures-of-closed-days).
create table closed_days (
  merchant_id text not null references merchants,
  -- Test data can be deleted, so its figures change at any time.
  livemode boolean not null constraint closed_days_are_live check (livemode),
  -- A day of the account's time zone. After a change of the zone, days can overlap.
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  figures jsonb not null,
  primary key (merchant_id, livemode, starts_at, ends_at)
);
`),
]
