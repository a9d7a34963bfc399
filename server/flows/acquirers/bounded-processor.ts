import type { Processor } from '../../processors/processor.ts'
import { passThrough } from '../../processors/wrap-processor.ts'

/**
 * How many calls for customers of one account one process makes at the same time. Far above what a healthy acquirer
 * needs, and low enough that an acquirer which does not answer cannot use up the memory and sockets of the process.
 */
const maxCustomerCalls = 250

/**
 * Bounds the calls that customers cause. What is too much is not sent, so it moves no money: a payment fails with
 * `processor_unavailable`, and the worker repeats an answer of 3-D Secure. The worker's own calls have bounded slots.
 */
export function boundedProcessor(processor: Processor, most = maxCustomerCalls): Processor {
  let running = 0
  const bounded = async <Outcome>(call: () => Promise<Outcome>, refusal: Outcome): Promise<Outcome> => {
    if (running >= most) return refusal
    running += 1
    try {
      return await call()
    } finally {
      running -= 1
    }
  }
  return {
    ...passThrough(processor),
    purchase: (purchase) =>
      bounded(() => processor.purchase(purchase), { kind: 'declined', failureCode: 'processor_unavailable' }),
    cardNetworks: (firstDigits) => bounded(() => processor.cardNetworks(firstDigits), null),
    continueChallenge: (answer) => bounded(() => processor.continueChallenge(answer), { kind: 'unreachable' }),
  }
}
