import { inOneTransaction } from './steps.ts'

/**
 * What acquirers say in their settlement reports about payments, fees and payouts, compared with our books. It never
 * changes the ledger: spec/promises.md#a-settlement-report-changes-no-money.
 */
export const settlement = [
  inOneTransaction(`
create table settlement_reports (
  merchant_id text not null references merchants,
  livemode boolean not null,
  id text not null,
  processor text not null check (processor ~ '^[a-z0-9_]{1,32}$'),
  -- The account at the processor.
  account text not null,
  file_name text not null,
  imported_by text not null,
  -- reading: the import stores lines that nothing uses yet. comparing: the whole report is stored and correct.
  state text not null check (state in ('reading', 'comparing', 'complete')),
  -- The import that may go on with this report, and until when another import must wait for it.
  claim text not null,
  claimed_until timestamptz(3) not null,
  -- How many imports have gone on with the report after one that stopped.
  taken_over integer not null default 0,
  -- Why the service could not compare the whole report, which is complete so that the next can begin. Null: it could.
  problem text,
  -- A hash of all lines. Null while the import reads.
  content_hash text,
  lines integer not null default 0,
  -- The lines that no earlier report had.
  new_lines integer not null default 0,
  -- The lines up to this one are compared.
  compared_to integer not null default 0,
  -- When the first and the last line were booked.
  first_at timestamptz(3),
  last_at timestamptz(3),
  created_at timestamptz(3) not null,
  completed_at timestamptz(3),
  primary key (merchant_id, livemode, id),
  constraint complete_report_has_its_time check ((state = 'complete') = (completed_at is not null)),
  constraint read_report_has_its_content check ((state = 'reading') = (content_hash is null))
);
-- An account imports one report after the other, and the same report once.
create unique index one_settlement_import on settlement_reports (merchant_id, livemode) where state <> 'complete';
create unique index settlement_report_content on settlement_reports (merchant_id, livemode, processor, content_hash)
  where state = 'complete';
create index settlement_reports_by_age on settlement_reports (created_at);

-- The lines of a report that an import is reading or comparing. The columns are those of settlement_lines.
create table settlement_staged_lines (
  merchant_id text not null references merchants,
  livemode boolean not null,
  report_id text not null,
  line integer not null,
  -- A hash of what makes a line the same line in another copy of the report.
  identity uuid not null,
  kind text not null,
  type text not null,
  batch text not null,
  processor_id text,
  purchase_id text,
  reference text,
  purchase_reference text,
  gross_amount bigint,
  gross_currency text,
  net_amount bigint not null,
  net_currency text not null,
  fees bigint,
  booked_at timestamptz(3) not null,
  primary key (merchant_id, livemode, report_id, line)
);
create index settlement_staged_lines_by_identity
  on settlement_staged_lines (merchant_id, livemode, report_id, identity, line);

-- The compared lines of all reports. A line that several reports contain is here once, from the first of them.
create table settlement_lines (
  merchant_id text not null references merchants,
  livemode boolean not null,
  report_id text not null,
  -- The number of the line in the file, from 1.
  line integer not null,
  -- Copies from the report, for the key and the index below.
  processor text not null,
  account text not null,
  identity uuid not null,
  -- Counts equal lines of one report from 0.
  ordinal integer not null,
  kind text not null check (kind in ('payment', 'refund', 'chargeback', 'chargeback_reversed', 'second_chargeback',
    'refund_reversed', 'capture_reversed', 'fee', 'payout', 'other')),
  -- The processor's own word for the kind.
  type text not null,
  -- The payout to which the line belongs, in the processor's words.
  batch text not null,
  -- The processor's ids of the movement and of its payment, and our references of both.
  processor_id text,
  purchase_id text,
  reference text,
  purchase_reference text,
  -- In the smallest unit of the currency. Negative: the merchant pays.
  gross_amount bigint,
  gross_currency text,
  net_amount bigint not null,
  net_currency text not null,
  -- In the net currency. Null: the report does not say.
  fees bigint,
  booked_at timestamptz(3) not null,
  -- The attempt, refund, return or dispute that the line is about, and its session.
  object_id text,
  session_id text,
  -- What our books say, where they differ, and the code of the difference.
  our_amount bigint,
  our_currency text,
  difference text,
  primary key (merchant_id, livemode, report_id, line)
);
-- Reports overlap. A line counts once, however many of them contain it.
create unique index settlement_line_once on settlement_lines (merchant_id, livemode, processor, identity, ordinal);
create index settlement_lines_of_object on settlement_lines (merchant_id, livemode, object_id, kind)
  where object_id is not null;
create index settlement_lines_of_session on settlement_lines (merchant_id, livemode, session_id)
  where session_id is not null;
create index settlement_lines_of_batch
  on settlement_lines (merchant_id, livemode, processor, account, batch, report_id, line);

-- The sums of each batch and currency. Gross is in the currency of payments, the rest in the currency of payouts.
create table settlement_batches (
  merchant_id text not null references merchants,
  livemode boolean not null,
  processor text not null,
  account text not null,
  batch text not null,
  currency text not null,
  lines integer not null,
  gross bigint not null,
  fees bigint not null,
  -- Of all lines but payouts.
  net bigint not null,
  -- What the processor paid out, and when. Null: nothing yet.
  payout bigint,
  paid_at timestamptz(3),
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  primary key (merchant_id, livemode, processor, account, batch, currency)
);
create index settlement_batches_by_time on settlement_batches (merchant_id, livemode, last_at);

-- Where our books and the reports differ. Some differences have no line: a payment that no report has, for example.
create table settlement_differences (
  merchant_id text not null references merchants,
  livemode boolean not null,
  id text not null,
  code text not null,
  report_id text,
  line integer,
  object_id text,
  session_id text,
  processor text not null,
  account text not null,
  batch text,
  reference text,
  -- Our amount and theirs, in the smallest unit.
  expected bigint,
  expected_currency text,
  found bigint,
  found_currency text,
  -- When the payment, the line or the payout happened.
  at timestamptz(3) not null,
  noted_at timestamptz(3) not null,
  primary key (merchant_id, livemode, id)
);
create index settlement_differences_by_code on settlement_differences (merchant_id, livemode, code, id);
create index settlement_differences_by_age on settlement_differences (noted_at);
`),
]
