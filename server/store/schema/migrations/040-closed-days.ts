import { inOneTransaction } from './steps.ts'

/** The figures of past days in live mode, which change no more (spec/decisions/numbers.md#figures-of-closed-days). */
export const closedDays = [
  inOneTransaction(`
create table closed_days (
  merchant_id text not null references merchants,
  -- Test data can be deleted, so its figures change at any time.
  livemode boolean not null constraint closed_days_are_live check (livemode),
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  figures jsonb not null,
  primary key (merchant_id, livemode, starts_at, ends_at)
);
`),
]
