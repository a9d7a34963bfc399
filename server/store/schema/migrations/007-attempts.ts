import { inOneTransaction } from './steps.ts'

/** Attempts to pay a session with a card, and the captures that the service orders for approved ones. */
export const attempts = [
  inOneTransaction(`
-- One row for each card that a customer submitted. It exists before the service calls the processor, so that a process
-- that dies leaves something to ask about: spec/promises.md#a-process-may-die-anywhere. It never holds a card number.
create table card_attempts (
  merchant_id text not null,
  livemode boolean not null,
  id text not null,
  session_id text not null,
  -- processing: the processor has been or will be asked. challenge: the customer confirms the payment at the bank.
  -- returned: the bank approved too late or twice, so the money goes back (automatic_returns).
  status text not null check (status in ('processing', 'challenge', 'approved', 'failed', 'returned')),
  processor text not null,
  -- The name under which we order the payment at the processor. It is the same in each try, so that the processor
  -- takes the money once.
  processor_reference text not null,
  -- The processor's own id of the payment. Null: it has not given one.
  processor_id text,
  -- Copies from the session, which the order to the processor must name.
  amount integer not null check (amount > 0),
  currency text not null,
  -- The random value inside the encrypted card. A ciphertext can be used once.
  nonce text not null,

  -- Hash of the token of the browser that submitted the card. Null: it belongs to no browser.
  visitor text,
  -- What the customer typed, until the attempt is settled. Then it goes to the session, or away.
  typed_email text,
  typed_address jsonb,
  -- Keyed hashes of the client's IP address and of its network, for the limits on declined cards.
  client_address text,
  client_network text,

  card_brand text,
  card_last4 text not null,
  -- The network that the customer of a co-badged card chose.
  card_network text,

  -- Why it failed. An attempt that the bank approves later keeps the code.
  failure_code text,
  -- The customer cancelled the confirmation, and nothing was charged. This does not count as a refused card.
  abandoned boolean not null default false,
  -- The customer cancelled the confirmation, and the bank may still have taken the money
  -- (spec/decisions/sessions.md#cancelled-confirmation).
  left_at_bank boolean not null default false,
  -- What the customer has to do before the bank decides, with what the adapter of the processor needs to go on.
  challenge_url text,
  challenge jsonb,
  -- The acquirer's own reason, and its checks of the address and the security code. For the dashboard only.
  refusal_code text,
  refusal_text text,
  address_check text,
  security_code_check text,
  -- Whether the bank bears the loss of a fraud.
  liability_shifted boolean,
  three_d_secure text,
  authorization_code text,
  -- For people: what the processor said although it cannot be about this payment
  -- (spec/decisions/acquirers.md#evidence-of-a-result).
  contradiction jsonb,
  -- The acquirer has cancelled the payment, so an approval brings no money.
  is_cancelled boolean not null default false,
  -- When the processor received the request to take no money any more.
  given_up_at timestamptz(3),
  -- The approval takes no money: the service orders a capture.
  captures_separately boolean not null default false,

  created_at timestamptz(3) not null,
  settled_at timestamptz(3),
  -- When the worker asks the processor next. Null: there is nothing to ask.
  next_check_at timestamptz(3),
  -- How often it has asked. The pauses grow.
  checks integer not null default 0,
  -- The request that submitted the card, and its W3C traceparent, which later work continues.
  request_id text,
  traceparent text,
  primary key (merchant_id, livemode, id),
  foreign key (merchant_id, livemode, session_id) references checkout_sessions,
  constraint card_network_is_short check (card_network ~ '^[a-z0-9_]{1,32}$'),
  constraint failed_has_a_reason check (status <> 'failed' or failure_code is not null),
  constraint settled_has_a_time check ((status in ('approved', 'failed', 'returned')) = (settled_at is not null))
) with (
  -- As for checkout_sessions.
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.05
);
-- spec/promises.md#every-payment-is-recorded-or-returned: a session is charged by one attempt at a time and keeps the
-- money of one. A second approval must become 'returned'.
create unique index one_live_attempt_per_session on card_attempts (merchant_id, livemode, session_id)
  where status in ('processing', 'challenge');
create unique index one_approval_per_session on card_attempts (merchant_id, livemode, session_id)
  where status = 'approved';
-- spec/promises.md#only-the-forms-encryption-is-accepted: a customer's ciphertext cannot be sent again.
create unique index one_use_per_nonce on card_attempts (merchant_id, livemode, session_id, nonce);
create unique index attempt_per_processor_reference on card_attempts (merchant_id, livemode, processor_reference);
-- One id of a processor belongs to one payment (spec/decisions/acquirers.md#evidence-of-a-result). Reports of the
-- processor name payments by this id, so it comes before the processor's name.
create unique index one_attempt_per_processor_id on card_attempts (merchant_id, livemode, processor_id, processor)
  where processor_id is not null;

create index card_attempts_to_check on card_attempts (next_check_at) where next_check_at is not null;
create index card_attempts_of_session on card_attempts (merchant_id, livemode, session_id, id desc);
create index card_attempts_with_contradiction on card_attempts (merchant_id, livemode, id)
  where contradiction is not null;
-- Whether an address has paid at the account before. Only an account under attack asks:
-- spec/promises.md#card-testing-is-held-back.
create index approved_attempts_by_address on card_attempts (merchant_id, livemode, client_address, created_at)
  where status = 'approved' and client_address is not null;

-- spec/promises.md#live-money-is-never-deleted.
create trigger keep_live before delete on card_attempts
  for each row when (old.livemode) execute function refuse_deletion();
revoke truncate on card_attempts from current_user;

-- The capture of an approved attempt whose approval took no money.
create table captures (
  merchant_id text not null,
  livemode boolean not null,
  -- The id of the attempt, so that an attempt has one capture.
  id text not null,
  session_id text not null,
  -- due: the service orders it until the processor has received the order. requested: the processor has it.
  -- refused: the processor takes no money, unless somebody captures the payment there. failed: the money never comes.
  status text not null check (status in ('due', 'requested', 'captured', 'refused', 'failed')),
  -- Copies from the attempt.
  amount integer not null check (amount > 0),
  currency text not null,
  processor text not null,
  -- The processor's own id of the capture.
  processor_id text,
  -- Why the processor refused it.
  refusal text,
  -- What the processor captured, where it differs. Null: the whole payment.
  captured_amount integer,
  captured_currency text,
  -- As in card_attempts.
  contradiction jsonb,
  created_at timestamptz(3) not null,
  requested_at timestamptz(3),
  settled_at timestamptz(3),
  next_check_at timestamptz(3),
  checks integer not null default 0,
  primary key (merchant_id, livemode, id),
  foreign key (merchant_id, livemode, session_id) references checkout_sessions,
  foreign key (merchant_id, livemode, id) references card_attempts,
  -- A due capture is never forgotten, and no other is ordered.
  constraint only_a_due_capture_is_ordered check ((status = 'due') = (next_check_at is not null))
);
create index captures_to_order on captures (next_check_at) where next_check_at is not null;
create index captures_of_session on captures (merchant_id, livemode, session_id);
create index captures_without_money on captures (merchant_id, livemode, created_at)
  where status in ('due', 'requested', 'refused');
`),
]
