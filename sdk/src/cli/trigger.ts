import type { Event, EventType, ServicePay } from '../index.ts'
import { CommandError, usageError } from './command-errors.ts'
import { eventTypeOf, eventTypes } from './event-types.ts'
import { follow, presentPlace } from './follow.ts'
import { credentials, type Stage } from './settings.ts'
import { transitions } from './transitions.ts'

/** Seconds that the event may take after the last step: the bank may be asked again for a return before it comes. */
const eventWindowSeconds = 60

/** Drives the real transition behind an event, and prints the event. */
export async function trigger(stage: Stage): Promise<void> {
  const { options, words, terminal, signal } = stage
  const type = triggerable(words[0])
  const { client } = credentials(stage)
  if (client.livemode)
    throw usageError('With a live key nothing can be triggered: there it is real money.', 'Use a test key, sk_test_….')
  terminal.progress('looking where the events stand')
  const { cursor, known } = await presentPlace(client, signal)
  const done = (step: string): void => {
    terminal.say(`${terminal.paint('green', '✓')} ${step}`)
    terminal.progress(`on the way to ${type}`)
  }
  const subject = await transitions[type]({ client, sessionId: options.session, done })
  const isIt = (event: Event): boolean => event.type === type && event.data.id === subject && !known.has(event.id)
  const event = await firstAfter(stage, client, cursor, isIt)
  terminal.object(event)
  terminal.say(
    `${terminal.paint('green', '✓')} ${terminal.paint('bold', type)} is sent:\n${JSON.stringify(event, null, 2)}`,
  )
}

async function firstAfter(
  { signal, terminal }: Stage,
  client: ServicePay,
  cursor: string | null,
  isIt: (event: Event) => boolean,
): Promise<Event> {
  const deadline = AbortSignal.timeout(eventWindowSeconds * 1000)
  const onTrouble = (trouble: Error | null): void => void (trouble && terminal.note(trouble.message))
  try {
    for await (const page of follow(client, cursor, { signal: AbortSignal.any([signal, deadline]), onTrouble })) {
      const event = page.find(isIt)
      if (event) return event
    }
  } catch (error) {
    if (signal.aborted || !deadline.aborted) throw error
  }
  throw new CommandError(
    1,
    'no_event',
    `All is done, but the event did not come within ${eventWindowSeconds} seconds.`,
    'See whether the service is healthy; `servicepay listen` shows the event when it comes.',
  )
}

function triggerable(word: string | undefined): Exclude<EventType, 'test.ping'> {
  if (word === undefined)
    throw usageError(
      'Which event?',
      `For instance: servicepay trigger session.completed. Events are: ${Object.keys(eventTypes).join(', ')}.`,
    )
  const type = eventTypeOf(word)
  if (type !== 'test.ping') return type
  throw usageError(
    '`test.ping` belongs to no payment, so there is nothing to drive.',
    'It is sent to your webhook address by the test button of the dashboard, or by the operator: npm run account -- <merchant_id> --ping test',
  )
}
