import type { Processor } from '../../processors/processor.ts'

/** A processor that passes every call on. Spread it to change some of them. */
export function passThrough(processor: Processor): Processor {
  const { name, acceptedBrands, capturesSeparately, capture, unchargeable, readNotification, forget } = processor
  return {
    name,
    acceptedBrands,
    ...(capturesSeparately && { capturesSeparately }),
    ...(capture && { capture }),
    ...(unchargeable && { unchargeable }),
    readNotification,
    forget,
    purchase: (purchase) => processor.purchase(purchase),
    cardNetworks: (firstDigits) => processor.cardNetworks(firstDigits),
    continueChallenge: (answer) => processor.continueChallenge(answer),
    lookup: (earlier) => processor.lookup(earlier),
    giveUp: (earlier) => processor.giveUp(earlier),
    refund: (order) => processor.refund(order),
    lookupRefund: (earlier) => processor.lookupRefund(earlier),
  }
}
