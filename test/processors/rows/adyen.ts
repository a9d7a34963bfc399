import type { Test } from 'tap'
import type { PlainCard } from '../../../form/frame/encrypt-card.ts'
import type { AdyenAccount, AdyenCapture } from '../../../server/processors/adyen/account.ts'
import { createAdyenProcessor } from '../../../server/processors/adyen/processor.ts'
import type { Processor } from '../../../server/processors/processor.ts'
import type { DisputeStage as AdyenStage, Modification } from '../../support/adyen/books.ts'
import { startAdyenStandIn } from '../../support/adyen/stand-in.ts'
import type { AdyenStandIn } from '../../support/adyen/stand-in.ts'
import { encodeJson } from '../../support/adyen/three-d-secure.ts'
import { startService } from '../../support/service.ts'
import type { TestService } from '../../support/service.ts'
import { processorWith } from '../../support/processor-with.ts'
import type {
  Bench,
  BrowserReturn,
  Challenges,
  CustomerAnswer,
  Disputes,
  DisputeStage,
  ProcessorUnderTest,
  Reversals,
  TestCards,
} from '../processor-under-test.ts'
import { AdyenLine } from './adyen-line.ts'
import { adyenNotifications, linesOf } from './adyen-books.ts'
import { useLiveMode } from './use-processor.ts'

/** The stand-in is on this machine, so a pause between two tries would only cost time. */
const limits = { callMs: 30_000, tryMs: 20_000, pauseMs: 5 }

/** Adyen, by a stand-in that checks each request against Adyen's published document. */
export const adyen: ProcessorUnderTest = { name: 'adyen', open: (t) => openAdyen(t, 'automatic') }

/** The same, with a merchant account that captures by hand. */
export const adyenByHand = {
  name: 'adyen, captured by hand',
  open: (t: Test) => openAdyen(t, 'manual'),
} satisfies ProcessorUnderTest

interface AdyenBench extends Bench {
  readonly standIn: AdyenStandIn
  /** References of payments whose money never arrived after our ledger had counted it. */
  readonly failedCaptures: string[]
  /** References of payments that somebody captured at Adyen after it had refused the service's capture. */
  readonly wonBack: string[]
}

async function openAdyen(t: Test, capture: AdyenCapture): Promise<AdyenBench> {
  const service = await startService({ environment: { RATE_LIMIT_PER_SECOND: '100000' } })
  t.teardown(() => service.stop())
  const standIn = await startAdyenStandIn({ clock: service.clock, account: { capture } })
  t.teardown(() => standIn.stop())
  const line = new AdyenLine(standIn)
  const returnUrls = new Map<string, string>()
  const right = adapterFor(service, standIn, line, { capture, apiKey: standIn.account.apiKey })
  const wrong = adapterFor(service, standIn, line, { capture, apiKey: 'wrong' })
  let current = right
  const processor = processorWith(right, {
    purchase: (order) => {
      returnUrls.set(order.reference, order.returnUrl)
      return current.purchase(order)
    },
  })
  const { notify, ...live } = await useLiveMode(service, processor)
  const failedCaptures: string[] = []
  const wonBack: string[] = []
  return {
    service,
    ...live,
    processor,
    cards,
    faults: line.faults,
    failNext: (faults) => line.failNext(faults),
    releaseLateOrders: () => line.releaseLateOrders(),
    ledger: () => Promise.resolve(linesOf(standIn.books.payments, failedCaptures, wonBack)),
    refuseForUnknownReason: () => {
      const fields = { resultCode: 'Refused', refusalReasonCode: '4711', refusalReason: 'Something new' }
      standIn.faults.add({ kind: 'wrong', fields }, { on: 'payments' })
      return cardOf('DECLINED')
    },
    challenges: challengesOf(standIn, returnUrls),
    notifications: adyenNotifications(standIn, service.clock, notify),
    reversals: reversalsOf(standIn, failedCaptures),
    disputes: disputesOf(standIn),
    withWrongCredentials: async (work) => {
      current = wrong
      await work()
      current = right
    },
    standIn,
    failedCaptures,
    wonBack,
  }
}

function adapterFor(
  service: TestService,
  standIn: AdyenStandIn,
  line: AdyenLine,
  access: Pick<AdyenAccount, 'apiKey' | 'capture'>,
): Processor {
  const { merchantAccount, hmacKey } = standIn.account
  return createAdyenProcessor({
    account: { merchantAccount, ...access, hmacKeys: [hmacKey], notifications: null },
    checkoutUrl: standIn.checkoutUrl,
    clock: service.clock,
    log: service.app.context.log,
    fetch: (request) => line.fetch(request as Request),
    limits,
  })
}

/** One of Adyen's test cards. The name of its holder chooses the result. */
function cardOf(name: string, number = '4111111111111111'): PlainCard {
  return { number, exp_month: 3, exp_year: 2030, cvc: number.startsWith('37') ? '7373' : '737', name }
}

const cards: TestCards = {
  approved: cardOf('Ada Lovelace'),
  refused: {
    card_declined: cardOf('NOT_ENOUGH_BALANCE'),
    invalid_card: cardOf('INVALID_CARD'),
    expired_card: cardOf('CARD_EXPIRED'),
    risk_declined: cardOf('FRAUD'),
    authentication_failed: cardOf('NOT_3D_AUTHENTICATED'),
    processing_error: cardOf('ERROR'),
    processor_unavailable: cardOf('ISSUER_UNAVAILABLE'),
  },
  pending: cardOf('PENDING'),
  frictionless: cardOf('Ada Lovelace', '371449635398431'),
  challenges: {
    'by redirect': cardOf('Ada Lovelace', '4212345678901237'),
    'in a frame': cardOf('Ada Lovelace', '4917610000000000'),
  },
  refundRefused: null,
}

const answers = { approved: 'confirm', refused: 'refuse', abandoned: 'cancel' } as const satisfies Record<
  CustomerAnswer,
  string
>

function challengesOf(standIn: AdyenStandIn, returnUrls: ReadonlyMap<string, string>): Challenges {
  const wayBack = (reference: string, fields: BrowserReturn['fields']): BrowserReturn => ({
    url: returnUrls.get(reference) ?? '',
    fields,
  })
  return {
    answer: async (reference, answer) => {
      const { redirectResult, cres } = standIn.customerAnswers(reference, answers[answer])
      const { isNative } = standIn.authenticationOf(reference)
      return wayBack(reference, isNative ? { cres } : { redirectResult })
    },
    fingerprints: {
      cards: {
        approved: cardOf('Ada Lovelace', '5454545454545454'),
        challenge: cardOf('Ada Lovelace', '4035501428146300'),
      },
      ended: (reference) => {
        const { threeDSServerTransID } = standIn.authenticationOf(reference)
        return wayBack(reference, { threeDSMethodData: encodeJson({ threeDSServerTransID }, 'base64url') })
      },
    },
    forge: (reference) => {
      const forged = Buffer.from('{"transStatus":"Y"}').toString('base64url')
      return wayBack(reference, { redirectResult: forged, cres: forged })
    },
  }
}

function refundOf({ books }: AdyenStandIn, reference: string): Parameters<AdyenStandIn['books']['failRefund']> {
  for (const payment of books.payments) {
    const refund = payment.modifications.find((each: Modification) => each.reference === reference)
    if (refund) return [payment, refund]
  }
  throw new Error(`Bug: no refund ${reference}`)
}

function reversalsOf(standIn: AdyenStandIn, failedCaptures: string[]): Reversals {
  const { books } = standIn
  return {
    refundFails: (reference) => books.failRefund(...refundOf(standIn, reference)),
    refundIsReversed: (reference) => books.reverseRefund(...refundOf(standIn, reference)),
    captureFails: (reference) => {
      failedCaptures.push(reference)
      const payment = books.only(reference)
      books.failCapture(
        payment,
        payment.modifications.find(({ kind }) => kind === 'capture'),
      )
    },
  }
}

const stages: Readonly<Record<DisputeStage, AdyenStage>> = {
  notice: 'REQUEST_FOR_INFORMATION',
  charged: 'CHARGEBACK',
  reversed: 'CHARGEBACK_REVERSED',
  charged_again: 'SECOND_CHARGEBACK',
  won: 'PREARBITRATION_WON',
  lost: 'PREARBITRATION_LOST',
}

function disputesOf({ books }: AdyenStandIn): Disputes {
  return {
    stages: Object.keys(stages) as DisputeStage[],
    move: async ({ reference }, stage) => void books.dispute(books.only(reference), stages[stage]),
  }
}
