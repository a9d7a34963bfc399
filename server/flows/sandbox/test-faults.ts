import { setTimeout as pause } from 'node:timers/promises'
import {
  faultAt,
  haveEnded,
  type CallFault,
  type TestFaults,
  type WebhookFault,
} from '../../domain/sandbox/test-faults.ts'
import { BoundedMap, Memory } from '../../domain/memory.ts'
import type { Clock } from '../../domain/time/clock.ts'

/** Longer than a process remembers the account of a key, which may have been read before a change. */
const rememberMs = 2_000

/** Calls that wait because of the fault `latency`. Each holds a connection and its body, so there are few. */
const mostWaiting = 200
const mostWaitingOfAccount = 50

/** An account with its faults, as far as its reader has read it. */
interface Causer {
  readonly merchant_id: string
  readonly test_faults: TestFaults | null
}

/**
 * Chooses which calls and events of an account have a fault (spec/decisions/sandbox.md#bad-days-on-demand). The faults
 * come with the account, which each caller has read anyway.
 */
export class TestFaultDraws {
  readonly #clock: Clock
  /** What this process has changed, for readers of an older account. */
  readonly #changed = new Memory<{ readonly faults: TestFaults | null }>(rememberMs)
  readonly #counts = new BoundedMap<string, number>(10_000)
  readonly #waiting = new Map<string, number>()
  #allWaiting = 0

  /** `clock`: real time. */
  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The faults that an account causes now. Null: none. */
  of({ merchant_id: merchantId, test_faults: read }: Causer): TestFaults | null {
    const now = this.#clock.now()
    const changed = this.#changed.get(merchantId, now.getTime())
    const faults = changed ? changed.faults : read
    return faults && !haveEnded(faults, now) ? faults : null
  }

  noteChange(merchantId: string, faults: TestFaults | null): void {
    this.#changed.set(merchantId, { faults }, this.#clock.now().getTime())
  }

  /** What happens to this call. Null: nothing. */
  nextOfCall(causer: Causer): CallFault | null {
    const faults = this.of(causer)
    return faults && faultAt(faults, faults.calls, this.#count(faults, 'call'))
  }

  /** What happens to this event. Null: nothing. */
  nextOfEvent(causer: Causer): WebhookFault | null {
    const faults = this.of(causer)
    return faults && faultAt(faults, faults.webhooks, this.#count(faults, 'event'))
  }

  /** Waits for the latency of a call. Does not wait when too many calls do. */
  async wait(causer: Causer): Promise<void> {
    const id = causer.merchant_id
    const own = this.#waiting.get(id) ?? 0
    const ms = this.of(causer)?.latency_ms ?? 0
    if (own >= mostWaitingOfAccount || this.#allWaiting >= mostWaiting) return
    this.#note(id, 1)
    await pause(ms)
    this.#note(id, -1)
  }

  #note(id: string, change: number): void {
    const own = (this.#waiting.get(id) ?? 0) + change
    this.#allWaiting += change
    if (own === 0) this.#waiting.delete(id)
    else this.#waiting.set(id, own)
  }

  #count({ id }: TestFaults, kind: 'call' | 'event'): number {
    const name = `${kind} ${id}`
    const n = (this.#counts.get(name) ?? 0) + 1
    this.#counts.set(name, n)
    return n
  }
}
