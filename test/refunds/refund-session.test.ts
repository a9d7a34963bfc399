import t from 'tap'
import { expectError } from '../http/expect-error.ts'
import { sql } from '../support/sql.ts'
import { checkDelivery } from '../support/contract-hook.ts'
import { createSession, paidSession, type CreatedSession } from '../support/pay.ts'
import { startReceiver } from '../support/receiver.ts'
import { startService, type Answer, type TestService } from '../support/service.ts'
import { eventsOf, expectEqualLedgers } from '../sessions/ledgers.ts'

let service: TestService

t.before(async () => {
  service = await startService({ environment: { RATE_LIMIT_PER_SECOND: '100000' } })
})
t.teardown(() => service.stop())

function refund(session: CreatedSession, params?: object | string, key?: string): Promise<Answer> {
  return service.call(
    'POST',
    `/v1/checkout/sessions/${session.id}/refunds`,
    params,
    key === undefined ? {} : { 'Idempotency-Key': key },
  )
}

async function read(session: CreatedSession): Promise<Record<string, unknown>> {
  return (await service.call('GET', `/v1/checkout/sessions/${session.id}`)).body
}

async function refundsOf(session: CreatedSession): Promise<{ id: string; status: string; amount: number }[]> {
  return sql(service, 'select id, status, amount from refunds where session_id = ? order by id', [session.id])
}

t.test('partial refunds are possible until nothing is left', async (t) => {
  const session = await paidSession(service)
  const first = await refund(session, { amount: 1, reason: '😀'.repeat(255) })
  t.match(first.body, {
    object: 'refund',
    session: session.id,
    amount: 1,
    status: 'succeeded',
    reason: '😀'.repeat(255),
    failure_message: null,
    id: /^re_/,
  })
  t.match(await read(session), { status: 'paid', amount_refunded: 1 })
  expectError(t, await refund(session, { amount: 2500 }), 400, 'refund_exceeds_amount', 'amount')
  t.match((await refund(session, { amount: 2498, reason: null })).body, { amount: 2498, reason: null })
  t.match((await refund(session, {})).body, { amount: 1, reason: null })
  t.match(await read(session), { status: 'refunded', amount_refunded: 2500, payment: { card_last4: '0085' } })
  for (const params of [undefined, { amount: 1 }, { amount: 9_999 }])
    expectError(t, await refund(session, params), 409, 'session_not_refundable', null)
  t.same(await eventsOf(service, session.id), [
    'session.completed',
    'session.refunded',
    'session.refunded',
    'session.refunded',
  ])
  t.equal((await refundsOf(session)).length, 3)
})

t.test('an invalid amount or reason is refused before the session is read', async (t) => {
  const session = await paidSession(service)
  for (const text of ['0', '-1', '-0', '1.5', '"5"', 'null', 'true', '[]', '{}', '-1e400', '-9007199254740993'])
    expectError(t, await refund(session, `{"amount":${text}}`), 400, 'parameter_invalid', 'amount', text)
  for (const text of ['2501', '100000000', '9007199254740993', '1e300'])
    expectError(t, await refund(session, `{"amount":${text}}`), 400, 'refund_exceeds_amount', 'amount', text)
  expectError(t, await refund(session, { reason: 'x'.repeat(256) }), 400, 'parameter_invalid', 'reason')
  expectError(t, await refund(session, { reason: 5 }), 400, 'parameter_invalid', 'reason')
  expectError(t, await refund(session, { ammount: 5 }), 400, 'parameter_invalid', 'ammount')
  for (const key of ['', 'k'.repeat(256)])
    expectError(t, await refund(session, {}, key), 400, 'parameter_invalid', 'Idempotency-Key')
  t.match((await refund(session, '{"amount":1e2}')).body, { amount: 100 })
  t.match(await read(session), { amount_refunded: 100 })
})

t.test('only a paid session can be refunded', async (t) => {
  const open = await createSession(service)
  for (const params of [undefined, { amount: 1 }, { amount: 9_999 }])
    expectError(t, await refund(open, params), 409, 'session_not_refundable', null)
  expectError(
    t,
    await service.call('POST', '/v1/checkout/sessions/cs_test_unknown/refunds'),
    404,
    'session_not_found',
    null,
  )
})

t.test('twenty simultaneous refunds never return more than was paid', async (t) => {
  const session = await paidSession(service)
  const answers = await Promise.all(Array.from({ length: 20 }, () => refund(session, { amount: 300 })))
  t.equal(answers.filter(({ status }) => status === 200).length, 8)
  for (const answer of answers.filter(({ status }) => status !== 200))
    expectError(t, answer, 400, 'refund_exceeds_amount', 'amount')
  t.match(await read(session), { status: 'paid', amount_refunded: 2400 })
  const whole = await paidSession(service)
  const all = await Promise.all(Array.from({ length: 20 }, () => refund(whole)))
  t.equal(all.filter(({ status }) => status === 200).length, 1)
  for (const answer of all.filter(({ status }) => status !== 200))
    expectError(t, answer, 409, 'session_not_refundable', null)
  t.match(await read(whole), { status: 'refunded', amount_refunded: 2500 })
  await expectEqualLedgers(t, service)
})

t.test('a pending refund reserves its amount and sends its event once the bank has confirmed it', async (t) => {
  const session = await paidSession(service, {}, 'refund_pending')
  const first = await refund(session, { amount: 2000 }, 'pending')
  t.match(first.body, { status: 'pending', amount: 2000, failure_message: null })
  t.match(await read(session), { status: 'paid', amount_refunded: 0 })
  t.same(await eventsOf(service, session.id), ['session.completed'])
  expectError(t, await refund(session, { amount: 501 }), 400, 'refund_exceeds_amount', 'amount')
  t.match((await refund(session)).body, { status: 'pending', amount: 500 }, 'the remaining amount')
  expectError(t, await refund(session), 409, 'session_not_refundable', null, 'everything is reserved')
  service.clock.advance(11)
  await service.sweep()
  t.match(await read(session), { status: 'refunded', amount_refunded: 2500 })
  t.same(await eventsOf(service, session.id), ['session.completed', 'session.refunded', 'session.refunded'])
  t.equal((await refund(session, { amount: 2000 }, 'pending')).text, first.text, 'the key replays its first reply')
  await expectEqualLedgers(t, service)
})

t.test('a refund that fails at once releases its amount, has a message and sends one event', async (t) => {
  const session = await paidSession(service, {}, 'refund_failed')
  const failed = await refund(session, undefined, 'failed')
  t.match(failed.body, { status: 'failed', amount: 2500, failure_message: /\w/ })
  t.match(await read(session), { status: 'paid', amount_refunded: 0 })
  t.equal((await refund(session, undefined, 'failed')).text, failed.text)
  t.match((await refund(session, { amount: 2500 })).body, { status: 'failed' }, 'another refund is possible')
  t.same(
    await eventsOf(service, session.id),
    ['session.completed', 'session.refund_failed', 'session.refund_failed'],
    'one event for each failed refund, and none for the repeated call',
  )
  await expectEqualLedgers(t, service)
})

t.test('after a refund without an answer, the same key continues it, and the money is returned once', async (t) => {
  const session = await paidSession(service, {}, 'refund_unavailable')
  const first = await refund(session, { amount: 2000 }, 'lost')
  expectError(t, first, 502, 'processor_unavailable', null)
  t.match(await refundsOf(session), [{ amount: 2000 }])
  expectError(
    t,
    await refund(session, { amount: 501 }, 'other'),
    400,
    'refund_exceeds_amount',
    'amount',
    'its amount stays reserved',
  )
  expectError(t, await refund(session, { amount: 1999 }, 'lost'), 409, 'idempotency_conflict', null)
  const second = await refund(session, { amount: 2000 }, 'lost')
  t.match(second.body, { status: 'succeeded', amount: 2000 })
  const third = await refund(session, { amount: 2000 }, 'lost')
  t.same([third.text, third.headers.get('idempotent-replayed')], [second.text, 'true'])
  t.match(await refundsOf(session), [{ status: 'succeeded', amount: 2000 }])
  t.match(await read(session), { status: 'paid', amount_refunded: 2000 })
  t.same(await eventsOf(service, session.id), ['session.completed', 'session.refunded'])
  await expectEqualLedgers(t, service)
})

t.test('without a key or a second call, the sweep asks for the outcome of a refund', async (t) => {
  const session = await paidSession(service, {}, 'refund_unavailable')
  expectError(t, await refund(session), 502, 'processor_unavailable', null)
  expectError(t, await refund(session), 409, 'session_not_refundable', null)
  service.clock.advance(60)
  await service.sweep()
  t.match(await refundsOf(session), [{ status: 'succeeded', amount: 2500 }])
  t.match(await read(session), { status: 'refunded', amount_refunded: 2500 })
  await expectEqualLedgers(t, service)
})

t.test('twenty retries of a lost refund return the money once', async (t) => {
  const session = await paidSession(service, {}, 'refund_unavailable')
  expectError(t, await refund(session, { amount: 100 }, 'lost by many'), 502, 'processor_unavailable')
  const answers = await Promise.all(Array.from({ length: 20 }, () => refund(session, { amount: 100 }, 'lost by many')))
  for (const answer of answers.filter(({ status }) => status !== 200))
    expectError(t, answer, 409, 'request_in_progress', null)
  t.equal(new Set(answers.filter(({ status }) => status === 200).map(({ text }) => text)).size, 1)
  t.match(await read(session), { amount_refunded: 100 })
  t.equal((await refundsOf(session)).length, 1)
  await expectEqualLedgers(t, service)
})

t.test('each refund sends an event that contains it', async (t) => {
  const receiver = await startReceiver()
  t.teardown(() => receiver.stop())
  await service.call('POST', '/v1/webhook_endpoints', { url: receiver.url })
  const session = await paidSession(service)
  const partial = await refund(session, { amount: 500, reason: 'one ticket' })
  const rest = await refund(session)
  const deliveries = [await receiver.next(), await receiver.next(), await receiver.next()]
  for (const delivery of deliveries) checkDelivery(delivery)
  const events = deliveries.map(
    ({ rawBody }) => JSON.parse(rawBody) as { type: string; created: string; data: { refund?: { id: string } } },
  )
  const refunds = events
    .filter(({ type }) => type === 'session.refunded')
    .sort((a, b) => (a.created < b.created ? -1 : 1))
  t.match(refunds[0]?.data, { id: session.id, status: 'paid', amount_refunded: 500, refund: partial.body })
  t.match(refunds[1]?.data, { id: session.id, status: 'refunded', amount_refunded: 2500, refund: rest.body })
})
