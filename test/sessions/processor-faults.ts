/** One call to the processor, as a fault sees it. */
interface FaultyCall<Outcome> {
  /** Lets the bank do its work, and answers. */
  reach(): Promise<Outcome>
  /** Records the answer once more, while the caller records it too. */
  recordAgain(outcome: Outcome): void
  /** Resolves when everything else has happened: for orders and answers that are late. */
  end(): Promise<void>
  /** Never resolves, and tells the test not to wait for the call. */
  leave(): Promise<never>
}

type Fault = <Outcome>(call: FaultyCall<Outcome>) => Promise<Outcome>

/** An adapter reports a time-out with this outcome. Other failures of a connection are exceptions here. */
const unreachable = { kind: 'unreachable' }

function answer<Outcome>(outcome: unknown): Outcome {
  return outcome as Outcome
}

/** The ways in which a call to the processor goes wrong. `effect`: the bank has done what it was asked. */
export const faults = {
  'a time-out before the effect': async () => answer(unreachable),
  'a time-out after the effect': async (call) => {
    await call.reach()
    return answer(unreachable)
  },
  'a disconnect before the effect': async () => {
    throw new Error('read ECONNRESET')
  },
  'a disconnect after the effect': async (call) => {
    await call.reach()
    throw new Error('read ECONNRESET')
  },
  'status 500 without the effect': async () => {
    throw new Error('HTTP 500')
  },
  'status 500 after the effect': async (call) => {
    await call.reach()
    throw new Error('HTTP 500')
  },
  'garbage after the effect': async (call) => {
    await call.reach()
    return answer({ kind: '<html>' })
  },
  'an empty answer after the effect': async (call) => {
    await call.reach()
    return answer(undefined)
  },
  // An adapter compares the answer with its order, as the simulated bank's adapter does.
  'an answer with another amount': async (call) => {
    await call.reach()
    throw new Error('Bug: the answer names another amount')
  },
  'a duplicate order': async (call) => {
    const [outcome] = await Promise.all([call.reach(), call.reach()])
    return outcome
  },
  'a duplicate answer': async (call) => {
    const outcome = await call.reach()
    call.recordAgain(outcome)
    return outcome
  },
  'a late answer': async (call) => {
    const outcome = await call.reach()
    await call.end()
    return outcome
  },
  'a late order': async (call) => {
    await call.end()
    return call.reach()
  },
  'no answer, ever': async (call) => {
    await call.reach()
    return call.leave()
  },
} satisfies Record<string, Fault>

export type FaultName = keyof typeof faults

export const faultNames = Object.keys(faults) as FaultName[]

/** Each fault of the first call with each fault of the second. */
export const faultPairs: readonly (readonly [FaultName, FaultName])[] = faultNames.flatMap((first) =>
  faultNames.map((second) => [first, second] as const),
)
