import { inOneTransaction } from './steps.ts'

/** A settlement report that the service cannot compare is complete with a problem, so that the next one can begin. */
export const setAsideReports = [
  inOneTransaction(`
alter table settlement_reports add column problem text;
alter table settlement_reports add column taken_over integer not null default 0;
`),
]
