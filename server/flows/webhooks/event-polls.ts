import type { Failure } from '../../domain/failure.ts'
import { scopeKey, type Scope } from '../../domain/scope.ts'
import { loggable } from '../../domain/text/loggable-error.ts'
import { minWaitMs, pollsPerScope, tooManyPolls } from '../../domain/webhooks/poll-slots.ts'
import type { OrderedEvent } from '../../store/webhooks/events.ts'

// The polls of one account and mode form a group. A group is in one of three states:
//
//   waiting   a timer runs until the next look: soon after an announcement, otherwise after some seconds.
//   queued    the timer has fired, and the group waits because other groups are being looked at.
//   looking   one read of new events runs for all polls of the group. An announcement meanwhile counts as missed, and
//             the group is looked at again soon.
//
// After a look the group waits again. It disappears when its last poll has its answer. A poll is answered by the first
// event that it accepts, by the end of its time, or when a newer poll takes its room.
//
// Example: two polls of one account wait. A payment commits and announces its event: the timer now fires within 100 ms,
// one look reads the event, and both polls answer with it.

/** How many polls may wait in this process. */
const pollsInAll = 1_000

/** The shortest pause between two looks for one scope. A busy account has news all the time. */
const lookPauseMs = 100

/**
 * How often a scope is looked at without news, because news may get lost on its way from another process: rarely while
 * this process hears the others, more often while it does not.
 */
const slowLookMs = 10_000
const deafLookMs = 2_000

/** The pause after a look that failed. */
const troubledLookMs = 1_000

/** Looks that run at the same time. They share the statements that number events. */
const looksAtOnce = 4

/** Events that one look reads at most: one more than the longest page. */
const lookLimit = 101

/** What a look found: events in the order of their numbers, and whether there are events without a number. */
export interface Look {
  readonly events: readonly OrderedEvent[]
  readonly hasMore: boolean
}

export interface PollParts {
  /** Numbers the new events of a scope, and reads those with a number above `from`. */
  look(scope: Scope, from: string, limit: number): Promise<Look>
  /** Receives notifications of events that other processes write. */
  readonly notices: { hear(): void; isHearing(): boolean }
  readonly log: { warn(fields: object, message: string): void }
  /** Milliseconds of a clock that never goes back: polls wait in real time. */
  now(): number
}

/** What one poll waits for. */
export interface Wanted {
  /** `wakes()` from before the poll's first read, so that it misses nothing that happened meanwhile. */
  readonly wakes: number
  /** The highest number of an event before the first read. */
  readonly from: string
  readonly waitMs: number
  accepts(event: OrderedEvent): boolean
  /** Calls `act` when the client has gone. */
  whenGone(act: () => void): void
}

/**
 * `read_again`: there are more events than one look reads. `end`: the time is over, the service stops, the client has
 * gone or a newer poll has taken the slot.
 */
export type PollAnswer =
  | { readonly kind: 'events'; readonly events: readonly OrderedEvent[] }
  | { readonly kind: 'read_again' }
  | { readonly kind: 'end' }

interface Poll {
  readonly wanted: Wanted
  readonly since: number
  /** The poll has seen every event with a number up to this one. */
  from: bigint
  readonly answer: (answer: PollAnswer) => void
}

/** The polls of one account and mode. */
interface Group {
  readonly name: string
  readonly scope: Scope
  /** In the order of their arrival. */
  readonly polls: Set<Poll>
  state: 'waiting' | 'queued' | 'looking'
  /** How many events were announced while a look was running. */
  missed: number
  lookedAt: number
  timer: { readonly at: number; readonly handle: NodeJS.Timeout } | null
}

/** How many scopes the memory of recent wakes holds. */
const maxRemembered = 10_000

/**
 * The long polls of this process. Polls of one account and mode share each look into the database, and a look happens
 * only when an event was announced, plus rarely in case an announcement got lost. A poll that waits costs no query.
 */
export class EventPolls {
  readonly #parts: PollParts
  readonly #groups = new Map<string, Group>()
  /** Groups whose look is due, in order. */
  readonly #due: Group[] = []
  #looking = 0
  #count = 0
  #wakes = 0
  /** The number of the latest wake of each scope. Scopes that are not in it were woken at `#forgotten` or earlier. */
  readonly #lastWake = new Map<string, number>()
  #forgotten = 0
  #isStopped = false

  constructor(parts: PollParts) {
    this.#parts = parts
  }

  /** The number of wakes so far. */
  wakes(): number {
    return this.#wakes
  }

  /** The number of polls that wait. */
  waiting(): number {
    return this.#count
  }

  /** Waits for an event. Refuses when the account has too many polls that began to wait just now. */
  wait(scope: Scope, wanted: Wanted): Promise<PollAnswer> | Failure<'rate_limited'> {
    if (this.#isStopped || wanted.waitMs <= 0) return Promise.resolve({ kind: 'end' })
    const name = scopeKey(scope)
    const refusal = this.#makeRoom(name)
    if (refusal) return refusal
    this.#parts.notices.hear()
    const group = this.#groups.get(name) ?? newGroup(name, scope)
    this.#groups.set(name, group)
    return new Promise((resolve) => {
      const timer = setTimeout(() => poll.answer({ kind: 'end' }), wanted.waitMs)
      const poll: Poll = {
        wanted,
        since: this.#parts.now(),
        from: BigInt(wanted.from),
        answer: (answer) => {
          if (!group.polls.delete(poll)) return
          clearTimeout(timer)
          this.#count--
          if (group.polls.size === 0) this.#drop(group)
          resolve(answer)
        },
      }
      group.polls.add(poll)
      this.#count++
      wanted.whenGone(() => poll.answer({ kind: 'end' }))
      const isNew = (this.#lastWake.get(name) ?? this.#forgotten) > wanted.wakes
      this.#plan(group, isNew ? this.#soon(group) : this.#slowPause())
    })
  }

  /** Announces that the scope has a new event. */
  wake(scope: Scope): void {
    const name = scopeKey(scope)
    if (this.#lastWake.size >= maxRemembered) {
      this.#lastWake.clear()
      this.#forgotten = this.#wakes
    }
    this.#lastWake.set(name, ++this.#wakes)
    const group = this.#groups.get(name)
    if (group) this.#plan(group, this.#soon(group))
  }

  /** Announces that every scope may have a new event. */
  wakeAll(): void {
    this.#lastWake.clear()
    this.#forgotten = ++this.#wakes
    for (const group of this.#groups.values()) this.#plan(group, this.#soon(group))
  }

  /** Answers every poll. From now on, no poll waits. */
  stop(): void {
    this.#isStopped = true
    for (const group of [...this.#groups.values()]) for (const poll of [...group.polls]) poll.answer({ kind: 'end' })
  }

  /** Why no further poll of the scope may wait. Null: one may. Asking costs no query. */
  refusal(scope: Scope): Failure<'rate_limited'> | null {
    return this.#refusalFor(this.#nextToLeave(scopeKey(scope)))
  }

  /**
   * Ends the oldest poll of the scope when the scope has too many, or of the scope with the most polls when the process
   * has too many. An empty page is what a follower expects, while a 429 would make it wait without following.
   */
  #makeRoom(name: string): Failure<'rate_limited'> | null {
    const oldest = this.#nextToLeave(name)
    const refusal = this.#refusalFor(oldest)
    if (!refusal) oldest?.answer({ kind: 'end' })
    return refusal
  }

  /** The poll that a new one would end. Null: there is room. */
  #nextToLeave(name: string): Poll | null {
    const own = this.#groups.get(name)
    const isFull = this.#count >= pollsInAll
    const crowded = own && own.polls.size >= pollsPerScope ? own : isFull ? this.#largest() : null
    const [oldest] = crowded?.polls ?? []
    return oldest ?? null
  }

  #refusalFor(oldest: Poll | null): Failure<'rate_limited'> | null {
    const leftMs = oldest ? minWaitMs - (this.#parts.now() - oldest.since) : 0
    return leftMs > 0 ? tooManyPolls(leftMs) : null
  }

  #largest(): Group | null {
    let largest: Group | null = null
    for (const group of this.#groups.values()) if (group.polls.size > (largest?.polls.size ?? 0)) largest = group
    return largest
  }

  #soon(group: Group): number {
    return Math.max(0, group.lookedAt + lookPauseMs - this.#parts.now())
  }

  #slowPause(): number {
    return this.#parts.notices.isHearing() ? slowLookMs : deafLookMs
  }

  /** Plans a look, unless an earlier one is planned. */
  #plan(group: Group, inMs: number): void {
    if (group.state === 'looking' && inMs <= lookPauseMs) group.missed++
    if (group.state !== 'waiting') return
    const at = this.#parts.now() + inMs
    if (group.timer && group.timer.at <= at) return
    if (group.timer) clearTimeout(group.timer.handle)
    const handle = setTimeout(() => {
      group.timer = null
      group.state = 'queued'
      this.#due.push(group)
      this.#startLooks()
    }, inMs)
    group.timer = { at, handle }
  }

  #drop(group: Group): void {
    if (group.timer) clearTimeout(group.timer.handle)
    if (this.#groups.get(group.name) === group) this.#groups.delete(group.name)
  }

  #startLooks(): void {
    while (this.#looking < looksAtOnce) {
      const group = this.#due.shift()
      if (!group) return
      if (group.polls.size === 0) continue
      this.#looking++
      group.state = 'looking'
      void this.#lookFor(group).finally(() => {
        this.#looking--
        this.#startLooks()
      })
    }
  }

  async #lookFor(group: Group): Promise<void> {
    const { missed } = group
    group.lookedAt = this.#parts.now()
    // A poll that arrives during the look may need events from before it, so only the next look answers it.
    const polls = [...group.polls]
    const from = polls.reduce((least, poll) => (poll.from < least ? poll.from : least), polls[0]?.from ?? 0n)
    let pauseMs: number | null = null
    try {
      const { events, hasMore } = await this.#parts.look(group.scope, String(from), lookLimit)
      answerPolls(group, polls, events)
      if (hasMore) pauseMs = lookPauseMs
    } catch (error) {
      this.#parts.log.warn({ error: loggable(error) }, 'could not look for the events that polls wait for')
      pauseMs = troubledLookMs
    }
    group.state = 'waiting'
    if (group.polls.size > 0)
      this.#plan(group, group.missed > missed ? this.#soon(group) : (pauseMs ?? this.#slowPause()))
  }
}

/** Answers each poll that wants one of the events. */
function answerPolls(group: Group, polls: readonly Poll[], events: readonly OrderedEvent[]): void {
  for (const poll of polls) {
    if (!group.polls.has(poll)) continue
    if (events.length >= lookLimit) {
      poll.answer({ kind: 'read_again' })
      continue
    }
    const own = events.filter((event) => numberOf(event) > poll.from && poll.wanted.accepts(event))
    const newest = events.at(-1)
    if (own.length > 0) poll.answer({ kind: 'events', events: own })
    else if (newest && numberOf(newest) > poll.from) poll.from = numberOf(newest)
  }
}

function numberOf({ sequence }: OrderedEvent): bigint {
  return BigInt(sequence ?? 0)
}

function newGroup(name: string, scope: Scope): Group {
  return {
    name,
    scope,
    polls: new Set(),
    state: 'waiting',
    missed: 0,
    lookedAt: Number.NEGATIVE_INFINITY,
    timer: null,
  }
}
