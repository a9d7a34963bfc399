import t from 'tap'
import { expectError } from '../http/expect-error.ts'
import { bodyOf, readSession } from '../links/link-calls.ts'
import { SteppingClock } from '../model/stepping-clock.ts'
import { eventsOf, expectEqualLedgers } from '../sessions/ledgers.ts'
import { paidSession } from '../support/pay.ts'
import { startService, type Answer, type TestService } from '../support/service.ts'

let service: TestService

t.before(async () => {
  // The clock moves only with `advance`, because a pending refund settles by itself after ten seconds.
  service = await startService({
    clock: new SteppingClock(),
    environment: { RATE_LIMIT_PER_SECOND: '100000', ROLE: 'api' },
  })
})
t.teardown(() => service.stop())

interface Refund {
  readonly id: string
  readonly status: string
  readonly amount: number
  readonly failure_message: string | null
}

function refund(session: { id: string }, amount?: number, headers: Record<string, string> = {}): Promise<Answer> {
  return service.call(
    'POST',
    `/v1/checkout/sessions/${session.id}/refunds`,
    amount === undefined ? undefined : { amount },
    headers,
  )
}

function settle(id: string, status: unknown): Promise<Answer> {
  return service.call('POST', `/v1/test_helpers/refunds/${id}/settle`, { status })
}

function reverse(id: string): Promise<Answer> {
  return service.call('POST', `/v1/test_helpers/refunds/${id}/reverse`)
}

async function read(id: string): Promise<Refund> {
  return bodyOf<Refund>(await service.call('GET', `/v1/refunds/${id}`))
}

t.test('a pending refund reserves its amount, and settling it changes the session', async (t) => {
  const session = await paidSession(service, {}, 'refund_pending')
  const made = bodyOf<Refund>(await refund(session, 1000))
  t.match(made, { status: 'pending', amount: 1000, failure_message: null })
  t.match(await readSession(service, session), { status: 'paid', amount_refunded: 0 })
  expectError(t, await refund(session, 1501), 400, 'refund_exceeds_amount', 'amount')
  t.same(bodyOf<Refund>(await settle(made.id, 'succeeded')), { ...made, status: 'succeeded' })
  t.match(await readSession(service, session), { status: 'paid', amount_refunded: 1000 })
  t.same(await eventsOf(service, session.id), ['session.completed', 'session.refunded'])
  const rest = bodyOf<Refund>(await refund(session))
  t.match(rest, { status: 'pending', amount: 1500 })
  expectError(t, await refund(session), 409, 'session_not_refundable', null, 'everything is reserved')
  expectError(t, await refund(session, 1), 409, 'session_not_refundable', null)
  await settle(rest.id, 'succeeded')
  t.match(await readSession(service, session), { status: 'refunded', amount_refunded: 2500 })
})

t.test('a pending refund that fails releases its amount, has a message and sends one event', async (t) => {
  const session = await paidSession(service, {}, 'refund_pending')
  const made = bodyOf<Refund>(await refund(session))
  const failed = bodyOf<Refund>(await settle(made.id, 'failed'))
  t.match(failed, { id: made.id, status: 'failed', failure_message: /\w{3}/ })
  t.same(await read(made.id), failed)
  t.match(await readSession(service, session), { status: 'paid', amount_refunded: 0 })
  t.same(await eventsOf(service, session.id), ['session.completed', 'session.refund_failed'])
  t.match((await refund(session)).body, { status: 'pending', amount: 2500 }, 'another refund is possible')
})

t.test('a pending refund succeeds by itself after 10 s', async (t) => {
  const session = await paidSession(service, {}, 'refund_pending')
  const made = bodyOf<Refund>(await refund(session, 700))
  service.clock.advance(4)
  await service.sweep()
  t.match(await read(made.id), { status: 'pending' })
  service.clock.advance(60)
  t.match(await read(made.id), { status: 'succeeded' }, 'a read asks the bank')
  t.match(await readSession(service, session), { amount_refunded: 700 })
  t.same(await eventsOf(service, session.id), ['session.completed', 'session.refunded'])
  for (const status of ['succeeded', 'failed'])
    expectError(t, await settle(made.id, status), 409, 'session_not_refundable', null, 'it is already settled')
})

t.test('a refund that the bank has already settled cannot be settled again', async (t) => {
  const session = await paidSession(service, {}, 'refund_pending')
  const made = bodyOf<Refund>(await refund(session, 700))
  service.clock.advance(11)
  expectError(t, await settle(made.id, 'failed'), 409, 'session_not_refundable', null)
  await service.sweep()
  t.match(await read(made.id), { status: 'succeeded' })
})

t.test(
  'refunds of refund_failed payments fail, and those of refund_unavailable payments succeed on the second call',
  async (t) => {
    const failing = await paidSession(service, {}, 'refund_failed')
    const failed = bodyOf<Refund>(await refund(failing, 100))
    t.match(failed, { status: 'failed', failure_message: /\w{3}/ })
    expectError(t, await settle(failed.id, 'succeeded'), 409, 'session_not_refundable', null)
    t.match(await readSession(service, failing), { status: 'paid', amount_refunded: 0 })
    const silent = await paidSession(service, {}, 'refund_unavailable')
    const key = { 'Idempotency-Key': 'safe to retry' }
    expectError(t, await refund(silent, 800, key), 502, 'processor_unavailable', null)
    expectError(t, await refund(silent, 1701), 400, 'refund_exceeds_amount', 'amount', 'the amount stays reserved')
    t.match((await refund(silent, 800, key)).body, { status: 'succeeded', amount: 800 })
    t.match(await readSession(service, silent), { amount_refunded: 800 })
  },
)

t.test('settle refuses unknown, settled and invalid requests', async (t) => {
  const session = await paidSession(service)
  const made = bodyOf<Refund>(await refund(session, 5))
  expectError(t, await settle(made.id, 'succeeded'), 409, 'session_not_refundable', null)
  for (const id of ['re_unknown', session.id]) expectError(t, await settle(id, 'succeeded'), 404, 'not_found', null)
  expectError(
    t,
    await service.call('POST', `/v1/test_helpers/refunds/${made.id}/settle`),
    400,
    'parameter_missing',
    'status',
  )
  for (const status of ['pending', '', null, 1])
    expectError(t, await settle(made.id, status), 400, 'parameter_invalid', 'status')
})

t.test('only one of many simultaneous settle calls counts', async (t) => {
  for (let round = 0; round < 5; round++) {
    const session = await paidSession(service, {}, 'refund_pending')
    const made = bodyOf<Refund>(await refund(session))
    const answers = await Promise.all(
      ['succeeded', 'failed', 'succeeded', 'failed'].map((status) => settle(made.id, status)),
    )
    t.ok(answers.some(({ status }) => status === 200))
    t.ok(answers.every(({ status }) => status === 200 || status === 409))
    const { status } = await read(made.id)
    t.match(await readSession(service, session), { status: status === 'succeeded' ? 'refunded' : 'paid' })
    t.same(
      await eventsOf(service, session.id),
      ['session.completed', status === 'succeeded' ? 'session.refunded' : 'session.refund_failed'],
      'one event, whatever the outcome',
    )
  }
})

t.test('a refund that has succeeded is reversed once: the money is back, and can be refunded again', async (t) => {
  const session = await paidSession(service)
  const made = bodyOf<Refund>(await refund(session))
  t.match(await readSession(service, session), { status: 'refunded', amount_refunded: 2500 })
  const answers = await Promise.all([1, 2, 3].map(() => reverse(made.id)))
  t.same(answers.find(({ status }) => status === 200)?.body, {
    ...made,
    status: 'failed',
    failure_message: 'The money did not reach the card and came back.',
  })
  t.match(await readSession(service, session), { status: 'paid', amount_refunded: 0 })
  t.match((await refund(session)).body, { status: 'succeeded', amount: 2500 })
  t.same(
    await eventsOf(service, session.id),
    ['session.completed', 'session.refunded', 'session.refund_failed', 'session.refunded'],
    'one event, however often it was called',
  )
})

t.test('a call of reverse that crashed after the bank had changed is repeated', async (t) => {
  const session = await paidSession(service)
  const made = bodyOf<Refund>(await refund(session, 400))
  t.equal(await service.app.sandbox.reverseRefund(made.id), true)
  t.match(await read(made.id), { status: 'succeeded' }, 'the service has not heard of it yet')
  t.match((await reverse(made.id)).body, { status: 'failed' })
  t.match(await readSession(service, session), { status: 'paid', amount_refunded: 0 })
})

t.test('reverse refuses refunds that have not succeeded', async (t) => {
  const session = await paidSession(service, {}, 'refund_pending')
  const made = bodyOf<Refund>(await refund(session, 5))
  t.match((await reverse(made.id)).body, { error: { code: 'session_not_refundable', fix: /`settle`/ } })
  await settle(made.id, 'failed')
  expectError(t, await reverse(made.id), 409, 'session_not_refundable', null)
  for (const id of ['re_unknown', session.id]) expectError(t, await reverse(id), 404, 'not_found', null)
})

t.test('after all these tests the ledgers are equal', (t) => expectEqualLedgers(t, service))
