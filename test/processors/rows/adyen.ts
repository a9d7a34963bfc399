import type { Test } from 'tap'
import type { PlainCard } from '../../../form/frame/card/encrypt-card.ts'
import type { FlowContext } from '../../../server/flows/context.ts'
import { ProcessorRegistry } from '../../../server/flows/acquirers/processor-registry.ts'
import type { Acquirer } from '../../../server/processors/acquirer.ts'
import { accountOf, type AdyenCapture } from '../../../server/processors/adyen/account.ts'
import { createAdyenProcessor } from '../../../server/processors/adyen/processor.ts'
import type { DisputeStage as AdyenStage, Modification } from '../../support/adyen/books.ts'
import {
  adyenEnvironment,
  changeApiKey,
  connectAccount,
  notificationAuthorization,
} from '../../support/adyen/connect-account.ts'
import { startAdyenStandIn, type AdyenStandIn } from '../../support/adyen/stand-in.ts'
import { encodeJson } from '../../support/adyen/three-d-secure.ts'
import { startService, type TestService } from '../../support/service.ts'
import { TestClock } from '../../support/test-clock.ts'
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
import { notify } from './use-processor.ts'

/** The stand-in is on this machine, so a pause between two tries would only cost time. */
const limits = { callMs: 30_000, tryMs: 20_000, pauseMs: 5 }

/**
 * Adyen, by a stand-in that checks each request against Adyen's published document. The registry makes the adapter from
 * stored credentials, as in production. Only the line to the stand-in, which has faults, and its short pauses are of
 * the suite.
 */
export const adyen = {
  name: 'adyen',
  open: (t: Test) => openAdyen(t, 'automatic'),
} satisfies ProcessorUnderTest

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
  const clock = new TestClock()
  const standIn = await startAdyenStandIn({ clock, account: { capture } })
  t.teardown(() => standIn.stop())
  // Without a worker: the suite itself does what is due.
  const environment = { ...adyenEnvironment(standIn), ROLE: 'api', RATE_LIMIT_PER_SECOND: '100000' }
  const service = await startService({ clock, environment })
  t.teardown(() => service.stop())
  const secretKey = await connectAccount(service, standIn, { capture })
  // The suite delivers the notifications, and not the stand-in itself.
  standIn.account.notifyAt = null
  const scope = { merchantId: service.merchantId, livemode: true }
  const line = new AdyenLine(standIn)
  const processorFor = registryOver(service, line, standIn.checkoutUrl)
  const processor = await processorFor(scope)
  if (!processor) throw new Error('Bug: the account is connected')
  const failedCaptures: string[] = []
  const wonBack: string[] = []
  return {
    service,
    scope,
    secretKey,
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
    challenges: challengesOf(standIn),
    notifications: adyenNotifications(standIn, clock, ({ headers, body }) =>
      notify(service, 'adyen', { body, headers: { authorization: notificationAuthorization, ...headers } }),
    ),
    reversals: reversalsOf(standIn, failedCaptures),
    disputes: disputesOf(standIn, capture === 'manual'),
    withWrongCredentials: async (work) => {
      await useApiKey(service, 'wrong')
      await work()
      await useApiKey(service, standIn.account.apiKey)
    },
    standIn,
    failedCaptures,
    wonBack,
  }
}

/** Lets the service find processors in a registry whose adapters of Adyen use this line. */
function registryOver(service: TestService, line: AdyenLine, checkoutUrl: string): FlowContext['processorFor'] {
  const { context, workContext, sandbox } = service.app
  const real = context.acquirers.get('adyen')
  if (!real) throw new Error('Bug: the service knows Adyen')
  const onLine: Acquirer = {
    ...real,
    createProcessor: (credentials, { statementDescriptor, ...parts }) =>
      createAdyenProcessor({
        ...parts,
        account: { ...accountOf(credentials), statementDescriptor },
        checkoutUrl,
        fetch: (request) => line.fetch(request as Request),
        limits,
      }),
  }
  const acquirers = new Map([['adyen', onLine]])
  const registry = new ProcessorRegistry({ ...context, sandbox, acquirers, timed: (processor) => processor })
  const processorFor: FlowContext['processorFor'] = (scope, name) => registry.find(scope, name)
  for (const each of [context, workContext]) Object.assign(each, { processorFor })
  return processorFor
}

/** The service has forgotten the earlier credentials when this returns. */
async function useApiKey(service: TestService, apiKey: string): Promise<void> {
  await changeApiKey(service, apiKey)
  service.clock.advance(1.1)
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

function challengesOf(standIn: AdyenStandIn): Challenges {
  const wayBack = (reference: string, fields: BrowserReturn['fields']): BrowserReturn => ({
    url: standIn.authenticationOf(reference).returnUrl,
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
    returns: {
      forge: (reference) => {
        const forged = Buffer.from('{"transStatus":"Y"}').toString('base64url')
        return wayBack(reference, { redirectResult: forged, cres: forged })
      },
      replies: {
        whole: () => Object.assign(standIn.replies, { isBrief: false, renamesPayment: false }),
        brief: () => Object.assign(standIn.replies, { isBrief: true, renamesPayment: false }),
        'brief and renamed': () => Object.assign(standIn.replies, { isBrief: true, renamesPayment: true }),
      },
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
    refundByHand: (reference, value) => {
      const payment = books.only(reference)
      books.refund(payment, { ...payment.amount, value }, reference)
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

/** Adyen's examples of the later stages leave open whose id they have, so each row tries one of the two. */
function disputesOf({ books }: AdyenStandIn, namesPayment: boolean): Disputes {
  return {
    stages: Object.keys(stages) as DisputeStage[],
    move: async ({ reference, amount }, stage) =>
      void books.dispute(books.only(reference), stages[stage], {
        namesPayment,
        ...(amount !== undefined && { value: amount }),
      }),
  }
}
