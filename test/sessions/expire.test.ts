import t from 'tap'
import { liveKey } from '../accounts/accounts.ts'
import { expectError } from '../http/expect-error.ts'
import { help, listen, payWith, readSession } from '../links/link-calls.ts'
import { createSession, encryptedCard, submitCard } from '../support/pay.ts'
import { startService, type Answer, type TestService } from '../support/service.ts'
import { eventsOf, expectEqualLedgers } from './ledgers.ts'

let service: TestService

t.before(async () => {
  service = await startService({ environment: { RATE_LIMIT_PER_SECOND: '100000', LIVE_PROCESSOR: 'sandbox' } })
})
t.teardown(() => service.stop())

const ways = {
  'the merchant': (session: { id: string }): Promise<Answer> =>
    service.call('POST', `/v1/checkout/sessions/${session.id}/expire`),
  'the helper': (session: { id: string }): Promise<Answer> => help(service, session, 'expire'),
}

for (const [who, expire] of Object.entries(ways)) {
  t.test(
    `when ${who} closes an open checkout, it expires with an event and the customer can no longer pay`,
    async (t) => {
      const next = await listen(t, service)
      const session = await createSession(service)
      await payWith(service, session, 'declined')
      const before = await readSession(service, session)
      t.same((await expire(session)).body, { ...before, status: 'expired' })
      t.match((await next('session.expired')).data, { id: session.id, status: 'expired' })
      expectError(t, await submitCard(service, session), 409, 'session_not_payable', null)
      t.match(
        (await service.call('GET', '/v1/form/session', undefined, { Authorization: `Bearer ${session.client_secret}` }))
          .body,
        { status: 'expired' },
      )
      service.clock.advance(3600)
      await service.sweep()
      t.same(await eventsOf(service, session.id), ['session.expired'], 'the event is sent once')
    },
  )

  t.test(`${who} cannot close a checkout that is not open`, async (t) => {
    const [processing, paid, expired, failed, refunded, disputed] = [
      await createSession(service),
      await createSession(service),
      await createSession(service),
      await createSession(service),
      await createSession(service),
      await createSession(service),
    ]
    await payWith(service, processing, 'no_answer')
    for (const session of [paid, refunded, disputed]) await payWith(service, session, 'approved')
    await expire(expired)
    for (let card = 0; card < 5; card++) await payWith(service, failed, 'declined')
    await service.call('POST', `/v1/checkout/sessions/${refunded.id}/refunds`)
    await help(service, disputed, 'dispute')
    expectError(t, await expire(processing), 409, 'payment_in_progress', null)
    for (const session of [paid, expired, failed, refunded, disputed])
      expectError(t, await expire(session), 409, 'session_not_payable', null)
    const overdue = await createSession(service, { expires_in: 300 })
    service.clock.advance(301)
    expectError(t, await expire(overdue), 409, 'session_not_payable', null)
    t.same(await eventsOf(service, overdue.id), ['session.expired'], 'it had already expired')
    expectError(t, await expire({ id: 'cs_test_unknown' }), 404, 'session_not_found', null)
  })
}

t.test('the calls accept no body', async (t) => {
  const session = await createSession(service)
  for (const path of [
    `/v1/checkout/sessions/${session.id}/expire`,
    `/v1/test_helpers/checkout/sessions/${session.id}/expire`,
  ]) {
    expectError(t, await service.call('POST', path, { now: true }), 400, 'parameter_invalid', 'now')
    expectError(t, await service.call('POST', `${path}?now=1`), 400, 'parameter_invalid', 'now')
  }
  t.equal((await service.call('POST', `/v1/checkout/sessions/${session.id}/expire`, {})).status, 200)
})

t.test('the merchant can close live checkouts too', async (t) => {
  const live = await liveKey(service, { liveAccess: true })
  const session = await createSession({ ...service, call: live.call })
  expectError(t, await ways['the merchant'](session), 404, 'session_not_found', null, 'a test key cannot close it')
  t.match((await live.call('POST', `/v1/checkout/sessions/${session.id}/expire`)).body, {
    status: 'expired',
    livemode: true,
  })
})

t.test('when a checkout is closed while the customer pays, exactly one of the two succeeds', async (t) => {
  for (let round = 0; round < 20; round++) {
    const session = await createSession(service)
    const body = { encrypted_card: await encryptedCard(service, session.id) }
    const pay = service.call('POST', '/v1/form/attempts', body, { Authorization: `Bearer ${session.client_secret}` })
    if (round % 2 === 0) await new Promise((later) => setTimeout(later, round / 2))
    const [paid, closed] = await Promise.all([pay, ways['the merchant'](session)])
    const { status } = await readSession(service, session)
    if (closed.status === 200) {
      t.equal(status, 'expired')
      expectError(t, paid, 409, 'session_not_payable', null)
    } else {
      t.equal(status, 'paid')
      t.ok(['payment_in_progress', 'session_not_payable'].includes(closed.body.error?.code ?? ''), closed.text)
    }
    t.same(await eventsOf(service, session.id), [status === 'paid' ? 'session.completed' : 'session.expired'])
  }
})

t.test('after all these tests the ledgers are equal', (t) => expectEqualLedgers(t, service))
