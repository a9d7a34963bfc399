import { loggable } from '../domain/loggable-error.ts'
import { deliveriesDue, receiverKey } from '../store/deliveries.ts'
import type { DueDelivery } from '../store/deliveries.ts'
import { attemptDelivery } from './attempt-delivery.ts'
import type { FlowContext } from './context.ts'

/** Attempts under way at one time: in all, and to one receiver, so that a slow one holds few places. */
const maxInFlight = 200
const maxInFlightPerReceiver = 50

/** Deliveries read in one look. */
const batch = 500

/** What one receiver gets now, and what waits for a place. */
interface Lane {
  inFlight: number
  readonly waiting: DueDelivery[]
}

/**
 * Delivers what is due, in parallel, until nothing is. The table is the memory: whoever calls this, however often and from
 * however many processes, each delivery is claimed by its key and attempted once. Each receiver has a lane of its own.
 */
export class Deliverer {
  readonly #context: FlowContext
  readonly #lanes = new Map<string, Lane>()
  /** Deliveries in the lanes. Until one is claimed, the table still shows it as due. */
  readonly #known = new Set<string>()
  #inFlight = 0
  #looking = false
  #lookAgain = false
  /** Whether the last look left something in the table that was due. */
  #isMoreDue = false
  #stopped = false

  constructor(context: FlowContext) {
    this.#context = context
  }

  /** Looks for due deliveries, now or as soon as the look under way ends. Never throws. */
  wake(): void {
    this.#lookAgain = true
    if (!this.#looking && !this.#stopped) this.#context.track(this.#look())
  }

  /** Begins no more attempts; those under way are tracked by the context. */
  stop(): void {
    this.#stopped = true
  }

  async #look(): Promise<void> {
    this.#looking = true
    try {
      while (this.#lookAgain && !this.#stopped) {
        this.#lookAgain = false
        if (this.#inFlight < maxInFlight) await this.#readDue()
        this.#startWaiting()
      }
    } catch (error) {
      this.#context.log.error({ error: loggable(error) }, 'could not look for due deliveries')
    } finally {
      this.#looking = false
    }
  }

  /** Fills the lanes. One that has something waiting, or no place, is passed over: its deliveries would be read again and again. */
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
        !this.#stopped
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
        this.#context.log.error({ deliveryId: delivery.id, error: loggable(error) }, 'a delivery attempt broke'),
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
