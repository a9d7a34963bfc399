import { inOneTransaction } from './steps.ts'

/**
 * A customer cancelled at the bank, and the bank has not confirmed that
 * (spec/decisions/sessions.md#cancelled-confirmation).
 */
export const leftAtBank = [
  inOneTransaction('alter table card_attempts add column left_at_bank boolean not null default false;'),
]
