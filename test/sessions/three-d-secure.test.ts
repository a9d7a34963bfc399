import { randomBytes } from 'node:crypto'
import t from 'tap'
import { attemptTokenOf } from '../../server/domain/sessions/attempt-token.ts'
import { makeKeyring } from '../../server/domain/crypto/keyring.ts'
import { browserData } from '../support/browser/browser-data.ts'
import { asVisitor, createSession, encryptedCard, submitCard, type CreatedSession } from '../support/pay.ts'
import { sql } from '../support/sql.ts'
import { startThreeDSecureBank, usualPlan } from '../support/three-d-secure-bank.ts'
import { expectEqualLedgers } from './ledgers.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const bank = await startThreeDSecureBank(service.app.sandbox)
for (const context of [service.app.context, service.app.workContext])
  context.processorFor = () => Promise.resolve(bank.processor)

t.teardown(async () => {
  await service.stop()
  await bank.stop()
})

t.beforeEach(() => {
  bank.plan = usualPlan
  bank.isReachable = true
  bank.purchases.length = 0
})

interface Waiting {
  readonly session: CreatedSession
  readonly attemptId: string
  readonly returnUrl: string
}

/** A payment whose bank asks for 3-D Secure. */
async function waiting(): Promise<Waiting> {
  const session = await createSession(service)
  const { status, body } = await submitCard(service, session, 'challenge')
  const { returnUrl = '' } = bank.purchases.at(-1) ?? {}
  if (status !== 200 || !returnUrl) throw new Error('Bug: the payment did not begin')
  return { session, attemptId: String(body['id']), returnUrl }
}

const form = (fields: Record<string, string>): RequestInit => ({ method: 'POST', body: new URLSearchParams(fields) })

async function statusOf({ id }: CreatedSession): Promise<Record<string, unknown>> {
  const { body } = await service.call('GET', `/v1/checkout/sessions/${id}`)
  return { status: body['status'], attempts: body['attempts'], failure: body['failure_code'] }
}

const paid = { status: 'paid', attempts: 1, failure: null }
const waits = { status: 'processing', attempts: 1, failure: null }
const notConfirmed = { status: 'open', attempts: 1, failure: 'authentication_failed' }

async function asForm({ session }: Waiting, method: string, path: string) {
  return service.call(method, path, method === 'POST' ? {} : undefined, asVisitor(session))
}

for (const method of ['GET', 'POST'] as const) {
  t.test(`a return by ${method} settles the payment, and a second or late one shows the outcome`, async (t) => {
    const payment = await waiting()
    const cres = bank.answer(payment.attemptId, 'approved')
    const back = () =>
      method === 'POST' ? fetch(payment.returnUrl, form({ cres })) : fetch(`${payment.returnUrl}?cres=${cres}`)
    const replies = await Promise.all([back(), back()])
    t.same(
      replies.map(({ status }) => status),
      [200, 200],
    )
    t.same(await statusOf(payment.session), paid)
    const late = await back()
    t.match(await late.text(), /Payment confirmed/)
    t.match(late.headers.get('content-security-policy'), /default-src 'none'.*frame-ancestors \*/)
    t.same(bank.resultsOf(payment.attemptId), [{ kind: 'returned', fields: { cres } }], 'the processor was asked once')
    await expectEqualLedgers(t, service)
  })
}

t.test('a return after which the bank refuses leaves the session open', async (t) => {
  const payment = await waiting()
  const reply = await fetch(payment.returnUrl, form({ cres: bank.answer(payment.attemptId, 'declined') }))
  t.match(await reply.text(), /Payment not confirmed/)
  t.same(await statusOf(payment.session), notConfirmed)
})

t.test('forged returns change nothing, and the true one still counts', async (t) => {
  const payment = await waiting()
  const other = await waiting()
  const foreign = bank.answer(other.attemptId, 'approved')
  const token = payment.returnUrl.split('/').at(-1) ?? ''
  const read = (await asForm(payment, 'GET', '/v1/form/session')).body as unknown as {
    last_attempt: { challenge_page: string }
  }
  const base = `${service.baseUrl}/v1/form/challenge_returns/`
  const strangers = [
    '',
    payment.attemptId,
    token.replace(/.$/, (end) => (end === 'a' ? 'b' : 'a')),
    token.replace('_test_', '_live_'),
    read.last_attempt.challenge_page.split('/').at(-1) ?? '',
    attemptTokenOf(
      makeKeyring(new Map([[1, randomBytes(32)]])),
      { merchantId: service.merchantId, livemode: false },
      payment.attemptId,
      'return',
    ),
  ]
  for (const stranger of strangers) t.equal((await fetch(base + stranger, form({ cres: 'x' }))).status, 404, stranger)
  t.same(bank.resultsOf(payment.attemptId), [], 'nothing reached the processor')
  const made = ['approved', foreign].map((cres) => form({ cres }))
  for (const forged of made) t.equal((await fetch(payment.returnUrl, forged)).status, 200)
  t.match(await (await fetch(payment.returnUrl, { method: 'HEAD' })).text(), '')
  t.equal(bank.resultsOf(payment.attemptId).length, 2)
  t.same(await statusOf(payment.session), waits)
  t.same(await statusOf(other.session), waits)
  await fetch(payment.returnUrl, form({ cres: bank.answer(payment.attemptId, 'approved') }))
  t.same(await statusOf(payment.session), paid)
})

t.test('a visitor cannot send many results, large ones, or card details that are stored', async (t) => {
  const payment = await waiting()
  const card = { number: '4918190000000002' }
  await fetch(payment.returnUrl, form(card))
  const stored = await sql(service, 'select challenge::text from card_attempts where id = ?', [payment.attemptId])
  t.notMatch(JSON.stringify(stored), card.number)
  for (let guess = 0; guess < 20; guess++) await fetch(payment.returnUrl, form({ cres: `guess ${guess}` }))
  t.equal(bank.resultsOf(payment.attemptId).length, 8)
  const kept = "select jsonb_array_length(challenge->'results') as results from card_attempts where id = ?"
  t.same(await sql(service, kept, [payment.attemptId]), [{ results: 4 }])
  const large = await fetch(payment.returnUrl, form({ cres: 'x'.repeat(66_000) }))
  t.equal(large.status, 400)
  const many = Object.fromEntries(Array.from({ length: 40 }, (_none, index) => [`field${index}`, 'x']))
  for (const body of [form(many), { method: 'POST', body: '{"cres":"x"}' }])
    t.equal((await fetch(payment.returnUrl, body)).status, 200)
  t.equal(bank.resultsOf(payment.attemptId).length, 8)
  t.same(await statusOf(payment.session), waits)
  await fetch(payment.returnUrl, form({ cres: bank.answer(payment.attemptId, 'approved') }))
  service.clock.advance(31)
  await service.sweep()
  t.same(await statusOf(payment.session), paid, 'the true return still counts')
})

t.test('cancelling works after any number of made-up returns', async (t) => {
  const payment = await waiting()
  for (let guess = 0; guess < 12; guess++) await fetch(payment.returnUrl, form({ cres: `guess ${guess}` }))
  const path = `/v1/form/attempts/${payment.attemptId}/abandon`
  t.match(await asForm(payment, 'POST', path), { body: { status: 'failed', abandoned: true, left_at_bank: false } })
})

t.test('the longest results that Adyen documents arrive, in an address and in a form', async (t) => {
  // 20,000 characters, and as many of them percent-encoded as in Adyen's results.
  const longest = `X6XtfGC3!Y${Buffer.alloc(14_992, '3-D Secure').toString('base64').slice(0, 19_988)}==`
  t.equal(longest.length, 20_000)
  const payment = await waiting()
  const address = `${payment.returnUrl}?${new URLSearchParams({ redirectResult: longest }).toString()}`
  t.equal((await fetch(address, { headers: { Cookie: 'a'.repeat(8_000) } })).status, 200)
  await fetch(payment.returnUrl, form({ MD: longest, PaRes: longest }))
  t.same(bank.resultsOf(payment.attemptId), [
    { kind: 'returned', fields: { redirectResult: longest } },
    { kind: 'returned', fields: { MD: longest, PaRes: longest } },
  ])
  const tooLong = await fetch(`${payment.returnUrl}?redirectResult=${'x'.repeat(33_000)}`)
  t.equal(tooLong.status, 400)
  await fetch(payment.returnUrl, form({ MD: longest, PaRes: longest, more: longest }))
  t.equal(bank.resultsOf(payment.attemptId).length, 2)
  t.equal((await fetch(payment.returnUrl, form({ cres: 'a\0b' }))).status, 200, 'PostgreSQL stores no zero byte')
  t.same(bank.resultsOf(payment.attemptId).at(-1), { kind: 'returned', fields: {} })
  t.same(await statusOf(payment.session), waits)
})

t.test('when the processor does not answer, due work passes the result on again', async (t) => {
  const payment = await waiting()
  bank.isReachable = false
  const cres = bank.answer(payment.attemptId, 'approved')
  t.match(await (await fetch(payment.returnUrl, form({ cres }))).text(), /Paying/)
  t.same(await statusOf(payment.session), waits)
  bank.isReachable = true
  service.clock.advance(60)
  await service.sweep()
  t.same(await statusOf(payment.session), paid)
  t.ok(
    bank.resultsOf(payment.attemptId).every((result) => result.kind === 'returned' && result.fields['cres'] === cres),
  )
  await expectEqualLedgers(t, service)
})

t.test('a fingerprint leads to a confirmation, by its notification or after ten seconds', async (t) => {
  for (const isComplete of [true, false]) {
    bank.plan = { ...usualPlan, fingerprint: 'ends' }
    const payment = await waiting()
    const first = await asForm(payment, 'GET', `/v1/form/attempts/${payment.attemptId}`)
    t.match(first.body, { status: 'challenge', challenge_kind: 'fingerprint' })
    if (isComplete) await fetch(payment.returnUrl, form({ threeDSMethodData: 'x' }))
    else {
      service.clock.advance(11)
      await service.sweep()
    }
    const next = await asForm(payment, 'GET', `/v1/form/attempts/${payment.attemptId}`)
    t.match(next.body, { status: 'challenge', challenge_kind: 'confirmation', challenge_page: /\?step=2$/ })
    await fetch(payment.returnUrl, form({ threeDSMethodData: 'x' }))
    t.same(
      bank.resultsOf(payment.attemptId),
      [{ kind: 'fingerprint', isComplete }],
      'a late notification has no effect',
    )
    await fetch(payment.returnUrl, form({ cres: bank.answer(payment.attemptId, 'approved') }))
    t.same(await statusOf(payment.session), paid)
  }
})

t.test('the customer can cancel, once, and only an attempt of the own session', async (t) => {
  const payment = await waiting()
  const other = await waiting()
  const path = `/v1/form/attempts/${payment.attemptId}/abandon`
  t.equal((await asForm(other, 'POST', path)).status, 404)
  t.same(await statusOf(payment.session), waits)
  const cancelled = { status: 200, body: { status: 'failed', abandoned: true } }
  t.match(await asForm(payment, 'POST', path), cancelled)
  t.match(await asForm(payment, 'POST', path), cancelled)
  t.same(bank.resultsOf(payment.attemptId), [{ kind: 'abandoned' }])
  const late = await fetch(payment.returnUrl, form({ cres: bank.answer(payment.attemptId, 'approved') }))
  t.match(await late.text(), /Payment not confirmed/)
  t.same(await statusOf(payment.session), notConfirmed)
})

t.test('a challenge that cannot be shown safely waits for the processor', async (t) => {
  const bad = [
    'javascript:alert(1)',
    'http://bank.example/',
    '//bank.example',
    'https://a:b@bank.example',
    'x',
    '/\\b.example',
  ]
  for (const url of bad) {
    const session = await createSession(service)
    const usual = bank.processor
    const challenge = { kind: 'page', url } as const
    service.app.context.processorFor = () =>
      Promise.resolve({ ...usual, purchase: () => Promise.resolve({ kind: 'challenge', challenge }) })
    const { body } = await submitCard(service, session, 'challenge')
    service.app.context.processorFor = () => Promise.resolve(usual)
    t.match(body, { status: 'processing', challenge_url: null, challenge_page: null }, url)
  }
})

t.test('the processor gets the browser data of the form with the address and headers of its request', async (t) => {
  const session = await createSession(service)
  const submit = async (change: object, headers = {}) =>
    service.call(
      'POST',
      '/v1/form/attempts',
      { encrypted_card: await encryptedCard(service, session.id, 'declined'), browser: { ...browserData, ...change } },
      {
        Authorization: `Bearer ${session.client_secret}`,
        'user-agent': 'Test/1.0 \u00e9',
        accept: 'text/html',
        ...headers,
      },
    )
  for (const bad of [
    { color_depth: 0 },
    { screen_width: 1_000_000 },
    { time_zone_offset: 2_000 },
    { language: 'en GB' },
    { page_origin: 'https://shop.example/path' },
    { page_origin: 'javascript:alert(1)' },
    { more: 1 },
  ])
    t.match(await submit(bad), { status: 400, body: { error: { code: 'parameter_invalid' } } }, JSON.stringify(bad))
  t.equal((await submit({})).status, 200)
  t.match(bank.purchases.at(-1)?.customer.browser, {
    ipAddress: /^(127\.0\.0\.1|::1)$/,
    userAgent: 'Test/1.0 ',
    acceptHeader: 'text/html',
    language: 'en-GB',
    colorDepth: 24,
    screenHeight: 800,
    screenWidth: 1280,
    timeZoneOffset: -60,
    javaEnabled: false,
    origin: 'https://shop.example',
  })
  t.equal((await submit({}, { 'user-agent': '' })).status, 200)
  t.equal(bank.purchases.at(-1)?.customer.browser, null)
})
