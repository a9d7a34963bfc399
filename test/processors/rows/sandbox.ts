import type { PlainCard } from '../../../form/frame/card/encrypt-card.ts'
import type { Processor } from '../../../server/processors/processor.ts'
import type { SandboxProcessor } from '../../../server/processors/sandbox/processor.ts'
import { testCards, type Scenario } from '../../../server/processors/sandbox/scenarios.ts'
import { processorWith } from '../../support/processor-with.ts'
import { startService, type TestService } from '../../support/service.ts'
import type { Disputes, DisputeStage, ProcessorUnderTest, TestCards } from '../processor-under-test.ts'
import { BrokenCall, Wire } from '../wire-faults.ts'
import { useProcessor } from './use-processor.ts'

/** The simulated bank. The way to it is a connection to its database, which can break but not answer wrongly. */
export const sandbox: ProcessorUnderTest = {
  name: 'sandbox',
  async open(t) {
    const service = await startService({ environment: { RATE_LIMIT_PER_SECOND: '100000' }, bankMs: 0 })
    t.teardown(() => service.stop())
    const wire = new Wire()
    const { sandbox: bank } = service.app
    const processor = overWire(bank, wire)
    useProcessor(service, processor)
    return {
      service,
      scope: { merchantId: service.merchantId, livemode: false },
      secretKey: service.secretKey,
      processor,
      cards: sandboxCards,
      faults: ['a time-out before the effect', 'a time-out after the effect', 'a duplicate order', 'a late order'],
      failNext: (faults) => wire.failNext(faults),
      releaseLateOrders: () => wire.releaseLateOrders(),
      ledger: () => bank.ledger(),
      refuseForUnknownReason: null,
      challenges: {
        answer: async (reference, answer) => {
          const outcome = answer === 'refused' ? 'declined' : answer
          if (!(await bank.completeChallenge(reference, outcome))) throw new Error('Bug: no challenge waits')
          return null
        },
        fingerprints: null,
        returns: null,
      },
      notifications: null,
      reversals: null,
      disputes: disputesByHelpers(service),
      withWrongCredentials: null,
    }
  },
}

/** A test card of the simulated bank, as the form has it. */
export function sandboxCard(scenario: Scenario): PlainCard {
  return { number: testCards[scenario][0], exp_month: 12, exp_year: 2039, cvc: '737', name: 'Ada Lovelace' }
}

export const sandboxCards: TestCards = {
  approved: sandboxCard('approved'),
  refused: {
    card_declined: sandboxCard('declined'),
    invalid_card: sandboxCard('invalid_card'),
    expired_card: sandboxCard('expired_card'),
    risk_declined: sandboxCard('risk_declined'),
    authentication_failed: sandboxCard('authentication_failed'),
    processing_error: sandboxCard('processing_error'),
    processor_unavailable: sandboxCard('processor_unavailable'),
    account_configuration: sandboxCard('account_configuration'),
  },
  pending: sandboxCard('background_check'),
  frictionless: sandboxCard('background_check'),
  challenges: { 'in a page': sandboxCard('challenge') },
  refundRefused: sandboxCard('refund_failed'),
}

function overWire(bank: SandboxProcessor, wire: Wire): Processor {
  const carry = async <Outcome extends object>(
    reach: () => Promise<Outcome>,
  ): Promise<Outcome | { kind: 'unreachable' }> => {
    try {
      return (await wire.carry(async () => ({ status: 200, body: await reach() }))).body as Outcome
    } catch (error) {
      if (error instanceof BrokenCall) return { kind: 'unreachable' }
      throw error
    }
  }
  return processorWith(bank, {
    purchase: (order) => carry(() => bank.purchase(order)),
    lookup: (earlier) => carry(() => bank.lookup(earlier)),
    refund: (order) => carry(() => bank.refund(order)),
    lookupRefund: (earlier) => carry(() => bank.lookupRefund(earlier)),
  })
}

type HelpedStage = Exclude<DisputeStage, 'notice' | 'won'>

const helpers: Readonly<Record<HelpedStage, readonly [string, object?]>> = {
  charged: ['dispute'],
  reversed: ['close_dispute', { outcome: 'won' }],
  charged_again: ['dispute'],
  lost: ['close_dispute', { outcome: 'lost' }],
}

/** The simulated bank reports disputes by the test helpers of the API. */
function disputesByHelpers(service: TestService): Disputes {
  return {
    stages: Object.keys(helpers) as HelpedStage[],
    move: async ({ session }, stage) => {
      const [helper, body] = helpers[stage as HelpedStage]
      const { status, text } = await service.call(
        'POST',
        `/v1/test_helpers/checkout/sessions/${session}/${helper}`,
        body,
      )
      if (status !== 200) throw new Error(`The dispute stays: ${text}`)
    },
  }
}
