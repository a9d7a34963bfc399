import { inOneTransaction } from './steps.ts'

/** A refund at the acquirer of more than the payment had left counts as nothing, and the ledger has its money. */
export const refundsOfNothingLeft = [
  inOneTransaction(`
alter table refunds drop constraint refunds_amount_check;
alter table refunds add constraint refunds_amount_check check (amount >= 0) not valid;
`),
]
