import { inOneTransaction } from './steps.ts'

/** Keys of the API, and the keys that encrypt secrets and cards. */
export const keys = [
  inOneTransaction(`
-- Secret keys of the API. A key holds 256 random bits, so its plain SHA-256 is enough:
-- spec/promises.md#a-copy-of-the-database-is-not-a-credential. The service finds a key by its hash before it knows the
-- account; with a foreign key to merchants, Citus could not keep a copy of this table on every node.
create table secret_keys (
  hash bytea primary key,
  id text not null,
  merchant_id text not null,
  livemode boolean not null,
  -- What people call the key. Null: they gave it no name.
  name text,
  -- The end of the key, for lists.
  last4 text not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  -- A key that was replaced works until then. Null: without end.
  expires_at timestamptz(3),
  revoked_at timestamptz(3)
);
create index secret_keys_by_merchant on secret_keys (merchant_id);

-- The data keys that encrypt secrets in the database, themselves encrypted by MASTER_KEY. A new master key encrypts
-- these few rows again, and no other.
create table keyring (
  version integer primary key check (version between 1 and 31),
  wrapped_key text not null,
  created_at timestamptz(3) not null
);

-- The same for CARD_KEY, which only processes that decrypt cards have. Empty: the service runs without CARD_KEY, and
-- the keyring of MASTER_KEY protects the keys below. spec/promises.md#only-processes-with-the-card-key-decrypt-cards.
create table card_keyring (
  version integer primary key check (version between 1 and 31),
  wrapped_key text not null,
  created_at timestamptz(3) not null
);

-- The key pairs with which the form encrypts cards. Old ones stay for the forms that are still open:
-- spec/promises.md#encryption-keys-rotate-without-a-failed-payment.
create table encryption_keys (
  -- The key id that the form writes into the head of its JWE.
  kid text primary key,
  sealed_private_jwk text not null,
  -- Which keyring encrypts the private key: card_keyring, or keyring.
  under_card_key boolean not null default false,
  created_at timestamptz(3) not null
);
create index encryption_keys_by_age on encryption_keys (created_at);
`),
]
