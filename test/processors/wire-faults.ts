/** The ways in which a call to the other side goes wrong. `effect`: the other side has done what it was asked. */
export const wireFaults = [
  'a time-out before the effect',
  'a time-out after the effect',
  'too many requests',
  'status 500 without the effect',
  'status 500 after the effect',
  'garbage after the effect',
  'an empty answer after the effect',
  'an answer with another amount',
  'an answer with another currency',
  'an answer with another reference',
  'a duplicate order',
  'a late order',
] as const

export type WireFault = (typeof wireFaults)[number]

/** A call that got no usable answer. */
export class BrokenCall extends Error {
  override name = 'BrokenCall'
}

/** What an answer of the other side says about the call. */
interface Answer {
  readonly status: number
  readonly body: unknown
}

/** The way between an adapter and the other side, when both are in this process. */
export class Wire {
  #next: WireFault[] = []
  #late: (() => Promise<unknown>)[] = []

  failNext(faults: readonly WireFault[]): void {
    this.#next = [...faults]
  }

  async releaseLateOrders(): Promise<void> {
    const late = this.#late
    this.#late = []
    for (const order of late) await order()
  }

  /** Carries one call, with the next fault. Throws a `BrokenCall` when the answer is lost. */
  async carry<Body extends object>(reach: () => Promise<{ status: number; body: Body }>): Promise<Answer> {
    const fault = this.#next.shift()
    switch (fault) {
      case undefined:
        return reach()
      case 'a time-out before the effect':
        throw new BrokenCall(fault)
      case 'a time-out after the effect':
        await reach()
        throw new BrokenCall(fault)
      case 'too many requests':
        return { status: 429, body: {} }
      case 'status 500 without the effect':
        return { status: 500, body: {} }
      case 'status 500 after the effect':
        await reach()
        return { status: 500, body: {} }
      case 'garbage after the effect':
        await reach()
        return { status: 200, body: '<html>' }
      case 'an empty answer after the effect':
        await reach()
        return { status: 200, body: null }
      case 'an answer with another amount':
        return changed(await reach(), { amount: 1 })
      case 'an answer with another currency':
        return changed(await reach(), { currency: 'XTS' })
      case 'an answer with another reference':
        return changed(await reach(), { reference: 'att_of_somebody_else' })
      case 'a duplicate order': {
        const [answer] = await Promise.all([reach(), reach()])
        return answer
      }
      case 'a late order':
        this.#late.push(reach)
        throw new BrokenCall(fault)
    }
  }
}

function changed(answer: { status: number; body: object }, changes: object): Answer {
  return { ...answer, body: { ...answer.body, ...changes } }
}
