import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ServicePayError, type Event, type ServicePay } from '../../index.ts'
import { CommandError } from '../command-errors.ts'
import {
  currentPosition,
  follow,
  followList,
  isLostPosition,
  pageSize,
  positionBefore,
  positionShortlyBefore,
  type EventFollowOptions,
  type FollowOptions,
} from './follow.ts'
import { forward, type Outcome, type Target } from './forward.ts'
import { checkedListenOptions, type Since } from './listen-options.ts'
import { takeLock, type Lock } from './lock.ts'
import { findPosition, positionFile, savePosition, type PositionFile } from './positions.ts'
import { credentials, type CommandContext } from '../settings.ts'

/** Milliseconds before each retry of a failed delivery. All later retries use the last pause. */
const pauses = [1_000, 2_000, 4_000, 8_000, 10_000] as const

/** The failed attempt after which the listener explains why no other event arrives. */
const explainedAttempt = 2

/** 256 bits, like the signing secrets of the service. */
const secretBytes = 32
const secretFile = 'signing-secret'

interface Listener {
  readonly context: CommandContext
  readonly client: ServicePay
  readonly target: Target
  readonly file: PositionFile
  readonly secret: string
  readonly lock: Lock
  readonly isWanted: (event: Event) => boolean
  /** The types that `--events` chooses. */
  readonly isChosen: (event: Event) => boolean
  /** The number of failed attempts after which the listener skips an event. */
  readonly maxAttempts: number
}

/** The position from which a listener starts. */
interface Start {
  readonly cursor: string | null
  /** The event to forward before those after the cursor. */
  readonly first?: Event
  /** Says whether an event belongs before the start although it follows the cursor. */
  readonly isOld: (event: Event) => boolean
  /** The position in words, for the terminal. */
  readonly description: string
}

/** Forwards events to an address of this machine until Ctrl-C. */
export async function listen(context: CommandContext): Promise<void> {
  const { options, terminal } = context
  if (options['print-secret']) {
    const secret = signingSecret(context)
    terminal.object({ signing_secret: secret })
    return terminal.say(secret)
  }
  const { target, isChosen, since, maxAttempts } = checkedListenOptions(options)
  const { client, key } = credentials(context)
  const file = positionFile(client, key, target.shown)
  const lock = lockOrRefuse(context, file, target)
  try {
    const start = await startOf(context, client, file, since)
    const secret = signingSecret(context)
    const isWanted = (event: Event): boolean => isChosen(event) && !start.isOld(event)
    await run({ context, client, target, file, secret, lock, isChosen, isWanted, maxAttempts }, start)
  } finally {
    lock.release()
  }
}

async function run(listener: Listener, start: Start): Promise<void> {
  const { context, client, target, file, secret } = listener
  const { terminal, folder, signal } = context
  const onConnectionChange = (error: Error | null): void => {
    terminal.object(error ? { kind: 'disconnected', message: error.message } : { kind: 'connected' })
    terminal.note(error ? `${error.message} Trying again; no event is lost.` : 'Connected again.')
  }
  const onLostPosition = (lost: string, cursor: string | null): void => {
    terminal.object({ kind: 'position_lost', lost, after: cursor })
    terminal.note(lostPosition(lost, cursor))
  }
  const ending = new AbortController()
  const stop = (error: unknown): void => ending.abort(error)
  const either = AbortSignal.any([signal, ending.signal])
  const running = { ...listener, context: { ...context, signal: either } }
  // The other loop reports the connection.
  const resends = await followResends(client, { signal: either, onConnectionChange: () => {} })
  // A saved position counts as finished, so the first event is saved only after its delivery.
  if (!start.first) savePosition(folder, file, start.cursor)
  const mode = client.livemode ? 'live' : 'test'
  terminal.object({
    kind: 'ready',
    mode,
    service: client.baseUrl,
    forward_to: target.shown,
    after: start.first ? null : start.cursor,
    from: start.first?.id ?? null,
    signing_secret: secret,
  })
  terminal.say(`Forwarding events of ${mode} mode from ${client.baseUrl} to ${terminal.paint('bold', target.shown)}`)
  terminal.say(`Starting ${start.description}`)
  terminal.say(`Signing secret, the same each time: ${terminal.paint('bold', secret)}`)
  await Promise.all([
    deliverEvents(running, start, { signal: either, onConnectionChange, onLostPosition }).catch(stop),
    deliverResends(running, resends).catch(stop),
  ])
  ending.signal.throwIfAborted()
}

async function deliverEvents(listener: Listener, start: Start, options: EventFollowOptions): Promise<void> {
  const { terminal } = listener.context
  const waiting = 'waiting for events; press Ctrl-C to stop'
  if (start.first) await deliverPage(listener, [start.first])
  terminal.progress(waiting)
  for await (const page of follow(listener.client, start.cursor, options)) {
    await deliverPage(listener, page)
    if (options.signal.aborted) return
    terminal.progress(waiting)
  }
}

/** Delivers what is resent from now on. It does not wait for other events, and does not change the position. */
async function deliverResends(listener: Listener, resends: AsyncIterable<Event>): Promise<void> {
  for await (const event of resends) {
    assertHeld(listener.lock)
    if (listener.isChosen(event)) await deliver(listener, event, true)
  }
}

async function followResends(client: ServicePay, options: FollowOptions): Promise<AsyncIterable<Event>> {
  const { signal } = options
  const { added } = await followList(() => client.eventResends.list({ limit: pageSize }, { signal }), options)
  return resentEvents(client, added, signal)
}

async function* resentEvents(
  client: ServicePay,
  resends: AsyncIterable<{ event: string }>,
  signal: AbortSignal,
): AsyncGenerator<Event> {
  for await (const { event: id } of resends) {
    try {
      yield await client.events.retrieve(id, { signal })
    } catch (error) {
      // The service has deleted the event in the meantime.
      if (!(error instanceof ServicePayError) || error.status !== 404) throw error
    }
  }
}

/** Delivers a page in order, and saves the position after each event before it starts the next one. */
async function deliverPage(listener: Listener, page: readonly Event[]): Promise<void> {
  const { context, file, lock } = listener
  let skipped: string | null = null
  for (const event of page) {
    if (context.signal.aborted) return
    assertHeld(lock)
    if (listener.isWanted(event)) {
      await deliver(listener, event)
      savePosition(context.folder, file, event.id)
    } else skipped = event.id
  }
  // Skipped events need no position of their own. One write at the end of the page saves disk syncs.
  if (skipped !== null && skipped === page.at(-1)?.id) savePosition(context.folder, file, skipped)
}

function assertHeld(lock: Lock): void {
  if (!lock.isHeld())
    throw new CommandError(
      1,
      'listening_already',
      'Another listener has taken over this address.',
      'Run only one listener for each address.',
    )
}

/** Retries until the receiver accepts the event, because a skipped event would be lost or arrive out of order. */
async function deliver(listener: Listener, event: Event, resent = false): Promise<void> {
  const { context, target, secret, client, maxAttempts } = listener
  for (let attempt = 1; ; attempt++) {
    context.terminal.progress(`delivering ${event.id}`)
    const outcome = await forward(target, event, secret, client.webhooks)
    const isLast = outcome.delivered || attempt >= maxAttempts
    const pause = isLast ? null : (pauses[attempt - 1] ?? pauses[pauses.length - 1] ?? 0)
    report(context, event, { outcome, attempt, pause, resent })
    if (pause === null) return
    if (attempt === explainedAttempt && !resent && maxAttempts === Infinity)
      context.terminal.note(
        `${event.id} keeps the later events waiting. Correct the receiver, ` +
          `or stop and pass, for example, --give-up-after ${explainedAttempt} to skip an event that it never accepts.`,
      )
    context.terminal.progress(`waiting to retry ${event.id}; later events wait too`)
    await sleep(pause, undefined, { signal: context.signal })
  }
}

function report(
  { terminal }: CommandContext,
  { id, type }: Event,
  { outcome, attempt, pause, resent }: { outcome: Outcome; attempt: number; pause: number | null; resent: boolean },
): void {
  const { delivered, status, error, body, milliseconds } = outcome
  const now = new Date()
  terminal.object({
    kind: 'delivery',
    at: now.toISOString(),
    id,
    type,
    delivered,
    status,
    error,
    body,
    milliseconds,
    attempt,
    again_in: pause,
    resent,
  })
  const note = resent ? '  resent' : ''
  const next = delivered ? '' : pause === null ? '  given up' : `  retry in ${pause / 1000} s`
  const answer = terminal.paint(delivered ? 'green' : 'red', status === null ? `${error}` : String(status))
  const result = body === '' ? answer : `${answer} ${terminal.paint('dim', body)}`
  terminal.say(
    `${terminal.paint('dim', timeOf(now))}  ${type.padEnd(26)}  ${id}  → ${result}  ${milliseconds} ms${note}${next}`,
  )
}

function timeOf(moment: Date): string {
  return [moment.getHours(), moment.getMinutes(), moment.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
}

async function startOf(
  { folder, signal }: CommandContext,
  client: ServicePay,
  file: PositionFile,
  since: Since,
): Promise<Start> {
  if (since.kind === 'event') {
    const first = await client.events.retrieve(since.id, { signal })
    return { cursor: first.id, first, isOld: () => false, description: `with ${first.id}` }
  }
  if (since.kind === 'time') {
    const isOld = (event: Event): boolean => new Date(event.created) < since.at
    return {
      cursor: await positionBefore(client, since.at, signal),
      isOld,
      description: `with the events since ${since.at.toISOString()}`,
    }
  }
  const position = since.kind === 'last' ? await findPosition(folder, file, client) : undefined
  if (position) {
    const { cursor } = position
    const description = cursor ? `where it stopped, after ${cursor}` : 'with the first event of the account'
    try {
      return await startAfter(client, cursor, description, signal)
    } catch (error) {
      if (cursor === null || !isLostPosition(error)) throw error
      const known = await positionShortlyBefore(client, cursor, signal)
      return startAfter(client, known, `again. ${lostPosition(cursor, known)}`, signal)
    }
  }
  const { cursor, known } = await currentPosition(client, signal)
  return { cursor, isOld: ({ id }) => known.has(id), description: 'with the events from now on' }
}

/** What a listener says when the service does not know the last event that the listener delivered. */
function lostPosition(lost: string, cursor: string | null): string {
  const start = cursor ? `after ${cursor}` : 'with the first event of the account'
  return (
    `The service does not know ${lost}, the last event that was delivered here. Its database was probably restored ` +
    `from an older backup. Delivery continues ${start}; some events arrive again with the same id.`
  )
}

/** Makes one request, so that a wrong key, address or id causes an error before the listener writes any file. */
async function startAfter(
  client: ServicePay,
  cursor: string | null,
  description: string,
  signal: AbortSignal,
): Promise<Start> {
  await client.events.list({ ...(cursor === null ? {} : { ending_before: cursor }), limit: 1 }, { signal })
  return { cursor, isOld: () => false, description }
}

/** One secret for this user and machine, made at the first use, so that a developer configures a project only once. */
function signingSecret({ folder }: CommandContext): string {
  const saved =
    folder.read(secretFile) ?? folder.writeOnce(secretFile, `whsec_${randomBytes(secretBytes).toString('hex')}\n`)
  return saved.trim()
}

function lockOrRefuse({ folder }: CommandContext, { lockName }: PositionFile, { shown }: Target): Lock {
  const lock = takeLock(folder, lockName)
  if (typeof lock !== 'number') return lock
  const message = `Another listener (process ${lock}) forwards the events of this account to ${shown}.`
  throw new CommandError(1, 'listening_already', message, 'Stop that listener first, or forward to another address.')
}
