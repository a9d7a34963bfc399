import { inOneTransaction, indexConcurrently } from './steps.ts'

/** An account's own time in test mode. */
export const testClocks = [
  inOneTransaction(`
-- How far the time of each account is ahead in test mode. An account without a row is in real time.
create table test_clocks (
  merchant_id text primary key,
  offset_ms bigint not null,
  -- While time moves: where it is, and where it goes. All requests of the account see the first of them.
  stands_at timestamptz(3),
  moves_to timestamptz(3),
  -- The process that moves it, and until when no other one may, in real time.
  mover text,
  leased_until timestamptz(3),
  -- In real time, so that each process reads only what has changed.
  changed_at timestamptz(3) not null,
  -- Ahead, by a leap year at most.
  constraint clock_within_a_year check (offset_ms between 0 and 31622400000),
  constraint clock_moves_forward check ((stands_at is null) = (moves_to is null) and stands_at <= moves_to),
  constraint clock_moved_by_one check (mover is null or (stands_at is not null and leased_until is not null))
);
create index test_clocks_by_change on test_clocks (changed_at);
-- Moves that a stopped process left unfinished.
create index test_clocks_moving on test_clocks (leased_until) where stands_at is not null;
`),
  // What a move of the time finds next. Live mode has no rows in these indexes. Sessions and deliveries have one
  // already.
  indexConcurrently({
    name: 'payment_links_of_clock',
    on: `payment_links (merchant_id, livemode, expires_at) where not livemode and status = 'active'`,
  }),
  ...(['card_attempts', 'refunds', 'automatic_returns'] as const).map((table) =>
    indexConcurrently({
      name: `${table}_of_clock`,
      on: `${table} (merchant_id, livemode, next_check_at) where not livemode and next_check_at is not null`,
    }),
  ),
  indexConcurrently({
    name: 'disputes_of_clock',
    on: 'disputes (merchant_id, livemode, remind_at) where not livemode and remind_at is not null',
  }),
]
