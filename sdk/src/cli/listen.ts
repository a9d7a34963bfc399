import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Event, ServicePay } from '../index.ts'
import { CommandError } from './command-errors.ts'
import { follow, placeBefore, presentPlace } from './follow.ts'
import { forward, type Outcome, type Target } from './forward.ts'
import { listenOptions, type Since } from './listen-options.ts'
import { takeLock, type Lock } from './lock.ts'
import { findPlace, placeFile, savePlace, type PlaceFile } from './places.ts'
import { credentials, type Stage } from './settings.ts'

/** Milliseconds before a delivery that failed is tried again; the last one stays. */
const pauses = [1_000, 2_000, 4_000, 8_000, 10_000] as const

/** 256 bits, as the service's own. */
const secretBytes = 32
const secretFile = 'signing-secret'

interface Listener {
  readonly stage: Stage
  readonly client: ServicePay
  readonly target: Target
  readonly file: PlaceFile
  readonly secret: string
  readonly lock: Lock
  readonly wants: (event: Event) => boolean
  /** Failed attempts after which an event is left behind. */
  readonly attempts: number
}

/** Where to start. */
interface Start {
  readonly cursor: string | null
  /** Some that come after the cursor may be from before the start all the same. */
  readonly isOld: (event: Event) => boolean
  readonly words: string
}

/** Forwards events to an address of this machine until it is ended. */
export async function listen(stage: Stage): Promise<void> {
  const { options, terminal } = stage
  if (options['print-secret']) {
    const secret = signingSecret(stage)
    terminal.object({ signing_secret: secret })
    return terminal.say(secret)
  }
  const { target, isChosen, since, attempts } = listenOptions(options)
  const { client, key } = credentials(stage)
  const file = placeFile(client, key, target.shown)
  const lock = lockOrRefuse(stage, file, target)
  try {
    const start = await startOf(stage, client, file, since)
    const secret = signingSecret(stage)
    const wants = (event: Event): boolean => isChosen(event) && !start.isOld(event)
    await run({ stage, client, target, file, secret, lock, wants, attempts }, start)
  } finally {
    lock.release()
  }
}

async function run(listener: Listener, start: Start): Promise<void> {
  const { stage, client, target, file, secret } = listener
  const { terminal, folder, signal } = stage
  savePlace(folder, file, start.cursor)
  const mode = client.livemode ? 'live' : 'test'
  terminal.object({
    kind: 'ready',
    mode,
    service: client.baseUrl,
    forward_to: target.shown,
    after: start.cursor,
    signing_secret: secret,
  })
  terminal.say(
    `Forwarding events of ${mode} mode from ${client.baseUrl} to ${terminal.paint('bold', target.shown)}, ${start.words}.`,
  )
  terminal.say(`Signing secret, the same each time: ${terminal.paint('bold', secret)}`)
  const onTrouble = (trouble: Error | null): void => {
    terminal.object(trouble ? { kind: 'disconnected', message: trouble.message } : { kind: 'connected' })
    terminal.note(trouble ? `${trouble.message} Waiting for it; nothing is lost.` : 'Connected again.')
  }
  terminal.progress('waiting for events; Ctrl-C ends')
  for await (const page of follow(client, start.cursor, { signal, onTrouble })) {
    await deliverPage(listener, page)
    if (signal.aborted) return
    terminal.progress('waiting for events; Ctrl-C ends')
  }
}

/** In order. What is done with is written down before the next one begins. */
async function deliverPage(listener: Listener, page: readonly Event[]): Promise<void> {
  const { stage, file, lock } = listener
  let passed: string | null = null
  for (const event of page) {
    if (stage.signal.aborted) return
    if (!lock.isHeld())
      throw new CommandError(
        1,
        'listening_already',
        'Another listener has taken over.',
        'Run one listener for each address.',
      )
    if (listener.wants(event)) await deliver(listener, event)
    else passed = event.id
    if (passed !== event.id) savePlace(stage.folder, file, event.id)
  }
  if (passed !== null && passed === page.at(-1)?.id) savePlace(stage.folder, file, passed)
}

/** Until the receiver takes it: an event that is passed over would be lost, or come out of order. */
async function deliver(listener: Listener, event: Event): Promise<void> {
  const { stage, target, secret, client, attempts } = listener
  for (let attempt = 1; ; attempt++) {
    stage.terminal.progress(`delivering ${event.id}`)
    const outcome = await forward(target, event, secret, client.webhooks)
    const isLast = outcome.delivered || attempt >= attempts
    const pause = isLast ? null : (pauses[attempt - 1] ?? pauses[pauses.length - 1] ?? 0)
    report(stage, event, { outcome, attempt, pause })
    if (pause === null) return
    stage.terminal.progress(`${event.id} waits to be delivered again; nothing overtakes it`)
    await sleep(pause, undefined, { signal: stage.signal })
  }
}

function report(
  { terminal }: Stage,
  { id, type }: Event,
  { outcome, attempt, pause }: { outcome: Outcome; attempt: number; pause: number | null },
): void {
  const { delivered, status, error, milliseconds } = outcome
  const now = new Date()
  terminal.object({
    kind: 'delivery',
    at: now.toISOString(),
    id,
    type,
    delivered,
    status,
    error,
    milliseconds,
    attempt,
    again_in: pause,
  })
  const next = delivered ? '' : pause === null ? '  given up' : `  again in ${pause / 1000} s`
  const result = terminal.paint(delivered ? 'green' : 'red', status === null ? `${error}` : String(status))
  terminal.say(
    `${terminal.paint('dim', timeOf(now))}  ${type.padEnd(26)}  ${id}  → ${result}  ${milliseconds} ms${next}`,
  )
}

function timeOf(moment: Date): string {
  return [moment.getHours(), moment.getMinutes(), moment.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
}

async function startOf({ folder, signal }: Stage, client: ServicePay, file: PlaceFile, since: Since): Promise<Start> {
  if (since.kind === 'event') return startAfter(client, since.id, `those after ${since.id}`, signal)
  if (since.kind === 'time') {
    const isOld = (event: Event): boolean => new Date(event.created) < since.at
    return {
      cursor: await placeBefore(client, since.at, signal),
      isOld,
      words: `those since ${since.at.toISOString()}`,
    }
  }
  const place = since.kind === 'last' ? await findPlace(folder, file, client) : undefined
  if (place)
    return startAfter(
      client,
      place.cursor,
      place.cursor ? `from where it stopped (${place.cursor})` : 'from the first one on',
      signal,
    )
  const { cursor, known } = await presentPlace(client, signal)
  return { cursor, isOld: ({ id }) => known.has(id), words: 'from now on' }
}

/** Asks once, so that a wrong key, address or id is told before anything is written. */
async function startAfter(
  client: ServicePay,
  cursor: string | null,
  words: string,
  signal: AbortSignal,
): Promise<Start> {
  await client.events.list({ ...(cursor === null ? {} : { ending_before: cursor }), limit: 1 }, { signal })
  return { cursor, isOld: () => false, words }
}

/** One for this machine and user, made at the first use, so that a project is set up once. */
function signingSecret({ folder }: Stage): string {
  const kept =
    folder.read(secretFile) ?? folder.writeOnce(secretFile, `whsec_${randomBytes(secretBytes).toString('hex')}\n`)
  return kept.trim()
}

function lockOrRefuse({ folder }: Stage, { lockName }: PlaceFile, { shown }: Target): Lock {
  const lock = takeLock(folder, lockName)
  if (typeof lock !== 'number') return lock
  const message = `Another listener (process ${lock}) forwards this account's events to ${shown}.`
  throw new CommandError(1, 'listening_already', message, 'End that one first, or forward to another address.')
}
