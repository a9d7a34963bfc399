import { inOneTransaction } from './steps.ts'

/**
 * By default, autovacuum waits until a fifth of a table has changed. In a table of 50 million rows that is ten million
 * dead rows, which every index still names.
 */
export const autovacuum = [
  inOneTransaction(`
-- A payment updates its rows within a minute of their insert, so the dead rows are among the newest, which all lists
-- read first.
alter table checkout_sessions set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.05);
alter table card_attempts set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.05);
-- Each delivery leaves its place in the indexes of due deliveries twice. The searches for due work read over the dead
-- entries until a vacuum removes them.
alter table deliveries set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 5000,
  autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05);
-- Each event gets its number in an update, and leaves the index of events without a number.
alter table events set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 5000,
  autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05);
-- Each row is inserted, updated and deleted within 24 hours.
alter table idempotency_keys set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);
-- Rows are only inserted. A vacuum marks their pages as visible to all, so that a search need not read them.
alter table search_terms set (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);
alter table money_movements set (autovacuum_vacuum_insert_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 0.02);
-- One row for each account, updated all the time. With room on its page, an update touches no index.
alter table event_counters set (fillfactor = 50);
alter table test_storage set (fillfactor = 50);
`),
]
