import { loggable } from '../domain/loggable-error.ts'
import { deliveriesDue, receiverKey } from '../store/deliveries.ts'
import type { DueDelivery } from '../store/deliveries.ts'
import { attemptDelivery } from './attempt-delivery.ts'
import type { FlowContext } from './context.ts'

/** Concurrent attempts in total, and to one receiver, so that a slow receiver occupies only a few places. */
const maxInFlight = 200
const maxInFlightPerReceiver = 50

/** Deliveries read by one query. */
const batch = 500

/** The queue of one receiver. */
interface Lane {
  inFlight: number
  readonly waiting: DueDelivery[]
}

/**
 * Delivers everything that is due, in parallel. Its state is in the table: a worker claims each delivery by its id, so
 * several processes can run this at the same time and each delivery is attempted once. Every receiver has its own lane.
 */
export class Deliverer {
  readonly #context: FlowContext
  readonly #lanes = new Map<string, Lane>()
  /** Ids of the deliveries in the lanes. The table shows a delivery as due until a worker claims it. */
  readonly #known = new Set<string>()
  #inFlight = 0
  #isRunning = false
  #runAgain = false
  /** Whether more deliveries were due than the last query returned. */
  #isMoreDue = false
  #isStopped = false

  constructor(context: FlowContext) {
    this.#context = context
  }

  /** Reads due deliveries now, or as soon as the current run ends. Never throws. */
  wake(): void {
    this.#runAgain = true
    if (!this.#isRunning && !this.#isStopped) this.#context.track(this.#run())
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
        if (this.#inFlight < maxInFlight) await this.#readDue()
        this.#startWaiting()
      }
    } catch (error) {
      this.#context.log.error({ error: loggable(error) }, 'could not read the due deliveries')
    } finally {
      this.#isRunning = false
    }
  }

  /**
   * Fills the lanes. Skips receivers whose lane is full or has waiting deliveries; otherwise the query would return
   * those again and again.
   */
  async #readDue(): Promise<void> {
    const full = [...this.#lanes].filter(
      ([, lane]) => lane.waiting.length > 0 || lane.inFlight >= maxInFlightPerReceiver,
    )
    const busy = full.map(([receiver]) => receiver)
    const due = await deliveriesDue(this.#context.db, this.#context.clock.now(), { busy, limit: batch })
    this.#isMoreDue = due.length === batch || busy.length > 0
    for (const delivery of due) {
      if (this.#known.has(delivery.id)) continue
      this.#known.add(delivery.id)
      this.#lane(receiverKey(delivery.scope)).waiting.push(delivery)
    }
  }

  #startWaiting(): void {
    for (const [receiver, lane] of this.#lanes) {
      while (
        lane.waiting.length > 0 &&
        lane.inFlight < maxInFlightPerReceiver &&
        this.#inFlight < maxInFlight &&
        !this.#isStopped
      ) {
        const delivery = lane.waiting.shift()
        if (delivery) this.#start(receiver, lane, delivery)
      }
    }
  }

  #start(receiver: string, lane: Lane, delivery: DueDelivery): void {
    lane.inFlight++
    this.#inFlight++
    const attempt = attemptDelivery(this.#context, delivery)
      .catch((error: unknown) =>
        this.#context.log.error(
          { deliveryId: delivery.id, error: loggable(error) },
          'a delivery attempt threw an error',
        ),
      )
      .finally(() => {
        this.#known.delete(delivery.id)
        this.#free(receiver, lane)
      })
    this.#context.track(attempt)
  }

  #free(receiver: string, lane: Lane): void {
    lane.inFlight--
    this.#inFlight--
    this.#startWaiting()
    if (lane.inFlight > 0 || lane.waiting.length > 0) return
    this.#lanes.delete(receiver)
    if (this.#isMoreDue) this.wake()
  }

  #lane(receiver: string): Lane {
    const lane = this.#lanes.get(receiver) ?? { inFlight: 0, waiting: [] }
    this.#lanes.set(receiver, lane)
    return lane
  }
}
