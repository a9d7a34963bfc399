import t from 'tap'
import { expectEqualLedgers } from '../sessions/ledgers.ts'
import { interceptBank } from '../disputes/intercept-bank.ts'
import { sql } from '../support/sql.ts'
import { expectError } from '../http/expect-error.ts'
import { submitCard } from '../support/pay.ts'
import { startService, type TestService } from '../support/service.ts'
import {
  createLink,
  deactivate,
  eventsAbout,
  expectRising,
  help,
  helpLink,
  listen,
  openedCheckout,
  paidLink,
  payWith,
  readLink,
  readSession,
  typesAbout,
} from './link-calls.ts'

let service: TestService

t.before(async () => {
  service = await startService({ environment: { RATE_LIMIT_PER_SECOND: '100000' } })
})
t.teardown(() => service.stop())

t.test('paying a one-off link sends the session’s event first and the link’s event after it', async (t) => {
  const next = await listen(t, service)
  const link = await createLink(service, { reference: 'order-9', currency: 'eur', amount: 700 })
  const checkout = await openedCheckout(service, link)
  t.match((await submitCard(service, checkout)).body, { status: 'approved' })
  const events = await eventsAbout(service, link.id)
  t.same(
    events.map(({ type }) => type),
    ['session.completed', 'payment_link.paid'],
  )
  expectRising(t, events)
  const completed = await next('session.completed')
  const paid = await next('payment_link.paid')
  t.ok(completed.created < paid.created)
  t.match(completed.data, {
    id: checkout.id,
    status: 'paid',
    payment_link: link.id,
    reference: 'order-9',
    metadata: { payment_link: link.id },
  })
  t.same(paid.data, {
    id: link.id,
    code: link.code,
    session: checkout.id,
    amount: 700,
    currency: 'EUR',
    reference: 'order-9',
  })
  t.same(await readLink(service, link), {
    ...link,
    status: 'paid',
    paid_session: checkout.id,
    payments_count: 1,
    amount_collected: 700,
  })
})

t.test('paying a reusable link sends the session’s event only', async (t) => {
  const { link, session } = await paidLink(service, { kind: 'reusable' })
  t.same(await typesAbout(service, link.id), ['session.completed'])
  t.match(session, { status: 'paid', payment_link: link.id })
  expectError(t, await helpLink(service, link, 'duplicate_payment'), 409, 'session_not_payable', null)
})

t.test('a second payment of a one-off link is returned, with the link’s event and no session.completed', async (t) => {
  const next = await listen(t, service)
  const { link, session } = await paidLink(service, { reference: 'once' })
  const answer = await helpLink(service, link, 'duplicate_payment')
  t.match(answer.body, {
    id: link.id,
    status: 'paid',
    paid_session: session.id,
    payments_count: 1,
    amount_collected: 2500,
  })
  const [, , duplicate, ...rest] = await eventsAbout(service, link.id)
  t.same(rest, [])
  t.equal(duplicate?.type, 'payment_link.duplicate_payment')
  const second = { id: String(duplicate?.data['session']) }
  t.not(second.id, session.id)
  t.same((await next('payment_link.duplicate_payment')).data, {
    id: link.id,
    code: link.code,
    session: second.id,
    amount: 2500,
    currency: 'GBP',
    reference: 'once',
  })
  t.match(await readSession(service, second), {
    status: 'expired',
    payment_link: link.id,
    payment: null,
    paid_at: null,
    amount_refunded: 0,
  })
  t.same(await typesAbout(service, second.id), ['payment_link.duplicate_payment'])
  const lines = await sql<{ kind: string }>(
    service,
    'select kind from money_movements where session_id = ? order by id',
    [second.id],
  )
  t.same(
    lines.map(({ kind }) => kind),
    ['capture', 'reversal'],
  )
  t.equal((await helpLink(service, link, 'duplicate_payment')).status, 200, 'a third payment')
  t.match(await readLink(service, link), { payments_count: 1, amount_collected: 2500 })
})

t.test('a second payment of a link is returned even if the first was refunded', async (t) => {
  const { link, session } = await paidLink(service)
  await service.call('POST', `/v1/checkout/sessions/${session.id}/refunds`)
  t.match((await helpLink(service, link, 'duplicate_payment')).body, {
    status: 'paid',
    payments_count: 1,
    amount_collected: 0,
  })
})

t.test('when two checkouts of one link are with the bank, the one approved later is the duplicate', async (t) => {
  const link = await createLink(service)
  const first = await openedCheckout(service, link)
  t.match((await payWith(service, first, 'late_approval')).body, { status: 'processing' })
  service.clock.advance(901)
  await service.sweep()
  t.match(await readSession(service, first), { status: 'failed', failure_code: 'processor_unavailable' })
  const second = await openedCheckout(service, link)
  t.not(second.id, first.id)
  t.match((await payWith(service, second, 'approved')).body, { status: 'paid' })
  for (let quarter = 0; quarter < 2; quarter++) {
    service.clock.advance(901)
    await service.sweep()
  }
  t.match(await readSession(service, first), { status: 'failed' })
  t.same(await typesAbout(service, first.id), ['session.failed', 'payment_link.duplicate_payment'])
  t.match(await readLink(service, link), {
    status: 'paid',
    paid_session: second.id,
    payments_count: 1,
    amount_collected: 2500,
  })
})

t.test('a late approval of an unpaid link is returned without an event', async (t) => {
  const link = await createLink(service)
  const first = await openedCheckout(service, link)
  await payWith(service, first, 'late_approval')
  service.clock.advance(901)
  await service.sweep()
  service.clock.advance(901)
  await service.sweep()
  t.same(await typesAbout(service, first.id), ['session.failed'])
  t.match(await readLink(service, link), { status: 'active', payments_count: 0, amount_collected: 0 })
  const returns = await sql<{ reason: string; status: string }>(
    service,
    'select reason, status from automatic_returns where session_id = ?',
    [first.id],
  )
  t.same(returns, [{ reason: 'late_approval', status: 'succeeded' }])
})

t.test('a second approval of the session that paid a link sends the session’s event', async (t) => {
  const { link, session } = await paidLink(service)
  t.match((await help(service, session, 'second_approval')).body, { status: 'paid', amount_refunded: 0 })
  t.same(await typesAbout(service, link.id), ['session.completed', 'payment_link.paid', 'session.duplicate_refunded'])
  t.match(await readLink(service, link), { payments_count: 1, amount_collected: 2500 })
})

t.test('if the bank at first refuses to return a duplicate, the event is sent once the money is back', async (t) => {
  const { link } = await paidLink(service)
  await interceptBank(
    service,
    'refund',
    async () => ({ kind: 'failed', failureMessage: 'not today' }) as const,
    async () => {
      await helpLink(service, link, 'duplicate_payment')
      service.clock.advance(5)
      await service.sweep()
      t.same(await typesAbout(service, link.id), ['session.completed', 'payment_link.paid'])
    },
  )
  service.clock.advance(3600)
  await service.sweep()
  t.same(await typesAbout(service, link.id), [
    'session.completed',
    'payment_link.paid',
    'payment_link.duplicate_payment',
  ])
})

t.test('a test helper pays a link as a customer does, and says why it cannot', async (t) => {
  const link = await createLink(service)
  const declined = await helpLink(service, link, 'pay', { card: 'declined' })
  t.match(declined, { status: 200, body: { status: 'open', payment_link: link.id, failure_code: 'card_declined' } })
  const paid = await helpLink(service, link, 'pay')
  const { id } = declined.body as unknown as { id: string }
  t.match(paid, { status: 200, body: { id, status: 'paid' } }, 'visitors of a one-off link share its checkout')
  t.match(await readLink(service, link), { status: 'paid', paid_session: id })
  t.same(await typesAbout(service, link.id), ['session.completed', 'payment_link.paid'])
  expectError(t, await helpLink(service, link, 'pay'), 409, 'session_not_payable', null)

  const reusable = await createLink(service, { kind: 'reusable' })
  const sessions = [await helpLink(service, reusable, 'pay'), await helpLink(service, reusable, 'pay', {})]
  t.equal(new Set(sessions.map(({ body }) => (body as unknown as { id: string }).id)).size, 2)
  t.match(await readLink(service, reusable), { status: 'active', payments_count: 2 })

  const waiting = await createLink(service)
  t.match((await helpLink(service, waiting, 'pay', { card: 'challenge' })).body, { status: 'processing' })
  expectError(t, await helpLink(service, waiting, 'pay'), 409, 'payment_in_progress', null)
  expectError(t, await helpLink(service, waiting, 'pay', { card: 'x' }), 400, 'parameter_invalid', 'card')
  expectError(t, await helpLink(service, { id: 'pl_unknown' }, 'pay'), 404, 'not_found', null)
})

t.test('test helpers refuse a link in the wrong state', async (t) => {
  const active = await createLink(service)
  expectError(
    t,
    await helpLink(service, active, 'duplicate_payment'),
    409,
    'session_not_payable',
    null,
    'the link is not paid',
  )
  t.match((await helpLink(service, active, 'expire')).body, { id: active.id, status: 'expired' })
  const deactivated = await createLink(service)
  await deactivate(service, deactivated)
  const { link: paid } = await paidLink(service)
  for (const link of [active, deactivated, paid])
    expectError(t, await helpLink(service, link, 'expire'), 409, 'session_not_payable', null)
  for (const link of [active, deactivated])
    expectError(t, await helpLink(service, link, 'duplicate_payment'), 409, 'session_not_payable', null)
  for (const helper of ['expire', 'duplicate_payment'] as const) {
    expectError(t, await helpLink(service, { id: 'pl_unknown' }, helper), 404, 'not_found', null)
    expectError(
      t,
      await service.call('POST', `/v1/test_helpers/payment_links/${paid.id}/${helper}`, { card: 'approved' }),
      400,
      'parameter_invalid',
      'card',
    )
  }
})

t.test('afterwards the ledgers are equal', (t) => expectEqualLedgers(t, service))
