import { indexConcurrently, inOneTransaction } from './steps.ts'

/**
 * One id of a processor belongs to one payment (spec/decisions/acquirers.md#evidence-of-a-result). Only attempts from
 * now on: an earlier release did not compare the ids, so the index could not be built over what it may have stored.
 */
export const onePaymentPerId = [
  inOneTransaction(`
alter table card_attempts add column has_own_processor_id boolean not null default false;
alter table card_attempts add column contradiction jsonb;
`),
  indexConcurrently({
    name: 'one_attempt_per_processor_id',
    on: `card_attempts (merchant_id, livemode, processor, processor_id)
      where processor_id is not null and has_own_processor_id`,
    unique: true,
  }),
  indexConcurrently({
    name: 'card_attempts_with_contradiction',
    on: 'card_attempts (merchant_id, livemode, id) where contradiction is not null',
  }),
  inOneTransaction(`
alter table card_attempts alter column has_own_processor_id set default true;
`),
]
