import type { Event, EventType, ServicePay } from '../../index.ts'
import type { Options } from '../arguments.ts'
import { CommandError, usageError } from '../command-errors.ts'
import { eventTypeOf } from '../event-types.ts'
import { follow, currentPosition } from '../listen/follow.ts'
import { credentials, type CommandContext } from '../settings.ts'
import { transitions, type SessionDetails } from './transitions.ts'

/** How long the event may take after the last step. The service may first have to retry a refund at the bank. */
const eventWindowSeconds = 60

/** Performs the real transition that causes an event, and prints the event. */
export async function trigger(context: CommandContext): Promise<void> {
  const { options, words, terminal, signal } = context
  const type = triggerable(words[0])
  const details = detailsIn(options)
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
  const subject = await transitions[type]({ client, sessionId: options.session, details, reportStep })
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

function detailsIn({ session, reference, metadata }: Options): SessionDetails {
  if (session !== undefined && (reference !== undefined || metadata !== undefined))
    throw usageError(
      'An existing session already has its reference and metadata.',
      'Leave out --reference and --metadata, or leave out --session.',
    )
  return {
    ...(reference === undefined ? {} : { reference }),
    ...(metadata === undefined ? {} : { metadata: Object.fromEntries(metadata.map(entryOf)) }),
  }
}

function entryOf(text: string): [key: string, value: string] {
  const [, key, value] = /^([^=]+)=([^]*)$/.exec(text) ?? []
  if (key !== undefined && value !== undefined) return [key, value]
  throw usageError(
    `--metadata does not accept \`${text}\`.`,
    'Pass a key and a value, for example --metadata order=4711. Repeat the option for more keys.',
  )
}

function triggerable(word: string | undefined): Exclude<EventType, 'test.ping'> {
  if (word === undefined)
    throw usageError(
      'The name of the event is missing.',
      `Run, for example: servicepay trigger session.completed. The events are: ${Object.keys(transitions).join(', ')}.`,
    )
  const type = eventTypeOf(word, Object.keys(transitions))
  if (type !== 'test.ping') return type
  throw usageError(
    '`test.ping` belongs to no payment, so no transition causes it.',
    'Send it with the test button of the dashboard, or ask the operator to run: ' +
      'npm run account -- <merchant_id> --ping test',
  )
}
