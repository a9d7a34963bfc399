import t from 'tap'
import { StillClock } from './still-clock.ts'
import { SteppingClock } from '../model/stepping-clock.ts'
import { createSession, encryptedCard, paidSession, submitCard } from '../support/pay.ts'
import { startService } from '../support/service.ts'
import type { Answer, TestService } from '../support/service.ts'
import { expectError } from './expect-error.ts'

let service: TestService

t.before(async () => {
  // The bank's check of 1.5 s must not end before a slow machine has read the attempt for the first time.
  service = await startService({ clock: new SteppingClock(), environment: { RATE_LIMIT_PER_SECOND: '100000' } })
})
t.teardown(() => service.stop())

function asForm(session: { client_secret: string }, method: string, path: string, body?: unknown): Promise<Answer> {
  return service.call(method, path, body, { Authorization: `Bearer ${session.client_secret}` })
}

t.test('the form’s session has what the form needs and none of the merchant’s own data', async (t) => {
  const session = await createSession(service, {
    description: 'Two tickets',
    reference: 'order 7',
    customer: { name: 'Ada' },
    metadata: { secret: 'note' },
    success_url: 'https://shop.example/thanks',
    cancel_url: 'https://shop.example/back',
  })
  const { body, text, headers } = await asForm(session, 'GET', '/v1/form/session')
  const { expires_at, server_time, ...rest } = body as Record<string, unknown>
  t.same(rest, {
    id: session.id,
    object: 'form_session',
    status: 'open',
    livemode: false,
    amount: 2500,
    currency: 'GBP',
    description: 'Two tickets',
    merchant_name: 'Test shop',
    needs: { email: true, billing_address: true },
    attempts_left: 5,
    failure_code: null,
    failure_message: null,
    last_attempt: null,
    cancel_url: 'https://shop.example/back',
    redirect_url: null,
  })
  t.equal(
    Math.round((Date.parse(String(expires_at)) - Date.parse(String(server_time))) / 10_000),
    180,
    'the form gets the time of the server',
  )
  t.notMatch(text, /note|secret|order 7/)
  t.equal(headers.get('cache-control'), 'no-store')
})

t.test('the thank-you address carries the session and its reference, and keeps its own query', async (t) => {
  const addresses = [
    [
      { success_url: 'https://shop.example/thanks?a=1&session_id=x#done', reference: 'a b&c' },
      { a: '1', reference: 'a b&c' },
    ],
    [{ success_url: 'https://shop.example' }, {}],
  ] as const
  for (const [params, query] of addresses) {
    const session = await paidSession(service, params)
    const url = new URL(String((await asForm(session, 'GET', '/v1/form/session')).body['redirect_url']))
    t.same(Object.fromEntries(url.searchParams), { ...query, session_id: session.id })
    t.equal(url.origin, 'https://shop.example')
  }
  const session = await paidSession(service)
  t.equal((await asForm(session, 'GET', '/v1/form/session')).body['redirect_url'], null)
})

t.test('an attempt returns the state of the payment, and can be read again', async (t) => {
  const session = await createSession(service, { success_url: 'https://shop.example/thanks' })
  const submitted = await submitCard(service, session)
  t.match(submitted.body, {
    id: /^att_/,
    object: 'card_attempt',
    status: 'approved',
    challenge_url: null,
    session: {
      id: session.id,
      object: 'form_session',
      status: 'paid',
      attempts: 1,
      success_url: 'https://shop.example/thanks',
      last_attempt: { id: submitted.body['id'], status: 'approved' },
    },
  })
  const read = await asForm(session, 'GET', `/v1/form/attempts/${String(submitted.body['id'])}`)
  const { server_time: _, ...again } = read.body['session'] as unknown as Record<string, unknown>
  t.match(submitted.body['session'], again)
  for (const id of ['att_unknown', 'x', session.id])
    expectError(t, await asForm(session, 'GET', `/v1/form/attempts/${id}`), 404, 'not_found', null, id)
})

t.test('reading an attempt during a background check asks the bank for the outcome', async (t) => {
  const session = await createSession(service)
  const submitted = await submitCard(service, session, 'background_check')
  t.match(submitted.body, { status: 'processing', session: { status: 'processing' } })
  service.clock.advance(5)
  t.match((await asForm(session, 'GET', `/v1/form/attempts/${String(submitted.body['id'])}`)).body, {
    status: 'approved',
    session: { status: 'paid' },
  })
  t.match((await service.call('GET', `/v1/checkout/sessions/${session.id}`)).body, {
    payment: { card_brand: 'mastercard', three_d_secure: 'frictionless' },
  })
})

t.test('email and address of the form are kept where the merchant gave none', async (t) => {
  const given = {
    email: 'form@example.com',
    billing_address: { line1: '1 High Street', city: 'London', postal_code: 'SW1A 1AA', country: 'gb' },
  }
  const none = await createSession(service, { customer: { name: 'Ada' } })
  const answer = await asForm(none, 'POST', '/v1/form/attempts', {
    encrypted_card: await encryptedCard(service, none.id, 'declined'),
    ...given,
  })
  t.match(answer.body, { session: { needs: { email: false, billing_address: false } } })
  const read = await service.call('GET', `/v1/checkout/sessions/${none.id}`)
  t.same(
    [read.body['customer'], read.body['billing_address']],
    [
      { name: 'Ada', email: 'form@example.com' },
      { ...given.billing_address, country: 'GB' },
    ],
  )
  const own = { customer: { email: 'shop@example.com' }, billing_address: { country: 'FR' } }
  const some = await createSession(service, own)
  await asForm(some, 'POST', '/v1/form/attempts', { encrypted_card: await encryptedCard(service, some.id), ...given })
  t.match((await service.call('GET', `/v1/checkout/sessions/${some.id}`)).body, { ...own, status: 'paid' })
})

t.test('wrong fields beside the card are named, and the card can be sent again', async (t) => {
  const session = await createSession(service)
  const encrypted_card = await encryptedCard(service, session.id)
  const wrong: [object, string][] = [
    [{ email: 'x' }, 'email'],
    [{ email: null }, 'email'],
    [{ billing_address: { country: 'ZZ' } }, 'billing_address.country'],
    [{ billing_address: { line1: 'x'.repeat(256) } }, 'billing_address.line1'],
    [{ billing_address: 'x' }, 'billing_address'],
    [{ remember: true }, 'remember'],
  ]
  for (const [fields, param] of wrong)
    expectError(
      t,
      await asForm(session, 'POST', '/v1/form/attempts', { encrypted_card, ...fields }),
      400,
      'parameter_invalid',
      param,
    )
  for (const value of ['', 'x', 'a.b.c.d.e', 'x'.repeat(8192), 'x'.repeat(8193), 5, null, true, {}, []])
    expectError(
      t,
      await asForm(session, 'POST', '/v1/form/attempts', { encrypted_card: value }),
      400,
      'card_not_encrypted',
      'encrypted_card',
      JSON.stringify(value),
    )
  t.match((await asForm(session, 'POST', '/v1/form/attempts', { encrypted_card })).body, {
    status: 'approved',
    session: { attempts: 1 },
  })
})

t.test('the published encryption key contains no private part', async (t) => {
  const { body } = await service.call('GET', '/v1/form/encryption_key', undefined, { Authorization: '' })
  t.same(Object.keys(body).sort(), ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
})

t.test('a stranger’s calls on a shared checkout leave the calls of its customer alone', async (t) => {
  const shared = await startService({ clock: new StillClock(), environment: { TRUST_PROXY: '1' } })
  t.teardown(() => shared.stop())
  const session = await createSession(shared)
  const read = async (address: string): Promise<number> => {
    const headers = { Authorization: `Bearer ${session.client_secret}`, 'X-Forwarded-For': address }
    return (await shared.call('GET', '/v1/form/session', undefined, headers)).status
  }
  for (let calls = 0; calls < 20; calls++) t.equal(await read('203.0.113.66'), 200)
  t.equal(await read('203.0.113.66'), 429)
  for (let calls = 0; calls < 20; calls++) t.equal(await read('192.0.2.1'), 200)
})
