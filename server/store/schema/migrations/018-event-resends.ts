/** Programs on developers' machines follow the events that are resent, also without a webhook address. */
export const eventResends = `
create table event_resends (
  merchant_id text not null references merchants,
  livemode boolean not null,
  id text not null,
  event_id text not null,
  created_at timestamptz(3) not null,
  primary key (merchant_id, livemode, id)
);
`
