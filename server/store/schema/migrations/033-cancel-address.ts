import { inOneTransaction } from './steps.ts'

/** Where customers of test mode go back to. */
export const cancelAddress = [
  inOneTransaction(`
-- For sessions without a cancel_url. It may be an http address of the developer's machine, which a cancel_url may not.
alter table merchants add column cancel_url_test text;
`),
]
