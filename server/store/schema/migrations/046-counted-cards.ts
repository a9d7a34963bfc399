import { inOneTransaction } from './steps.ts'

/** Cards that count against the limits on declined cards before the bank has answered. */
export const countedCards = [
  inOneTransaction('alter table decline_counts add column pending integer not null default 0;'),
]
