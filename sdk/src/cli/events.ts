import { usageError } from './command-errors.ts'
import { didYouMean } from '../../../spec/lib/nearest.ts'
import { credentials, type CommandContext } from './settings.ts'

/** `servicepay events resend <id>`: sends an event again to the webhook address, and to each listener. */
export async function events(context: CommandContext): Promise<void> {
  const { terminal, words } = context
  const id = eventIdIn(words)
  const { client } = credentials(context)
  terminal.progress(`resending ${id}`)
  const mode = client.livemode ? 'live' : 'test'
  const { resent } = await client.events.resend(id)
  terminal.object({ id, resent })
  terminal.say(
    resent > 0
      ? `${terminal.paint('green', '✓')} the service sends ${id} again to your webhook address`
      : `${terminal.paint('green', '✓')} ${mode} mode has no webhook address; a running \`listen\` forwards ${id}`,
  )
}

function eventIdIn([verb, id]: readonly string[]): string {
  const example = 'Run, for example: servicepay events resend evt_01k9m2v7q4x8z3b6n5c1d0f7gh'
  if (verb === undefined) throw usageError('The word `resend` is missing.', example)
  if (verb !== 'resend') throw usageError(`\`events\` has no \`${verb}\`.${didYouMean(verb, ['resend'])}`, example)
  if (id === undefined) throw usageError('The id of the event is missing.', example)
  if (!id.startsWith('evt_')) throw usageError(`\`${id}\` is not the id of an event, which begins with evt_.`, example)
  return id
}
