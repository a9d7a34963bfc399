import t, { type Test } from 'tap'
import { rowCounts } from '../accounts/accounts.ts'
import { sql } from '../support/sql.ts'
import { expectError } from '../http/expect-error.ts'
import { startService, type TestService } from '../support/service.ts'
import { StillClock } from '../http/still-clock.ts'
import { postLink, type Link } from './link-calls.ts'

const face = '😀'
const clock = new StillClock()
let service: TestService

t.before(async () => {
  service = await startService({ clock, environment: { RATE_LIMIT_PER_SECOND: '100000' } })
})
t.teardown(() => service.stop())

async function accepts(t: Test, params: object, shown: object = params): Promise<Link> {
  const answer = await postLink(service, params)
  t.equal(answer.status, 200, `${JSON.stringify(params).slice(0, 100)} ${answer.status === 200 ? '' : answer.text}`)
  t.match(answer.body, shown)
  const read = await service.call('GET', `/v1/payment_links/${String(answer.body['id'])}`)
  t.same(read.body, answer.body, 'a retrieve returns the reply of the create')
  return answer.body as unknown as Link
}

async function refuses(
  t: Test,
  params: object | string,
  param: string | null,
  code = 'parameter_invalid',
): Promise<void> {
  const answer =
    typeof params === 'string'
      ? await service.call('POST', '/v1/payment_links', params)
      : await postLink(service, params)
  expectError(t, answer, 400, code, param, typeof params === 'string' ? params : JSON.stringify(params))
}

t.test('a link created from three fields has every field of the specification, and the defaults', async (t) => {
  const { status, body } = await postLink(service)
  t.equal(status, 200)
  const { id, code, url, created_at, ...rest } = body as unknown as Link
  t.match(id, /^pl_[0-9a-z]{26,}$/)
  t.match(code, /^[0-9a-z]{10,16}$/, 'short enough to read out')
  t.equal(url, `${service.baseUrl}/l/${code}`)
  t.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  t.same(rest, {
    object: 'payment_link',
    kind: 'single',
    status: 'active',
    livemode: false,
    amount: 2500,
    currency: 'GBP',
    description: 'Two tickets',
    reference: null,
    customer: {},
    success_url: null,
    expires_at: null,
    paid_session: null,
    metadata: {},
    payments_count: 0,
    amount_collected: 0,
  })
})

t.test('amount is 1 to 99,999,999', async (t) => {
  await accepts(t, { amount: 1 })
  await accepts(t, { amount: 99_999_999 })
  await refuses(t, { amount: 100_000_000 }, 'amount', 'amount_too_large')
  for (const amount of [0, -1, 1.5, '5', null, [5], true]) await refuses(t, { amount }, 'amount')
  await refuses(t, '{"currency":"GBP","description":"x"}', 'amount', 'parameter_missing')
})

t.test('currency is an ISO 4217 code that the account has enabled, in either case', async (t) => {
  await accepts(t, { currency: 'gbp' }, { currency: 'GBP' })
  for (const currency of ['EUR', 'usd']) await accepts(t, { currency }, { currency: currency.toUpperCase() })
  for (const currency of ['JPY', 'chf']) await refuses(t, { currency }, 'currency')
  for (const currency of ['XXZ', 'GB', 'GBPP', '', null, 826]) await refuses(t, { currency }, 'currency')
  await refuses(t, '{"amount":1,"description":"x"}', 'currency', 'parameter_missing')
  await sql(service, `update merchants set currencies = '{GBP,EUR,USD,JPY}' where merchant_id = ?`, [
    service.merchantId,
  ])
  clock.advance(1.1)
  await accepts(t, { currency: 'jpy' }, { currency: 'JPY' })
})

t.test('description is required and reference is optional; both have up to 255 characters', async (t) => {
  await refuses(t, '{"amount":1,"currency":"GBP"}', 'description', 'parameter_missing')
  for (const field of ['description', 'reference']) {
    await accepts(t, { [field]: face.repeat(255) })
    await refuses(t, { [field]: face.repeat(256) }, field)
    for (const wrong of [5, [], {}, true]) await refuses(t, { [field]: wrong }, field)
    await refuses(t, { [field]: 'a\0b' }, field)
  }
  await refuses(t, { description: null }, 'description')
  await refuses(t, { description: '' }, 'description')
  await accepts(t, { reference: null })
})

t.test('kind is single or reusable', async (t) => {
  await accepts(t, { kind: 'single' })
  await accepts(t, { kind: 'reusable' })
  for (const kind of ['Single', 'multi', '', 1]) await refuses(t, { kind }, 'kind')
})

t.test('a customer has an email and a name, on one-off links only', async (t) => {
  await accepts(t, { customer: {} })
  await accepts(t, { customer: { email: 'ada@example.com' } })
  const { customer } = await accepts(t, { kind: 'single', customer: { name: face.repeat(90) } })
  t.same(Object.keys(customer), ['name'], 'only the fields that were sent')
  await refuses(t, { customer: { name: 'x'.repeat(91) } }, 'customer.name')
  await refuses(t, { customer: { email: 'ada' } }, 'customer.email')
  await refuses(t, { customer: { phone: '+44 20 7946 0000' } }, 'customer.phone')
  for (const wrong of ['ada', [], 5]) await refuses(t, { customer: wrong }, 'customer')
  for (const customer of [{ email: 'ada@example.com' }, {}])
    await refuses(t, { kind: 'reusable', customer }, 'customer')
})

t.test('success_url is https', async (t) => {
  const longest = `https://shop.example/${'a'.repeat(2048 - 'https://shop.example/'.length)}`
  for (const success_url of ['https://shop.example/thanks?a=b', longest, null]) await accepts(t, { success_url })
  for (const success_url of [
    'http://shop.example',
    'javascript:alert(1)',
    'https://ada@shop.example',
    `${longest}a`,
    '',
    5,
  ])
    await refuses(t, { success_url }, 'success_url')
})

t.test('expires_at is between 10 minutes and 1 year ahead, to the millisecond', async (t) => {
  const at = (ms: number) => new Date(clock.now().getTime() + ms).toISOString()
  const minutes = 60_000
  const year = new Date(clock.now())
  year.setUTCFullYear(year.getUTCFullYear() + 1)
  const yearMs = year.getTime() - clock.now().getTime()
  await accepts(t, { expires_at: at(10 * minutes) })
  await accepts(t, { expires_at: at(yearMs) })
  await accepts(t, { expires_at: null })
  await accepts(t, { expires_at: at(3600_000).replace('Z', '+00:00') }, { expires_at: at(3600_000) })
  for (const ms of [
    10 * minutes - 1,
    10 * minutes - 1000,
    0,
    -minutes,
    yearMs + 1,
    yearMs + 1000,
    yearMs + 86_400_000,
    10 * yearMs,
  ])
    await refuses(t, { expires_at: at(ms) }, 'expires_at')
  for (const expires_at of [
    'tomorrow',
    '',
    '2027-02-30T10:00:00Z',
    '2027-03-01',
    '2027-03-01T10:00:00',
    1_800_000_000,
    {},
  ])
    await refuses(t, { expires_at }, 'expires_at')
})

t.test('metadata has up to 19 entries, and payment_link is not allowed as a key', async (t) => {
  const entries = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 'v']))
  await accepts(t, { metadata: entries(19) })
  await refuses(t, { metadata: entries(20) }, 'metadata')
  await accepts(t, { metadata: { [face.repeat(40)]: face.repeat(500), empty: '' } })
  await refuses(t, { metadata: { [face.repeat(41)]: 'v' } }, `metadata.${face.repeat(41)}`)
  await refuses(t, { metadata: { order: 'x'.repeat(501) } }, 'metadata.order')
  for (const value of [null, 5, {}]) await refuses(t, { metadata: { order: value } }, 'metadata.order')
  await refuses(t, { metadata: { payment_link: 'mine' } }, 'metadata.payment_link')
  for (const metadata of ['x', []]) await refuses(t, { metadata }, 'metadata')
})

t.test('a field that the contract does not have is named, and a refusal creates nothing', async (t) => {
  const before = await rowCounts(service)
  const links = await sql(service, 'select id from payment_links')
  for (const field of ['status', 'code', 'expires_in', 'cancel_url', 'billing_address'])
    await refuses(t, { [field]: 'x' }, field)
  expectError(
    t,
    await service.call('POST', '/v1/payment_links?dry_run=1', { amount: 1, currency: 'GBP', description: 'x' }),
    400,
    'parameter_invalid',
    'dry_run',
  )
  await refuses(t, '[]', null)
  await refuses(t, '{', null)
  t.same(await rowCounts(service), before)
  t.equal((await sql(service, 'select id from payment_links')).length, links.length)
})
