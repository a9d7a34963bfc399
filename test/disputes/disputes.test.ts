import t from 'tap'
import { eventsOf, expectEqualLedgers } from '../flows/ledgers.ts'
import { sql } from '../http/accounts.ts'
import { expectError } from '../http/expect-error.ts'
import { bodyOf, eventsAbout, expectRising, help, listen, payWith, readSession } from '../links/link-calls.ts'
import { createSession, paidSession } from '../support/pay.ts'
import { startService } from '../support/service.ts'
import type { Answer, TestService } from '../support/service.ts'
import { withLever } from './bank-levers.ts'

let service: TestService

t.before(async () => {
  service = await startService({ environment: { RATE_LIMIT_PER_SECOND: '100000' } })
})
t.teardown(() => service.stop())

interface Refund {
  readonly id: string
  readonly status: string
}

function refund(session: { id: string }, amount?: number): Promise<Answer> {
  return service.call(
    'POST',
    `/v1/checkout/sessions/${session.id}/refunds`,
    amount === undefined ? undefined : { amount },
  )
}

function settle(refundId: string, status: 'succeeded' | 'failed'): Promise<Answer> {
  return service.call('POST', `/v1/test_helpers/refunds/${refundId}/settle`, { status })
}

async function movementsOf(session: { id: string }): Promise<[string, number][]> {
  const rows = await sql<{ kind: string; amount: number }>(
    service,
    'select kind, amount from money_movements where session_id = ? order by id',
    [session.id],
  )
  return rows.map(({ kind, amount }) => [kind, amount])
}

t.test('a chargeback makes a paid session disputed, and tells so', async (t) => {
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
  t.same(await movementsOf(session), [
    ['capture', 2500],
    ['chargeback', 2500],
  ])
  expectError(t, await refund(session), 409, 'session_not_refundable', null)
  expectError(t, await help(service, session, 'dispute'), 409, 'session_not_refundable', null, 'one dispute at a time')
})

t.test('won: the money comes back, the session is paid and refundable again', async (t) => {
  const next = await listen(t, service)
  const session = await paidSession(service)
  await help(service, session, 'dispute')
  t.match((await help(service, session, 'close_dispute', { outcome: 'won' })).body, {
    status: 'paid',
    amount_refunded: 0,
  })
  t.match((await next('session.dispute_closed')).data, { id: session.id, status: 'paid' })
  expectRising(t, await eventsAbout(service, session.id))
  t.match((await refund(session, 100)).body, { status: 'succeeded' })
  t.match(await readSession(service, session), { status: 'paid', amount_refunded: 100 })
  t.match((await help(service, session, 'dispute')).body, { status: 'disputed' }, 'and it may be disputed again')
  await help(service, session, 'close_dispute', { outcome: 'won' })
  t.match((await refund(session)).body, { status: 'succeeded', amount: 2400 })
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
  t.same(await movementsOf(session), [
    ['capture', 2500],
    ['chargeback', 2500],
    ['chargeback_reversal', 2500],
    ['refund', 100],
    ['chargeback', 2400],
    ['chargeback_reversal', 2400],
    ['refund', 2400],
  ])
})

t.test('lost: it stays disputed for good, without an event', async (t) => {
  const session = await paidSession(service)
  await help(service, session, 'dispute')
  t.match((await help(service, session, 'close_dispute', { outcome: 'lost' })).body, { status: 'disputed' })
  expectError(t, await refund(session), 409, 'session_not_refundable', null)
  for (const outcome of ['won', 'lost'])
    expectError(t, await help(service, session, 'close_dispute', { outcome }), 409, 'session_not_refundable', null)
  expectError(t, await help(service, session, 'dispute'), 409, 'session_not_refundable', null)
  t.same(await eventsOf(service, session.id), ['session.completed', 'session.disputed'])
  const disputes = await sql(
    service,
    'select status, amount, closed_at is not null as closed from disputes where session_id = ?',
    [session.id],
  )
  t.same(disputes, [{ status: 'lost', amount: 2500, closed: true }], 'the outcome is kept for the dashboard')
})

t.test('a chargeback takes what was not refunded before', async (t) => {
  const session = await paidSession(service)
  await refund(session, 1000)
  t.match((await help(service, session, 'dispute')).body, { status: 'disputed', amount_refunded: 1000 })
  t.same(await movementsOf(session), [
    ['capture', 2500],
    ['refund', 1000],
    ['chargeback', 1500],
  ])
  t.match((await help(service, session, 'close_dispute', { outcome: 'won' })).body, {
    status: 'paid',
    amount_refunded: 1000,
  })
  expectError(t, await refund(session, 1501), 400, 'refund_exceeds_amount', 'amount')
  t.match((await refund(session)).body, { amount: 1500 })
})

t.test('a refund that is with the bank when a dispute opens still finishes', async (t) => {
  for (const [asked, status, outcome, after] of [
    [600, 'succeeded', 'won', { status: 'paid', amount_refunded: 600 }],
    [600, 'failed', 'won', { status: 'paid', amount_refunded: 0 }],
    [600, 'succeeded', 'lost', { status: 'disputed', amount_refunded: 600 }],
  ] as const) {
    const session = await paidSession(service, {}, 'refund_pending')
    const pending = bodyOf<Refund>(await refund(session, asked))
    t.equal(pending.status, 'pending')
    t.match((await help(service, session, 'dispute')).body, { status: 'disputed', amount_refunded: 0 })
    t.match((await settle(pending.id, status)).body, { id: pending.id, status })
    t.match(await readSession(service, session), {
      status: 'disputed',
      amount_refunded: status === 'succeeded' ? 600 : 0,
    })
    t.match((await help(service, session, 'close_dispute', { outcome })).body, after)
  }
})

t.test('a refund that is pending when a dispute is won finishes after it', async (t) => {
  const session = await paidSession(service, {}, 'refund_pending')
  const pending = bodyOf<Refund>(await refund(session, 600))
  await help(service, session, 'dispute')
  await help(service, session, 'close_dispute', { outcome: 'won' })
  expectError(t, await refund(session, 1901), 400, 'refund_exceeds_amount', 'amount', 'its amount stays reserved')
  await settle(pending.id, 'succeeded')
  t.match(await readSession(service, session), { status: 'paid', amount_refunded: 600 })
  t.same(await eventsOf(service, session.id), [
    'session.completed',
    'session.disputed',
    'session.dispute_closed',
    'session.refunded',
  ])
})

t.test('won after all was refunded meanwhile: refunded', async (t) => {
  const session = await paidSession(service, {}, 'refund_pending')
  const first = bodyOf<Refund>(await refund(session, 2499))
  await help(service, session, 'dispute')
  await settle(first.id, 'succeeded')
  t.match(await readSession(service, session), { status: 'disputed', amount_refunded: 2499 })
  await help(service, session, 'close_dispute', { outcome: 'won' })
  const rest = bodyOf<Refund>(await refund(session))
  t.match(await readSession(service, session), { status: 'paid', amount_refunded: 2499 })
  t.match((await settle(rest.id, 'succeeded')).body, { status: 'succeeded', amount: 1 })
  t.match(await readSession(service, session), { status: 'refunded' })
})

t.test('a dispute opens while a whole refund is pending, and winning it leaves the session refunded', async (t) => {
  const next = await listen(t, service)
  const session = await paidSession(service, {}, 'refund_pending')
  const pending = bodyOf<Refund>(await refund(session))
  t.match((await help(service, session, 'dispute')).body, { status: 'disputed', amount_refunded: 0 })
  t.match((await next('session.disputed')).data, { id: session.id, status: 'disputed', amount_refunded: 0 })
  expectError(t, await help(service, session, 'dispute'), 409, 'session_not_refundable', null, 'one dispute at a time')
  t.match((await settle(pending.id, 'succeeded')).body, { status: 'succeeded', amount: 2500 })
  t.match(await readSession(service, session), { status: 'disputed', amount_refunded: 2500 })
  t.match((await help(service, session, 'close_dispute', { outcome: 'won' })).body, {
    status: 'refunded',
    amount_refunded: 2500,
  })
  expectError(t, await refund(session), 409, 'session_not_refundable', null)
  t.same(await eventsOf(service, session.id), [
    'session.completed',
    'session.disputed',
    'session.refunded',
    'session.dispute_closed',
  ])
  t.same(await movementsOf(session), [
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
    const pending = bodyOf<Refund>(await refund(session))
    await help(service, session, 'dispute')
    t.match((await settle(pending.id, 'failed')).body, { status: 'failed' })
    t.match(await readSession(service, session), { status: 'disputed', amount_refunded: 0 })
    t.match((await help(service, session, 'close_dispute', { outcome: 'won' })).body, {
      status: 'paid',
      amount_refunded: 0,
    })
    t.same(await movementsOf(session), [
      ['capture', 2500],
      ['chargeback', 2500],
      ['chargeback_reversal', 2500],
    ])
    t.match((await refund(session)).body, { status: 'pending', amount: 2500 }, 'the reserve is free again')
    await expectEqualLedgers(t, service)
  },
)

t.test('a whole refund that is pending when a dispute is won finishes after it', async (t) => {
  const session = await paidSession(service, {}, 'refund_pending')
  const pending = bodyOf<Refund>(await refund(session))
  await help(service, session, 'dispute')
  t.match((await help(service, session, 'close_dispute', { outcome: 'won' })).body, { status: 'paid' })
  expectError(t, await refund(session), 409, 'session_not_refundable', null, 'its amount stays reserved')
  await settle(pending.id, 'succeeded')
  t.match(await readSession(service, session), { status: 'refunded', amount_refunded: 2500 })
})

t.test('a dispute that is lost while a whole refund is pending: the refund still finishes', async (t) => {
  const session = await paidSession(service, {}, 'refund_pending')
  const pending = bodyOf<Refund>(await refund(session))
  await help(service, session, 'dispute')
  await help(service, session, 'close_dispute', { outcome: 'lost' })
  await settle(pending.id, 'succeeded')
  t.match(await readSession(service, session), { status: 'disputed', amount_refunded: 2500 })
  expectError(t, await help(service, session, 'dispute'), 409, 'session_not_refundable', null)
  await expectEqualLedgers(t, service)
})

t.test('won after a refund that was on its way returned the whole amount', async (t) => {
  const session = await paidSession(service)
  // The sweep orders it again after a second: the bank hears of nothing until there is a dispute.
  await withLever(
    service,
    'refund',
    () => Promise.resolve({ kind: 'unreachable' }),
    async () => {
      expectError(t, await refund(session), 502, 'processor_unavailable', null)
      t.match(
        (await help(service, session, 'dispute')).body,
        { status: 'disputed' },
        'the bank had not heard of the refund',
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
})

t.test('what is not paid cannot be disputed, and what is not disputed cannot be closed', async (t) => {
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
  await refund(refunded)
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

t.test('the body of close_dispute', async (t) => {
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

t.test('one dispute of many at once opens, and one outcome of two at once stands', async (t) => {
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
      ...(won ? ['session.dispute_closed'] : []),
    ])
  }
})

t.test('a dispute that was being closed otherwise is closed once, in both books', async (t) => {
  const session = await paidSession(service)
  await help(service, session, 'dispute')
  let lost: Answer | undefined
  await withLever(
    service,
    'closeChargeback',
    async (close, reference, outcome) => {
      const closed = await close(reference, outcome)
      // The other runs to its end while the answer of the bank is on its way.
      if (outcome === 'won') lost = await help(service, session, 'close_dispute', { outcome: 'lost' })
      return closed
    },
    async () => {
      t.match((await help(service, session, 'close_dispute', { outcome: 'won' })).body, { status: 'paid' })
      if (!lost) throw new Error('Bug: it was asked')
      expectError(t, lost, 409, 'session_not_refundable', null)
    },
  )
})

t.test('a refund that comes while the bank opens a chargeback: the money of both is written down', async (t) => {
  for (const amount of [undefined, 1000]) {
    const session = await paidSession(service)
    await withLever(
      service,
      'openChargeback',
      async (open, reference) => {
        const chargeback = await open(reference)
        t.match((await refund(session, amount)).body, { status: 'succeeded' })
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
      (await movementsOf(session)).map(([kind]) => kind),
      ['capture', 'refund', 'chargeback'],
    )
  }
})

t.test('a dispute whose request died at the bank is taken up by the next', async (t) => {
  const session = await paidSession(service)
  await withLever(
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
  t.same(await movementsOf(session), [
    ['capture', 2500],
    ['chargeback', 2500],
  ])
})

t.test('a refund while a dispute opens: whoever is first, both books say the same', async (t) => {
  for (let round = 0; round < 12; round++) {
    const session = await paidSession(service)
    const [, disputed] = await Promise.all([
      refund(session, round % 2 === 0 ? undefined : 1000),
      help(service, session, 'dispute'),
    ])
    t.ok([200, 409].includes(disputed.status), String(disputed.status))
    const { status } = await readSession(service, session)
    if (disputed.status === 200) t.equal(status, 'disputed')
    if (status === 'disputed') t.equal((await help(service, session, 'close_dispute', { outcome: 'won' })).status, 200)
  }
})

t.test('after all this the ledgers are equal', (t) => expectEqualLedgers(t, service))
