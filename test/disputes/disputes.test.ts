import t from 'tap'
import { expectError } from '../http/expect-error.ts'
import { bodyOf, eventsAbout, expectRising, help, listen, payWith, readSession } from '../links/link-calls.ts'
import { movementsOf, refund } from '../refunds/refund-calls.ts'
import { eventsOf, expectEqualLedgers } from '../sessions/ledgers.ts'
import { createSession, paidSession } from '../support/pay.ts'
import { startService, type Answer, type TestService } from '../support/service.ts'
import { interceptBank } from './intercept-bank.ts'

interface Dispute {
  readonly id: string
  readonly opened_at: string
  readonly respond_by: string
}

let service: TestService

t.before(async () => {
  service = await startService({ environment: { RATE_LIMIT_PER_SECOND: '100000' } })
})
t.teardown(() => service.stop())

t.test('a chargeback makes a paid session disputed and sends an event', async (t) => {
  const next = await listen(t, service)
  const session = await paidSession(service)
  const before = await readSession(service, session)
  t.match((await help(service, session, 'dispute')).body, { id: session.id, status: 'disputed' })
  t.same(await readSession(service, session), { ...before, status: 'disputed' }, 'nothing else changes')
  t.match((await next('session.disputed')).data, {
    id: session.id,
    status: 'disputed',
    amount: 2500,
    payment: { card_last4: '0085' },
  })
  t.same(await movementsOf(service, session), [
    ['capture', 2500],
    ['chargeback', 2500],
  ])
  expectError(t, await refund(service, session), 409, 'session_not_refundable', null)
  expectError(t, await help(service, session, 'dispute'), 409, 'session_not_refundable', null, 'one dispute at a time')
})

t.test('a dispute that is won returns the money, and the session is paid and refundable again', async (t) => {
  const next = await listen(t, service)
  const session = await paidSession(service)
  await help(service, session, 'dispute')
  t.match((await help(service, session, 'close_dispute', { outcome: 'won' })).body, {
    status: 'paid',
    amount_refunded: 0,
  })
  t.match((await next('session.dispute_closed')).data, { id: session.id, status: 'paid' })
  expectRising(t, await eventsAbout(service, session.id))
  t.match((await refund(service, session, 100)).body, { status: 'succeeded' })
  t.match(await readSession(service, session), { status: 'paid', amount_refunded: 100 })
  t.match((await help(service, session, 'dispute')).body, { status: 'disputed' }, 'it can be disputed again')
  await help(service, session, 'close_dispute', { outcome: 'won' })
  t.match((await refund(service, session)).body, { status: 'succeeded', amount: 2400 })
  t.match(await readSession(service, session), { status: 'refunded' })
  t.same(await eventsOf(service, session.id), [
    'session.completed',
    'session.disputed',
    'session.dispute_closed',
    'session.refunded',
    'session.disputed',
    'session.dispute_closed',
    'session.refunded',
  ])
  t.same(await movementsOf(service, session), [
    ['capture', 2500],
    ['chargeback', 2500],
    ['chargeback_reversal', 2500],
    ['refund', 100],
    ['chargeback', 2400],
    ['chargeback_reversal', 2400],
    ['refund', 2400],
  ])
})

t.test('a session whose dispute is lost stays disputed for good, and sends an event', async (t) => {
  const next = await listen(t, service)
  const session = await paidSession(service)
  await help(service, session, 'dispute')
  const before = await readSession(service, session)
  t.match((await help(service, session, 'close_dispute', { outcome: 'lost' })).body, { status: 'disputed' })
  t.match((await next('session.dispute_lost')).data, { id: session.id, status: 'disputed', amount_refunded: 0 })
  t.same(await readSession(service, session), before, 'the session is unchanged')
  expectError(t, await refund(service, session), 409, 'session_not_refundable', null)
  for (const outcome of ['won', 'lost'])
    expectError(t, await help(service, session, 'close_dispute', { outcome }), 409, 'session_not_refundable', null)
  expectError(t, await help(service, session, 'dispute'), 409, 'session_not_refundable', null)
  t.same(await eventsOf(service, session.id), ['session.completed', 'session.disputed', 'session.dispute_lost'])
})

t.test('a dispute can be read while it is open and after the bank has decided', async (t) => {
  for (const outcome of ['won', 'lost']) {
    const session = await paidSession(service)
    await refund(service, session, 1000)
    await help(service, session, 'dispute')
    const listed = bodyOf<{ data: Dispute[] }>(await service.call('GET', `/v1/disputes?session=${session.id}`))
    const [open] = listed.data
    t.equal(listed.data.length, 1)
    t.match(open, {
      id: /^dp_/,
      object: 'dispute',
      session: session.id,
      amount: 1500,
      currency: 'GBP',
      status: 'open',
      reason: 'fraudulent',
      closed_at: null,
    })
    const days = (Date.parse(open?.respond_by ?? '') - Date.parse(open?.opened_at ?? '')) / (24 * 3_600_000)
    t.equal(Math.round(days), 30, 'the simulated bank waits 30 days for an answer')
    service.clock.advance(60)
    await help(service, session, 'close_dispute', { outcome })
    const { body } = await service.call('GET', `/v1/disputes/${open?.id ?? ''}`)
    t.match(body, { ...open, status: outcome, closed_at: /^20/ })
    t.ok(Date.parse(String(body['closed_at'])) > Date.parse(String(body['opened_at'])))
  }
})

t.test('a chargeback takes only what was not refunded before', async (t) => {
  const session = await paidSession(service)
  await refund(service, session, 1000)
  t.match((await help(service, session, 'dispute')).body, { status: 'disputed', amount_refunded: 1000 })
  t.same(await movementsOf(service, session), [
    ['capture', 2500],
    ['refund', 1000],
    ['chargeback', 1500],
  ])
  t.match((await help(service, session, 'close_dispute', { outcome: 'won' })).body, {
    status: 'paid',
    amount_refunded: 1000,
  })
  expectError(t, await refund(service, session, 1501), 400, 'refund_exceeds_amount', 'amount')
  t.match((await refund(service, session)).body, { amount: 1500 })
})

t.test('only a paid session can be disputed, and only an open dispute can be closed', async (t) => {
  const [open, processing, expired, failed, refunded, paid] = [
    await createSession(service),
    await createSession(service),
    await createSession(service),
    await createSession(service),
    await paidSession(service),
    await paidSession(service),
  ]
  await payWith(service, processing, 'challenge')
  await help(service, expired, 'expire')
  for (let card = 0; card < 5; card++) await payWith(service, failed, 'declined')
  await refund(service, refunded)
  for (const session of [open, processing, expired, failed, refunded])
    expectError(t, await help(service, session, 'dispute'), 409, 'session_not_refundable', null)
  for (const session of [open, processing, expired, failed, refunded, paid])
    expectError(
      t,
      await help(service, session, 'close_dispute', { outcome: 'won' }),
      409,
      'session_not_refundable',
      null,
    )
  t.match(await readSession(service, processing), { status: 'processing' })
})

t.test('close_dispute validates its body', async (t) => {
  const session = await paidSession(service)
  await help(service, session, 'dispute')
  expectError(t, await help(service, session, 'close_dispute'), 400, 'parameter_missing', 'outcome')
  for (const outcome of ['Won', '', null, 1])
    expectError(t, await help(service, session, 'close_dispute', { outcome }), 400, 'parameter_invalid', 'outcome')
  expectError(
    t,
    await help(service, session, 'close_dispute', { outcome: 'won', reason: 'x' }),
    400,
    'parameter_invalid',
    'reason',
  )
  expectError(t, await help(service, session, 'dispute', { amount: 5 }), 400, 'parameter_invalid', 'amount')
  expectError(t, await help(service, { id: 'cs_test_unknown' }, 'dispute'), 404, 'session_not_found', null)
  expectError(
    t,
    await help(service, { id: 'cs_test_unknown' }, 'close_dispute', { outcome: 'won' }),
    404,
    'session_not_found',
    null,
  )
  t.match(await readSession(service, session), { status: 'disputed' })
})

t.test('of many simultaneous requests, one opens the dispute and one decides its outcome', async (t) => {
  for (let round = 0; round < 8; round++) {
    const session = await paidSession(service)
    const opened = await Promise.all(Array.from({ length: 4 }, () => help(service, session, 'dispute')))
    t.same(opened.map(({ status }) => status).sort(), [200, 409, 409, 409])
    const closed = await Promise.all(
      ['won', 'lost', 'won', 'lost'].map((outcome) => help(service, session, 'close_dispute', { outcome })),
    )
    t.same(closed.map(({ status }) => status).sort(), [200, 409, 409, 409])
    const won = String(closed.find(({ status }) => status === 200)?.body['status']) === 'paid'
    const { status } = await readSession(service, session)
    t.equal(status, won ? 'paid' : 'disputed')
    t.same(await eventsOf(service, session.id), [
      'session.completed',
      'session.disputed',
      won ? 'session.dispute_closed' : 'session.dispute_lost',
    ])
  }
})

t.test('two requests that close a dispute with different outcomes close it once, in both ledgers', async (t) => {
  const session = await paidSession(service)
  await help(service, session, 'dispute')
  let lost: Answer | undefined
  await interceptBank(
    service,
    'closeChargeback',
    async (close, reference, outcome) => {
      const closed = await close(reference, outcome)
      // The other request finishes before the bank's answer reaches this one.
      if (outcome === 'won') lost = await help(service, session, 'close_dispute', { outcome: 'lost' })
      return closed
    },
    async () => {
      t.match((await help(service, session, 'close_dispute', { outcome: 'won' })).body, { status: 'paid' })
      if (!lost) throw new Error('Bug: the second request was sent')
      expectError(t, lost, 409, 'session_not_refundable', null)
    },
  )
})

t.test('the next request records a dispute whose first request died after the bank had opened it', async (t) => {
  const session = await paidSession(service)
  await interceptBank(
    service,
    'openChargeback',
    async (open, reference) => {
      await open(reference)
      return Promise.reject(new Error('killed'))
    },
    async () => {
      expectError(t, await help(service, session, 'dispute'), 500, 'internal_error', null)
    },
  )
  t.match(await readSession(service, session), { status: 'paid' })
  t.match((await help(service, session, 'dispute')).body, { status: 'disputed' })
  t.same(await movementsOf(service, session), [
    ['capture', 2500],
    ['chargeback', 2500],
  ])
})

t.test('after all these tests the ledgers are equal', (t) => expectEqualLedgers(t, service))
