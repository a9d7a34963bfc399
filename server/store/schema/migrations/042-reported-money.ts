import { inOneTransaction } from './steps.ts'

/** What the bank says that it moved, where it differs from what the service ordered. */
export const reportedMoney = [
  inOneTransaction(`
-- The ledger has what the bank moved. Null: it is what the refund was ordered for.
alter table refunds add column booked_amount integer;
alter table refunds add column booked_currency text;
-- Of a failed refund: what the customer has nevertheless.
alter table refunds add column kept_amount integer;
-- What the processor captured. Null: the whole payment.
alter table captures add column captured_amount integer;
alter table captures add column captured_currency text;
`),
]
