import t from 'tap'
import { liveKey } from '../../accounts/accounts.ts'
import { expectError } from '../../http/expect-error.ts'
import { submitCard } from '../../support/pay.ts'
import { startReceiver, type ReceivedDelivery, type Receiver, type ReceiverReply } from '../../support/receiver.ts'
import { sql } from '../../support/sql.ts'
import { startService, type TestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { signIn, signInElsewhere, type Member } from '../shell/support.ts'

let service: TestService
let owner: Member
let adyen: Receiver
let reply: ReceiverReply = { status: 200, body: '{"paymentMethods":[]}' }
let respond = (_call: ReceivedDelivery): ReceiverReply => reply

t.before(async () => {
  adyen = await startReceiver({ reply: (call) => respond(call) })
  service = await startService({
    environment: {
      LIVE_PROCESSOR: 'adyen',
      ADYEN_CHECKOUT_URL: `http://127.0.0.1:${String(adyen.port)}/v72`,
    },
  })
  owner = await signIn(service)
})
t.teardown(async () => {
  await service.stop()
  await adyen.stop()
})

const page = '/dashboard/live/live'
const apiKey = 'AQEphmfuXNWTK0Qc+iSXk2o9g+WPTZhKSUMKtS+fLmV2kzs='
const hmacKey = '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056'
const credentials = { merchantAccount: 'TestShopECOM', apiKey, hmacKey }
const refusal = (status: number, errorCode: string): ReceiverReply => ({
  status,
  body: JSON.stringify({ status, errorCode, message: 'no', errorType: 'security' }),
})
const createLive = async () =>
  (await liveKey(service, { liveAccess: true })).call('POST', '/v1/checkout/sessions', {
    amount: 2500,
    currency: 'GBP',
  })

/** The message beside a field. */
function errorOf(html: string, field: string): string {
  return new RegExp(`id="[^"]*\\b${field}-error"[^>]*>([^<]*)<`).exec(html)?.[1] ?? ''
}

/** Past the second for which a process may remember credentials. */
const forget = (): void => service.clock.advance(1.1)

t.test('an account that is not connected learns why live checkouts fail, and what to do', async (t) => {
  const { text } = await owner.get(page)
  t.match(text, /not connected to Adyen, so creating a live checkout or link fails with account_configuration/)
  t.match(text, `${service.baseUrl}/v1/processor_notifications/adyen/${service.merchantId}`)
  expectError(t, await createLive(), 500, 'account_configuration', null)
  t.match((await owner.get('/dashboard/live/home')).text, 'Adyen is not connected The account takes no live payments')
  t.notMatch((await owner.get('/dashboard/test/home')).text, 'Adyen')
})

t.test('wrong credentials are refused field by field, and no secret comes back', async (t) => {
  const wrong: readonly (readonly [Record<string, string>, RegExp])[] = [
    [{ apiKey: '' }, /id="adyen-apiKey"[^>]*aria-invalid/],
    [{ hmacKey: 'xyz' }, /hexadecimal key/],
    [{ hmacKey: '' }, /id="adyen-hmacKey"[^>]*aria-invalid/],
    [{ merchantAccount: 'Two words' }, /letters, digits and _/],
    [{ livePrefix: 'https://x' }, /letters, digits and hyphens/],
    [{ notificationUser: 'ada' }, /The user name needs its password/],
    [{ notificationPassword: 'pass' }, /The password needs its user name/],
  ]
  for (const [fields, message] of wrong) {
    const answer = await owner.submit(page, 'adyen', { ...credentials, ...fields })
    t.equal(answer.status, 422, JSON.stringify(fields))
    t.match(answer.html, message)
    for (const secret of [apiKey, hmacKey]) t.notMatch(answer.html, secret)
  }
  t.same(await sql(service, 'select 1 from processor_credentials'), [])
  t.equal(adyen.deliveries.length, 0, 'nothing was sent to Adyen')
})

t.test('connecting checks the credentials at Adyen, and the page shows only their ends', async (t) => {
  const more = { capture: 'manual', brands: 'amex, visa' }
  const done = await owner.done(page, 'adyen', { ...credentials, apiKey: ` ${apiKey} `, ...more })
  t.match(done.text, 'Adyen is connected. Adyen accepts the API key and the merchant account.')
  const call = adyen.deliveries.at(-1)
  t.match(call, { method: 'POST', path: '/v72/paymentMethods', headers: { 'x-api-key': apiKey } })
  t.match(JSON.parse(call?.rawBody ?? ''), { merchantAccount: 'TestShopECOM', amount: { value: 100 } })
  const { text, html } = await owner.get(page)
  t.match(text, /API key ends in kzs= , set .* by owner-/)
  t.match(text, /HMAC key ends in A056/)
  t.match(text, 'Capture Manual: we request the capture after each approval')
  forget()
  const connected = await service.app.context.processorFor({ merchantId: service.merchantId, livemode: true })
  t.same(connected?.acceptedBrands, ['visa', 'amex'])
  t.equal(connected?.capturesSeparately?.(null), true)
  t.equal(connected?.capturesSeparately?.('bancontact'), false, 'Bancontact takes the money at once')
  const automatic = await owner.done(page, 'adyen-change', { capture: 'automatic' })
  t.match(automatic.text, 'Capture Automatic: Adyen captures each payment at once')
  for (const secret of [apiKey, hmacKey]) {
    t.notMatch(html, secret)
    t.notOk(service.logLines.some((line) => line.includes(secret)))
    t.notMatch(JSON.stringify(await sql(service, 'select * from processor_credentials')), secret)
    t.notMatch(JSON.stringify(await sql(service, 'select * from audit_log')), secret)
  }
})

t.test('no table and no line of the log holds a secret in plain text', async (t) => {
  const password = 'the password of the notifications'
  await owner.done(page, 'adyen-change', { notificationUser: 'ada', notificationPassword: password })
  const tables = await sql<{ name: string }>(
    service,
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
  )
  t.ok(tables.length > 30, 'the test finds the tables')
  const dumps = await Promise.all(tables.map(({ name }) => sql(service, `select kept::text from ${name} kept`)))
  const written = [...dumps.map((rows) => JSON.stringify(rows)), ...service.logLines, (await owner.get(page)).html]
  for (const secret of [apiKey, hmacKey, hmacKey.toLowerCase(), password])
    t.notOk(written.some((text) => text.includes(secret)))
})

t.test('each refusal by Adyen says what to do, and stops new live checkouts', async (t) => {
  const results: readonly (readonly [ReceiverReply, string, RegExp, boolean])[] = [
    [refusal(401, '000'), 'wrong_key', /Adyen refuses the API key/, true],
    [refusal(403, '901'), 'wrong_account', /does not know this merchant account/, true],
    [refusal(403, '010'), 'no_permission', /give the API credential access/, true],
    [refusal(500, '905'), 'unreachable', /did not answer in time/, false],
    ['cut', 'unreachable', /did not answer in time/, false],
    [
      { status: 302, headers: { Location: 'http://127.0.0.1/' } },
      'unclear',
      /does not show whether the credentials are valid/,
      false,
    ],
    [{ status: 404, body: 'x'.repeat(200_000) }, 'unclear', /does not show whether/, false],
  ]
  for (const [answer, result, words, stops] of results) {
    reply = answer
    t.match((await owner.done(page, 'adyen-check')).text, words, result)
    t.match(await sql(service, 'select check_result from processor_credentials'), [{ check_result: result }])
    t.equal(/ Until then, creating a live checkout/.test((await owner.get(page)).text), stops, result)
    forget()
    const found = await service.app.context.processorFor({ merchantId: service.merchantId, livemode: true })
    t.equal(found === null, stops, result)
  }
})

t.test('credentials that Adyen refuses are saved, and the page does not call that connected', async (t) => {
  const other = await signInElsewhere(service)
  reply = refusal(401, '000')
  const { text } = await other.done(page, 'adyen', credentials)
  t.match(text, 'The credentials are saved. Adyen refuses the API key.')
  t.notMatch(text, 'is connected')
  await other.submit(page, 'adyen-disconnect')
})

t.test('an account whose credentials were refused recovers by itself once Adyen accepts them', async (t) => {
  reply = refusal(401, '000')
  await owner.done(page, 'adyen-check')
  t.match((await owner.get('/dashboard/live/home')).text, 'Adyen refuses the account’s credentials')
  forget()
  expectError(t, await createLive(), 500, 'account_configuration', null)
  reply = 200
  service.clock.advance(61)
  expectError(t, await createLive(), 500, 'account_configuration', null)
  await until(async () => {
    const [row] = await sql<{ check_result: string }>(service, 'select check_result from processor_credentials')
    return row?.check_result === 'ok'
  })
  forget()
  t.equal((await createLive()).status, 200)
})

t.test('a live payment goes to Adyen under the merchant account, with the key of the account', async (t) => {
  const { body } = await createLive()
  const session = { id: String(body['id']), client_secret: String(body['client_secret']) }
  respond = ({ rawBody }) => {
    const { reference, amount } = JSON.parse(rawBody) as Record<string, unknown>
    respond = () => reply
    const authorised = {
      pspReference: 'NC6HT9CRT65ZGN82',
      resultCode: 'Authorised',
      merchantReference: reference,
      amount,
    }
    return { status: 200, body: JSON.stringify(authorised), headers: { 'Content-Type': 'application/json' } }
  }
  t.match((await submitCard(service, session)).body, { status: 'approved' })
  const call = adyen.deliveries.findLast(({ path }) => path === '/v72/payments')
  t.match(call?.headers, { 'x-api-key': apiKey })
  t.match(JSON.parse(call?.rawBody ?? ''), {
    merchantAccount: 'TestShopECOM',
    amount: { value: 2500, currency: 'GBP' },
  })
  t.match(await sql(service, 'select processor, processor_id from card_attempts'), [
    { processor: 'adyen', processor_id: 'NC6HT9CRT65ZGN82' },
  ])
})

t.test('the form of a link refuses what Adyen can never charge, beside the field', async (t) => {
  await sql(service, `update merchants set currencies = '{GBP,IDR,CLF}' where merchant_id = ?`, [service.merchantId])
  const form = '/dashboard/live/links/new'
  const create = (values: object) => owner.submit(form, 'create', { kind: 'single', description: 'Tickets', ...values })
  const links = async () => (await sql(service, 'select 1 from payment_links where livemode')).length
  const amount = await create({ amount: '1000.50', currency: 'IDR' })
  t.equal(amount.status, 422)
  t.match(errorOf(amount.html, 'amount'), 'accepts amounts in IDR only in steps of 100, which is 1.00 IDR.')
  const currency = await create({ amount: '10.0000', currency: 'CLF' })
  t.match(errorOf(currency.html, 'currency'), 'The acquirer of this account does not accept CLF.')
  const person = await create({ kind: 'reusable', amount: '10.00', currency: 'GBP', email: 'ada@example.com' })
  t.match(errorOf(person.html, 'email'), 'This is for one-off links only.')
  t.equal(await links(), 0)
  t.match(
    (await owner.done(form, 'create', { kind: 'single', description: 'Tickets', amount: '1000.00', currency: 'IDR' }))
      .text,
    'is created',
  )
  t.equal(await links(), 1)
  // As after a change of the acquirer.
  await sql(service, 'update payment_links set amount = 100050 where livemode')
  const [{ code = '' } = {}] = await sql<{ code: string }>(service, 'select code from payment_links where livemode')
  const shown = await (await fetch(`${service.baseUrl}/l/${code}`)).text()
  t.notMatch(shown, 'id="preview"', 'the customer types into no form that cannot take the money')
  expectError(
    t,
    await service.call('POST', `/v1/form/payment_links/${code}/checkout`),
    409,
    'session_not_payable',
    null,
  )
})

t.test('a new HMAC key leaves the earlier one valid until somebody removes it', async (t) => {
  const next = hmacKey.replace('4478', 'ABCD')
  const done = await owner.done(page, 'adyen-change', { hmacKey: next.replace('A056', 'B077') })
  t.match(done.text, 'The changes are saved.')
  t.match(done.text, /Earlier HMAC key ends in A056 , valid until/)
  t.match(done.text, /API key ends in kzs=/, 'the API key stays')
  t.match((await owner.done(page, 'adyen-previous-hmacKey')).text, 'The earlier HMAC key is removed.')
  t.notMatch((await owner.get(page)).text, /Earlier HMAC key ends/)
})

t.test('a form from before another change is refused', async (t) => {
  const stale = await owner.submit(page, 'adyen-change', { apiKey: 'another-key-of-adyen', seen: '1' })
  t.equal(stale.status, 409)
  t.match((await owner.get(page)).text, /API key ends in kzs=/)
  t.equal((await owner.submit(page, 'adyen-disconnect', { seen: '1' })).status, 409)
})

t.test('Adyen stays connected while it has money to decide; then its credentials are deleted', async (t) => {
  const { body: session } = await createLive()
  await sql(
    service,
    `insert into card_attempts (merchant_id, livemode, id, session_id, nonce, status, amount, currency, card_last4,
       processor, processor_reference, created_at)
     select merchant_id, livemode, 'att_1', id, 'n', 'processing', amount, currency, '1111', 'adyen', 'att_1',
       created_at
     from checkout_sessions where id = ?`,
    [String(session['id'])],
  )
  const refused = await owner.submit(page, 'adyen-disconnect')
  t.equal(refused.status, 409)
  t.match(refused.text, 'Adyen has not decided everything yet: 1 payment.')
  const moved = await owner.submit(page, 'adyen-change', { merchantAccount: 'AnotherECOM' })
  t.match(moved.text, 'Change it when they are.')
  await sql(
    service,
    `update card_attempts set status = 'failed', failure_code = 'card_declined', settled_at = now() where id = 'att_1'`,
  )
  // Not due yet, or the worker could save the next check over the `null` below.
  await sql(service, `update card_attempts set next_check_at = now() + interval '1 hour' where id = 'att_1'`)
  t.match((await owner.submit(page, 'adyen-disconnect')).text, '1 payment.', 'a late approval is still possible')
  await sql(service, `update card_attempts set next_check_at = null where id = 'att_1'`)
  t.match((await owner.done(page, 'adyen-disconnect')).text, 'Adyen is disconnected. Its credentials are deleted.')
  t.same(await sql(service, 'select 1 from processor_credentials'), [])
  forget()
  expectError(t, await createLive(), 500, 'account_configuration', null)
})
