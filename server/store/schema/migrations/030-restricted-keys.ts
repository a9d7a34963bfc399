import { inOneTransaction } from './steps.ts'

/** Keys that may not do everything. */
export const restrictedKeys = [
  inOneTransaction(`
-- What the key may do, as the contract names it. Null: everything.
alter table secret_keys add column permissions text[];
-- The addresses and CIDRs from which the key may be used. Null: from everywhere.
alter table secret_keys add column networks text[];
`),
]
