import type { Scope } from '../../domain/scope.ts'
import type { DueDelivery } from '../../store/webhooks/due-deliveries.ts'

// Which receiver gets the next slot: spec/decisions/webhooks.md#slow-receivers.
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
//   parked  the receivers on its host have too many slots. It is ready again when an attempt there ends.
//
// Example: shop A has not answered for an hour and has 40 deliveries due; shop B has one. A is silent and may have one
// attempt at a time. B is quick, so `take` gives B the next free slot, and A the one after it.

/** Concurrent attempts of one mode. */
const maxInFlight = 500

/**
 * The most slots that receivers of each standing hold, and how many of these the accounts on one host hold. Slow, new
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

/** A receiver may hold at most this part of the free slots, so that busy receivers never take the last one. */
const freeShare = 1 / 8

/** Receivers whose standing is kept while nothing is due for them. */
const maxQueues = 10_000

/**
 * What a receiver's last attempts show about it.
 * - `quick`: the last one ended soon, and none is late.
 * - `new`: none has ended yet.
 * - `slow`: it answers late.
 * - `silent`: it does not answer.
 */
export type Standing = 'quick' | 'new' | 'slow' | 'silent'

/** In the order in which receivers get free slots. */
const standings: readonly Standing[] = ['quick', 'new', 'slow', 'silent']

/** How an attempt ended. `lost`: another worker made it, or it threw an error. */
export type AttemptEnd = Exclude<Standing, 'new'> | 'lost'

/** The queue of one receiver. */
export interface ReceiverQueue {
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

interface OpenQueue extends ReceiverQueue {
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

/** A slot that a delivery has taken. */
export interface DeliverySlot {
  readonly delivery: DueDelivery
  readonly queue: ReceiverQueue
  /** The attempt has lasted for longer than a quick answer. */
  isLate(): void
  /** Frees the slot. */
  end(how: AttemptEnd): void
}

/**
 * The slots for concurrent attempts of one mode, and the queues of the receivers that wait for them. Receivers of the
 * same standing take turns. Silent receivers together can never take the slots of those that answer.
 */
export class DeliverySlots {
  readonly #queues = new Map<string, OpenQueue>()
  readonly #ready: Record<Standing, Set<OpenQueue>> = {
    quick: new Set(),
    new: new Set(),
    slow: new Set(),
    silent: new Set(),
  }
  readonly #inFlight: Record<Standing, number> = { quick: 0, new: 0, slow: 0, silent: 0 }
  /** Attempts by standing and host, and the queues that wait for one of them to end. */
  readonly #byHost = new Map<string, number>()
  readonly #parked = new Map<string, Set<OpenQueue>>()
  readonly #maxCap: number

  constructor(options = { maxCap: defaultMaxCap }) {
    this.#maxCap = options.maxCap
  }

  /** The queue of a receiver. */
  queueOf(scope: Scope): ReceiverQueue {
    const known = this.#queues.get(scope.merchantId)
    const queue = known ?? newQueue(scope)
    // Inserting the queue again keeps the map in order of use.
    this.#queues.delete(scope.merchantId)
    this.#queues.set(scope.merchantId, queue)
    if (!known) this.#forgetOne()
    return queue
  }

  /** Whether the address of a receiver is known. */
  hasAddress({ merchantId }: Scope): boolean {
    return (this.#queues.get(merchantId)?.host ?? null) !== null
  }

  /** Notes the address of a receiver, because receivers on the same host share slots. */
  noteAddress(queue: ReceiverQueue, url: string): void {
    const host = URL.parse(url)?.host ?? null
    const open = this.#open(queue)
    if (host !== queue.host) this.#change(open, () => (open.host = host))
  }

  /** How many due deliveries to read for a queue now: few, because the table keeps the rest. */
  wanted({ cap, waiting, isMoreDue, lost }: ReceiverQueue): number {
    return isMoreDue && lost <= cap && waiting.length < cap / 2 ? 2 * cap - waiting.length : 0
  }

  /** How many of a queue's deliveries a query may return again. */
  knownIn(queue: ReceiverQueue): number {
    return this.#open(queue).known.size
  }

  /** Adds due deliveries to a queue, except those that it contains. Returns how many were new. */
  add(queue: ReceiverQueue, deliveries: readonly DueDelivery[]): number {
    const open = this.#open(queue)
    const added = deliveries.filter(({ id }) => !open.known.has(id))
    for (const delivery of added) {
      open.known.add(delivery.id)
      open.waiting.push(delivery)
    }
    this.#offer(open)
    return added.length
  }

  /** Lets a queue read again that stopped because other workers took its deliveries. */
  tryAgain(queue: ReceiverQueue): void {
    this.#open(queue).lost = 0
  }

  /** Takes a slot for the next delivery. Null: no slot is free, or no delivery may have one. */
  take(): DeliverySlot | null {
    for (const standing of standings) {
      const queue = this.#hasSlot(standing) ? this.#next(standing) : null
      const delivery = queue?.waiting.shift()
      if (queue && delivery) return this.#occupy(queue, delivery)
    }
    return null
  }

  #occupy(queue: OpenQueue, delivery: DueDelivery): DeliverySlot {
    this.#count(queue, 1)
    queue.inFlight++
    this.#offer(queue)
    let late = false
    return {
      delivery,
      queue,
      isLate: () => {
        late = true
        this.#change(queue, () => queue.late++)
      },
      end: (how) => {
        queue.known.delete(delivery.id)
        this.#count(queue, -1)
        queue.inFlight--
        this.#change(queue, () => {
          if (late) queue.late--
          learn(queue, how, this.#maxCap)
        })
        this.#offer(queue)
      },
    }
  }

  #hasSlot(standing: Standing): boolean {
    if (this.#free() <= 0) return false
    if (standing === 'quick') return true
    if (this.#inFlight[standing] >= limits[standing].most) return false
    return standing === 'slow' || this.#inFlight.new + this.#inFlight.silent < maxNewAndSilent
  }

  /** The queue whose turn it is. A queue with as many attempts as it may have returns when one of them ends. */
  #next(standing: Standing): OpenQueue | null {
    const ready = this.#ready[standing]
    for (const queue of ready) {
      ready.delete(queue)
      if (queue.waiting.length === 0 || queue.inFlight >= this.#allowed(queue)) this.#unpark(queue, 1)
      else if (this.#hostHasSlot(queue)) return queue
      else this.#park(queue)
    }
    return null
  }

  #allowed(queue: OpenQueue): number {
    return Math.min(queue.cap, Math.ceil(this.#free() * freeShare))
  }

  #hostHasSlot(queue: OpenQueue): boolean {
    if (queue.standing === 'quick') return true
    return (this.#byHost.get(hostKey(queue)) ?? 0) < limits[queue.standing].ofHost
  }

  #park(queue: OpenQueue): void {
    const parked = this.#parked.get(hostKey(queue)) ?? new Set()
    parked.add(queue)
    this.#parked.set(hostKey(queue), parked)
  }

  /** Makes queues ready again that waited for the host of this one. */
  #unpark(queue: OpenQueue, count: number): void {
    const parked = this.#parked.get(hostKey(queue))
    if (!parked) return
    let left = count
    for (const next of parked) {
      if (left-- === 0) return
      parked.delete(next)
      this.#ready[next.standing].add(next)
    }
    this.#parked.delete(hostKey(queue))
  }

  /** Removes a queue from those that wait for a slot. False when it did not wait. */
  #withdraw(queue: OpenQueue): boolean {
    const parked = this.#parked.get(hostKey(queue))
    const wasParked = parked?.delete(queue) ?? false
    if (parked?.size === 0) this.#parked.delete(hostKey(queue))
    return this.#ready[queue.standing].delete(queue) || wasParked
  }

  #free(): number {
    const { quick, new: fresh, slow, silent } = this.#inFlight
    return maxInFlight - quick - fresh - slow - silent
  }

  #offer(queue: OpenQueue): void {
    if (queue.waiting.length > 0 && queue.inFlight < queue.cap) this.#ready[queue.standing].add(queue)
  }

  /** Makes a change that may change the standing or host of a queue, and with it where its attempts count. */
  #change(queue: OpenQueue, change: () => void): void {
    this.#count(queue, -queue.inFlight)
    const didWait = this.#withdraw(queue)
    change()
    queue.standing = standingOf(queue)
    this.#count(queue, queue.inFlight)
    if (didWait) this.#ready[queue.standing].add(queue)
  }

  #count(queue: OpenQueue, attempts: number): void {
    this.#inFlight[queue.standing] += attempts
    const ofHost = (this.#byHost.get(hostKey(queue)) ?? 0) + attempts
    if (ofHost === 0) this.#byHost.delete(hostKey(queue))
    else this.#byHost.set(hostKey(queue), ofHost)
    this.#unpark(queue, Math.abs(attempts))
  }

  /** Forgets the receiver that has been idle for longest, so that the map does not grow without bound. */
  #forgetOne(): void {
    if (this.#queues.size <= maxQueues) return
    for (const [key, queue] of this.#queues) {
      if (queue.known.size > 0 || queue.isMoreDue) continue
      this.#queues.delete(key)
      return
    }
  }

  #open(queue: ReceiverQueue): OpenQueue {
    const open = this.#queues.get(queue.scope.merchantId)
    if (!open) throw new Error('Bug: the queue belongs to other slots')
    return open
  }
}

function hostKey({ standing, host }: OpenQueue): string {
  return `${standing} ${host}`
}

function newQueue(scope: Scope): OpenQueue {
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
function learn(queue: OpenQueue, how: AttemptEnd, maxCap: number): void {
  if (how === 'lost') {
    queue.lost++
    return
  }
  queue.lost = 0
  queue.last = how
  queue.cap = how === 'silent' ? Math.max(1, Math.floor(queue.cap / 2)) : Math.min(maxCap, queue.cap + 1)
}

function standingOf({ last, late }: OpenQueue): Standing {
  if (last === null) return 'new'
  return last === 'quick' && late > 0 ? 'slow' : last
}
