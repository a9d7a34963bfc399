/** A keyring that CARD_KEY opens, for processes that alone decrypt cards. */
export const cardKeyring = `
-- Data keys, encrypted by CARD_KEY. Empty: the data keys of the master key protect the card encryption keys.
create table card_keyring (
  version integer primary key check (version between 1 and 31),
  wrapped_key text not null,
  created_at timestamptz(3) not null
);

-- Whether a data key of card_keyring encrypts the private part.
alter table encryption_keys add column under_card_key boolean not null default false;
`
