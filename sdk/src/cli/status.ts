import { ServicePayError, type Event } from '../index.ts'
import { lockedBy } from './listen/lock.ts'
import { allPositions } from './listen/positions.ts'
import { credentials, type Credentials, type CommandContext } from './settings.ts'

interface ListenerStatus {
  readonly forward_to: string
  readonly service: string
  readonly mode: string
  readonly after: string | null
  readonly saved_at: string
  readonly running: boolean
}

/** Prints which service, key and listeners the commands use, and whether the service answers. */
export async function status(context: CommandContext): Promise<void> {
  const { terminal, folder } = context
  const found = credentials(context)
  const { client, keyFrom } = found
  terminal.progress(`asking ${client.baseUrl}`)
  const startedAt = performance.now()
  const events = await newestEvent(found)
  const milliseconds = Math.round(performance.now() - startedAt)
  const mode = client.livemode ? 'live' : 'test'
  const listeners = listenersIn(context)
  const newest =
    events.kind === 'events' && events.newest
      ? { id: events.newest.id, type: events.newest.type, created: events.newest.created }
      : null
  terminal.object({
    service: client.baseUrl,
    milliseconds,
    mode,
    key_from: keyFrom,
    events: events.kind === 'events',
    newest_event: newest,
    state_folder: folder.path,
    listeners,
  })
  terminal.say(`Service    ${client.baseUrl}, answers in ${milliseconds} ms`)
  terminal.say(`Key        accepted, ${mode} mode, from ${keyFrom}`)
  const newestText = newest ? `newest: ${newest.type} ${newest.id} of ${newest.created}` : 'none yet'
  terminal.say(`Events     ${events.kind === 'none' ? events.reason : newestText}`)
  terminal.say(`State      ${folder.path}`)
  for (const listener of listeners) terminal.say(`Listener   ${listenerText(listener)}`)
}

type Newest = { kind: 'events'; newest: Event | undefined } | { kind: 'none'; reason: string }

/** The public demo key is valid but may not read events. */
async function newestEvent({ client }: Credentials): Promise<Newest> {
  try {
    return { kind: 'events', newest: (await client.events.list({ limit: 1 })).data[0] }
  } catch (error) {
    if (error instanceof ServicePayError && error.code === 'webhooks_not_available')
      return { kind: 'none', reason: `${error.message} ${error.fix}` }
    throw error
  }
}

function listenersIn({ folder }: CommandContext): ListenerStatus[] {
  return allPositions(folder).map(({ position, lockName }) => ({
    forward_to: position.forwardTo,
    service: position.baseUrl,
    mode: position.livemode ? 'live' : 'test',
    after: position.cursor,
    saved_at: position.savedAt,
    running: lockedBy(folder, lockName) !== undefined,
  }))
}

function listenerText({ forward_to, service, mode, after, saved_at, running }: ListenerStatus): string {
  const cursor = after ? `after ${after}` : 'no event yet'
  return `${service} (${mode}) → ${forward_to}, ${running ? 'running' : 'not running'}, ${cursor}, ${saved_at}`
}
