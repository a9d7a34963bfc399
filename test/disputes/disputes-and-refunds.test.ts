import t from 'tap'
import { expectError } from '../http/expect-error.ts'
import { help, listen, readSession } from '../links/link-calls.ts'
import { movementsOf, refund, refunded, settle } from '../refunds/refund-calls.ts'
import { eventsOf, expectEqualLedgers } from '../sessions/ledgers.ts'
import { paidSession } from '../support/pay.ts'
import { startService, type TestService } from '../support/service.ts'
import { interceptBank } from './intercept-bank.ts'

let service: TestService

t.before(async () => {
  service = await startService({ environment: { RATE_LIMIT_PER_SECOND: '100000' } })
})
t.teardown(() => service.stop())

t.test('a refund that is pending when a dispute opens still finishes', async (t) => {
  for (const [asked, status, outcome, after] of [
    [600, 'succeeded', 'won', { status: 'paid', amount_refunded: 600 }],
    [600, 'failed', 'won', { status: 'paid', amount_refunded: 0 }],
    [600, 'succeeded', 'lost', { status: 'disputed', amount_refunded: 600 }],
  ] as const) {
    const session = await paidSession(service, {}, 'refund_pending')
    const pending = await refunded(service, session, asked)
    t.equal(pending.status, 'pending')
    t.match((await help(service, session, 'dispute')).body, { status: 'disputed', amount_refunded: 0 })
    t.match((await settle(service, pending.id, status)).body, { id: pending.id, status })
    t.match(await readSession(service, session), {
      status: 'disputed',
      amount_refunded: status === 'succeeded' ? 600 : 0,
    })
    t.match((await help(service, session, 'close_dispute', { outcome })).body, after)
  }
})

t.test('a refund that is pending when a dispute is won finishes after it', async (t) => {
  const session = await paidSession(service, {}, 'refund_pending')
  const pending = await refunded(service, session, 600)
  await help(service, session, 'dispute')
  await help(service, session, 'close_dispute', { outcome: 'won' })
  expectError(
    t,
    await refund(service, session, 1901),
    400,
    'refund_exceeds_amount',
    'amount',
    'its amount stays reserved',
  )
  await settle(service, pending.id, 'succeeded')
  t.match(await readSession(service, session), { status: 'paid', amount_refunded: 600 })
  t.same(await eventsOf(service, session.id), [
    'session.completed',
    'session.disputed',
    'session.dispute_closed',
    'session.refunded',
  ])
})

t.test('a session whose last pending refund succeeds after a dispute was won is refunded', async (t) => {
  const session = await paidSession(service, {}, 'refund_pending')
  const first = await refunded(service, session, 2499)
  await help(service, session, 'dispute')
  await settle(service, first.id, 'succeeded')
  t.match(await readSession(service, session), { status: 'disputed', amount_refunded: 2499 })
  await help(service, session, 'close_dispute', { outcome: 'won' })
  const rest = await refunded(service, session)
  t.match(await readSession(service, session), { status: 'paid', amount_refunded: 2499 })
  t.match((await settle(service, rest.id, 'succeeded')).body, { status: 'succeeded', amount: 1 })
  t.match(await readSession(service, session), { status: 'refunded' })
})

t.test('a dispute opens while a whole refund is pending, and winning it leaves the session refunded', async (t) => {
  const next = await listen(t, service)
  const session = await paidSession(service, {}, 'refund_pending')
  const pending = await refunded(service, session)
  t.match((await help(service, session, 'dispute')).body, { status: 'disputed', amount_refunded: 0 })
  t.match((await next('session.disputed')).data, { id: session.id, status: 'disputed', amount_refunded: 0 })
  expectError(t, await help(service, session, 'dispute'), 409, 'session_not_refundable', null, 'one dispute at a time')
  t.match((await settle(service, pending.id, 'succeeded')).body, { status: 'succeeded', amount: 2500 })
  t.match(await readSession(service, session), { status: 'disputed', amount_refunded: 2500 })
  t.match((await help(service, session, 'close_dispute', { outcome: 'won' })).body, {
    status: 'refunded',
    amount_refunded: 2500,
  })
  expectError(t, await refund(service, session), 409, 'session_not_refundable', null)
  t.same(await eventsOf(service, session.id), [
    'session.completed',
    'session.disputed',
    'session.refunded',
    'session.dispute_closed',
  ])
  t.same(await movementsOf(service, session), [
    ['capture', 2500],
    ['chargeback', 2500],
    ['refund', 2500],
    ['chargeback_reversal', 2500],
  ])
  await expectEqualLedgers(t, service)
})

t.test(
  'a whole refund that fails during a dispute leaves the session paid and refundable once it is won',
  async (t) => {
    const session = await paidSession(service, {}, 'refund_pending')
    const pending = await refunded(service, session)
    await help(service, session, 'dispute')
    t.match((await settle(service, pending.id, 'failed')).body, { status: 'failed' })
    t.match(await readSession(service, session), { status: 'disputed', amount_refunded: 0 })
    t.match((await help(service, session, 'close_dispute', { outcome: 'won' })).body, {
      status: 'paid',
      amount_refunded: 0,
    })
    t.same(await movementsOf(service, session), [
      ['capture', 2500],
      ['chargeback', 2500],
      ['chargeback_reversal', 2500],
    ])
    t.same(await eventsOf(service, session.id), [
      'session.completed',
      'session.disputed',
      'session.refund_failed',
      'session.dispute_closed',
    ])
    t.match(
      (await refund(service, session)).body,
      { status: 'pending', amount: 2500 },
      'the reserved amount is available again',
    )
    await expectEqualLedgers(t, service)
  },
)

t.test('a whole refund that is pending when a dispute is won finishes after it', async (t) => {
  const session = await paidSession(service, {}, 'refund_pending')
  const pending = await refunded(service, session)
  await help(service, session, 'dispute')
  t.match((await help(service, session, 'close_dispute', { outcome: 'won' })).body, { status: 'paid' })
  expectError(t, await refund(service, session), 409, 'session_not_refundable', null, 'its amount stays reserved')
  await settle(service, pending.id, 'succeeded')
  t.match(await readSession(service, session), { status: 'refunded', amount_refunded: 2500 })
})

t.test('a whole refund that is pending when a dispute is lost still finishes', async (t) => {
  const session = await paidSession(service, {}, 'refund_pending')
  const pending = await refunded(service, session)
  await help(service, session, 'dispute')
  await help(service, session, 'close_dispute', { outcome: 'lost' })
  await settle(service, pending.id, 'succeeded')
  t.match(await readSession(service, session), { status: 'disputed', amount_refunded: 2500 })
  expectError(t, await help(service, session, 'dispute'), 409, 'session_not_refundable', null)
  await expectEqualLedgers(t, service)
})

t.test(
  'a dispute that is won after an unanswered refund returned everything leaves the session refunded',
  async (t) => {
    const session = await paidSession(service)
    // The sweep orders the refund again after a second. Until then the bank does not know of it.
    await interceptBank(
      service,
      'refund',
      () => Promise.resolve({ kind: 'unreachable' }),
      async () => {
        expectError(t, await refund(service, session), 502, 'processor_unavailable', null)
        t.match(
          (await help(service, session, 'dispute')).body,
          { status: 'disputed' },
          'the bank does not know of the refund',
        )
      },
    )
    service.clock.advance(120)
    await service.sweep()
    t.match(await readSession(service, session), { status: 'disputed', amount_refunded: 2500 })
    t.match((await help(service, session, 'close_dispute', { outcome: 'won' })).body, {
      status: 'refunded',
      amount_refunded: 2500,
    })
    t.same(await eventsOf(service, session.id), [
      'session.completed',
      'session.disputed',
      'session.refunded',
      'session.dispute_closed',
    ])
  },
)

t.test('when a refund arrives while the bank opens a chargeback, both movements of money are recorded', async (t) => {
  for (const amount of [undefined, 1000]) {
    const session = await paidSession(service)
    await interceptBank(
      service,
      'openChargeback',
      async (open, reference) => {
        const chargeback = await open(reference)
        t.match((await refund(service, session, amount)).body, { status: 'succeeded' })
        return chargeback
      },
      async () => {
        const disputed = await help(service, session, 'dispute')
        if (amount === undefined) expectError(t, disputed, 409, 'session_not_refundable', null)
        else t.match(disputed.body, { status: 'disputed' })
      },
    )
    t.match(await readSession(service, session), { status: amount === undefined ? 'refunded' : 'disputed' })
    t.same(
      (await movementsOf(service, session)).map(([kind]) => kind),
      ['capture', 'refund', 'chargeback'],
    )
  }
})

t.test('a refund and a dispute at the same time leave equal ledgers, whichever comes first', async (t) => {
  for (let round = 0; round < 12; round++) {
    const session = await paidSession(service)
    const [, disputed] = await Promise.all([
      refund(service, session, round % 2 === 0 ? undefined : 1000),
      help(service, session, 'dispute'),
    ])
    t.ok([200, 409].includes(disputed.status), String(disputed.status))
    const { status } = await readSession(service, session)
    if (disputed.status === 200) t.equal(status, 'disputed')
    if (status === 'disputed') t.equal((await help(service, session, 'close_dispute', { outcome: 'won' })).status, 200)
  }
})

t.test('after all these tests the ledgers are equal', (t) => expectEqualLedgers(t, service))
