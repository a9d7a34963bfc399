import type { Scope } from '../../domain/scope.ts'
import { loggable } from '../../domain/text/loggable-error.ts'
import { noteDue } from '../../store/work/due-notes.ts'
import {
  deliveriesDue,
  receiversDue,
  receiversDueSince,
  type DueDelivery,
  type DueReceiver,
} from '../../store/webhooks/due-deliveries.ts'
import { receiversDueIn } from '../../store/work/due-in-account-time.ts'
import type { FlowContext } from '../context.ts'
import { attemptDelivery } from './attempt-delivery.ts'
import { DeliverySlots, type ReceiverQueue, type DeliverySlot } from './delivery-slots.ts'
import { attemptInSlot } from './attempt-in-slot.ts'

// The way of a due delivery through this process:
//
//   found     a look finds its receiver (`receiversDueSince`), the survey finds the receivers that looks have missed,
//             or `offer` brings a delivery that this process has just committed.
//   to read   its receiver has few deliveries in memory, so `deliveriesDue` reads some more of them.
//   waiting   it is in the queue of its receiver until DeliverySlots gives it a slot.
//   attempt   `attemptDelivery` claims the row and sends it. If another worker has claimed it, the attempt is lost.
//
// A receiver of which too many attempts were lost rests until the next look, because other workers serve it.
// An error at any step leaves the row due. The process then asks for another look a second later.
//
// Example: a payment commits an event for a receiver whose address is known. `offer` puts it into the queue, a slot is
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
 * deliveries of each receiver; the slots of each mode decide whose turn it is.
 */
export class Deliverer {
  readonly #context: FlowContext
  readonly #live = new DeliverySlots()
  readonly #test = new DeliverySlots()
  /** Receivers of which more deliveries should be read, in turn. */
  readonly #toRead = { quick: new Set<ReceiverQueue>(), other: new Set<ReceiverQueue>() }
  readonly #reading = new Map<ReceiverQueue, 'quick' | 'other'>()
  /** Receivers whose due deliveries other workers took. They wait for the next wake-up. */
  readonly #resting = new Set<ReceiverQueue>()
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
    const { db, testClocks } = this.#context
    if (testClocks.isMoving(scope)) return
    // A `test.ping` becomes due later, because the call that sends it makes the attempt.
    if (dueAt > this.#inTimeOf(scope).clock.now()) noteDue(db, 'deliver_events', dueAt)
    else if (!this.#slotsOf(scope.livemode).hasAddress(scope)) this.wake()
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
      await this.#context.testClocks.refresh()
      const ahead = await receiversDueIn(this.#context.db, this.#context.testClocks.running())
      this.#admit(ahead.map((scope) => ({ scope, only: null })))
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
      // A move makes the attempts of its account itself, in their order.
      if (this.#context.testClocks.isMoving(scope)) continue
      const slots = this.#slotsOf(scope.livemode)
      const queue = slots.queueOf(scope)
      // A read finds the host, which decides about the slot. It also keeps the waiting deliveries few.
      if (only && queue.host !== null && queue.waiting.length < queue.cap) {
        slots.add(queue, [only])
      } else {
        queue.isMoreDue = true
        this.#readLater(queue)
      }
    }
    this.#start()
  }

  /** Starts attempts while slots are free, and reads more deliveries of receivers with few waiting. */
  #start(): void {
    for (const slots of [this.#live, this.#test]) {
      for (let slot = this.#take(slots); slot; slot = this.#take(slots)) {
        this.#attempt(slot)
        this.#readLater(slot.queue)
      }
    }
    this.#startReading()
  }

  #take(slots: DeliverySlots): DeliverySlot | null {
    return this.#isStopped ? null : slots.take()
  }

  #attempt(slot: DeliverySlot): void {
    const { queue, delivery } = slot
    const attempt = async () => {
      const result = await attemptDelivery(this.#inTimeOf(queue.scope), delivery)
      if (result && result !== 'not_sent') this.#slotsOf(queue.scope.livemode).noteAddress(queue, result.url)
      return result
    }
    const changed = (): void => {
      this.#readLater(queue)
      this.#start()
    }
    this.#context.track(
      attemptInSlot(slot, attempt, changed).catch((error: unknown) => {
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

  #readLater(queue: ReceiverQueue): void {
    if (!queue.isMoreDue || this.#reading.has(queue)) return
    if (this.#slotsOf(queue.scope.livemode).wanted(queue) > 0) {
      const [group, other] = queue.standing === 'quick' ? (['quick', 'other'] as const) : (['other', 'quick'] as const)
      this.#toRead[other].delete(queue)
      this.#toRead[group].add(queue)
    } else if (queue.lost > queue.cap) {
      this.#resting.add(queue)
      this.#lookAgainLater()
    }
  }

  #wakeResting(): void {
    for (const queue of this.#resting) {
      this.#slotsOf(queue.scope.livemode).tryAgain(queue)
      this.#readLater(queue)
    }
    this.#resting.clear()
  }

  #startReading(): void {
    while (!this.#isStopped && this.#reading.size < maxReads) {
      const group = this.#toRead.quick.size > 0 ? 'quick' : 'other'
      const [queue] = this.#toRead[group]
      if (!queue) return
      const others = [...this.#reading.values()].filter((kind) => kind === 'other').length
      if (group === 'other' && others >= maxReadsOfOthers) return
      this.#toRead[group].delete(queue)
      this.#reading.set(queue, group)
      this.#context.track(this.#read(queue))
    }
  }

  async #read(queue: ReceiverQueue): Promise<void> {
    const slots = this.#slotsOf(queue.scope.livemode)
    try {
      const wanted = slots.wanted(queue)
      const limit = wanted + slots.knownIn(queue)
      // Workers that read the same deliveries would compete for each.
      const skip = queue.lost > 0 ? Math.floor(Math.random() * 2 * limit) : 0
      if (wanted > 0) {
        const now = this.#inTimeOf(queue.scope).clock.now()
        const { url, due } = await deliveriesDue(queue.scope, this.#context.db, now, { limit, skip })
        if (url !== null) slots.noteAddress(queue, url)
        const added = slots.add(queue, due)
        queue.isMoreDue = due.length === limit || (skip > 0 && added === 0)
      }
    } catch (error) {
      this.#context.log.error({ error: loggable(error) }, 'could not read the due deliveries of a receiver')
      this.#lookAgainLater()
      queue.isMoreDue = false
    } finally {
      this.#reading.delete(queue)
      this.#readLater(queue)
      this.#start()
    }
  }

  #inTimeOf(scope: Scope): FlowContext {
    return this.#context.testClocks.contextOf(this.#context, scope)
  }

  #slotsOf(livemode: boolean): DeliverySlots {
    return livemode ? this.#live : this.#test
  }
}
