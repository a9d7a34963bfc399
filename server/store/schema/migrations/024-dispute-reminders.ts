import { inOneTransaction, indexConcurrently } from './steps.ts'

/** One mail before the time to answer a dispute ends. */
export const disputeReminders = [
  inOneTransaction(`
-- When the account gets the reminder. Null: it has had it, or needs none.
alter table disputes add column remind_at timestamptz(3);
-- Tries of the reminder that failed.
alter table disputes add column reminder_tries integer not null default 0;
`),
  indexConcurrently({ name: 'disputes_to_remind', on: 'disputes (remind_at) where remind_at is not null' }),
]
