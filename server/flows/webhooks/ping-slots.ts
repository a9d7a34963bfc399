import type { DueDelivery } from '../../store/webhooks/due-deliveries.ts'
import type { DeliveryResult } from '../../webhooks/deliver.ts'
import { DeliverySlots, type DeliverySlot } from './delivery-slots.ts'
import { attemptInSlot } from './attempt-in-slot.ts'

/** A ping waits as long as an attempt may last, because every slot that is taken now is free again by then. */
const defaultWaitMs = 15_000

/** How many pings wait for a slot: in all, and of one account and mode. */
const maxWaiting = 500
const maxOwnWaiting = 2

/**
 * The slots for pings of the dashboard. Receivers take turns by the same rules as for deliveries, but a ping never
 * waits behind deliveries. Pings of an account and mode run one after the other.
 */
export class PingSlots {
  readonly #live = new DeliverySlots({ maxCap: 1 })
  readonly #test = new DeliverySlots({ maxCap: 1 })
  /** The pings that wait for a slot, by the ids of their deliveries. */
  readonly #waiting = new Map<string, (slot: DeliverySlot | null) => void>()
  readonly #waitMs: number

  constructor(waitMs = defaultWaitMs) {
    this.#waitMs = waitMs
  }

  /** Runs the ping in the receiver's turn. Null: it was refused and has not begun. */
  async run<Result extends DeliveryResult | null>(
    due: DueDelivery,
    url: string,
    ping: () => Promise<Result>,
  ): Promise<{ readonly result: Result } | null> {
    const slots = due.scope.livemode ? this.#live : this.#test
    const slot = await this.#slot(slots, due, url)
    return slot && { result: await attemptInSlot(slot, ping, () => this.#start(slots)) }
  }

  #slot(slots: DeliverySlots, due: DueDelivery, url: string): Promise<DeliverySlot | null> {
    const queue = slots.queueOf(due.scope)
    slots.noteAddress(queue, url)
    if (queue.waiting.length >= maxOwnWaiting) return Promise.resolve(null)
    return new Promise((resolve) => {
      const timeout = setTimeout(() => this.#begin(due, null), this.#waitMs)
      this.#waiting.set(due.id, (slot) => {
        clearTimeout(timeout)
        resolve(slot)
      })
      slots.add(queue, [due])
      this.#start(slots)
      // Only now, so that pings that need not wait are never refused.
      if (this.#waiting.size > maxWaiting) this.#begin(due, null)
    })
  }

  #start(slots: DeliverySlots): void {
    for (let slot = slots.take(); slot; slot = slots.take()) if (!this.#begin(slot.delivery, slot)) slot.end('lost')
  }

  /** Ends the wait of a ping, with its slot or without one. False when its wait has ended already. */
  #begin({ id }: DueDelivery, slot: DeliverySlot | null): boolean {
    const begin = this.#waiting.get(id)
    this.#waiting.delete(id)
    begin?.(slot)
    return begin !== undefined
  }
}
