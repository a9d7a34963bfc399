import t from 'tap'
import { sql } from '../support/sql.ts'
import { expectError } from '../http/expect-error.ts'
import { checkDelivery } from '../support/contract-hook.ts'
import { createSession, paidSession, submitCard, type CreatedSession } from '../support/pay.ts'
import { startReceiver } from '../support/receiver.ts'
import { startService, type Answer, type TestService } from '../support/service.ts'
import { StillClock } from '../http/still-clock.ts'
import { eventsOf, expectEqualLedgers } from './ledgers.ts'

/** Without a worker: the sweep would otherwise expire the sessions before the requests do. */
const api = { ROLE: 'api', RATE_LIMIT_PER_SECOND: '100000' }

let service: TestService

t.before(async () => {
  service = await startService({ environment: api, clock: new StillClock() })
})
t.teardown(() => service.stop())

async function overdue(params: object = {}): Promise<CreatedSession> {
  const session = await createSession(service, { expires_in: 300, ...params })
  service.clock.advance(300)
  return session
}

function form(session: CreatedSession): Promise<Answer> {
  return service.call('GET', '/v1/form/session', undefined, { Authorization: `Bearer ${session.client_secret}` })
}

t.test('a session can be paid until the last moment, and is expired from then on', async (t) => {
  const session = await createSession(service, { expires_in: 300 })
  service.clock.advance(299.999)
  t.match((await service.call('GET', `/v1/checkout/sessions/${session.id}`)).body, { status: 'open' })
  t.match((await submitCard(service, session)).body, { status: 'approved' })
  service.clock.advance(600)
  t.match((await service.call('GET', `/v1/checkout/sessions/${session.id}`)).body, { status: 'paid' })
  t.same(await eventsOf(service, session.id), ['session.completed'])
})

t.test('the first request or sweep expires an overdue session, with one event', async (t) => {
  const expirers: Record<string, (session: CreatedSession) => Promise<unknown>> = {
    retrieve: async (session) =>
      t.match((await service.call('GET', `/v1/checkout/sessions/${session.id}`)).body, {
        id: session.id,
        status: 'expired',
      }),
    list: async (session) =>
      t.match((await service.call('GET', '/v1/checkout/sessions?limit=1')).body, {
        data: [{ id: session.id, status: 'expired' }],
      }),
    form: async (session) => t.match((await form(session)).body, { id: session.id, status: 'expired' }),
    submit: async (session) => expectError(t, await submitCard(service, session), 409, 'session_not_payable', null),
    sweep: () => service.sweep(),
  }
  for (const [first, expire] of Object.entries(expirers)) {
    const session = await overdue()
    await expire(session)
    t.same(await eventsOf(service, session.id), ['session.expired'], first)
    for (const other of Object.values(expirers)) await other(session)
    t.same(await eventsOf(service, session.id), ['session.expired'], `${first}, then all`)
    t.match((await sql(service, 'select status, attempts from checkout_sessions where id = ?', [session.id]))[0], {
      status: 'expired',
      attempts: 0,
    })
  }
})

t.test('simultaneous requests expire a session with one event', async (t) => {
  const session = await overdue()
  const path = `/v1/checkout/sessions/${session.id}`
  await Promise.all([
    service.call('GET', path),
    service.call('GET', path),
    form(session),
    submitCard(service, session),
    service.sweep(),
    service.call('GET', '/v1/checkout/sessions'),
  ])
  t.same(await eventsOf(service, session.id), ['session.expired'])
})

t.test('the sweep expires overdue sessions of every account and leaves the others open', async (t) => {
  const due = await Promise.all(Array.from({ length: 12 }, () => createSession(service, { expires_in: 300 })))
  const later = await createSession(service, { expires_in: 301 })
  const paid = await paidSession(service, { expires_in: 300 })
  service.clock.advance(300)
  await service.sweep()
  const rows = await sql<{ id: string; status: string }>(
    service,
    'select id, status from checkout_sessions where id = any(?)',
    [[...due, later, paid].map(({ id }) => id)],
  )
  const statuses = new Map(rows.map(({ id, status }) => [id, status]))
  t.same(
    due.map(({ id }) => statuses.get(id)),
    due.map(() => 'expired'),
  )
  t.same([statuses.get(later.id), statuses.get(paid.id)], ['open', 'paid'])
})

t.test('an expired session accepts no card and no refund', async (t) => {
  const session = await overdue()
  expectError(t, await submitCard(service, session), 409, 'session_not_payable', null)
  expectError(
    t,
    await service.call('POST', `/v1/checkout/sessions/${session.id}/refunds`),
    409,
    'session_not_refundable',
    null,
  )
})

t.test(
  'a card that is with the bank when the time is over can still pay, or its decline expires the session',
  async (t) => {
    const approved = await createSession(service, { expires_in: 300 })
    t.match((await submitCard(service, approved, 'background_check')).body, { status: 'processing' })
    const declined = await createSession(service, { expires_in: 300 })
    t.match((await submitCard(service, declined, 'challenge')).body, { status: 'challenge' })
    service.clock.advance(301)
    t.match((await form(declined)).body, { status: 'processing' }, 'time alone does not end the attempt')
    t.match((await service.call('GET', `/v1/checkout/sessions/${approved.id}`)).body, { status: 'paid' })
    const [row] = await sql<{ processor_reference: string }>(
      service,
      'select processor_reference from card_attempts where session_id = ?',
      [declined.id],
    )
    await service.app.sandbox.completeChallenge(row?.processor_reference ?? '', 'declined')
    t.match((await service.call('GET', `/v1/checkout/sessions/${declined.id}`)).body, {
      status: 'expired',
      failure_code: 'authentication_failed',
    })
    t.same(await eventsOf(service, approved.id), ['session.completed'])
    t.same(await eventsOf(service, declined.id), ['session.expired'])
    await expectEqualLedgers(t, service)
  },
)

t.test('the worker expires overdue sessions and delivers the event', async (t) => {
  const whole = await startService()
  const receiver = await startReceiver()
  t.teardown(async () => {
    await whole.stop()
    await receiver.stop()
  })
  await whole.call('POST', '/v1/webhook_endpoints', { url: receiver.url })
  const session = await createSession(whole, { expires_in: 300 })
  whole.clock.advance(301)
  const delivery = await receiver.next()
  checkDelivery(delivery)
  t.match(JSON.parse(delivery.rawBody), {
    type: 'session.expired',
    livemode: false,
    data: { id: session.id, status: 'expired', payment: null },
  })
})
