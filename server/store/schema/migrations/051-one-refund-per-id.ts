import { indexConcurrently, inOneTransaction } from './steps.ts'

/**
 * One id of a processor belongs to one refund and to one automatic return, and people read what a processor said about
 * an order although it cannot be about it (spec/decisions/acquirers.md#evidence-of-a-result). The indexes cover only
 * rows from now on: an earlier release did not compare the ids.
 */
export const oneRefundPerId = [
  inOneTransaction(`
alter table refunds add column has_own_processor_id boolean not null default false;
alter table refunds add column contradiction jsonb;
alter table automatic_returns add column has_own_processor_id boolean not null default false;
alter table automatic_returns add column contradiction jsonb;
alter table captures add column contradiction jsonb;
`),
  indexConcurrently({
    name: 'one_refund_per_processor_id',
    on: `refunds (merchant_id, livemode, processor, processor_id)
      where processor_id is not null and has_own_processor_id`,
    unique: true,
  }),
  indexConcurrently({
    name: 'one_return_per_processor_id',
    on: `automatic_returns (merchant_id, livemode, processor, processor_id)
      where processor_id is not null and has_own_processor_id`,
    unique: true,
  }),
  inOneTransaction(`
alter table refunds alter column has_own_processor_id set default true;
alter table automatic_returns alter column has_own_processor_id set default true;
`),
]
