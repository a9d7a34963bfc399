import t from 'tap'
import type { FlowContext } from '../../server/flows/context.ts'
import { runDueWork } from '../../server/flows/due-work.ts'
import { refundSession } from '../../server/flows/refunds/refund-session.ts'
import { continueChallenge } from '../../server/flows/sessions/continue-challenge.ts'
import { payWithCard } from '../../server/flows/sessions/submit-card.ts'
import { testCard, type Scenario } from '../../server/processors/sandbox/scenarios.ts'
import { createSession } from '../support/pay.ts'
import { processorWith } from '../support/processor-with.ts'
import { startService } from '../support/service.ts'
import { sql } from '../support/sql.ts'
import { expectEqualLedgers } from './ledgers.ts'

const service = await startService()
t.teardown(() => service.stop())

const scope = { merchantId: service.merchantId, livemode: false }

/** The calls to the earlier processor. */
const called: string[] = []

/** The sandbox bank under another name: the processor of the mode before the switch. */
const { sandbox } = service.app
const earlierBank = processorWith(sandbox, {
  name: 'earlier_bank',
  lookup: (earlier) => {
    called.push('lookup')
    return sandbox.lookup(earlier)
  },
  lookupRefund: (earlier) => {
    called.push('lookup_refund')
    return sandbox.lookupRefund(earlier)
  },
  continueChallenge: async ({ reference, result }) => {
    called.push(result.kind)
    if (result.kind === 'abandoned') return { kind: 'pending' }
    await sandbox.completeChallenge(reference, 'approved')
    return { kind: 'approved', authorizationCode: null, threeDSecure: 'challenge' }
  },
  giveUp: (earlier) => {
    called.push('give_up')
    return sandbox.giveUp(earlier)
  },
  refund: (order) => {
    called.push('refund')
    return sandbox.refund(order)
  },
})

/** A context whose mode has this processor for new payments. `known`: the processors that the operator configured. */
function contextOf(current: string, known = [earlierBank, sandbox]): FlowContext {
  const processorFor: FlowContext['processorFor'] = async (_scope, name = current) =>
    known.find((processor) => processor.name === name) ?? null
  return { ...service.app.workContext, processorFor, track: () => {} }
}

async function pay(context: FlowContext, scenario: Scenario, session?: string): Promise<string> {
  const id = session ?? (await createSession(service)).id
  const nonce = crypto.randomUUID()
  const card = testCard(scenario, service.clock.now())
  t.match(await payWithCard(context, scope, id, { card, nonce, params: {}, client: null, admission: null }), {
    kind: 'attempt',
  })
  return id
}

const stateOf = async (id: string) => {
  const { body } = await service.call('GET', `/v1/checkout/sessions/${id}`)
  return { status: body['status'], refunded: body['amount_refunded'] }
}

t.test(
  'the processor that began a payment or refund finishes it, also after the mode has got another one',
  async (t) => {
    const before = contextOf('earlier_bank')
    const checked = await pay(before, 'background_check')
    const confirmed = await pay(before, 'challenge')
    const refunded = await pay(before, 'refund_pending')
    t.match(await refundSession(before, scope, refunded, { amount: 700 }, null), { refund: { status: 'pending' } })

    const after = contextOf('sandbox')
    const paidNow = await pay(after, 'approved')
    const [attempt] = await sql(service, `select processor_reference from card_attempts where session_id = ?`, [
      confirmed,
    ])
    t.ok(await sandbox.completeChallenge(String(attempt?.['processor_reference']), 'approved'))
    for (let round = 0; round < 3; round += 1) {
      service.clock.advance(301)
      await runDueWork(after)
    }
    for (const id of [checked, confirmed, paidNow]) t.same(await stateOf(id), { status: 'paid', refunded: 0 })
    t.same(await stateOf(refunded), { status: 'paid', refunded: 700 })
    t.same([...new Set(called.splice(0))].sort(), ['lookup', 'lookup_refund', 'refund'])
    t.same(
      await sql(service, 'select processor, count(*)::int as lines from money_movements group by processor order by 1'),
      [
        { processor: 'earlier_bank', lines: 4 },
        { processor: 'sandbox', lines: 1 },
      ],
    )
    await expectEqualLedgers(t, service)
  },
)

t.test(
  'what the customer and the merchant do after a switch goes to the processor that began the payment',
  async (t) => {
    const [before, after] = [contextOf('earlier_bank'), contextOf('sandbox')]
    const [confirmed, left, refunded] = [
      await pay(before, 'challenge'),
      await pay(before, 'challenge'),
      await pay(before, 'approved'),
    ]
    called.length = 0
    for (const [session, cameBack] of [
      [confirmed, { kind: 'returned', fields: { result: 'yes' } }],
      [left, { kind: 'abandoned' }],
    ] as const) {
      const [attempt] = await sql<{ id: string }>(service, 'select id from card_attempts where session_id = ?', [
        session,
      ])
      await continueChallenge(after, scope, { attemptId: attempt?.id ?? '' }, cameBack)
    }
    t.match(await refundSession(after, scope, refunded, { amount: 300 }, null), { refund: { status: 'succeeded' } })
    t.same(called.splice(0), ['returned', 'abandoned', 'give_up', 'refund'])
    t.same(await stateOf(confirmed), { status: 'paid', refunded: 0 })
    t.same(await stateOf(left), { status: 'open', refunded: 0 })
    t.same(await stateOf(refunded), { status: 'paid', refunded: 300 })
    await pay(after, 'approved', left)
    t.same(called, [], 'the next card of the session goes to the new processor')
    t.same(await stateOf(left), { status: 'paid', refunded: 0 })
    t.same(await sql(service, 'select processor from card_attempts where session_id = ? order by id', [left]), [
      { processor: 'earlier_bank' },
      { processor: 'sandbox' },
    ])
    t.match(await refundSession(after, scope, left, { amount: 100 }, null), { refund: { processor: 'sandbox' } })
    t.same(called, [], 'so does its refund')
  },
)

t.test('a payment waits while its processor is not configured, and finishes once it is back', async (t) => {
  const id = await pay(contextOf('earlier_bank'), 'background_check')
  service.clock.advance(50)
  await runDueWork(contextOf('sandbox', [sandbox]))
  t.match(await sql(service, 'select status from card_attempts where session_id = ?', [id]), [{ status: 'processing' }])
  service.clock.advance(50)
  await runDueWork(contextOf('sandbox'))
  t.same(await stateOf(id), { status: 'paid', refunded: 0 })
  await expectEqualLedgers(t, service)
})
