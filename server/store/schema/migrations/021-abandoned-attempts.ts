/** A payment that the customer cancelled at the bank does not count as a refused card. */
export const abandonedAttempts = `
alter table card_attempts add column abandoned boolean not null default false;
`
