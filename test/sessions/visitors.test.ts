import t from 'tap'
import { asVisitor, createSession, encryptedCard, type CreatedSession } from '../support/pay.ts'
import { sharedService } from '../support/shared-service.ts'
import type { Answer } from '../support/service.ts'
import { sql } from '../support/sql.ts'
import { expectError } from '../http/expect-error.ts'

const service = await sharedService({ environment: { RATE_LIMIT_PER_SECOND: '100000' } })
t.teardown(() => service.stop())

/** Null: the call names no visitor. */
function asForm(
  session: CreatedSession,
  method: string,
  path: string,
  body: unknown,
  visitor: string | null,
): Promise<Answer> {
  return service.call(method, path, body, asVisitor(session, visitor))
}

const [ada, bob] = ['ada-at-her-browser-0001', 'bob-at-his-browser-0002']

/** The checkout that the visitors of a one-off link share. */
async function sharedCheckout(): Promise<CreatedSession> {
  const params = { amount: 2500, currency: 'GBP', description: 'Deposit', success_url: 'https://shop.example/thanks' }
  const link = await service.call('POST', '/v1/payment_links', params)
  return (await service.call('POST', `/v1/form/payment_links/${String(link.body['code'])}/checkout`))
    .body as unknown as CreatedSession
}

async function submitAs(session: CreatedSession, visitor: string, card: string, typed: object = {}): Promise<Answer> {
  const body = { encrypted_card: await encryptedCard(service, session.id, card), ...typed }
  return asForm(session, 'POST', '/v1/form/attempts', body, visitor)
}

const typedBy = (name: string, postal_code: string) => ({
  email: `${name}@example.com`,
  billing_address: { line1: `${name}'s street`, postal_code, country: 'GB' },
})

t.test(
  'what a visitor of a one-off link types and tries is shown to no other, and only the payer’s data counts',
  async (t) => {
    const session = await sharedCheckout()
    const before = await asForm(session, 'GET', '/v1/form/session', undefined, bob)
    const declined = await submitAs(session, ada, 'declined', typedBy('ada', 'E1 6AN'))
    const refused = { failure_code: 'card_declined', attempts_left: 4, success_url: null, redirect_url: null }
    t.match(declined.body, { status: 'failed', session: refused })
    const after = await asForm(session, 'GET', '/v1/form/session', undefined, bob)
    t.same({ ...after.body, server_time: '' }, { ...before.body, server_time: '' })
    t.match((await asForm(session, 'GET', '/v1/form/session', undefined, ada)).body, {
      failure_code: 'card_declined',
      failure_message: String,
      attempts_left: 4,
      last_attempt: { id: declined.body['id'], status: 'failed' },
      needs: { email: true, billing_address: true },
    })
    const asMerchant = async () => (await service.call('GET', `/v1/checkout/sessions/${session.id}`)).body
    t.match(await asMerchant(), { status: 'open', attempts: 1, failure_code: 'card_declined', billing_address: null })
    t.same((await asMerchant())['customer'], {})
    t.match((await submitAs(session, bob, 'approved', typedBy('bob', 'N1 9GU'))).body, {
      status: 'approved',
      session: { redirect_url: /^https:/, success_url: /^https:/, receipt: { card_last4: '0085' } },
    })
    t.match(await asMerchant(), {
      status: 'paid',
      customer: { email: 'bob@example.com' },
      billing_address: { postal_code: 'N1 9GU' },
    })
    const kept = await sql(service, 'select typed_email, typed_address from card_attempts where session_id = ?', [
      session.id,
    ])
    t.same(kept, Array(2).fill({ typed_email: null, typed_address: null }), 'the attempts keep nothing')
    for (const visitor of [ada, null]) {
      const { body, text } = await asForm(session, 'GET', '/v1/form/session', undefined, visitor)
      t.match(body, { status: 'paid', receipt: null, redirect_url: null })
      t.notMatch(text, '0085')
    }
    const page = await fetch(`${service.baseUrl}/checkout/${session.client_secret}`)
    t.notMatch(await page.text(), /0085|Paid to|thanks/)
    t.match((await asForm(session, 'GET', '/v1/form/session', undefined, bob)).body, {
      receipt: { card_last4: '0085' },
      redirect_url: /^https:/,
      last_attempt: { status: 'approved' },
    })
  },
)

t.test('the bank sees what the customer has corrected, and what the merchant supplied wins', async (t) => {
  const { sandbox } = service.app
  const { purchase } = sandbox
  const seen: unknown[] = []
  t.teardown(() => Object.assign(sandbox, { purchase }))
  Object.assign(sandbox, {
    purchase: (order: Parameters<typeof purchase>[0]) => {
      seen.push([order.customer.email, order.customer.billingAddress?.postal_code])
      return purchase.call(sandbox, order)
    },
  })
  const session = await createSession(service)
  await submitAs(session, ada, 'declined', typedBy('add', 'E1 6AM'))
  await submitAs(session, ada, 'declined')
  await submitAs(session, ada, 'approved', typedBy('ada', 'E1 6AN'))
  const own = { customer: { email: 'shop@example.com' }, billing_address: { postal_code: 'SW1A 1AA', country: 'GB' } }
  await submitAs(await createSession(service, own), ada, 'approved', typedBy('ada', 'E1 6AN'))
  t.same(seen, [
    ['add@example.com', 'E1 6AM'],
    [null, undefined],
    ['ada@example.com', 'E1 6AN'],
    ['shop@example.com', 'SW1A 1AA'],
  ])
  t.match((await service.call('GET', `/v1/checkout/sessions/${session.id}`)).body, {
    customer: { email: 'ada@example.com' },
    billing_address: { postal_code: 'E1 6AN' },
  })
})

t.test('only the visitor who submitted a card sees its bank check and can end it', async (t) => {
  for (const session of [await sharedCheckout(), await createSession(service)]) {
    const { body } = await submitAs(session, ada, 'challenge')
    const path = `/v1/form/attempts/${String(body['id'])}`
    const challenge = { status: 'challenge', challenge_url: String, challenge_page: String }
    t.match(body, { ...challenge, visitor_token: ada })
    for (const stranger of [bob, null]) {
      const seen = await asForm(session, 'GET', '/v1/form/session', undefined, stranger)
      t.match(seen.body, { status: 'processing', last_attempt: null, attempts_left: null })
      t.notMatch(seen.text, /att_|challenge\//)
      expectError(t, await asForm(session, 'GET', path, undefined, stranger), 404, 'not_found')
      expectError(t, await asForm(session, 'POST', `${path}/abandon`, {}, stranger), 404, 'not_found')
    }
    expectError(t, await submitAs(session, bob, 'approved'), 409, 'payment_in_progress')
    t.match((await asForm(session, 'GET', '/v1/form/session', undefined, ada)).body, { last_attempt: challenge })
    t.match((await asForm(session, 'GET', path, undefined, ada)).body, challenge, 'it still waits')
    t.match((await asForm(session, 'POST', `${path}/abandon`, {}, ada)).body, { status: 'failed', abandoned: true })
    t.match((await asForm(session, 'GET', '/v1/form/session', undefined, bob)).body, {
      status: 'open',
      failure_code: null,
      last_attempt: null,
    })
    t.match((await submitAs(session, bob, 'approved')).body, { status: 'approved' })
  }
})

t.test('a call without a visitor gets a token of its own, and a token that could be guessed is refused', async (t) => {
  const session = await createSession(service)
  const encrypted_card = await encryptedCard(service, session.id, 'declined')
  const { body } = await asForm(session, 'POST', '/v1/form/attempts', { encrypted_card }, null)
  const read = (token: string) => asForm(session, 'GET', `/v1/form/attempts/${String(body['id'])}`, undefined, token)
  t.match((await read(String(body['visitor_token']))).body, { id: body['id'], status: 'failed' })
  for (const token of ['x', 'x'.repeat(21), 'x'.repeat(65), `${ada}, ${ada}`])
    expectError(t, await read(token), 400, 'parameter_invalid', 'Visitor-Token', token)
})
