import { ServicePayError, type Event } from '../index.ts'
import { lockedBy } from './lock.ts'
import { allPlaces } from './places.ts'
import { credentials, type Credentials, type Stage } from './settings.ts'

interface ListenerStatus {
  readonly forward_to: string
  readonly service: string
  readonly mode: string
  readonly after: string | null
  readonly saved_at: string
  readonly running: boolean
}

/** What the commands would work with, and whether it works. */
export async function status(stage: Stage): Promise<void> {
  const { terminal, folder } = stage
  const found = credentials(stage)
  const { client, keyFrom } = found
  terminal.progress(`asking ${client.baseUrl}`)
  const startedAt = performance.now()
  const events = await newestEvent(found)
  const milliseconds = Math.round(performance.now() - startedAt)
  const mode = client.livemode ? 'live' : 'test'
  const listeners = listenersIn(stage)
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
  terminal.say(
    `Events     ${events.kind === 'none' ? events.reason : newest ? `newest: ${newest.type} ${newest.id} of ${newest.created}` : 'none yet'}`,
  )
  terminal.say(`State      ${folder.path}`)
  for (const listener of listeners) terminal.say(`Listener   ${listenerText(listener)}`)
}

type Newest = { kind: 'events'; newest: Event | undefined } | { kind: 'none'; reason: string }

/** The public demo key is a good key that may not read events. */
async function newestEvent({ client }: Credentials): Promise<Newest> {
  try {
    return { kind: 'events', newest: (await client.events.list({ limit: 1 })).data[0] }
  } catch (error) {
    if (error instanceof ServicePayError && error.code === 'webhooks_not_available')
      return { kind: 'none', reason: `${error.message} ${error.fix}` }
    throw error
  }
}

function listenersIn({ folder }: Stage): ListenerStatus[] {
  return allPlaces(folder).map(({ place, lockName }) => ({
    forward_to: place.forwardTo,
    service: place.baseUrl,
    mode: place.livemode ? 'live' : 'test',
    after: place.cursor,
    saved_at: place.savedAt,
    running: lockedBy(folder, lockName) !== undefined,
  }))
}

function listenerText({ forward_to, service, mode, after, saved_at, running }: ListenerStatus): string {
  return `${service} (${mode}) → ${forward_to}, ${running ? 'running' : 'not running'}, ${after ? `after ${after}` : 'no event yet'}, ${saved_at}`
}
