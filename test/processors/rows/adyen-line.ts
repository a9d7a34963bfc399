import type { AdyenStandIn } from '../../support/adyen/stand-in.ts'
import type { Fault } from '../../support/adyen/faults.ts'
import type { WireFault } from '../wire-faults.ts'

/** Faults that the stand-in has. The line itself doubles orders and holds them back. */
const atStandIn: Partial<Record<WireFault, Fault>> = {
  'a time-out before the effect': { kind: 'cut_before' },
  'a time-out after the effect': { kind: 'cut_after' },
  'too many requests': { kind: 'status', status: 429 },
  'status 500 without the effect': { kind: 'status', status: 500 },
  'status 500 after the effect': { kind: 'error_after' },
  'garbage after the effect': { kind: 'garbage' },
  'an answer with another amount': { kind: 'wrong', fields: { amount: { currency: 'GBP', value: 1 } } },
  'an answer with another currency': { kind: 'wrong', fields: { amount: { currency: 'XTS', value: 2500 } } },
  'an answer with another reference': {
    kind: 'wrong',
    fields: { merchantReference: 'att_of_somebody_else', reference: 're_of_somebody_else' },
  },
}

/** The way from the adapter to the stand-in. */
export class AdyenLine {
  readonly faults: readonly WireFault[] = [
    ...(Object.keys(atStandIn) as WireFault[]),
    'a duplicate order',
    'a late order',
  ]
  readonly #standIn: AdyenStandIn
  #next: WireFault[] = []
  #late: Request[] = []

  constructor(standIn: AdyenStandIn) {
    this.#standIn = standIn
  }

  failNext(faults: readonly WireFault[]): void {
    this.#next = [...faults]
  }

  async releaseLateOrders(): Promise<void> {
    const late = this.#late
    this.#late = []
    for (const request of late) await fetch(request)
  }

  async fetch(request: Request): Promise<Response> {
    const fault = this.#next.shift()
    const known = fault && atStandIn[fault]
    if (known) this.#standIn.faults.add(known)
    if (fault === 'a late order') {
      this.#late.push(request)
      throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } })
    }
    if (fault !== 'a duplicate order') return fetch(request)
    const [answer] = await Promise.all([fetch(request.clone()), fetch(request)])
    return answer
  }
}
