import type { EventType } from '../index.ts'
import { usageError } from './command-errors.ts'
import { didYouMean } from './nearest.ts'

/** Each type of event, and when it is sent. The compiler holds it against the contract. */
export const eventTypes: Readonly<Record<EventType, string>> = {
  'session.completed': 'a session is paid',
  'session.failed': 'the last card that a session allows failed',
  'session.expired': 'a session was not paid in time',
  'session.refunded': 'a refund succeeded',
  'session.disputed': 'a chargeback was opened',
  'session.dispute_closed': 'the chargeback was closed in your favour',
  'session.duplicate_refunded': 'a second approval of a paid session went back by itself',
  'payment_link.paid': 'a one-off link was paid',
  'payment_link.duplicate_payment': 'a second payment of a one-off link went back by itself',
  'test.ping': 'somebody tests the webhook address',
}

const names = Object.keys(eventTypes) as EventType[]

export function eventTypeOf(word: string): EventType {
  const type = names.find((name) => name === word)
  if (type) return type
  throw usageError(`There is no event \`${word}\`.${didYouMean(word, names)}`, `Events are: ${names.join(', ')}.`)
}
