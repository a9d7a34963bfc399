import { fail, isFailure, type Failure } from '../../domain/failure.ts'
import { firstIdFrom, idBodyLength, timeOfId } from '../../domain/ids.ts'
import type { EventRecord } from '../../domain/webhooks/webhook-records.ts'
import { scopeKey, type Scope } from '../../domain/scope.ts'
import { storedJson } from '../../domain/stored-json.ts'
import { numberEvents } from '../../store/webhooks/event-sequence.ts'
import { inTransaction } from '../../store/sql/database.ts'
import { insertEventResends } from '../../store/webhooks/event-resends.ts'
import {
  beforeAllEvents,
  findEvent,
  findNewestEventBefore,
  insertRedelivery,
  listEvents,
  listEventsAfter,
  type EventPosition,
  type OrderedEvent,
} from '../../store/webhooks/events.ts'
import type { FlowContext } from '../context.ts'
import type { PollAnswer, Wanted } from './event-polls.ts'
import { readInTurn } from '../reads/read-in-turn.ts'
import { unknownCursor } from '../reads/read-page.ts'

/** Newest first after `startingAfter`, or, for followers, oldest first after `endingBefore`. */
export interface EventQuery {
  readonly type: string | null
  readonly startingAfter: string | null
  readonly endingBefore: string | null
  readonly limit: number
}

/** A long poll: how long it waits, and how it learns that its client has gone. */
export interface PollWish {
  readonly waitSeconds: number
  whenGone(act: () => void): void
}

export interface EventPage {
  readonly kind: 'page'
  readonly events: readonly EventRecord[]
  readonly hasMore: boolean
}

/**
 * A page of events. When it is empty, the call waits for an event, unless the service is about to stop
 * (spec/decisions/webhooks.md#following-events).
 */
export async function readEvents(
  context: FlowContext,
  scope: Scope,
  query: EventQuery,
  { waitSeconds, whenGone }: PollWish,
): Promise<EventPage | Failure<'parameter_invalid' | 'rate_limited'>> {
  // Real time rather than the service clock, because the wait of the caller is real.
  const until = performance.now() + waitSeconds * 1000
  const refusal = waitSeconds > 0 ? context.polls.refusal(scope) : null
  if (refusal) return refusal
  for (let tries = 1; ; tries++) {
    const wakes = context.polls.wakes()
    const first = await readInTurn(context, scope, () => readFirst(context, scope, query, waitSeconds > 0))
    if (isFailure(first)) return first
    const page = pageOf(context, scope, first.events, query)
    if (page.events.length > 0 || page.hasMore || waitSeconds === 0 || first.isBehind) return page
    const wanted = {
      wakes,
      from: first.last,
      waitMs: until - performance.now(),
      accepts: (event: OrderedEvent) => accepts(query, first.cursor, event),
      whenGone,
    }
    const answer = await waitInSlot(context, scope, wanted)
    // A poll that has waited already gets an empty page, because a follower just asks again.
    if (isFailure(answer)) return tries === 1 ? answer : emptyPage
    if (answer.kind === 'end') return emptyPage
    if (answer.kind === 'events') return pageOf(context, scope, inOrder(query, answer.events), query)
  }
}

/** Waits in a slot that all processes count. */
async function waitInSlot(
  { polls, pollSlots }: FlowContext,
  scope: Scope,
  wanted: Wanted,
): Promise<PollAnswer | Failure<'rate_limited'>> {
  if (wanted.waitMs <= 0) return { kind: 'end' }
  const slot = await pollSlots.take(scope, wanted.waitMs)
  if (isFailure(slot)) return slot
  const whenGone = (act: () => void): void => {
    wanted.whenGone(act)
    slot.whenTaken(act)
  }
  try {
    return await polls.wait(scope, { ...wanted, whenGone })
  } finally {
    slot.leave()
  }
}

interface FirstRead {
  readonly events: readonly OrderedEvent[]
  /** The event that a follower has read last. */
  readonly cursor: EventPosition | null
  /** The highest number of an event before the read. */
  readonly last: string
  /** The event that a follower has read last has no number yet, because the account has very many new events. */
  readonly isBehind: boolean
}

/** How many batches of events one read numbers at most. A follower of an account with more gets an empty page. */
const maxBatches = 20

/** Reads one event more than the limit, to learn whether there are more. */
async function readFirst(
  { db, readingDb, clock }: FlowContext,
  scope: Scope,
  { type, startingAfter, endingBefore, limit }: EventQuery,
  isPoll: boolean,
): Promise<FirstRead | Failure<'parameter_invalid'>> {
  if (endingBefore !== null) return readAfter({ db, readingDb, clock }, scope, { type, endingBefore, limit })
  if (startingAfter !== null && !(await positionOf({ readingDb, clock }, scope, startingAfter)))
    return unknownCursor('starting_after', 'event')
  const { last } = isPoll ? await numberEvents(scope, db) : beforeAll
  const events = await listEvents(scope, readingDb, { type, olderThan: startingAfter, limit: limit + 1 })
  return { events, cursor: null, last, isBehind: false }
}

const beforeAll = { last: '0' }

/** A page for a follower. Events get their numbers now if the worker has not numbered them yet. */
async function readAfter(
  { db, readingDb, clock }: Pick<FlowContext, 'db' | 'readingDb' | 'clock'>,
  scope: Scope,
  { type, endingBefore, limit }: { type: string | null; endingBefore: string; limit: number },
): Promise<FirstRead | Failure<'parameter_invalid'>> {
  for (let batch = 1; ; batch++) {
    const { last, hasMore } = await numberEvents(scope, db)
    const event = await positionOf({ readingDb, clock }, scope, endingBefore)
    if (!event) return lostCursor(readingDb, scope, endingBefore)
    const cursor = event.sequence === null ? null : { sequence: event.sequence }
    const events = cursor ? await listEventsAfter(scope, readingDb, { type, newerThan: cursor, limit: limit + 1 }) : []
    if (events.length > 0 || (cursor && !hasMore) || batch === maxBatches)
      return { events, cursor, last, isBehind: !cursor }
  }
}

/** The service deletes no event that is younger than a day. */
const alwaysKeptMs = 24 * 3600_000

/** Longer than any transaction: an event that is older than another by this time has the smaller number. */
const concurrentMs = 60_000

const eventId = new RegExp(`^evt_[0-9a-z]{${idBodyLength}}$`)

/**
 * The position of a reader that has read up to an event. If the event was deleted in the meantime, the position is that
 * of an event shortly before it. Null: there was no such event.
 */
async function positionOf(
  { readingDb, clock }: Pick<FlowContext, 'readingDb' | 'clock'>,
  scope: Scope,
  id: string,
): Promise<Pick<OrderedEvent, 'sequence'> | null> {
  const event = await findEvent(scope, readingDb, id)
  if (event || scope.livemode || !eventId.test(id)) return event
  const mayBeDeleted = clock.now().getTime() - timeOfId(id).getTime() > alwaysKeptMs
  return mayBeDeleted ? ((await findEventShortlyBefore(readingDb, scope, id)) ?? beforeAllEvents) : null
}

/** An event that every reader of the event `id` has read: duplicates do less harm than gaps. */
function findEventShortlyBefore(
  readingDb: FlowContext['readingDb'],
  scope: Scope,
  id: string,
): Promise<OrderedEvent | null> {
  return findNewestEventBefore(scope, readingDb, firstIdFrom('evt', new Date(timeOfId(id).getTime() - concurrentMs)))
}

/** The failure for an unknown position. A follower may have read an event that a restored backup does not contain. */
async function lostCursor(
  readingDb: FlowContext['readingDb'],
  scope: Scope,
  id: string,
): Promise<Failure<'parameter_invalid'>> {
  const failure = unknownCursor('ending_before', 'event')
  if (!eventId.test(id)) return failure
  const before = await findEventShortlyBefore(readingDb, scope, id)
  const start = before ? `send ${before.id}, an event shortly before it,` : 'leave ending_before out'
  return fail('parameter_invalid', {
    ...failure.detail,
    fix:
      `${failure.detail.fix} If the service was restored from a backup that is older than this event, ` +
      `${start} and skip the events that you have handled.`,
  })
}

/** Whether an event that was written after the first read belongs to the page. */
function accepts({ type, startingAfter }: EventQuery, cursor: EventPosition | null, event: OrderedEvent): boolean {
  if (type !== null && event.type !== type) return false
  if (cursor) return BigInt(event.sequence ?? 0) > BigInt(cursor.sequence)
  return startingAfter === null || event.id < startingAfter
}

/** Followers read the oldest first, all others the newest first. */
function inOrder({ endingBefore }: EventQuery, events: readonly OrderedEvent[]): readonly OrderedEvent[] {
  return endingBefore === null ? [...events].sort((a, b) => (a.id < b.id ? 1 : -1)) : events
}

const emptyPage: EventPage = { kind: 'page', events: [], hasMore: false }

/** Leaves out an event whose body cannot be read. Otherwise a follower would never come past it. */
function pageOf(
  { log }: FlowContext,
  { merchantId }: Scope,
  events: readonly EventRecord[],
  { limit }: EventQuery,
): EventPage {
  const readable = events.filter(({ id, body }) => {
    const isReadable = storedJson(body) !== null
    if (!isReadable) log.error({ merchantId, eventId: id }, 'the body of an event cannot be read')
    return isReadable
  })
  return { kind: 'page', events: readable.slice(0, limit), hasMore: events.length > limit }
}

export function readEvent(context: FlowContext, scope: Scope, id: string): Promise<EventRecord | null> {
  return findEvent(scope, context.db, id)
}

/**
 * Queues a new delivery of an event to the current webhook address. Returns the number of deliveries, or null when
 * there is no such event.
 */
export async function resendEvent(
  context: FlowContext,
  scope: Scope,
  id: string,
): Promise<number | null | Failure<'rate_limited'>> {
  const event = await findEvent(scope, context.db, id)
  if (!event) return null
  const wait = await context.resendLimits.single.take(scopeKey(scope))
  if (wait !== null)
    return fail('rate_limited', {
      message: 'Too many events of this account have been resent.',
      retryAfterSeconds: wait,
    })
  const now = context.clock.now()
  const resent = await inTransaction(context.db, async (transaction) => {
    await insertEventResends(scope, transaction, [id], now)
    return (await insertRedelivery(scope, transaction, id, { now })) === null ? 0 : 1
  })
  return resent
}
