import t, { type Test } from 'tap'
import { sharedService } from '../support/shared-service.ts'
import type { Answer, TestService } from '../support/service.ts'
import { withoutIds } from '../support/without-ids.ts'
import { rowCounts } from '../accounts/accounts.ts'
import { sql } from '../support/sql.ts'
import { expectError } from '../http/expect-error.ts'

const face = '😀'

let service: TestService

/** Creates a session from valid fields and `params`. Text is sent as the whole body. */
function create(params: object | string, headers: Record<string, string> = {}): Promise<Answer> {
  const body = typeof params === 'string' ? params : { amount: 2500, currency: 'GBP', ...params }
  return service.call('POST', '/v1/checkout/sessions', body, headers)
}

async function accepts(t: Test, params: object, shown: object = params): Promise<void> {
  const answer = await create(params)
  t.equal(answer.status, 200, `${JSON.stringify(params).slice(0, 100)} ${answer.status === 200 ? '' : answer.text}`)
  t.match(answer.body, shown)
  const read = await service.call('GET', `/v1/checkout/sessions/${String(answer.body['id'])}`)
  t.same(read.body, answer.body, 'a retrieve returns the reply of the create')
}

async function refuses(
  t: Test,
  params: object | string,
  param: string | null,
  code = 'parameter_invalid',
): Promise<void> {
  expectError(t, await create(params), 400, code, param, typeof params === 'string' ? params : JSON.stringify(params))
}

t.before(async () => {
  service = await sharedService({ environment: { RATE_LIMIT_PER_SECOND: '100000' } })
})
t.teardown(() => service.stop())

t.test('a session created from two fields has every field of the specification, and the defaults', async (t) => {
  const { status, body } = await create({})
  t.equal(status, 200)
  const session = body as Record<string, unknown>
  const { id, client_secret, url, created_at, expires_at, ...rest } = session
  t.match(id, /^cs_test_[0-9a-z]{30}$/)
  t.ok(String(client_secret).startsWith(`${String(id)}_secret_`))
  t.ok(String(url).startsWith(`${service.baseUrl}/`))
  t.equal((await fetch(String(url))).status, 200)
  t.equal(Date.parse(String(expires_at)) - Date.parse(String(created_at)), 1_800_000)
  t.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  t.same(rest, {
    object: 'checkout.session',
    status: 'open',
    livemode: false,
    amount: 2500,
    amount_refunded: 0,
    currency: 'GBP',
    reference: null,
    description: null,
    customer: {},
    billing_address: null,
    shipping_address: null,
    success_url: null,
    cancel_url: null,
    attempts: 0,
    failure_code: null,
    failure_message: null,
    payment: null,
    paid_at: null,
    metadata: {},
    payment_link: null,
  })
})

t.test('amount is a whole number from 1 to 99,999,999', async (t) => {
  await accepts(t, { amount: 1 })
  await accepts(t, { amount: 99_999_999 })
  for (const [text, amount] of [
    ['1e2', 100],
    ['1.0', 1],
    ['2.5e1', 25],
    ['0.5E1', 5],
  ] as const) {
    t.match((await create(`{"amount":${text},"currency":"GBP"}`)).body, { amount })
  }
  for (const text of ['100000000', '1e9', '9007199254740993', '1e400'])
    await refuses(t, `{"amount":${text},"currency":"GBP"}`, 'amount', 'amount_too_large')
  for (const text of [
    '0',
    '-0',
    '-1',
    '-1e400',
    '-9007199254740993',
    '1.5',
    '0.1',
    '"5"',
    '"abc"',
    'null',
    'true',
    '[5]',
    '{}',
    '""',
  ]) {
    await refuses(t, `{"amount":${text},"currency":"GBP"}`, 'amount')
  }
  await refuses(t, '{"currency":"GBP"}', 'amount', 'parameter_missing')
})

t.test('currency is an ISO 4217 code that the account has enabled, in either case', async (t) => {
  for (const currency of ['GBP', 'gbp', 'GbP']) await accepts(t, { currency }, { currency: 'GBP' })
  for (const currency of ['EUR', 'usd']) await accepts(t, { currency }, { currency: currency.toUpperCase() })
  for (const currency of ['JPY', 'chf', 'BHD']) await refuses(t, { currency }, 'currency', 'currency_not_enabled')
  for (const currency of [
    'XXZ',
    'XXX',
    'ZZZ',
    'GB',
    'GBPP',
    '',
    'G P',
    '£££',
    'GB1',
    'gbp ',
    'ſek',
    null,
    826,
    ['GBP'],
  ])
    await refuses(t, { currency }, 'currency')
  await refuses(t, '{"amount":1}', 'currency', 'parameter_missing')
  await sql(service, `update merchants set currencies = '{GBP,EUR,USD,JPY}' where merchant_id = ?`, [
    service.merchantId,
  ])
  service.clock.advance(1.1)
  await accepts(t, { currency: 'jpy', amount: 99_999_999 }, { currency: 'JPY' })
})

t.test('the length of a text is counted in characters, not in bytes', async (t) => {
  for (const [field, max] of [
    ['reference', 255],
    ['description', 255],
  ] as const) {
    await accepts(t, { [field]: face.repeat(max) })
    await accepts(t, { [field]: 'x'.repeat(max) })
    await accepts(t, { [field]: '' })
    await accepts(t, { [field]: null })
    await refuses(t, { [field]: face.repeat(max) + 'x' }, field)
    for (const wrong of [5, true, [], {}, ['x']]) await refuses(t, { [field]: wrong }, field)
  }
  const odd = `‮${'é'} "quotes" <b>&amp;</b> \\ \n \t ${face} 你好`
  await accepts(t, { reference: odd, description: odd, customer: { name: odd }, metadata: { [odd.slice(0, 12)]: odd } })
})

t.test('customer has only the keys that were sent', async (t) => {
  const limits = { name: 90, phone: 32 }
  for (const [field, max] of Object.entries(limits)) {
    const answer = await create({ customer: { [field]: face.repeat(max) } })
    t.same(answer.body['customer'], { [field]: face.repeat(max) })
    await refuses(t, { customer: { [field]: face.repeat(max + 1) } }, `customer.${field}`)
    await accepts(t, { customer: { [field]: null } }, { customer: {} })
    await refuses(t, { customer: { [field]: 7 } }, `customer.${field}`)
  }
  t.same((await create({ customer: {} })).body['customer'], {})
  t.same((await create({ customer: { email: 'Ada+x@Shop.example' } })).body['customer'], {
    email: 'Ada+x@Shop.example',
  })
  for (const email of [
    '',
    'ada',
    'ada@',
    '@shop.example',
    'ada@shop',
    'a b@shop.example',
    'ada@shop..example',
    `${'a'.repeat(65)}@shop.example`,
    5,
    `a@${'b.'.repeat(140)}example`,
  ]) {
    await refuses(t, { customer: { email } }, 'customer.email')
  }
  for (const customer of ['ada', [], 5]) await refuses(t, { customer }, 'customer')
  await refuses(t, { customer: { e_mail: 'ada@shop.example' } }, 'customer.e_mail')
})

t.test('addresses have the fields of the contract, with limits, and an ISO 3166 country', async (t) => {
  const limits = { line1: 255, line2: 255, city: 255, postal_code: 32, state: 3 }
  for (const address of ['billing_address', 'shipping_address']) {
    for (const [field, max] of Object.entries(limits)) {
      await accepts(t, { [address]: { [field]: face.repeat(max) } })
      await refuses(t, { [address]: { [field]: face.repeat(max + 1) } }, `${address}.${field}`)
      await accepts(t, { [address]: { [field]: null } })
    }
    await accepts(t, { [address]: {} })
    await accepts(t, { [address]: null })
    await accepts(t, { [address]: { country: 'gb' } }, { [address]: { country: 'GB' } })
    for (const country of ['', 'G', 'GBR', 'ZZ', 'g1', '  ', 'ßa', 44])
      await refuses(t, { [address]: { country } }, `${address}.country`)
    await refuses(t, { [address]: { zip: '1' } }, `${address}.zip`)
    for (const wrong of ['x', [], 5, true]) await refuses(t, { [address]: wrong }, address)
  }
})

t.test('web addresses are https, without user name and password, at most 2,048 characters', async (t) => {
  const longest = `https://shop.example/${'a'.repeat(2048 - 'https://shop.example/'.length)}`
  for (const field of ['success_url', 'cancel_url']) {
    for (const url of [
      'https://shop.example',
      'HTTPS://Shop.example/a?b=c#d',
      'https://[2001:db8::1]:8443/x',
      `https://shop.example/${face}`,
      longest,
      null,
    ])
      await accepts(t, { [field]: url })
    const wrong = [
      'http://shop.example',
      'ftp://shop.example',
      'javascript:alert(1)',
      'shop.example',
      '//shop.example',
      '',
      'https://',
      'https://a b',
      `${longest}a`,
    ]
    wrong.push(
      'https://user@shop.example',
      'https://user:pass@shop.example',
      'https://:@shop.example',
      'https:shop.example',
      'https://shop.example\n',
      ' https://shop.example',
      'https:\\\\shop.example',
      'https://shop.example:99999',
    )
    for (const url of [...wrong, 5, [], {}]) await refuses(t, { [field]: url }, field)
  }
})

t.test('expires_in is 300 to 86,400 seconds', async (t) => {
  for (const expires_in of [300, 86_400]) {
    const { body } = await create({ expires_in })
    t.equal(Date.parse(String(body['expires_at'])) - Date.parse(String(body['created_at'])), expires_in * 1000)
  }
  for (const expires_in of [299, 86_401, 0, -300, 300.5, '300', true]) await refuses(t, { expires_in }, 'expires_in')
  await refuses(t, '{"amount":1,"currency":"GBP","expires_in":1e400}', 'expires_in')
})

t.test('metadata has up to 20 entries, keys up to 40 and values up to 500 characters', async (t) => {
  const entries = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 'v']))
  await accepts(t, { metadata: entries(20) })
  await refuses(t, { metadata: entries(21) }, 'metadata')
  await accepts(t, { metadata: { [face.repeat(40)]: face.repeat(500), b: '' } })
  await refuses(t, { metadata: { [face.repeat(41)]: 'v' } }, `metadata.${face.repeat(41)}`)
  await refuses(t, { metadata: { order: 'x'.repeat(501) } }, 'metadata.order')
  for (const value of [null, 5, true, {}, ['x']]) await refuses(t, { metadata: { order: value } }, 'metadata.order')
  for (const metadata of ['x', [], 5]) await refuses(t, { metadata }, 'metadata')
  await accepts(t, { metadata: { constructor: 'a', toString: 'b', hasOwnProperty: 'c', 'with.dot': 'd' } })
})

t.test('a field that the contract does not have is named', async (t) => {
  await refuses(t, { ammount: 5 }, 'ammount')
  for (const field of ['status', 'id', 'livemode', 'payment_link', 'expires_at', 'constructor'])
    await refuses(t, { [field]: 'x' }, field)
  expectError(
    t,
    await service.call('POST', '/v1/checkout/sessions?dry_run=true', { amount: 1, currency: 'GBP' }),
    400,
    'parameter_invalid',
    'dry_run',
  )
})

t.test('a refusal names the field, suggests a fix, and never repeats the value', async (t) => {
  const before = await rowCounts(service)
  const secret = 'value-4012000000060085'
  for (const params of [
    { customer: { email: secret } },
    { currency: secret },
    { success_url: secret },
    { expires_in: secret },
    { reference: [secret] },
    { metadata: secret },
  ]) {
    const answer = await create(params)
    t.equal(answer.status, 400)
    t.notMatch(withoutIds(answer.text), /4012|value-/)
  }
  t.same(await rowCounts(service), before)
  t.same(
    service.logLines.filter((line) => /4012000|value-/.test(withoutIds(line))),
    [],
  )
})

t.test('the idempotency key has 1 to 255 characters', async (t) => {
  for (const key of ['', 'k'.repeat(256)])
    expectError(
      t,
      await create({}, { 'Idempotency-Key': key }),
      400,
      'parameter_invalid',
      'Idempotency-Key',
      `${key.length} characters`,
    )
  for (const key of ['k', 'k'.repeat(255), '"; drop table --', '%00'])
    t.equal((await create({}, { 'Idempotency-Key': key })).status, 200)
})
