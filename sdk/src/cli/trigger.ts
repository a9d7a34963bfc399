import type { Event, EventType, ServicePay } from '../index.ts'
import { CommandError, usageError } from './command-errors.ts'
import { eventTypeOf, eventTypes } from './event-types.ts'
import { follow, currentPosition } from './follow.ts'
import { credentials, type CommandContext } from './settings.ts'
import { transitions } from './transitions.ts'

/** How long the event may take after the last step. The service may first have to retry a refund at the bank. */
const eventWindowSeconds = 60

/** Performs the real transition that causes an event, and prints the event. */
export async function trigger(context: CommandContext): Promise<void> {
  const { options, words, terminal, signal } = context
  const type = triggerable(words[0])
  const { client } = credentials(context)
  if (client.livemode)
    throw usageError(
      'A live key cannot trigger events, because live mode moves real money.',
      'Use a test key, sk_test_….',
    )
  terminal.progress('looking for the newest event')
  const { cursor, known } = await currentPosition(client, signal)
  const reportStep = (step: string): void => {
    terminal.say(`${terminal.paint('green', '✓')} ${step}`)
    terminal.progress(`waiting for ${type}`)
  }
  const subject = await transitions[type]({ client, sessionId: options.session, reportStep })
  const isExpected = (event: Event): boolean => event.type === type && event.data.id === subject && !known.has(event.id)
  const event = await firstAfter(context, client, cursor, isExpected)
  terminal.object(event)
  terminal.say(
    `${terminal.paint('green', '✓')} the service sent ${terminal.paint('bold', type)}:\n` +
      JSON.stringify(event, null, 2),
  )
}

async function firstAfter(
  { signal, terminal }: CommandContext,
  client: ServicePay,
  cursor: string | null,
  isExpected: (event: Event) => boolean,
): Promise<Event> {
  const deadline = AbortSignal.timeout(eventWindowSeconds * 1000)
  const onConnectionChange = (error: Error | null): void => void (error && terminal.note(error.message))
  try {
    for await (const page of follow(client, cursor, {
      signal: AbortSignal.any([signal, deadline]),
      onConnectionChange,
    })) {
      const event = page.find(isExpected)
      if (event) return event
    }
  } catch (error) {
    if (signal.aborted || !deadline.aborted) throw error
  }
  throw new CommandError(
    1,
    'no_event',
    `All steps succeeded, but the event did not arrive within ${eventWindowSeconds} seconds.`,
    'Check that the service is healthy. `servicepay listen` shows the event when it arrives.',
  )
}

function triggerable(word: string | undefined): Exclude<EventType, 'test.ping'> {
  if (word === undefined)
    throw usageError(
      'The name of the event is missing.',
      `Run, for example: servicepay trigger session.completed. The events are: ${Object.keys(eventTypes).join(', ')}.`,
    )
  const type = eventTypeOf(word)
  if (type !== 'test.ping') return type
  throw usageError(
    '`test.ping` belongs to no payment, so no transition causes it.',
    'Send it with the test button of the dashboard, or ask the operator to run: ' +
      'npm run account -- <merchant_id> --ping test',
  )
}
