import type { Scope } from '../../domain/scope.ts'
import type { DueDelivery } from '../../store/webhooks/due-deliveries.ts'

// Which receiver gets the next place: spec/decisions/webhooks.md#slow-receivers.
//
// A receiver is `new` until its first attempt ends. After that its last attempt decides:
//   quick   the last attempt ended soon. While one of the others lasts too long, the receiver counts as slow.
//   slow    the last attempt got a late answer. The next quick answer makes it quick again.
//   silent  the last attempt got no answer. The next answer makes it quick or slow.
// Each answer raises by one how many attempts the receiver may have at once. Each silence halves this number.
//
// The queue of a receiver is in one of four states:
//   idle    nothing waits. A due delivery makes it ready.
//   ready   it waits for its turn among the receivers of its standing.
//   full    it has as many attempts as it may have. It is ready again when one of them ends.
//   parked  the receivers on its host have too many places. It is ready again when an attempt there ends.
//
// Example: shop A has not answered for an hour and has 40 deliveries due; shop B has one. A is silent and may have one
// attempt at a time. B is quick, so `take` gives B the next free place, and A the one after it.

/** Concurrent attempts of one mode. */
const maxInFlight = 500

/**
 * The most places that receivers of each standing hold, and how many of these the accounts on one host hold. Slow, new
 * and silent receivers together hold at most 400, so receivers that answer quickly always have the other 100.
 */
const limits = {
  new: { most: 250, ofHost: 125 },
  slow: { most: 100, ofHost: 50 },
  silent: { most: 150, ofHost: 38 },
}
const maxNewAndSilent = 300

/** Concurrent attempts to one receiver: until the first one ends, and at most. */
const firstCap = 1
const defaultMaxCap = 50

/** A receiver may hold at most this part of the free places, so that busy receivers never take the last one. */
const freeShare = 1 / 8

/** Receivers whose standing is kept while nothing is due for them. */
const maxLanes = 10_000

/**
 * What a receiver's last attempts show about it.
 * - `quick`: the last one ended soon, and none is late.
 * - `new`: none has ended yet.
 * - `slow`: it answers late.
 * - `silent`: it does not answer.
 */
export type Standing = 'quick' | 'new' | 'slow' | 'silent'

/** In the order in which receivers get free places. */
const standings: readonly Standing[] = ['quick', 'new', 'slow', 'silent']

/** How an attempt ended. `lost`: another worker made it, or it threw an error. */
export type AttemptEnd = Exclude<Standing, 'new'> | 'lost'

/** The queue of one receiver. */
export interface Lane {
  readonly scope: Scope
  /** The host of the address that was used last, with its port. Null until the address is known. */
  readonly host: string | null
  readonly standing: Standing
  /** Concurrent attempts that the receiver may have now. */
  readonly cap: number
  readonly inFlight: number
  readonly waiting: readonly DueDelivery[]
  /** Whether the table may contain more due deliveries than `waiting`. */
  isMoreDue: boolean
  /** Attempts since the last successful claim. Other workers have taken those deliveries. */
  readonly lost: number
}

interface OpenLane extends Lane {
  host: string | null
  standing: Standing
  cap: number
  inFlight: number
  /** Attempts under way that have lasted for longer than a quick answer. */
  late: number
  last: Exclude<Standing, 'new'> | null
  lost: number
  readonly waiting: DueDelivery[]
  /** Ids of deliveries that are waiting or under way. The table shows a delivery as due until a worker claims it. */
  readonly known: Set<string>
}

/** A place that a delivery has taken. */
export interface Place {
  readonly delivery: DueDelivery
  readonly lane: Lane
  /** The attempt has lasted for longer than a quick answer. */
  isLate(): void
  /** Frees the place. */
  end(how: AttemptEnd): void
}

/**
 * The places for concurrent attempts of one mode, and the queues of the receivers that wait for them. Receivers of the
 * same standing take turns. Silent receivers together can never take the places of those that answer.
 */
export class DeliveryPlaces {
  readonly #lanes = new Map<string, OpenLane>()
  readonly #ready: Record<Standing, Set<OpenLane>> = {
    quick: new Set(),
    new: new Set(),
    slow: new Set(),
    silent: new Set(),
  }
  readonly #inFlight: Record<Standing, number> = { quick: 0, new: 0, slow: 0, silent: 0 }
  /** Attempts by standing and host, and the lanes that wait for one of them to end. */
  readonly #byHost = new Map<string, number>()
  readonly #parked = new Map<string, Set<OpenLane>>()
  readonly #maxCap: number

  constructor(options = { maxCap: defaultMaxCap }) {
    this.#maxCap = options.maxCap
  }

  /** The lane of a receiver. */
  lane(scope: Scope): Lane {
    const known = this.#lanes.get(scope.merchantId)
    const lane = known ?? newLane(scope)
    // Inserting the lane again keeps the map in order of use.
    this.#lanes.delete(scope.merchantId)
    this.#lanes.set(scope.merchantId, lane)
    if (!known) this.#forgetOne()
    return lane
  }

  /** Whether the address of a receiver is known. */
  hasAddress({ merchantId }: Scope): boolean {
    return (this.#lanes.get(merchantId)?.host ?? null) !== null
  }

  /** Notes the address of a receiver, because receivers on the same host share places. */
  noteAddress(lane: Lane, url: string): void {
    const host = URL.parse(url)?.host ?? null
    const open = this.#open(lane)
    if (host !== lane.host) this.#change(open, () => (open.host = host))
  }

  /** How many due deliveries to read for a lane now: few, because the table keeps the rest. */
  wanted({ cap, waiting, isMoreDue, lost }: Lane): number {
    return isMoreDue && lost <= cap && waiting.length < cap / 2 ? 2 * cap - waiting.length : 0
  }

  /** How many of a lane's deliveries a query may return again. */
  knownIn(lane: Lane): number {
    return this.#open(lane).known.size
  }

  /** Adds due deliveries to a lane, except those that it contains. Returns how many were new. */
  add(lane: Lane, deliveries: readonly DueDelivery[]): number {
    const open = this.#open(lane)
    const added = deliveries.filter(({ id }) => !open.known.has(id))
    for (const delivery of added) {
      open.known.add(delivery.id)
      open.waiting.push(delivery)
    }
    this.#offer(open)
    return added.length
  }

  /** Lets a lane read again that stopped because other workers took its deliveries. */
  tryAgain(lane: Lane): void {
    this.#open(lane).lost = 0
  }

  /** Takes a place for the next delivery. Null: no place is free, or no delivery may have one. */
  take(): Place | null {
    for (const standing of standings) {
      const lane = this.#hasPlace(standing) ? this.#next(standing) : null
      const delivery = lane?.waiting.shift()
      if (lane && delivery) return this.#occupy(lane, delivery)
    }
    return null
  }

  #occupy(lane: OpenLane, delivery: DueDelivery): Place {
    this.#count(lane, 1)
    lane.inFlight++
    this.#offer(lane)
    let late = false
    return {
      delivery,
      lane,
      isLate: () => {
        late = true
        this.#change(lane, () => lane.late++)
      },
      end: (how) => {
        lane.known.delete(delivery.id)
        this.#count(lane, -1)
        lane.inFlight--
        this.#change(lane, () => {
          if (late) lane.late--
          learn(lane, how, this.#maxCap)
        })
        this.#offer(lane)
      },
    }
  }

  #hasPlace(standing: Standing): boolean {
    if (this.#free() <= 0) return false
    if (standing === 'quick') return true
    if (this.#inFlight[standing] >= limits[standing].most) return false
    return standing === 'slow' || this.#inFlight.new + this.#inFlight.silent < maxNewAndSilent
  }

  /** The lane whose turn it is. A lane with as many attempts as it may have returns when one of them ends. */
  #next(standing: Standing): OpenLane | null {
    const ready = this.#ready[standing]
    for (const lane of ready) {
      ready.delete(lane)
      if (lane.waiting.length === 0 || lane.inFlight >= this.#allowed(lane)) this.#unpark(lane, 1)
      else if (this.#hostHasPlace(lane)) return lane
      else this.#park(lane)
    }
    return null
  }

  #allowed(lane: OpenLane): number {
    return Math.min(lane.cap, Math.ceil(this.#free() * freeShare))
  }

  #hostHasPlace(lane: OpenLane): boolean {
    if (lane.standing === 'quick') return true
    return (this.#byHost.get(hostKey(lane)) ?? 0) < limits[lane.standing].ofHost
  }

  #park(lane: OpenLane): void {
    const parked = this.#parked.get(hostKey(lane)) ?? new Set()
    parked.add(lane)
    this.#parked.set(hostKey(lane), parked)
  }

  /** Makes lanes ready again that waited for the host of this one. */
  #unpark(lane: OpenLane, count: number): void {
    const parked = this.#parked.get(hostKey(lane))
    if (!parked) return
    let left = count
    for (const next of parked) {
      if (left-- === 0) return
      parked.delete(next)
      this.#ready[next.standing].add(next)
    }
    this.#parked.delete(hostKey(lane))
  }

  /** Removes a lane from those that wait for a place. False when it did not wait. */
  #withdraw(lane: OpenLane): boolean {
    const parked = this.#parked.get(hostKey(lane))
    const wasParked = parked?.delete(lane) ?? false
    if (parked?.size === 0) this.#parked.delete(hostKey(lane))
    return this.#ready[lane.standing].delete(lane) || wasParked
  }

  #free(): number {
    const { quick, new: fresh, slow, silent } = this.#inFlight
    return maxInFlight - quick - fresh - slow - silent
  }

  #offer(lane: OpenLane): void {
    if (lane.waiting.length > 0 && lane.inFlight < lane.cap) this.#ready[lane.standing].add(lane)
  }

  /** Makes a change that may change the standing or host of a lane, and with it where its attempts count. */
  #change(lane: OpenLane, change: () => void): void {
    this.#count(lane, -lane.inFlight)
    const didWait = this.#withdraw(lane)
    change()
    lane.standing = standingOf(lane)
    this.#count(lane, lane.inFlight)
    if (didWait) this.#ready[lane.standing].add(lane)
  }

  #count(lane: OpenLane, attempts: number): void {
    this.#inFlight[lane.standing] += attempts
    const ofHost = (this.#byHost.get(hostKey(lane)) ?? 0) + attempts
    if (ofHost === 0) this.#byHost.delete(hostKey(lane))
    else this.#byHost.set(hostKey(lane), ofHost)
    this.#unpark(lane, Math.abs(attempts))
  }

  /** Forgets the receiver that has been idle for longest, so that the map does not grow without bound. */
  #forgetOne(): void {
    if (this.#lanes.size <= maxLanes) return
    for (const [key, lane] of this.#lanes) {
      if (lane.known.size > 0 || lane.isMoreDue) continue
      this.#lanes.delete(key)
      return
    }
  }

  #open(lane: Lane): OpenLane {
    const open = this.#lanes.get(lane.scope.merchantId)
    if (!open) throw new Error('Bug: the lane belongs to other places')
    return open
  }
}

function hostKey({ standing, host }: OpenLane): string {
  return `${standing} ${host}`
}

function newLane(scope: Scope): OpenLane {
  return {
    scope,
    host: null,
    standing: 'new',
    cap: firstCap,
    inFlight: 0,
    late: 0,
    last: null,
    lost: 0,
    waiting: [],
    known: new Set(),
    isMoreDue: false,
  }
}

/** A lost attempt says nothing about the receiver. */
function learn(lane: OpenLane, how: AttemptEnd, maxCap: number): void {
  if (how === 'lost') {
    lane.lost++
    return
  }
  lane.lost = 0
  lane.last = how
  lane.cap = how === 'silent' ? Math.max(1, Math.floor(lane.cap / 2)) : Math.min(maxCap, lane.cap + 1)
}

function standingOf({ last, late }: OpenLane): Standing {
  if (last === null) return 'new'
  return last === 'quick' && late > 0 ? 'slow' : last
}
