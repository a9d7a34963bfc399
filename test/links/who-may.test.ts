import t from 'tap'
import { anotherAccount, liveKey, publicDemo } from '../accounts/accounts.ts'
import { sql } from '../support/sql.ts'
import { callsWith } from '../http/every-call.ts'
import { expectError } from '../http/expect-error.ts'
import { StillClock } from '../http/still-clock.ts'
import { createSession, paidSession } from '../support/pay.ts'
import { startService } from '../support/service.ts'
import { sharedService } from '../support/shared-service.ts'
import {
  bodyOf,
  createLink,
  deactivate,
  help,
  helpLink,
  openLink,
  openedCheckout,
  payWith,
  postLink,
  readLink,
  readSession,
  type Link,
} from './link-calls.ts'

t.test('accounts and modes have separate links', async (t) => {
  const service = await sharedService({ environment: { LIVE_PROCESSOR: 'sandbox', RATE_LIMIT_PER_SECOND: '100000' } })
  t.teardown(() => service.stop())
  const other = await anotherAccount(service)
  const live = await liveKey(service, { liveAccess: true })

  await t.test('each account and each mode sees and changes only its own links', async (t) => {
    const callers = [service, other, live]
    const links: Link[] = []
    for (const caller of callers) links.push(await createLink(caller, { reference: 'shared' }))
    t.same(
      links.map(({ livemode }) => livemode),
      [false, false, true],
    )
    for (const [own, caller] of callers.entries()) {
      const list = bodyOf<{ data: Link[] }>(await caller.call('GET', '/v1/payment_links'))
      t.same(
        list.data.map(({ id }) => id),
        [links[own]?.id],
      )
      for (const foreign of links.filter((_, index) => index !== own)) {
        expectError(t, await caller.call('GET', `/v1/payment_links/${foreign.id}`), 404, 'not_found', null)
        expectError(t, await deactivate(caller, foreign), 404, 'not_found', null)
        for (const helper of ['expire', 'duplicate_payment'] as const)
          expectError(t, await helpLink(caller, foreign, helper), 404, 'not_found', null)
      }
    }
    for (const [own, caller] of callers.entries())
      t.match(await readLink(caller, links[own] as Link), { status: 'active' })
  })

  await t.test('a live link opens a live checkout for everyone who has its address', async (t) => {
    const link = await createLink(live)
    const checkout = await openedCheckout(service, link)
    t.match(checkout, { livemode: true, status: 'open', id: /^cs_live_/, client_secret: /^cs_live_/ })
    expectError(t, await service.call('GET', `/v1/checkout/sessions/${checkout.id}`), 404, 'session_not_found', null)
    t.match(await readSession(live, checkout), { livemode: true, payment_link: link.id })
  })

  await t.test('the same idempotency key is independent in another account or mode', async (t) => {
    const ids = new Set<unknown>()
    for (const caller of [service, other, live]) {
      const answer = await postLink(caller, {}, { 'Idempotency-Key': 'one key for all' })
      t.equal(answer.headers.get('idempotent-replayed'), null)
      ids.add(answer.body['id'])
    }
    t.equal(ids.size, 3)
  })

  await t.test('every test helper works with test keys only', async (t) => {
    const session = await createSession({ ...service, call: live.call })
    const link = await createLink(live)
    for (const { method, path, body, id } of callsWith('secret_key', { session: session.id }).filter((call) =>
      call.path.startsWith('/v1/test_helpers/'),
    )) {
      expectError(t, await live.call(method, path, body), 404, 'not_found', null, id)
    }
    for (const helper of ['expire', 'duplicate_payment'] as const)
      expectError(t, await helpLink(live, link, helper), 404, 'not_found', null)
    t.match(await readSession(live, session), { status: 'open', attempts: 0 })
    t.match(await readLink(live, link), { status: 'active' })
  })

  await t.test('a test helper cannot reach a session or refund of another account', async (t) => {
    const session = await paidSession(service, {}, 'refund_pending')
    const refund = bodyOf<{ id: string }>(
      await service.call('POST', `/v1/checkout/sessions/${session.id}/refunds`, { amount: 100 }),
    )
    for (const [helper, body] of [
      ['pay'],
      ['complete_challenge', { outcome: 'approved' }],
      ['expire'],
      ['dispute'],
      ['close_dispute', { outcome: 'won' }],
      ['second_approval'],
    ] as const) {
      expectError(t, await help(other, session, helper, body), 404, 'session_not_found', null, helper)
    }
    expectError(
      t,
      await other.call('POST', `/v1/checkout/sessions/${session.id}/expire`),
      404,
      'session_not_found',
      null,
    )
    expectError(
      t,
      await other.call('POST', `/v1/test_helpers/refunds/${refund.id}/settle`, { status: 'failed' }),
      404,
      'not_found',
      null,
    )
    t.match(await readSession(service, session), { status: 'paid' })
  })

  await t.test('the public demo key cannot create links, and can use the test helpers on its sessions', async (t) => {
    const demo = publicDemo(service)
    const link = await createLink(service)
    expectError(t, await postLink(demo), 403, 'webhooks_not_available', null)
    t.same((await demo.call('GET', '/v1/payment_links')).body['data'], [], 'it has no links of other accounts')
    expectError(t, await demo.call('GET', `/v1/payment_links/${link.id}`), 404, 'not_found', null)
    expectError(t, await deactivate(demo, link), 404, 'not_found', null)
    expectError(
      t,
      await postLink(demo, { amount: 'x' }),
      403,
      'webhooks_not_available',
      null,
      'before the shape of the request is checked',
    )
    const session = await createSession({ ...service, call: demo.call })
    expectError(
      t,
      await demo.call('POST', `/v1/checkout/sessions/${session.id}/expire`),
      403,
      'webhooks_not_available',
      null,
    )
    t.match((await payWith(demo, session, 'refund_pending')).body, { status: 'paid' })
    const refund = bodyOf<{ id: string }>(
      await demo.call('POST', `/v1/checkout/sessions/${session.id}/refunds`, { amount: 100 }),
    )
    t.match((await demo.call('POST', `/v1/test_helpers/refunds/${refund.id}/settle`, { status: 'succeeded' })).body, {
      status: 'succeeded',
    })
    t.match((await help(demo, session, 'second_approval')).body, { status: 'paid' })
    t.match((await help(demo, session, 'dispute')).body, { status: 'disputed' })
    expectError(t, await helpLink(demo, link, 'expire'), 404, 'not_found', null)
  })

  await t.test('a live link whose account has lost live access opens no checkout', async (t) => {
    const link = await createLink(live)
    await sql(service, 'update merchants set live_access = false where merchant_id = ?', [service.merchantId])
    service.clock.advance(1.1)
    expectError(t, await live.call('GET', `/v1/payment_links/${link.id}`), 403, 'live_mode_not_enabled', null)
    await sql(service, 'update merchants set live_access = true where merchant_id = ?', [service.merchantId])
  })
})

t.test('live links need a live processor', async (t) => {
  const service = await sharedService()
  t.teardown(() => service.stop())
  const live = await liveKey(service, { liveAccess: true })
  expectError(t, await postLink(live, {}, { 'Idempotency-Key': 'later' }), 500, 'account_configuration', null)
  t.same(await sql(service, 'select id from payment_links where merchant_id = ?', [service.merchantId]), [])
  t.same(
    await sql(service, 'select key from idempotency_keys where merchant_id = ?', [service.merchantId]),
    [],
    'the key is not used up',
  )
  expectError(t, await postLink(live, { amount: 0 }), 400, 'parameter_invalid', 'amount', 'the shape is checked first')
})

t.test('opening links is limited per client address', async (t) => {
  const clock = new StillClock()
  const service = await startService({ clock, environment: { RATE_LIMIT_PER_SECOND: '3' } })
  t.teardown(() => service.stop())
  const link = await createLink(service, { kind: 'reusable' })
  for (let visit = 0; visit < 3; visit++) t.equal((await openLink(service, link)).status, 200)
  const limited = await openLink(service, link)
  expectError(t, limited, 429, 'rate_limited', null)
  t.equal(limited.headers.get('retry-after'), '1')
  expectError(
    t,
    await openLink(service, { code: 'unknown' }),
    429,
    'rate_limited',
    null,
    'before the code is looked up',
  )
  clock.advance(1)
  t.equal((await openLink(service, link)).status, 200)
})

t.test('card testing on a link is limited in live mode', async (t) => {
  // Declines are counted per clock hour, which must not end during the test.
  const service = await startService({
    clock: new StillClock(),
    environment: { CARD_TESTING_LIMITS: 'all', DECLINE_LIMIT_PER_LINK: '3', RATE_LIMIT_PER_SECOND: '100000' },
  })
  t.teardown(() => service.stop())
  const { submitCard } = await import('../support/pay.ts')
  const link = await createLink(service, { kind: 'reusable' })
  // Three up to the limit, and the one turn that a customer with declined cards gets after it.
  for (let card = 0; card < 4; card++)
    t.match((await submitCard(service, await openedCheckout(service, link), 'declined')).body, { status: 'failed' })
  const limited = await submitCard(service, await openedCheckout(service, link))
  expectError(t, limited, 429, 'rate_limited', null)
  t.ok(Number(limited.headers.get('retry-after')) > 0)
  const other = await createLink(service, { kind: 'reusable' })
  t.match(
    (await submitCard(service, await openedCheckout(service, other))).body,
    { status: 'approved' },
    'another link still takes cards',
  )
})
