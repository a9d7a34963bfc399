import t from 'tap'
import { combinations } from '../support/combinations.ts'
import { asVisitor, createSession, paidSession, submitCard } from '../support/pay.ts'
import { startService, type TestService } from '../support/service.ts'
import { addKey, anotherAccount, caller, liveKey, publicDemo, rowCounts } from './accounts.ts'
import { sql } from '../support/sql.ts'
import { callsWith, everyCall, type Call } from '../http/every-call.ts'
import { expectError } from '../http/expect-error.ts'

const noClient = 'client secret'

async function wrongKeys(service: TestService): Promise<Record<string, string>> {
  const revoked = await addKey(service, { livemode: false })
  const used = await caller(service, service.merchantId, revoked).call('GET', '/v1/checkout/sessions')
  if (used.status !== 200) throw new Error('the key must work before it is revoked')
  await sql(service, 'update secret_keys set revoked_at = ? where last4 = ? and merchant_id = ?', [
    service.clock.now(),
    revoked.slice(-4),
    service.merchantId,
  ])
  service.clock.advance(1.1)
  return {
    'no header': '',
    revoked: `Bearer ${revoked}`,
    'one character off': `Bearer ${service.secretKey.slice(0, -1)}${service.secretKey.endsWith('0') ? '1' : '0'}`,
    'another scheme': `Basic ${Buffer.from(`${service.secretKey}:`).toString('base64')}`,
    'the key without a scheme': service.secretKey,
    'the scheme alone': 'Bearer',
    'two keys': `Bearer ${service.secretKey} ${service.secretKey}`,
    'the other mode’s prefix': `Bearer ${service.secretKey.replace('sk_test_', 'sk_live_')}`,
    'a thousand characters': `Bearer ${'a'.repeat(1000)}`,
  }
}

t.test('authentication', async (t) => {
  const service = await startService()
  t.teardown(() => service.stop())

  await t.test(
    'every call refuses a missing, wrong or revoked key, or another scheme, before any other check',
    async (t) => {
      const wrong = await wrongKeys(service)
      const before = await rowCounts(service)
      const attempts = combinations(Object.entries(wrong), callsWith('secret_key'))
      for (const [[about, header], { method, path, id }] of attempts) {
        const answer = await service.call(method, path, method === 'POST' ? '{"broken' : undefined, {
          Authorization: about === 'no header' ? '' : header.replace('’', ''),
        })
        expectError(t, answer, 401, 'invalid_api_key', null, `${id}, ${about}`)
      }
      t.same(await rowCounts(service), before)
      const lower = await service.call('GET', '/v1/checkout/sessions', undefined, {
        Authorization: `bearer ${service.secretKey}`,
      })
      t.equal(lower.status, 200, 'the scheme is case-insensitive')
    },
  )

  await t.test('every call of the form refuses a missing or wrong client secret', async (t) => {
    const session = await createSession(service)
    const other = await createSession(service)
    const secret = session.client_secret
    const wrong = [
      '',
      'Bearer',
      `Bearer ${service.secretKey}`,
      `Bearer ${session.id}`,
      `Bearer ${secret.slice(0, -1)}`,
      `Bearer ${secret}0`,
    ]
    wrong.push(
      `Bearer ${secret.replace(session.id, other.id)}`,
      `Bearer ${secret.replace('cs_test', 'cs_live')}`,
      `Basic ${secret}`,
      `Bearer ${secret.toUpperCase()}`,
    )
    for (const [Authorization, { method, path, body, id }] of combinations(wrong, callsWith('client_secret')))
      expectError(
        t,
        await service.call(method, path, body, { Authorization }),
        401,
        'invalid_client_secret',
        null,
        `${id}, ${noClient} ${Authorization.slice(0, 12)}`,
      )
    for (const { method, path, body } of callsWith('secret_key')) {
      expectError(
        t,
        await service.call(method, path, body, { Authorization: `Bearer ${secret}` }),
        401,
        'invalid_api_key',
      )
    }
  })

  await t.test('a live key of an account without live access is refused everywhere', async (t) => {
    const live = await liveKey(service, { liveAccess: false })
    for (const { method, path, body, id } of callsWith('secret_key')) {
      expectError(t, await live.call(method, path, body), 403, 'live_mode_not_enabled', null, id)
      expectError(
        t,
        await live.call(method, path, method === 'POST' ? '[' : undefined),
        403,
        'live_mode_not_enabled',
        null,
        'and before the body is read',
      )
    }
  })

  await t.test(
    'the public demo key is refused lists of sessions, creating links, webhooks and most of our own calls',
    async (t) => {
      const demo = publicDemo(service)
      const asDemo = { ...service, call: demo.call }
      const allowed = [
        'createCheckoutSession',
        'retrieveCheckoutSession',
        'refundCheckoutSession',
        'retrieveRefund',
        'listPaymentLinks',
        'retrievePaymentLink',
        'deactivatePaymentLink',
      ]
      const isAllowed = ({ id, path }: Call) => allowed.includes(id) || path.startsWith('/v1/test_helpers/')
      for (const { method, path, body, id } of callsWith('secret_key').filter((call) => !isAllowed(call))) {
        expectError(t, await demo.call(method, path, body), 403, 'webhooks_not_available', null, id)
        expectError(
          t,
          await demo.call(method, path, method === 'POST' ? '{' : undefined),
          403,
          'webhooks_not_available',
          null,
          'and before the body is read',
        )
      }
      const session = await createSession(asDemo)
      t.equal((await submitCard(service, session)).body['status'], 'approved')
      t.equal((await demo.call('GET', `/v1/checkout/sessions/${session.id}`)).status, 200)
      const refund = await demo.call('POST', `/v1/checkout/sessions/${session.id}/refunds`)
      t.equal(refund.status, 200)
      t.equal((await demo.call('GET', `/v1/refunds/${String(refund.body['id'])}`)).status, 200)
      const helped = await createSession(asDemo)
      t.match((await demo.call('POST', `/v1/test_helpers/checkout/sessions/${helped.id}/pay`)).body, { status: 'paid' })
      t.match((await demo.call('POST', `/v1/test_helpers/checkout/sessions/${helped.id}/dispute`)).body, {
        status: 'disputed',
      })
    },
  )

  await t.test('the public demo key is capped at 50 major units of each currency', async (t) => {
    const demo = publicDemo(service)
    await sql(service, `update merchants set currencies = '{GBP,JPY,BHD}' where public_demo`)
    service.clock.advance(1.1)
    for (const [currency, cap] of [
      ['GBP', 5_000],
      ['JPY', 50],
      ['BHD', 50_000],
    ] as const) {
      t.equal((await demo.call('POST', '/v1/checkout/sessions', { amount: cap, currency })).status, 200)
      expectError(
        t,
        await demo.call('POST', '/v1/checkout/sessions', { amount: cap + 1, currency }),
        400,
        'amount_too_large',
        'amount',
        currency,
      )
    }
    t.equal(
      (await service.call('POST', '/v1/checkout/sessions', { amount: 5_001, currency: 'GBP' })).status,
      200,
      'a key of another account has no cap',
    )
  })
})

t.test('accounts and modes are separate', async (t) => {
  const service = await startService({ environment: { LIVE_PROCESSOR: 'sandbox' } })
  t.teardown(() => service.stop())
  const other = await anotherAccount(service)
  const live = await liveKey(service, { liveAccess: true })
  const asLive = { ...service, call: live.call }

  await t.test('each account and each mode sees and changes only its own sessions', async (t) => {
    const mine = await paidSession(service, { reference: 'shared' })
    const theirs = await createSession({ ...service, call: other.call }, { reference: 'shared' })
    const ofLive = await createSession(asLive, { reference: 'shared' })
    t.match(ofLive.id, /^cs_live_/)
    t.match(mine.id, /^cs_test_/)
    const callers = { [mine.id]: service.call, [theirs.id]: other.call, [ofLive.id]: live.call }
    for (const [own, call] of Object.entries(callers)) {
      const list = await call('GET', '/v1/checkout/sessions?reference=shared')
      t.same(
        (list.body['data'] as unknown as { id: string }[]).map(({ id }) => id),
        [own],
      )
      for (const foreign of Object.keys(callers).filter((id) => id !== own)) {
        expectError(t, await call('GET', `/v1/checkout/sessions/${foreign}`), 404, 'session_not_found')
        expectError(
          t,
          await call('POST', `/v1/checkout/sessions/${foreign}/refunds`, { amount: 1 }),
          404,
          'session_not_found',
        )
      }
    }
    t.match((await service.call('GET', `/v1/checkout/sessions/${mine.id}`)).body, {
      status: 'paid',
      amount_refunded: 0,
      livemode: false,
    })
    t.match((await live.call('GET', `/v1/checkout/sessions/${ofLive.id}`)).body, { status: 'open', livemode: true })
  })

  await t.test('the same idempotency key is independent in another account or mode', async (t) => {
    const headers = { 'Idempotency-Key': 'one key for all' }
    const ids = new Set<unknown>()
    for (const call of [service.call, other.call, live.call]) {
      const answer = await call('POST', '/v1/checkout/sessions', { amount: 100, currency: 'GBP' }, headers)
      t.equal(answer.headers.get('idempotent-replayed'), null)
      ids.add(answer.body['id'])
    }
    t.equal(ids.size, 3)
  })

  await t.test('each mode has its own webhook address', async (t) => {
    const [test, ofLive] = [
      await service.call('POST', '/v1/webhook_endpoints', { url: 'https://shop.example/test' }),
      await live.call('POST', '/v1/webhook_endpoints', { url: 'https://shop.example/live' }),
    ]
    t.match([test.body, ofLive.body], [{ livemode: false }, { livemode: true }])
    t.not(test.body['secret'], ofLive.body['secret'])
    t.same(
      await sql(service, 'select livemode, url from webhook_endpoints where merchant_id = ? order by livemode', [
        service.merchantId,
      ]),
      [
        { livemode: false, url: 'https://shop.example/test' },
        { livemode: true, url: 'https://shop.example/live' },
      ],
    )
  })

  await t.test('an attempt can be read only with the client secret of its own session', async (t) => {
    const [first, second] = [await createSession(service), await createSession(service)]
    const attempt = await submitCard(service, first, 'declined')
    const read = (secret: string) =>
      service.call(
        'GET',
        `/v1/form/attempts/${String(attempt.body['id'])}`,
        undefined,
        asVisitor({ client_secret: secret }),
      )
    t.match((await read(first.client_secret)).body, { id: attempt.body['id'], status: 'failed' })
    expectError(t, await read(second.client_secret), 404, 'not_found', null)
  })

  await t.test('a revoked key and a lost live access stop working within a second', async (t) => {
    t.equal((await live.call('GET', '/v1/checkout/sessions')).status, 200)
    await sql(service, 'update merchants set live_access = false where merchant_id = ?', [service.merchantId])
    service.clock.advance(1.1)
    expectError(t, await live.call('GET', '/v1/checkout/sessions'), 403, 'live_mode_not_enabled')
    t.equal((await service.call('GET', '/v1/checkout/sessions')).status, 200)
  })
})

t.test('a live account without a processor gets account_configuration, and no session is created', async (t) => {
  const service = await startService()
  t.teardown(() => service.stop())
  const live = await liveKey(service, { liveAccess: true })
  const before = await rowCounts(service)
  const headers = { 'Idempotency-Key': 'later' }
  expectError(
    t,
    await live.call('POST', '/v1/checkout/sessions', { amount: 100, currency: 'GBP' }, headers),
    500,
    'account_configuration',
    null,
  )
  t.same(await rowCounts(service), before, 'the idempotency key stays unused')
  t.equal((await live.call('GET', '/v1/checkout/sessions')).status, 200, 'reading works')
})

t.test('the public demo key works only if the environment sets one', async (t) => {
  const service = await startService({ environment: { PUBLIC_DEMO_KEY: '' } })
  t.teardown(() => service.stop())
  expectError(
    t,
    await publicDemo(service).call('POST', '/v1/checkout/sessions', { amount: 100, currency: 'GBP' }),
    401,
    'invalid_api_key',
  )
  t.equal(everyCall().length > 8, true)
})
