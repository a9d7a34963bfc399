import type { EventType } from '../index.ts'
import { usageError } from './command-errors.ts'
import { didYouMean } from '../../../spec/lib/nearest.ts'

/** Each type of event, and when the service sends it. The compiler checks that the list is complete. */
export const eventTypes: Readonly<Record<EventType, string>> = {
  'session.completed': 'a session is paid',
  'session.failed': 'the last card that a session allows has failed',
  'session.expired': 'a session was not paid in time',
  'session.refunded': 'a refund succeeded',
  'session.refund_failed': 'a refund failed, and no money was returned',
  'session.disputed': 'a chargeback was opened',
  'session.dispute_closed': 'the chargeback was closed in your favour',
  'session.dispute_lost': 'the chargeback was closed in the cardholder’s favour',
  'session.duplicate_refunded': 'the service refunded a second approval of a paid session',
  'payment_link.paid': 'a one-off link was paid',
  'payment_link.duplicate_payment': 'the service refunded a second payment of a one-off link',
  'test.ping': 'the test button of the dashboard was pressed',
}

const names = Object.keys(eventTypes) as EventType[]

/** @param offered what the command takes, for the error */
export function eventTypeOf(word: string, offered: readonly string[] = names): EventType {
  const type = names.find((name) => name === word)
  if (type) return type
  throw usageError(
    `There is no event \`${word}\`.${didYouMean(word, offered)}`,
    `The events are: ${offered.join(', ')}.`,
  )
}
