import { inOneTransaction, indexConcurrently } from './steps.ts'

/** Every page of the dashboard says when events have not arrived. */
export const undelivered = [
  inOneTransaction(`
-- A later delivery of the same event has taken the place of this one, which the service has given up.
alter table deliveries add column replaced boolean not null default false;
`),
  // Deliveries that retries have brought leave it, and so do those that a person has sent again. So the oldest event
  // that has not arrived is its first entry, however many attempts have failed before.
  indexConcurrently({
    name: 'deliveries_undelivered',
    on: `deliveries (merchant_id, livemode, id)
      where failed_attempts > 0 and status <> 'delivered' and not single_attempt and not replaced`,
  }),
]
