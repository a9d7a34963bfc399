import t from 'tap'
import { expectError } from '../http/expect-error.ts'
import { help, listen, readSession } from '../links/link-calls.ts'
import { refund, refunded } from '../refunds/refund-calls.ts'
import { eventsOf } from '../sessions/ledgers.ts'
import { createSession, submitCard } from '../support/pay.ts'
import { startService } from '../support/service.ts'
import { sql } from '../support/sql.ts'
import { bankReports, gbp, wrongIn, type Money, type Payment } from './bank-reports.ts'
import { interceptBank } from './intercept-bank.ts'

// What a bank says about money counts, also when it is not what the service ordered.

const service = await startService({ environment: { RATE_LIMIT_PER_SECOND: '100000' } })
t.teardown(() => service.stop())

const {
  report,
  named,
  paid,
  stageOf,
  disputesOf,
  stateOf,
  ledgerOf,
  mailKinds,
  expectNoRefund,
  refundFact,
  returning,
  capturing,
} = bankReports(service)

t.test('a chargeback counts whatever its amount and currency, and stops refunds', async (t) => {
  const cases: [Money, Money, string | null][] = [
    [gbp(2533), gbp(2533), 'chargeback 2533 GBP'],
    [gbp(1000), gbp(1000), 'chargeback 1000 GBP'],
    [{ amount: 2950, currency: 'EUR' }, { amount: 2950, currency: 'EUR' }, 'chargeback 2950 EUR'],
    [{ amount: 5_000_000_000, currency: 'VND' }, gbp(2500), 'chargeback 2500 GBP'],
    [{ amount: 2950, currency: 'XXX' }, gbp(2500), 'chargeback 2500 GBP'],
  ]
  for (const [money, shown, line] of cases) {
    const payment = await paid()
    t.equal(await stageOf(payment, 'charged', { money }), 'applied')
    t.equal(await stageOf(payment, 'charged', { money }), 'known')
    t.match(await disputesOf(payment), [{ ...shown, status: 'open', stage: 'chargeback' }])
    t.match(await readSession(service, payment), { status: 'disputed' })
    t.same(await eventsOf(service, payment.id), ['session.completed', 'session.disputed'])
    t.same(await ledgerOf(payment), ['capture 2500 GBP', line])
    await expectNoRefund(t, payment)
    t.equal(await stageOf(payment, 'reversed', { money: gbp(2490) }), 'applied', 'a fee is missing')
    t.same(await stateOf(payment), ['paid', 'won'])
    t.same((await ledgerOf(payment)).slice(2), ['chargeback_reversal 2490 GBP'])
  }
  const asked = await paid()
  t.equal(await stageOf(asked, 'charged', { money: gbp(0) }), 'applied', 'no money has moved')
  t.match(await disputesOf(asked), [{ status: 'open', stage: 'notice', amount: 2500 }])
  t.same(await ledgerOf(asked), ['capture 2500 GBP'])
})

t.test('a corrected report adds the difference, and disputes may take more than the payment together', async (t) => {
  for (const amounts of [
    [2500, 2533, 2533],
    [2533, 2500, 2533],
  ]) {
    const payment = await paid()
    for (const amount of amounts.slice(0, 2))
      t.equal(await stageOf(payment, 'charged', { money: gbp(amount) }), 'applied')
    t.match(await disputesOf(payment), [{ amount: 2533 }])
    const lines = await sql<{ sum: string }>(
      service,
      `select sum(amount)::text as sum from money_movements where session_id = ? and kind = 'chargeback'`,
      [payment.id],
    )
    t.same(lines, [{ sum: '2533' }])
    t.equal(await stageOf(payment, 'charged', { money: { amount: 2950, currency: 'EUR' } }), 'applied')
    t.match(await disputesOf(payment), [{ amount: 2533, currency: 'GBP' }], 'the same money in another currency')
    t.equal(await stageOf(payment, 'charged', { dispute: `E${payment.reference}` }), 'applied')
    t.equal((await disputesOf(payment)).length, 2)
    t.same(await eventsOf(service, payment.id), ['session.completed', 'session.disputed', 'session.disputed'])
    t.equal(await stageOf(payment, 'reversed'), 'applied')
    t.same((await eventsOf(service, payment.id)).slice(3), ['session.dispute_closed'])
    t.match(await readSession(service, payment), { status: 'disputed' }, 'the other dispute still has the money')
  }
})

t.test('a stage that names only the payment belongs to its dispute, in any order', async (t) => {
  const course = ['charged', 'reversed', 'charged_again'] as const
  for (const order of [course, [...course].reverse()]) {
    const payment = await paid()
    const unnamed = `P${payment.reference}`
    for (const stage of order)
      t.equal(await stageOf(payment, stage, stage === 'charged' ? {} : { dispute: unnamed }), 'applied', stage)
    t.match(await disputesOf(payment), [
      { status: 'lost', stage: 'second_chargeback', processor_reference: `D${payment.reference}` },
    ])
    t.equal((await disputesOf(payment)).length, 1)
    t.match(await readSession(service, payment), { status: 'disputed' })
    for (const stage of order.slice(1))
      t.equal(await stageOf(payment, stage, stage === 'charged' ? {} : { dispute: unnamed }), 'known', stage)
  }
  const two = await paid()
  const [large, small, unnamed] = [`L${two.reference}`, `S${two.reference}`, `P${two.reference}`]
  await stageOf(two, 'reversed', { dispute: unnamed, money: gbp(800) })
  t.same(await stateOf(two), ['paid', 'won'])
  await stageOf(two, 'charged', { dispute: large, money: gbp(1700) })
  await stageOf(two, 'charged', { dispute: small, money: gbp(800) })
  const byReference = Object.fromEntries(
    (await disputesOf(two)).map(({ processor_reference, status }) => [processor_reference, status]),
  )
  t.same(byReference, { [large]: 'open', [small]: 'won' }, 'the money says which dispute it is')
  t.match(await readSession(service, two), { status: 'disputed' })
})

t.test('a report can name the payment by the processor’s id alone', async (t) => {
  const payment = await paid()
  const purchaseId = `P${payment.reference}`
  for (const reference of ['', 'a note of a person #7', 'another_reference'])
    t.equal(
      await stageOf({ ...payment, reference }, 'notice', { purchaseId, dispute: `N${payment.reference}` }),
      reference === '' ? 'applied' : 'known',
    )
  t.equal(await stageOf({ ...payment, reference: '' }, 'notice', { purchaseId: 'unknown' }), 'unknown_reference')

  const other = await paid()
  t.equal(await stageOf({ ...payment, reference: other.reference }, 'charged', { purchaseId }), 'applied')
  t.same(await stateOf(other), ['paid'], 'the reference of another payment is of no account')
  const returned = { kind: 'succeeded', processorId: `X${payment.reference}` } as const
  const { id } = await refunded(service, other, 100)
  t.equal(await report({ kind: 'refund', reference: id, purchaseId, outcome: returned, money: gbp(300) }), 'applied')
  t.match(await readSession(service, payment), { status: 'disputed', amount_refunded: 300 })
  t.match(await readSession(service, other), { amount_refunded: 100 })
  const cancelled = { kind: 'declined', failureCode: 'processing_error', isCancelled: true } as const
  const byHand = { reference: 'typed by a person', purchaseId: `P${other.reference}` }
  t.equal(await report({ kind: 'purchase', ...byHand, outcome: cancelled, money: gbp(2500) }), 'applied')
  t.same(await stateOf(other), ['disputed', 'lost'], 'somebody cancelled it at the acquirer')
})

t.test('a reversal is not final: a lost pre-arbitration ends it, and an arbitration won ends that', async (t) => {
  const payment = await paid()
  await stageOf(payment, 'charged')
  await stageOf(payment, 'reversed')
  t.same(await stateOf(payment), ['paid', 'won'])
  t.equal(await stageOf(payment, 'lost', { round: 'prearbitration', event: 'prearbitration' }), 'applied')
  t.same(await stateOf(payment), ['disputed', 'lost'])
  await expectNoRefund(t, payment)
  t.equal(await stageOf(payment, 'won', { round: 'arbitration', event: 'arbitration' }), 'applied')
  t.same(await stateOf(payment), ['paid', 'won'])
  service.clock.advance(1)
  t.same(await eventsOf(service, payment.id), [
    'session.completed',
    'session.disputed',
    'session.dispute_closed',
    'session.disputed',
    'session.dispute_lost',
    'session.dispute_closed',
  ])
  t.same(await ledgerOf(payment), ['capture 2500 GBP', 'chargeback 2500 GBP', 'chargeback_reversal 2500 GBP'])
})

t.test('the merchant’s program hears of each dispute, whatever the status of its session', async (t) => {
  const next = await listen(t, service)
  const refundedPayment = await paid()
  await refunded(service, refundedPayment)
  await stageOf(refundedPayment, 'charged')
  const { data } = await next('session.disputed')
  t.match(data, { id: refundedPayment.id, status: 'refunded', dispute: { status: 'open', amount: 2500 } })
  await stageOf(refundedPayment, 'lost')
  t.match((await next('session.dispute_lost')).data, { status: 'refunded', dispute: { status: 'lost' } })
  await stageOf(refundedPayment, 'reversed')
  t.match((await next('session.dispute_closed')).data, { status: 'refunded', dispute: { status: 'won' } })
  await stageOf(refundedPayment, 'charged_again')
  t.match((await next('session.disputed')).data, { status: 'refunded', dispute: { stage: 'second_chargeback' } })
  t.match(await readSession(service, refundedPayment), { status: 'refunded', amount_refunded: 2500 })

  const session = await createSession(service)
  await submitCard(service, session, 'declined')
  const late = await named(session)
  await help(service, session, 'expire')
  t.equal(await stageOf(late, 'charged'), 'applied', 'it proves an approval, whose money was to go back')
  t.match((await next('session.disputed')).data, { id: session.id, status: 'expired', dispute: { status: 'open' } })
  t.same(await stateOf(late), ['expired', 'open'])

  const cancelled = await createSession(service)
  await submitCard(service, cancelled, 'declined')
  const payment = await named(cancelled)
  await sql(service, 'update card_attempts set is_cancelled = true where session_id = ? returning id', [cancelled.id])
  t.equal(await stageOf(payment, 'charged'), 'applied')
  t.match((await next('session.disputed')).data, { id: cancelled.id, status: 'open' })
  t.same(await ledgerOf(payment), ['chargeback 2500 GBP'])
})

t.test('a refund made at the acquirer is a refund of the session', async (t) => {
  const next = await listen(t, service)
  const payment = await paid()
  const mails = (await mailKinds()).length
  t.equal(await refundFact(payment, `R1${payment.reference}`, gbp(900)), 'applied')
  t.equal(await refundFact(payment, `R1${payment.reference}`, gbp(900)), 'known')
  const made = { status: 'succeeded', amount: 900, reason: 'Made at the acquirer' }
  t.match((await next('session.refunded')).data, { id: payment.id, status: 'paid', amount_refunded: 900, refund: made })
  expectError(t, await refund(service, payment, 1601), 400, 'refund_exceeds_amount', 'amount')
  t.equal(await refundFact(payment, `R2${payment.reference}`, gbp(1700)), 'applied', 'more than what is left')
  t.match((await next('session.refunded')).data, {
    status: 'refunded',
    amount_refunded: 2500,
    refund: { amount: 1600 },
  })
  await expectNoRefund(t, payment)
  for (const [id, money] of [
    ['R3', gbp(100)],
    ['R4', { amount: 120, currency: 'EUR' }],
  ] as const) {
    t.equal(await refundFact(payment, `${id}${payment.reference}`, money), 'applied', 'everything was refunded before')
    t.equal(await refundFact(payment, `${id}${payment.reference}`, money), 'known')
    t.match((await next('session.refunded')).data, { status: 'refunded', refund: { status: 'succeeded', amount: 0 } })
  }
  t.equal(await refundFact(payment, `R5${payment.reference}`, gbp(0)), 'known', 'no money')
  t.same((await mailKinds()).slice(mails), ['refund_too_large', 'refund_too_large', 'refund_too_large'])
  t.same((await ledgerOf(payment)).slice(1), ['refund 900 GBP', 'refund 1700 GBP', 'refund 100 GBP', 'refund 120 EUR'])
  t.match(await readSession(service, payment), { status: 'refunded', amount_refunded: 2500 })
  t.equal(await refundFact(payment, `R3${payment.reference}`, gbp(100), 'failed'), 'applied', 'and that came back')
  t.match((await next('session.refund_failed')).data, { status: 'refunded', amount_refunded: 2500 })
  t.equal(await refundFact(payment, `R2${payment.reference}`, gbp(100), 'failed'), 'applied', 'what was too much')
  t.match((await next('session.refund_failed')).data, { status: 'refunded', amount_refunded: 2500 })
  t.equal(await refundFact(payment, `R1${payment.reference}`, gbp(900), 'failed'), 'applied')
  t.match((await next('session.refund_failed')).data, { status: 'paid', amount_refunded: 1600 })

  const other = await paid()
  const wrong = { kind: 'refund', reference: other.reference, purchaseId: 'P2', money: gbp(100) } as const
  t.equal(await report({ ...wrong, outcome: { kind: 'succeeded', processorId: 'X' } }), 'mismatch', 'another payment')
  t.equal(await refundFact(other, `F${other.reference}`, gbp(900), 'failed'), 'applied', 'its failure came first')
  t.equal(await refundFact(other, `F${other.reference}`, gbp(900)), 'applied')
  t.match(await readSession(service, other), { status: 'paid', amount_refunded: 0 })
  t.equal(await refundFact(other, `E${other.reference}`, { amount: 1050, currency: 'EUR' }), 'applied')
  t.match(await readSession(service, other), { status: 'refunded' }, 'an unknown rate counts as the rest')
  t.same((await ledgerOf(other)).slice(1), ['refund 900 GBP', 'refund_reversal 900 GBP', 'refund 1050 EUR'])

  const reserved = await paid('refund_pending')
  const { id } = await refunded(service, reserved, 2000)
  await sql(service, `update refunds set processor_id = 'R' || id where id = ? returning id`, [id])
  t.equal(await refundFact(reserved, `R${reserved.reference}`, gbp(900)), 'unknown_reference', 'our own comes first')
  await report({ kind: 'refund', reference: id, outcome: { kind: 'failed', failureMessage: 'No' }, money: gbp(2000) })
  t.equal(await refundFact(reserved, `R${reserved.reference}`, gbp(900)), 'applied')

  const disputed = await paid()
  await stageOf(disputed, 'charged')
  t.equal(await refundFact(disputed, `R${disputed.reference}`, gbp(2500)), 'applied')
  t.match(await readSession(service, disputed), { status: 'disputed', amount_refunded: 2500 })
})

t.test('a refund made at the acquirer ends the automatic return of its payment', async (t) => {
  const late = await returning()
  t.equal(await refundFact(late, `R${late.reference}`, gbp(2500)), 'applied')
  t.equal(await refundFact(late, `R${late.reference}`, gbp(2500)), 'known')
  const records = await sql(service, 'select status from automatic_returns where session_id = ?', [late.id])
  t.same(records, [{ status: 'succeeded' }])
  t.same(await ledgerOf(late), ['capture 2500 GBP', 'reversal 2500 GBP'])
})

async function returnOf({ id }: Payment): Promise<{ id: string; status: string; reference: string } | undefined> {
  const statement = 'select id, status, processor_reference as reference from automatic_returns where session_id = ?'
  return (await sql<{ id: string; status: string; reference: string }>(service, statement, [id]))[0]
}

t.test('a return ends when the bank has given the customer the money for good', async (t) => {
  const late = await returning()
  const back = () => returnOf(late)
  const nextTry = async () => {
    service.clock.advance(7200)
    await service.sweep()
  }
  await stageOf(late, 'charged', { money: gbp(2450) })
  await nextTry()
  t.match(await back(), { status: 'pending' }, 'the dispute decides')
  await stageOf(late, 'charged', { money: gbp(2500) })
  await stageOf(late, 'lost')
  await nextTry()
  t.match(await back(), { status: 'succeeded' })
  t.same(await ledgerOf(late), ['capture 2500 GBP', 'chargeback 2450 GBP', 'chargeback 50 GBP'])
  await stageOf(late, 'reversed')
  t.match(await back(), { status: 'pending' }, 'the money is with the merchant again')
  const reference = (await back())?.reference ?? ''
  const returned = { kind: 'refund', reference, outcome: { kind: 'succeeded' }, money: gbp(2500) } as const
  t.equal(await report(returned), 'applied')
  t.equal(await report(returned), 'known')

  const twice = await returning()
  await stageOf(twice, 'charged')
  await stageOf(twice, 'lost')
  await nextTry()
  const order = await returnOf(twice)
  t.equal(await report({ ...returned, reference: order?.reference ?? '' }), 'applied', 'the order had arrived as well')
  t.same((await ledgerOf(twice)).slice(1), ['chargeback 2500 GBP', 'reversal 2500 GBP'])
})

t.test('of a payment that was to go back, what a lost dispute has not taken goes back', async (t) => {
  const late = await returning()
  const orders: (readonly [reference: string | undefined, amount: number])[] = []
  const back = () => returnOf(late)
  const nextTry = () =>
    interceptBank(
      service,
      'refund',
      (_original, { reference, amount }) => {
        if (reference.startsWith(id)) orders.push([reference.slice(id.length), amount])
        return Promise.resolve({ kind: 'succeeded' })
      },
      async () => {
        service.clock.advance(7200)
        await service.sweep()
      },
    )
  const { id = '' } = (await back()) ?? {}
  for (const stage of ['charged', 'lost'] as const) await stageOf(late, stage, { money: gbp(1000) })
  await nextTry()
  t.same(orders, [], 'the bank still has the order of the whole amount')
  const refused = { kind: 'failed', failureMessage: 'Disputed', processorId: `O${late.reference}` } as const
  t.equal(await report({ kind: 'refund', reference: id, outcome: refused, money: gbp(2500) }), 'applied')
  await nextTry()
  t.same(orders, [['.2', 1500]])
  t.match(await back(), { status: 'succeeded' })
  t.same(await ledgerOf(late), ['capture 2500 GBP', 'chargeback 1000 GBP', 'reversal 1500 GBP'])
  await stageOf(late, 'reversed', { money: gbp(1000) })
  t.match(await back(), { status: 'pending' }, 'the merchant has won the customer’s money back')
  t.same(await wrongIn(service), [])
  await nextTry()
  // The worker may have sent one more order before the test watched.
  t.match(orders.slice(1), [[/^\.[3-9]$/, 1000]])
  t.match(await back(), { status: 'succeeded' })
  t.same((await ledgerOf(late)).slice(3), ['chargeback_reversal 1000 GBP', 'reversal 1000 GBP'])
})

t.test('the money of a payment that was to go back, or that is cancelled, need not arrive', async (t) => {
  const session = await createSession(service)
  await submitCard(service, session, 'declined')
  const late = await named(session)
  const lost = { kind: 'capture_failed', event: 'F', money: gbp(2500) } as const
  t.equal(await report({ ...lost, reference: late.reference }), 'applied')
  t.same(await stateOf(late), ['open'], 'there is no dispute')
  t.same(await ledgerOf(late), ['capture 2500 GBP', 'capture_reversal 2500 GBP'])
  const cancelled = await createSession(service)
  await submitCard(service, cancelled, 'declined')
  const payment = await named(cancelled)
  await sql(service, 'update card_attempts set is_cancelled = true where session_id = ? returning id', [cancelled.id])
  t.equal(await report({ ...lost, reference: payment.reference }), 'known')
  t.same(await ledgerOf(payment), [])
})

t.test('a refund counts for what the bank has returned', async (t) => {
  const payment = await paid('refund_pending')
  const [less, more] = [await refunded(service, payment, 900), await refunded(service, payment, 1000)]
  const succeeded = (reference: string, amount: number): Promise<string> =>
    report({ kind: 'refund', reference, outcome: { kind: 'succeeded' }, money: gbp(amount) })
  t.equal(await succeeded(less.id, 800), 'applied')
  t.match(await readSession(service, payment), { amount_refunded: 800 })
  t.match((await service.call('GET', `/v1/refunds/${less.id}`)).body, { status: 'succeeded', amount: 800 })
  t.equal(await succeeded(more.id, 1800), 'applied')
  t.match(await readSession(service, payment), { status: 'refunded', amount_refunded: 2500 })
  t.same((await ledgerOf(payment)).slice(1), ['refund 800 GBP', 'refund 1800 GBP'])
  const reversal = { kind: 'refund_reversed', reference: less.id, reversal: 'B', money: gbp(750) } as const
  t.equal(await report(reversal), 'applied', 'the customer has kept a part')
  t.match(await readSession(service, payment), { status: 'paid', amount_refunded: 1750 })
  expectError(t, await refund(service, payment, 751), 400, 'refund_exceeds_amount', 'amount')
  t.same((await ledgerOf(payment)).slice(3), ['refund_reversal 750 GBP'])
})

t.test('a capture counts for what the processor has taken', async (t) => {
  const captured = ({ reference }: Payment, money: Money, event = `C${reference}`): Promise<string> =>
    report({ kind: 'captured', reference, event, money })
  const parts = await capturing()
  t.equal(await captured(parts, gbp(1000)), 'applied')
  t.equal(await captured(parts, gbp(1000)), 'known')
  t.same(await ledgerOf(parts), ['capture 2500 GBP', 'capture_reversal 1500 GBP'])
  t.equal(await captured(parts, gbp(1400), `2${parts.reference}`), 'applied', 'another part')
  t.equal(await captured(parts, gbp(1400), `2${parts.reference}`), 'known')
  t.same((await ledgerOf(parts)).slice(2), ['chargeback_reversal 1400 GBP'])
  const rest = { kind: 'capture_failed', reference: parts.reference, event: 'rest', isRest: true } as const
  t.equal(await report({ ...rest, money: gbp(100) }), 'known', 'the ledger lacks it already')
  t.same(await stateOf(parts), ['paid'])
  t.equal(await report({ ...rest, isRest: false, money: gbp(2400) }), 'applied')
  t.same((await ledgerOf(parts)).slice(3), ['capture_reversal 2400 GBP'])
  t.same(await stateOf(parts), ['disputed', 'lost'])

  const abroad = await capturing()
  t.equal(await captured(abroad, { amount: 2950, currency: 'EUR' }), 'applied')
  t.same((await ledgerOf(abroad)).slice(1), ['capture_reversal 2500 GBP', 'chargeback_reversal 2950 EUR'])
  const more = await capturing()
  t.equal(await captured(more, gbp(2600)), 'applied')
  t.same((await ledgerOf(more)).slice(1), ['chargeback_reversal 100 GBP'])
  const kept = await capturing()
  const refused = { kind: 'capture_refused', reference: kept.reference, reason: 'Too much' } as const
  t.equal(await report({ ...refused, event: 'other', money: gbp(3000) }), 'known', 'an order of somebody else')
  t.same(await stateOf(kept), ['paid'])
  t.equal(await report({ ...refused, event: `C${kept.reference}`, money: gbp(2500) }), 'applied')
  t.same(await stateOf(kept), ['disputed', 'lost'])
})

t.test('after all these reports the database has nothing wrong', async (t) => {
  t.same(await wrongIn(service), [])
})
