import { loggable } from '../../domain/text/loggable-error.ts'
import { noteDue } from '../../store/work/due-notes.ts'
import {
  deliveriesDue,
  receiversDue,
  receiversDueSince,
  type DueDelivery,
  type DueReceiver,
} from '../../store/webhooks/due-deliveries.ts'
import type { FlowContext } from '../context.ts'
import { attemptDelivery } from './attempt-delivery.ts'
import { DeliveryPlaces, type Lane, type Place } from './delivery-places.ts'
import { inPlace } from './in-place.ts'

// The way of a due delivery through this process:
//
//   found     a look finds its receiver (`receiversDueSince`), the survey finds the receivers that looks have missed,
//             or `offer` brings a delivery that this process has just committed.
//   to read   its receiver has few deliveries in memory, so `deliveriesDue` reads some more of them.
//   waiting   it is in the queue of its receiver until DeliveryPlaces gives it a place.
//   attempt   `attemptDelivery` claims the row and sends it. If another worker has claimed it, the attempt is lost.
//
// A receiver of which too many attempts were lost rests until the next look, because other workers serve it.
// An error at any step leaves the row due. The process then asks for another look a second later.
//
// Example: a payment commits an event for a receiver whose address is known. `offer` puts it into the queue, a place is
// free, and the attempt begins without a single read.

/** Each look at new due deliveries begins this long before the last one, for transactions that committed late. */
const overlapMs = 2_000

/** A survey finds the deliveries that committed even later. It takes at most a fiftieth of the time. */
const surveyPauseMs = 5_000
const surveyPauses = 50

/** The pause before the next look when this process has left a due delivery, such as after an error of the database. */
const lookAgainMs = 1_000

/** Concurrent reads of single receivers' deliveries, and how many of them may be for receivers that are not quick. */
const maxReads = 3
const maxReadsOfOthers = 2

/**
 * Delivers everything that is due, in parallel. Its state is in the table: a worker claims each delivery by its id, so
 * several processes can run this at the same time and each delivery is attempted once. Memory holds only a few
 * deliveries of each receiver; the places of each mode decide whose turn it is.
 */
export class Deliverer {
  readonly #context: FlowContext
  readonly #live = new DeliveryPlaces()
  readonly #test = new DeliveryPlaces()
  /** Receivers of which more deliveries should be read, in turn. */
  readonly #toRead = { quick: new Set<Lane>(), other: new Set<Lane>() }
  readonly #reading = new Map<Lane, 'quick' | 'other'>()
  /** Receivers whose due deliveries other workers took. They wait for the next wake-up. */
  readonly #resting = new Set<Lane>()
  #isRunning = false
  #runAgain = false
  #isStopped = false
  #seenUntil: Date | null = null
  #surveyAt = 0
  #isSurveying = false

  constructor(context: FlowContext) {
    this.#context = context
  }

  /** Looks for due deliveries now, or as soon as the current look ends. Never throws. */
  wake(): void {
    this.#runAgain = true
    if (!this.#isRunning && !this.#isStopped) this.#context.track(this.#run())
  }

  /** Takes a delivery that this process has just committed. Needs no look when the receiver is known. Never throws. */
  offer(delivery: DueDelivery): void {
    const { scope, dueAt } = delivery
    const { db, clock } = this.#context
    // A `test.ping` becomes due later, because the call that sends it makes the attempt.
    if (dueAt > clock.now()) noteDue(db, 'deliver_events', dueAt)
    else if (!this.#placesOf(scope.livemode).hasAddress(scope)) this.wake()
    else if (!this.#isStopped) this.#admit([{ scope, only: delivery }])
  }

  /** Starts no further attempts. The context tracks those that are running. */
  stop(): void {
    this.#isStopped = true
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    try {
      while (this.#runAgain && !this.#isStopped) {
        this.#runAgain = false
        this.#wakeResting()
        this.#surveySometimes()
        await this.#look()
      }
    } catch (error) {
      this.#context.log.error({ error: loggable(error) }, 'could not read the due deliveries')
      this.#lookAgainLater()
    } finally {
      this.#isRunning = false
    }
  }

  /** Finds the receivers whose deliveries became due since the last look. */
  async #look(): Promise<void> {
    const now = this.#context.clock.now()
    const seenUntil = this.#seenUntil
    this.#seenUntil = now
    // The survey, which is under way, finds the deliveries that were due before the first look.
    const after = new Date(Math.min(seenUntil?.getTime() ?? Infinity, now.getTime()) - overlapMs)
    try {
      this.#admit(await receiversDueSince(this.#context.db, after, now))
    } catch (error) {
      this.#seenUntil = seenUntil
      throw error
    }
  }

  /** Finds every receiver with due deliveries, alongside the looks at what is new. */
  #surveySometimes(): void {
    if (this.#isSurveying || performance.now() < this.#surveyAt) return
    this.#isSurveying = true
    this.#context.track(
      this.#survey()
        .catch((error: unknown) => {
          this.#context.log.error({ error: loggable(error) }, 'could not read the receivers with due deliveries')
          this.#lookAgainLater()
        })
        .finally(() => (this.#isSurveying = false)),
    )
  }

  async #survey(): Promise<void> {
    const startedAt = performance.now()
    this.#admit(await receiversDue(this.#context.db, this.#context.clock.now()))
    const now = performance.now()
    this.#surveyAt = now + Math.max(surveyPauseMs, surveyPauses * (now - startedAt))
  }

  #admit(receivers: readonly DueReceiver[]): void {
    for (const { scope, only } of receivers) {
      const places = this.#placesOf(scope.livemode)
      const lane = places.lane(scope)
      // A read finds the host, which decides about the place. It also keeps the waiting deliveries few.
      if (only && lane.host !== null && lane.waiting.length < lane.cap) {
        places.add(lane, [only])
      } else {
        lane.isMoreDue = true
        this.#readLater(lane)
      }
    }
    this.#start()
  }

  /** Starts attempts while places are free, and reads more deliveries of receivers with few waiting. */
  #start(): void {
    for (const places of [this.#live, this.#test]) {
      for (let place = this.#take(places); place; place = this.#take(places)) {
        this.#attempt(place)
        this.#readLater(place.lane)
      }
    }
    this.#startReading()
  }

  #take(places: DeliveryPlaces): Place | null {
    return this.#isStopped ? null : places.take()
  }

  #attempt(place: Place): void {
    const { lane, delivery } = place
    const attempt = async () => {
      const result = await attemptDelivery(this.#context, delivery)
      if (result && result !== 'not_sent') this.#placesOf(lane.scope.livemode).noteAddress(lane, result.url)
      return result
    }
    const changed = (): void => {
      this.#readLater(lane)
      this.#start()
    }
    this.#context.track(
      inPlace(place, attempt, changed).catch((error: unknown) => {
        this.#context.log.error(
          { deliveryId: delivery.id, error: loggable(error) },
          'a delivery attempt threw an error',
        )
        this.#lookAgainLater()
      }),
    )
  }

  /** A delivery that this process leaves is still due. The alarm then wakes this worker or another one. */
  #lookAgainLater(): void {
    const { db, clock } = this.#context
    noteDue(db, 'deliver_events', new Date(clock.now().getTime() + lookAgainMs))
  }

  #readLater(lane: Lane): void {
    if (!lane.isMoreDue || this.#reading.has(lane)) return
    if (this.#placesOf(lane.scope.livemode).wanted(lane) > 0) {
      const [queue, other] = lane.standing === 'quick' ? (['quick', 'other'] as const) : (['other', 'quick'] as const)
      this.#toRead[other].delete(lane)
      this.#toRead[queue].add(lane)
    } else if (lane.lost > lane.cap) {
      this.#resting.add(lane)
      this.#lookAgainLater()
    }
  }

  #wakeResting(): void {
    for (const lane of this.#resting) {
      this.#placesOf(lane.scope.livemode).tryAgain(lane)
      this.#readLater(lane)
    }
    this.#resting.clear()
  }

  #startReading(): void {
    while (!this.#isStopped && this.#reading.size < maxReads) {
      const queue = this.#toRead.quick.size > 0 ? 'quick' : 'other'
      const [lane] = this.#toRead[queue]
      if (!lane) return
      const others = [...this.#reading.values()].filter((kind) => kind === 'other').length
      if (queue === 'other' && others >= maxReadsOfOthers) return
      this.#toRead[queue].delete(lane)
      this.#reading.set(lane, queue)
      this.#context.track(this.#read(lane))
    }
  }

  async #read(lane: Lane): Promise<void> {
    const places = this.#placesOf(lane.scope.livemode)
    try {
      const wanted = places.wanted(lane)
      const limit = wanted + places.knownIn(lane)
      // Workers that read the same deliveries would compete for each.
      const skip = lane.lost > 0 ? Math.floor(Math.random() * 2 * limit) : 0
      if (wanted > 0) {
        const now = this.#context.clock.now()
        const { url, due } = await deliveriesDue(lane.scope, this.#context.db, now, { limit, skip })
        if (url !== null) places.noteAddress(lane, url)
        const added = places.add(lane, due)
        lane.isMoreDue = due.length === limit || (skip > 0 && added === 0)
      }
    } catch (error) {
      this.#context.log.error({ error: loggable(error) }, 'could not read the due deliveries of a receiver')
      this.#lookAgainLater()
      lane.isMoreDue = false
    } finally {
      this.#reading.delete(lane)
      this.#readLater(lane)
      this.#start()
    }
  }

  #placesOf(livemode: boolean): DeliveryPlaces {
    return livemode ? this.#live : this.#test
  }
}
