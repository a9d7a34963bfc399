import { Memory } from '../../domain/memory.ts'
import type { Limit, NewLimit } from '../../domain/queues/rate-limit.ts'
import type { Clock } from '../../domain/time/clock.ts'
import { FairLimit } from './fair-limit.ts'

/** Who sends a notification, as far as it can be known before its signature is checked. */
export interface Sender {
  /** As the address of the request names it. */
  readonly merchantId: string
  readonly address: string
}

/** How long an address counts as the processor's after a genuine notification for the account. */
const rememberMs = 24 * 3600_000

const megabyte = 1_000_000

/**
 * The limits on notifications. Once a genuine notification has come from an address, the address has separate limits
 * for this account. So a flood of forged notifications does not displace genuine ones.
 */
export class NotificationLimits {
  readonly #clock: Clock
  readonly #genuine = new Memory<true>(rememberMs)
  readonly #ofAccount: Limit
  readonly #ofStrangers: FairLimit
  readonly #room = new ByteRoom({ total: 32 * megabyte, each: 8 * megabyte })
  readonly #strangersRoom = new ByteRoom({ total: 16 * megabyte, each: 2 * megabyte })

  constructor(clock: Clock, newLimit: NewLimit) {
    this.#clock = clock
    this.#ofAccount = newLimit('notifications', { capacity: 1_000, perSeconds: 5 })
    this.#ofStrangers = new FairLimit(newLimit, 'unknown notifications', {
      shared: { capacity: 200, perSeconds: 10 },
      each: { capacity: 100, perSeconds: 10 },
    })
  }

  /** Takes the token of one notification. Null: it is allowed. Otherwise: the seconds to wait. */
  async take(sender: Sender): Promise<number | null> {
    return this.#isGenuine(sender)
      ? this.#ofAccount.take(sender.merchantId)
      : this.#ofStrangers.take(sender.merchantId, sender.address)
  }

  /** Reserves memory for a body. The result frees it. Null: there is none left. */
  takeRoom(sender: Sender, bytes: number): (() => void) | null {
    return this.#isGenuine(sender)
      ? this.#room.take(sender.merchantId, bytes)
      : this.#strangersRoom.take(sender.address, bytes)
  }

  noteGenuine(sender: Sender): void {
    this.#genuine.set(nameOf(sender), true, this.#clock.now().getTime())
  }

  #isGenuine(sender: Sender): boolean {
    return this.#genuine.get(nameOf(sender), this.#clock.now().getTime()) !== undefined
  }
}

function nameOf({ merchantId, address }: Sender): string {
  return `${merchantId} ${address}`
}

/** Bytes in memory: a bound for all clients together, and one for each of them. */
class ByteRoom {
  readonly #limits: { readonly total: number; readonly each: number }
  readonly #used = new Map<string, number>()
  #total = 0

  constructor(limits: { total: number; each: number }) {
    this.#limits = limits
  }

  take(client: string, bytes: number): (() => void) | null {
    const used = this.#used.get(client) ?? 0
    if (this.#total + bytes > this.#limits.total || used + bytes > this.#limits.each) return null
    this.#add(client, bytes)
    return () => this.#add(client, -bytes)
  }

  #add(client: string, bytes: number): void {
    this.#total += bytes
    const used = (this.#used.get(client) ?? 0) + bytes
    if (used === 0) this.#used.delete(client)
    else this.#used.set(client, used)
  }
}
