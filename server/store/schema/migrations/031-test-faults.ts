import { constraintInTwoSteps, inOneTransaction } from './steps.ts'

/** Faults that an account causes on purpose in test mode. */
export const testFaults = [
  inOneTransaction(`
-- What goes wrong, how often and until when. Null: the account causes no faults. It has passed its end if nobody ends
-- it, so each reader compares the time.
alter table merchants add column test_faults jsonb;
-- What the account's faults have done to this delivery: reordered, or duplicated, which names the second one.
alter table deliveries add column fault text;
`),
  constraintInTwoSteps({
    table: 'deliveries',
    name: 'no_faults_in_live_mode',
    rule: 'check (fault is null or not livemode)',
  }),
]
