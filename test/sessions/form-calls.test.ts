import t from 'tap'
import { StillClock } from '../http/still-clock.ts'
import { SteppingClock } from '../model/stepping-clock.ts'
import {
  asVisitor,
  createSession,
  encryptedCard,
  paidSession,
  submitCard,
  type CreatedSession,
} from '../support/pay.ts'
import { startService, type Answer, type TestService } from '../support/service.ts'
import { sql } from '../support/sql.ts'
import { expectError } from '../http/expect-error.ts'

let service: TestService

t.before(async () => {
  // The bank's check of 1.5 s must not end before a slow machine has read the attempt for the first time.
  service = await startService({ clock: new SteppingClock(), environment: { RATE_LIMIT_PER_SECOND: '100000' } })
})
t.teardown(() => service.stop())

function asForm(session: { client_secret: string }, method: string, path: string, body?: unknown): Promise<Answer> {
  return service.call(method, path, body, asVisitor(session))
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
    reference: 'order 7',
    support_email: null,
    terms_url: null,
    privacy_url: null,
    needs: { email: true, billing_address: true },
    accepted_brands: ['visa', 'mastercard', 'amex', 'discover', 'diners', 'jcb', 'unionpay', 'maestro'],
    attempts_left: null,
    failure_code: null,
    failure_message: null,
    last_attempt: null,
    cancel_url: 'https://shop.example/back',
    redirect_url: null,
    receipt: null,
  })
  t.equal(
    Math.round((Date.parse(String(expires_at)) - Date.parse(String(server_time))) / 10_000),
    180,
    'the form gets the time of the server',
  )
  t.notMatch(text, /note|secret/)
  t.equal(headers.get('cache-control'), 'no-store')
})

t.test('the thank-you address carries the session and its reference, and keeps its own query', async (t) => {
  const addresses = [
    [
      { success_url: 'https://shop.example/thanks?a=1#done', reference: 'a b&c' },
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

t.test('the customer’s receipt shows each refund that the bank has confirmed', async (t) => {
  const session = await paidSession(service, { reference: 'order 8' })
  for (const amount of [500, 250])
    t.equal((await service.call('POST', `/v1/checkout/sessions/${session.id}/refunds`, { amount })).status, 200)
  t.match((await asForm(session, 'GET', '/v1/form/session')).body, {
    reference: 'order 8',
    receipt: {
      paid_at: /Z$/,
      card_brand: 'visa',
      card_last4: '0085',
      amount_refunded: 750,
      returned: [
        { kind: 'refund', amount: 500, returned_at: /Z$/ },
        { kind: 'refund', amount: 250, returned_at: /Z$/ },
      ],
    },
  })
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

t.test('the session gets email and address of the form where the merchant gave none', async (t) => {
  const given = {
    email: 'form@example.com',
    billing_address: {
      line1: '548 Market St',
      line2: 'Suite 2',
      city: 'San Francisco',
      state: 'CA',
      postal_code: '94104',
      country: 'us',
    },
  }
  const none = await createSession(service, { customer: { name: 'Ada' } })
  await asForm(none, 'POST', '/v1/form/attempts', {
    encrypted_card: await encryptedCard(service, none.id),
    ...given,
  })
  const read = await service.call('GET', `/v1/checkout/sessions/${none.id}`)
  t.same(
    [read.body['customer'], read.body['billing_address']],
    [
      { name: 'Ada', email: 'form@example.com' },
      { ...given.billing_address, country: 'US' },
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
    [{ billing_address: { country: 'ZZ' } }, 'billing_address.country'],
    [{ billing_address: { line1: 'x'.repeat(256) } }, 'billing_address.line1'],
    [{ billing_address: { line2: 'x'.repeat(256) } }, 'billing_address.line2'],
    [{ billing_address: { state: 'California' } }, 'billing_address.state'],
    [{ billing_address: { postal_code: '1'.repeat(33) } }, 'billing_address.postal_code'],
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

const coBadged = { number: '4035501000000008', first_digits: '40355010', networks: ['cartes_bancaires', 'visa'] }

/** Submits a card with the network that the customer chose. */
async function submitOn(session: CreatedSession, card: string, card_network: string): Promise<Answer> {
  const encrypted_card = await encryptedCard(service, session.id, card)
  return asForm(session, 'POST', '/v1/form/attempts', { encrypted_card, card_network })
}

t.test('the customer of a co-badged card chooses its network, and the choice reaches the bank', async (t) => {
  for (const network of coBadged.networks) {
    const session = await createSession(service)
    t.same((await asForm(session, 'POST', '/v1/form/card_networks', { first_digits: coBadged.first_digits })).body, {
      object: 'card_networks',
      networks: coBadged.networks,
    })
    t.match((await submitOn(session, coBadged.number, network)).body, { status: 'approved' })
    const [attempt] = await sql<{ card_network: string; paid_on: string; processor_reference: string }>(
      service,
      `select attempt.card_network, session.card_network as paid_on, processor_reference
        from card_attempts attempt join checkout_sessions session on session.id = attempt.session_id
        where session_id = ?`,
      [session.id],
    )
    t.match(attempt, { card_network: network, paid_on: network })
    const lines = await service.app.sandbox.ledger()
    t.match(
      lines.find(({ reference }) => reference === attempt?.processor_reference),
      { network, amount: 2500 },
      'the bank booked it on this network',
    )
  }
})

t.test('a card without a security code pays on a network without codes, and is declined on others', async (t) => {
  const bancontact = '6703444444444449'
  const pay = async (card: string, cvc: string, card_network?: string): Promise<unknown> => {
    const session = await createSession(service)
    const encrypted_card = await encryptedCard(service, session.id, card, cvc)
    const { status } = await asForm(session, 'POST', '/v1/form/attempts', { encrypted_card, card_network })
    const { body } = await service.call('GET', `/v1/checkout/sessions/${session.id}`)
    return [status, body['status'], body['failure_code']]
  }
  t.same(await pay(bancontact, '', 'bancontact'), [200, 'paid', null])
  t.same(await pay(bancontact, ''), [200, 'paid', null], 'the form has asked for no network')
  t.same(await pay(bancontact, '123', 'maestro'), [200, 'paid', null])
  const refused = [200, 'open', 'invalid_card']
  t.same(await pay(bancontact, '123', 'bancontact'), refused, 'a code that no Bancontact card has')
  t.same(await pay(coBadged.number, '', 'visa'), refused)
  t.same(await pay('approved', ''), refused)
  t.same(await pay('approved', '1234'), refused, 'a code of American Express')
  t.same(await pay('4012000000060086', '123'), refused, 'a wrong check digit')
})

t.test('a network that the bank did not name for the card is refused at its field, and takes no attempt', async (t) => {
  const session = await createSession(service)
  for (const [card, network] of [
    [coBadged.number, 'bancontact'],
    ['approved', 'visa'],
  ] as const)
    expectError(t, await submitOn(session, card, network), 400, 'parameter_invalid', 'card_network', network)
  for (const network of ['', 'Cartes Bancaires', 'x'.repeat(33), 1])
    expectError(t, await submitOn(session, 'approved', network as string), 400, 'parameter_invalid', 'card_network')
  t.match((await service.call('GET', `/v1/checkout/sessions/${session.id}`)).body, { status: 'open', attempts: 0 })
})

t.test('only the first eight digits of a card are asked for, and any other card gives no choice', async (t) => {
  const session = await createSession(service)
  const ask = (body: unknown) => asForm(session, 'POST', '/v1/form/card_networks', body)
  t.same((await ask({ first_digits: '40120000' })).body, { object: 'card_networks', networks: [] })
  for (const first_digits of ['4035501', '403550100', '4035 501', 40355010])
    expectError(t, await ask({ first_digits }), 400, 'parameter_invalid', 'first_digits')
  expectError(t, await ask({}), 400, 'parameter_missing', 'first_digits')
  expectError(t, await ask({ first_digits: coBadged.number }), 400, 'card_not_encrypted')
  const stranger = { ...session, client_secret: `${session.client_secret}x` }
  const asStranger = await asForm(stranger, 'POST', '/v1/form/card_networks', { first_digits: '40120000' })
  expectError(t, asStranger, 401, 'invalid_client_secret')
})

t.test('a bank that names no networks does not keep the customer from paying on the chosen one', async (t) => {
  const { sandbox } = service.app
  const { cardNetworks } = sandbox
  t.teardown(() => Object.assign(sandbox, { cardNetworks }))
  for (const unanswered of [() => Promise.reject(new Error('away')), () => Promise.resolve(null)]) {
    Object.assign(sandbox, { cardNetworks: unanswered })
    const session = await createSession(service)
    const asked = await asForm(session, 'POST', '/v1/form/card_networks', { first_digits: coBadged.first_digits })
    t.same([asked.status, asked.body['networks']], [200, []])
    t.match((await submitOn(session, coBadged.number, 'visa')).body, { status: 'approved' })
  }
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
