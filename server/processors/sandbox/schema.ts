import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseError, type Pool } from 'pg'

/** Any fixed number works if no other program on this database locks the same one. */
const schemaLock = 7_265_001

/*
 * The tables of the bank. They contain no card number and no security code, only a scenario, the last four digits and
 * the brand, and the network that the customer of a co-badged card chose.
 * A purchase is `closed` when a lookup came before it; it can then never take money.
 * `refunded` counts settled and pending refunds, so that one CHECK keeps them within the purchase.
 * `repeats` names the purchase whose card a second purchase charged again.
 */
const statements = `
  create schema if not exists sandbox_bank;

  create table if not exists sandbox_bank.purchases (
    reference text primary key,
    status text not null check (status in ('waiting', 'approved', 'declined', 'closed')),
    scenario text,
    amount bigint check (amount > 0),
    currency text,
    last4 text,
    brand text,
    network text,
    answer text check (answer in ('pending', 'challenge', 'unreachable')),
    challenge_token text unique,
    due_at timestamptz,
    due_status text check (due_status in ('approved', 'declined')),
    failure_code text,
    three_d_secure text check (three_d_secure in ('frictionless', 'challenge')),
    authorization_code text,
    -- The customer cancelled the confirmation.
    abandoned boolean not null default false,
    refunded bigint not null default 0,
    first_refund_unanswered boolean not null default false,
    repeats text,
    created_at timestamptz not null,
    check (status = 'closed' or (amount is not null and currency is not null and scenario is not null)),
    check (status <> 'waiting' or answer is not null),
    check (refunded >= 0 and (refunded = 0 or refunded <= amount))
  );
  create index if not exists purchases_due on sandbox_bank.purchases (due_at) where status = 'waiting';

  -- No foreign key: the bank also stores refused refunds of purchases that it does not know.
  create table if not exists sandbox_bank.refunds (
    reference text primary key,
    purchase_reference text not null,
    status text not null check (status in ('pending', 'succeeded', 'failed')),
    amount bigint not null,
    currency text not null,
    failure_message text,
    due_at timestamptz,
    created_at timestamptz not null,
    check ((status = 'failed') = (failure_message is not null))
  );
  create index if not exists refunds_of_purchase on sandbox_bank.refunds (purchase_reference);
  create index if not exists refunds_due on sandbox_bank.refunds (due_at) where status = 'pending';

  create table if not exists sandbox_bank.ledger (
    id bigint generated always as identity primary key,
    reference text not null,
    kind text not null,
    amount bigint not null check (amount > 0),
    currency text not null,
    network text,
    booked_at timestamptz not null,
    unique (reference, kind)
  );
  -- Each row fitted the rule of the release before, so PostgreSQL need not read them all.
  alter table sandbox_bank.ledger drop constraint if exists ledger_kinds, add constraint ledger_kinds
    check (kind in ('capture', 'refund', 'refund_reversal', 'chargeback', 'chargeback_reversal')) not valid;

  -- One open chargeback of a purchase at a time.
  create table if not exists sandbox_bank.chargebacks (
    reference text primary key,
    purchase_reference text not null references sandbox_bank.purchases,
    status text not null check (status in ('open', 'won', 'lost')),
    amount bigint not null check (amount > 0),
    currency text not null,
    created_at timestamptz not null
  );
  create index if not exists chargebacks_of_purchase on sandbox_bank.chargebacks (purchase_reference);
  create unique index if not exists chargebacks_open on sandbox_bank.chargebacks (purchase_reference)
    where status = 'open';

  -- Only a transaction that forgets purchases may delete lines.
  create or replace function sandbox_bank.refuse_change() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and current_setting('sandbox_bank.forgets', true) = 'true' then return null; end if;
      raise exception 'the ledger is append-only';
    end
  $$;
  create or replace trigger ledger_append_only before update or delete or truncate on sandbox_bank.ledger
    for each statement execute function sandbox_bank.refuse_change();
`

/** The comment of a schema that has everything above. Each statement locks its table, also when it changes nothing. */
const version = createHash('sha256').update(statements).digest('hex')

/** How long to wait for a lock. Payments of test mode wait behind the one that waits. */
const lockWaitMs = 400
const pauseMs = 1_000
const mostTries = 60

/** Creates the missing parts of the schema. Several processes may call it at the same time. */
export async function createSchema(pool: Pool): Promise<void> {
  for (let tries = 1; ; tries += 1)
    try {
      return await createOnce(pool)
    } catch (error) {
      const isBusy = error instanceof DatabaseError && (error.code === '55P03' || error.code === '40P01')
      if (!isBusy || tries === mostTries) throw error
      await pause(pauseMs)
    }
}

async function createOnce(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [schemaLock])
    const { rows } = await client.query<{ version: string | null }>(
      `select obj_description(to_regnamespace('sandbox_bank'), 'pg_namespace') as version`,
    )
    if (rows[0]?.version !== version) {
      await client.query(`set local lock_timeout = ${lockWaitMs}`)
      await client.query(statements)
      await client.query(`comment on schema sandbox_bank is '${version}'`)
    }
    await client.query('commit')
    client.release()
  } catch (error) {
    // The connection may be in any state, so it is closed rather than returned to the pool.
    client.release(true)
    throw error
  }
}
