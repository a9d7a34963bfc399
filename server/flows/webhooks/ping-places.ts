import type { DueDelivery } from '../../store/webhooks/due-deliveries.ts'
import type { DeliveryResult } from '../../webhooks/deliver.ts'
import { DeliveryPlaces, type Place } from './delivery-places.ts'
import { inPlace } from './in-place.ts'

/** A ping waits as long as an attempt may last, because every place that is taken now is free again by then. */
const defaultWaitMs = 15_000

/** How many pings wait for a place: in all, and of one account and mode. */
const maxWaiting = 500
const maxOwnWaiting = 2

/**
 * The places for pings of the dashboard. Receivers take turns by the same rules as for deliveries, but a ping never
 * waits behind deliveries. Pings of an account and mode run one after the other.
 */
export class PingPlaces {
  readonly #live = new DeliveryPlaces({ maxCap: 1 })
  readonly #test = new DeliveryPlaces({ maxCap: 1 })
  /** The pings that wait for a place, by the ids of their deliveries. */
  readonly #waiting = new Map<string, (place: Place | null) => void>()
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
    const places = due.scope.livemode ? this.#live : this.#test
    const place = await this.#place(places, due, url)
    return place && { result: await inPlace(place, ping, () => this.#start(places)) }
  }

  #place(places: DeliveryPlaces, due: DueDelivery, url: string): Promise<Place | null> {
    const lane = places.lane(due.scope)
    places.noteAddress(lane, url)
    if (lane.waiting.length >= maxOwnWaiting) return Promise.resolve(null)
    return new Promise((resolve) => {
      const timeout = setTimeout(() => this.#begin(due, null), this.#waitMs)
      this.#waiting.set(due.id, (place) => {
        clearTimeout(timeout)
        resolve(place)
      })
      places.add(lane, [due])
      this.#start(places)
      // Only now, so that pings that need not wait are never refused.
      if (this.#waiting.size > maxWaiting) this.#begin(due, null)
    })
  }

  #start(places: DeliveryPlaces): void {
    for (let place = places.take(); place; place = places.take())
      if (!this.#begin(place.delivery, place)) place.end('lost')
  }

  /** Ends the wait of a ping, with its place or without one. False when its wait has ended already. */
  #begin({ id }: DueDelivery, place: Place | null): boolean {
    const begin = this.#waiting.get(id)
    this.#waiting.delete(id)
    begin?.(place)
    return begin !== undefined
  }
}
