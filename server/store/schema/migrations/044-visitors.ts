import { inOneTransaction } from './steps.ts'

/** What tells the visitors of a checkout apart, and what a visitor typed for an attempt that is not settled. */
export const visitors = [
  inOneTransaction(`
alter table card_attempts
  add column visitor text, add column typed_email text, add column typed_address jsonb;
`),
]
