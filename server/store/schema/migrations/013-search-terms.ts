/**
 * The words of each session's reference, description and customer name, and the last four digits of each card that was
 * tried. A search reads a range of this index. Inserts of sessions and attempts write it in the same statement; the
 * worker adds what older sessions lack.
 */
export const searchTerms = `
create table search_terms (
  merchant_id text not null,
  livemode boolean not null,
  -- Compared byte by byte, so that one range of the primary key holds every term with the same beginning.
  term text collate "C" not null,
  session_id text not null,
  primary key (merchant_id, livemode, term, session_id),
  foreign key (merchant_id, livemode, session_id) references checkout_sessions
);
-- Deleting a test session deletes its terms.
create index search_terms_of_session on search_terms (merchant_id, livemode, session_id);

-- How far the worker has read older sessions, in one row. It reads them twice: at once, and again a day later, because
-- processes of an earlier version may still create sessions while the service is updated.
create table search_backfill (
  id integer primary key check (id = 1),
  round integer not null,
  starts_at timestamptz(3) not null,
  after_merchant text not null,
  after_livemode boolean not null,
  after_session text not null
);
`
