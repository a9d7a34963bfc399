import type { Processor } from './processor.ts'

/** A call to a processor. */
export type ProcessorVerb =
  'purchase' | 'challenge' | 'lookup' | 'give_up' | 'capture' | 'refund' | 'lookup_refund' | 'card_networks'

/** Performs a call, and something before and after it. `outcomeOf` names the outcome in one word. */
type Around = <Outcome>(
  verb: ProcessorVerb,
  call: () => Promise<Outcome>,
  outcomeOf: (answer: Outcome) => string,
) => Promise<Outcome>

/** Wraps every call of a processor. */
export function wrapProcessor(processor: Processor, around: Around): Processor {
  const { name, acceptedBrands, capturesSeparately, capture, unchargeable } = processor
  const { readNotification, forget, decideUnanswered } = processor
  return {
    name,
    acceptedBrands,
    ...(capturesSeparately && { capturesSeparately }),
    cardNetworks: (firstDigits) =>
      around(
        'card_networks',
        () => processor.cardNetworks(firstDigits),
        (networks) => (networks === null ? 'unreachable' : 'answered'),
      ),
    purchase: (purchase) => around('purchase', () => processor.purchase(purchase), kindOf),
    continueChallenge: (answer) => around('challenge', () => processor.continueChallenge(answer), kindOf),
    lookup: (earlier) => around('lookup', () => processor.lookup(earlier), kindOf),
    giveUp: (earlier) => around('give_up', () => processor.giveUp(earlier), kindOf),
    ...(capture && { capture: (order) => around('capture', () => capture(order), kindOf) }),
    refund: (order) => around('refund', () => processor.refund(order), kindOf),
    lookupRefund: (earlier) => around('lookup_refund', () => processor.lookupRefund(earlier), kindOf),
    ...(unchargeable && { unchargeable }),
    readNotification,
    forget,
    decideUnanswered,
  }
}

/** A processor that passes every call on. Spread it to change some of them. */
export function passThrough(processor: Processor): Processor {
  return wrapProcessor(processor, (_verb, call) => call())
}

function kindOf({ kind }: { readonly kind: string }): string {
  return kind
}
