/**
 * The network that the customer of a co-badged card chose. The checks are not validated for existing rows, which have
 * no network, because that would read the whole of each table.
 */
export const cardNetworks = `
alter table card_attempts add column card_network text;
alter table card_attempts add constraint card_network_is_short
  check (card_network ~ '^[a-z0-9_]{1,32}$') not valid;
alter table checkout_sessions add column card_network text;
alter table checkout_sessions add constraint card_network_is_short
  check (card_network ~ '^[a-z0-9_]{1,32}$') not valid;
`
