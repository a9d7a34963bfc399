import type { Processor } from '../../server/processors/processor.ts'

/** The processor with some calls replaced. */
export function processorWith(processor: Processor, changes: Partial<Processor>): Processor {
  return {
    name: processor.name,
    acceptedBrands: processor.acceptedBrands,
    ...(processor.capturesSeparately && { capturesSeparately: processor.capturesSeparately }),
    ...(processor.capture && { capture: processor.capture }),
    cardNetworks: (firstDigits) => processor.cardNetworks(firstDigits),
    purchase: (order) => processor.purchase(order),
    continueChallenge: (answer) => processor.continueChallenge(answer),
    lookup: (earlier) => processor.lookup(earlier),
    giveUp: (earlier) => processor.giveUp(earlier),
    refund: (order) => processor.refund(order),
    lookupRefund: (earlier) => processor.lookupRefund(earlier),
    readNotification: processor.readNotification,
    forget: processor.forget,
    decideUnanswered: processor.decideUnanswered,
    ...changes,
  }
}
