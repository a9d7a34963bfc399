import { inOneTransaction } from './steps.ts'

/** Since when webhook deliveries and live access of an account wait for the person who claimed it. */
export const claimsUnderReview = [
  inOneTransaction(`
alter table merchants add column held_since timestamptz;
`),
]
