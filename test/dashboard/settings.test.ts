import t from 'tap'
import { sql } from '../support/sql.ts'
import { help } from '../links/link-calls.ts'
import { until } from '../support/until.ts'
import { createSession, paidSession } from '../support/pay.ts'
import { startService } from '../support/service.ts'
import type { TestService } from '../support/service.ts'
import { signIn, signInElsewhere } from './support.ts'
import type { Member } from './support.ts'

let service: TestService
let owner: Member

t.before(async () => {
  service = await startService()
  owner = await signIn(service)
})
t.teardown(() => service.stop())

const page = '/dashboard/test/settings/checkout'

async function account(): Promise<Record<string, unknown>> {
  const [row] = await sql<Record<string, unknown>>(service, 'select * from merchants where merchant_id = ?', [
    service.merchantId,
  ])
  return row ?? {}
}

t.test('each mode has its own thank-you address, and live mode requires https', async (t) => {
  t.match(
    (await owner.done(page, 'thank-you', { url: 'http://localhost:4242/thanks' })).text,
    'The thank-you address of test mode is set.',
  )
  t.match(
    (await owner.done('/dashboard/live/settings/checkout', 'thank-you', { url: 'https://shop.example/thanks' })).text,
    'The thank-you address of live mode is set.',
  )
  t.match(await account(), {
    thank_you_url_test: 'http://localhost:4242/thanks',
    thank_you_url_live: 'https://shop.example/thanks',
  })
  for (const [at, url] of [
    ['live', 'http://localhost:4242/'],
    ['test', 'javascript:alert(1)'],
    ['test', 'shop.example'],
    ['test', `https://shop.example/${'a'.repeat(2100)}`],
  ] as const) {
    t.equal(
      (await owner.submit(`/dashboard/${at}/settings/checkout`, 'thank-you', { url })).status,
      422,
      url.slice(0, 40),
    )
  }
  t.match((await owner.done(page, 'thank-you', { url: '' })).text, 'The thank-you address of test mode is removed.')
  t.match(await account(), { thank_you_url_test: null, thank_you_url_live: 'https://shop.example/thanks' })
})

t.test('currencies are accepted in any case and with any separator, and unknown codes are refused', async (t) => {
  t.match((await owner.done(page, 'currencies', { currencies: 'gbp; eur,JPY  eur' })).text, 'The currencies are set.')
  t.same((await account())['currencies'], ['GBP', 'EUR', 'JPY'])
  service.clock.advance(2)
  t.equal((await service.call('POST', '/v1/checkout/sessions', { amount: 2500, currency: 'JPY' })).status, 200)
  for (const currencies of ['', ' , ', 'GBP, XYZ', 'pounds'])
    t.equal((await owner.submit(page, 'currencies', { currencies })).status, 422, currencies)
  t.same((await account())['currencies'], ['GBP', 'EUR', 'JPY'])
})

t.test('a merchant turns receipts on, with an address for questions', async (t) => {
  t.match(
    (await owner.done(page, 'receipts', { receipts: 'on', contact_email: 'help@shop.example' })).text,
    'Customers get a receipt.',
  )
  t.match(await account(), { receipts: true, contact_email: 'help@shop.example' })
  for (const contact_email of ['help', 'a@b.example, c@d.example', 'help@shop.example\r\nBcc: x@example.com'])
    t.ok(
      [400, 422].includes((await owner.submit(page, 'receipts', { receipts: 'on', contact_email })).status),
      contact_email,
    )
  t.match(await account(), { contact_email: 'help@shop.example' })
  t.match(
    await sql(service, `select actor, detail from audit_log where action = 'account.changed' order by id desc limit 1`),
    [{ actor: owner.email, detail: { receipts: true, contactEmail: 'help@shop.example' } }],
  )
})

t.test('without a mail server, the dashboard shows the unsent mails to their own account and mode', async (t) => {
  service.clock.advance(2)
  t.match((await owner.get(page)).text, 'This server sends no mail')
  const session = await paidSession(service, {
    customer: { email: 'ada@example.com' },
    description: '<script>alert(1)</script>',
  })
  await help(service, session, 'dispute')
  await service.sweep()
  // The sweep only begins to process the mails.
  await until(
    async () => (await sql(service, 'select 1 from outgoing_mail where next_attempt_at is not null')).length === 0,
  )
  const { text, html } = await owner.get('/dashboard/test/settings/mail')
  t.match(text, /Your receipt from Test shop: 25\.00 GBP .*To ada@example\.com/)
  t.match(text, 'Card: Visa ending in 0085')
  t.match(text, /A payment of 25\.00 GBP is disputed/)
  t.match(text, 'it has no SMTP_URL')
  t.notMatch(html, '<script>alert')
  t.notMatch((await owner.get('/dashboard/live/settings/mail')).text, 'ada@example.com')
  t.notMatch((await (await signInElsewhere(service)).get('/dashboard/test/settings/mail')).text, 'ada@example.com')
})

t.test('the pages of a long mail log list each mail once', async (t) => {
  for (let index = 0; index < 24; index++) await help(service, await paidSession(service), 'dispute')
  await createSession(service)
  const seen: string[] = []
  for (let address: string | undefined = '/dashboard/test/settings/mail'; address !== undefined;) {
    const { html } = await owner.get(address)
    seen.push(...[...html.matchAll(/disputed the payment (cs_test_\w+)/g)].map(([, id]) => id ?? ''))
    address = /href="([^"]*)" rel="next"/.exec(html)?.[1]?.replaceAll('&#38;', '&')
  }
  t.equal(seen.length, 25)
  t.equal(new Set(seen).size, 25)
  t.equal((await owner.get('/dashboard/test/settings/mail?after=nonsense')).status, 200)
})
