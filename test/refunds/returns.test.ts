import t from 'tap'
import { eventsOf, expectEqualLedgers } from '../sessions/ledgers.ts'
import { sql } from '../support/sql.ts'
import { expectError } from '../http/expect-error.ts'
import { help, listen, payWith, readSession } from '../links/link-calls.ts'
import { createSession, paidSession } from '../support/pay.ts'
import { startService, type TestService } from '../support/service.ts'
import { interceptBank } from '../disputes/intercept-bank.ts'
import { refund } from './refund-calls.ts'

let service: TestService

t.before(async () => {
  service = await startService({ environment: { RATE_LIMIT_PER_SECOND: '100000' } })
})
t.teardown(() => service.stop())

async function returnsOf(session: { id: string }): Promise<object[]> {
  return sql(service, 'select reason, status, amount from automatic_returns where session_id = ? order by id', [
    session.id,
  ])
}

async function passMinutes(minutes: number): Promise<void> {
  service.clock.advance(minutes * 60)
  await service.sweep()
}

t.test('a second approval of a paid session is refunded automatically', async (t) => {
  const next = await listen(t, service)
  const session = await paidSession(service)
  const before = await readSession(service, session)
  t.same((await help(service, session, 'second_approval')).body, before, 'the first payment does not change')
  t.match((await next('session.duplicate_refunded')).data, { id: session.id, status: 'paid', amount_refunded: 0 })
  t.same(await returnsOf(session), [{ reason: 'second_approval', status: 'succeeded', amount: 2500 }])
  t.match(
    (await help(service, session, 'second_approval')).body,
    { status: 'paid' },
    'a third approval is refunded too',
  )
  t.same(await eventsOf(service, session.id), [
    'session.completed',
    'session.duplicate_refunded',
    'session.duplicate_refunded',
  ])
  t.match(
    (await refund(service, session)).body,
    { status: 'succeeded', amount: 2500 },
    'the first payment is refundable in full',
  )
})

t.test('a second approval is refunded whatever the state of the first payment', async (t) => {
  const [partly, refunded, disputed, challenged] = [
    await paidSession(service),
    await paidSession(service),
    await paidSession(service),
    await createSession(service),
  ]
  await refund(service, partly, 500)
  await refund(service, refunded)
  await help(service, disputed, 'dispute')
  await payWith(service, challenged, 'challenge')
  await help(service, challenged, 'complete_challenge', { outcome: 'approved' })
  t.match((await help(service, partly, 'second_approval')).body, { status: 'paid', amount_refunded: 500 })
  t.match((await help(service, refunded, 'second_approval')).body, { status: 'refunded', amount_refunded: 2500 })
  t.match((await help(service, disputed, 'second_approval')).body, { status: 'disputed', amount_refunded: 0 })
  t.match((await help(service, challenged, 'second_approval')).body, {
    status: 'paid',
    payment: { three_d_secure: 'challenge' },
  })
  for (const session of [partly, refunded, disputed, challenged])
    t.equal((await eventsOf(service, session.id)).at(-1), 'session.duplicate_refunded')
  t.match((await help(service, disputed, 'close_dispute', { outcome: 'won' })).body, { status: 'paid' })
})

for (const [trouble, answer] of [
  ['does not answer', { kind: 'unreachable' }],
  ['does not confirm', { kind: 'pending' }],
  ['refuses', { kind: 'failed', failureMessage: 'not today' }],
] as const) {
  t.test(
    `when the bank ${trouble} the refund of a second payment, the service orders it again and sends the event later`,
    async (t) => {
      const session = await paidSession(service)
      let orders = 0
      await interceptBank(
        service,
        'refund',
        async () => (orders++, answer),
        async () => {
          t.match((await help(service, session, 'second_approval')).body, { status: 'paid' })
          for (let hour = 0; hour < 14; hour++) await passMinutes(61)
        },
      )
      t.ok(orders >= 14, `${orders} orders: at least one an hour`)
      t.same(await eventsOf(service, session.id), ['session.completed'])
      const [row] = await sql<{ last_failure: string | null }>(
        service,
        'select * from automatic_returns where session_id = ?',
        [session.id],
      )
      t.match(
        row,
        { status: 'pending', last_failure: answer.kind === 'failed' ? 'not today' : null },
        'the list of returns that need attention shows it',
      )
      await passMinutes(61)
      t.same(await returnsOf(session), [{ reason: 'second_approval', status: 'succeeded', amount: 2500 }])
      t.same(await eventsOf(service, session.id), ['session.completed', 'session.duplicate_refunded'])
    },
  )
}

t.test('an unpaid session cannot get a second approval', async (t) => {
  const [open, processing, expired] = [
    await createSession(service),
    await createSession(service),
    await createSession(service),
  ]
  await payWith(service, processing, 'challenge')
  await help(service, expired, 'expire')
  for (const session of [open, processing, expired])
    expectError(t, await help(service, session, 'second_approval'), 409, 'session_not_refundable', null)
  expectError(t, await help(service, { id: 'cs_test_unknown' }, 'second_approval'), 404, 'session_not_found', null)
  expectError(t, await help(service, expired, 'second_approval', { amount: 1 }), 400, 'parameter_invalid', 'amount')
})

t.test('an approval after the deadline is refunded at once, without an event', async (t) => {
  const session = await createSession(service, { expires_in: 86_400 })
  t.match((await payWith(service, session, 'late_approval')).body, { status: 'processing', attempts: 1 })
  await passMinutes(14)
  t.match(await readSession(service, session), { status: 'processing' })
  await passMinutes(1.1)
  t.match(await readSession(service, session), {
    status: 'failed',
    failure_code: 'processor_unavailable',
    payment: null,
    paid_at: null,
  })
  t.same(await returnsOf(session), [])
  await passMinutes(16)
  t.same(await returnsOf(session), [{ reason: 'late_approval', status: 'succeeded', amount: 2500 }])
  t.match(await readSession(service, session), {
    status: 'failed',
    failure_code: 'processor_unavailable',
    payment: null,
    paid_at: null,
    amount_refunded: 0,
  })
  t.same(await eventsOf(service, session.id), ['session.failed'])
  expectError(t, await refund(service, session), 409, 'session_not_refundable', null)
})

t.test('the service asks a silent bank for 72 hours and then stops', async (t) => {
  const session = await createSession(service, { expires_in: 86_400 })
  await payWith(service, session, 'no_answer')
  await passMinutes(16)
  t.match(await readSession(service, session), { status: 'failed', failure_code: 'processor_unavailable' })
  const askAgainAt = async () =>
    (
      await sql<{ next_check_at: Date | null }>(
        service,
        'select next_check_at from card_attempts where session_id = ?',
        [session.id],
      )
    )[0]?.next_check_at
  await passMinutes(71.5 * 60)
  t.ok(await askAgainAt())
  await passMinutes(60)
  t.equal(await askAgainAt(), null)
  t.same(await eventsOf(service, session.id), ['session.failed'])
})

t.test('each of many simultaneous second approvals is refunded', async (t) => {
  const session = await paidSession(service)
  const answers = await Promise.all(Array.from({ length: 6 }, () => help(service, session, 'second_approval')))
  t.ok(
    answers.every(({ status }) => status < 500),
    answers.map(({ status }) => status).join(' '),
  )
  const done = answers.filter(({ status }) => status === 200).length
  t.ok(done >= 1)
  await passMinutes(2)
  t.equal((await eventsOf(service, session.id)).filter((type) => type === 'session.duplicate_refunded').length, done)
})

t.test('after all these tests the ledgers are equal', (t) => expectEqualLedgers(t, service))
