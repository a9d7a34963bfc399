import type { Processor } from '../processors/processor.ts'
import type { ProcessorCall } from './counts.ts'

type Count = (call: ProcessorCall, seconds: number) => void

/** Wraps a processor so that its calls are counted and timed. */
export function timedProcessor(processor: Processor, count: Count): Processor {
  const { name, acceptedBrands, capturesSeparately = false, capture, readNotification, forget } = processor
  const timed = async <Outcome>(
    verb: ProcessorCall['verb'],
    call: () => Promise<Outcome>,
    outcomeOf: (answer: Outcome) => string,
  ): Promise<Outcome> => {
    const startedAt = performance.now()
    let outcome = 'error'
    try {
      const answer = await call()
      outcome = outcomeOf(answer)
      return answer
    } finally {
      count({ processor: name, verb, outcome }, (performance.now() - startedAt) / 1000)
    }
  }
  return {
    name,
    acceptedBrands,
    capturesSeparately,
    cardNetworks: (firstDigits) =>
      timed(
        'card_networks',
        () => processor.cardNetworks(firstDigits),
        (networks) => (networks === null ? 'unreachable' : 'answered'),
      ),
    purchase: (purchase) => timed('purchase', () => processor.purchase(purchase), kindOf),
    continueChallenge: (answer) => timed('challenge', () => processor.continueChallenge(answer), kindOf),
    lookup: (earlier) => timed('lookup', () => processor.lookup(earlier), kindOf),
    giveUp: (earlier) => timed('give_up', () => processor.giveUp(earlier), kindOf),
    ...(capture && { capture: (order) => timed('capture', () => capture(order), kindOf) }),
    refund: (order) => timed('refund', () => processor.refund(order), kindOf),
    lookupRefund: (earlier) => timed('lookup_refund', () => processor.lookupRefund(earlier), kindOf),
    readNotification,
    forget,
  }
}

function kindOf({ kind }: { readonly kind: string }): string {
  return kind
}
