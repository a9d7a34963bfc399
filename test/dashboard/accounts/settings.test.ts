import t from 'tap'
import { operator } from '../../../server/domain/accounts/caller.ts'
import { makeResetLink } from '../../../server/flows/accounts/change-password.ts'
import { sql } from '../../support/sql.ts'
import { bodyOf, help } from '../../links/link-calls.ts'
import { until } from '../../support/until.ts'
import { createSession, paidSession } from '../../support/pay.ts'
import { startService, type TestService } from '../../support/service.ts'
import { formIn, openBrowser, password, signIn, signInElsewhere, type Member } from '../shell/support.ts'

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

t.test('a shop on a laptop tries the link back too: test mode has a cancel address that may be http', async (t) => {
  const cancel = 'http://localhost:4242/basket'
  t.match((await owner.done(page, 'cancel', { url: cancel })).text, 'The cancel address of test mode is set.')
  t.equal((await owner.submit(page, 'cancel', { url: 'http://shop.example/' })).status, 422)
  const make = async (params: object): Promise<{ url: string }> =>
    bodyOf(await service.call('POST', '/v1/checkout/sessions', { amount: 100, currency: 'GBP', ...params }))
  const [without, own] = [await make({}), await make({ cancel_url: 'https://shop.example/basket' })]
  t.match(await (await fetch(without.url)).text(), `href="${cancel}"`)
  t.notMatch(await (await fetch(own.url)).text(), cancel, 'a session with an address of its own keeps it')
  t.notMatch((await owner.get('/dashboard/live/settings/checkout')).text, 'Cancel address')
  t.match((await owner.done(page, 'cancel', { url: '' })).text, 'The cancel address of test mode is removed.')
  t.notMatch(await (await fetch(without.url)).text(), cancel)
})

t.test('currencies are kept, removed and added from a list, and one at least stays', async (t) => {
  await sql(service, `update merchants set currencies = '{GBP}' where merchant_id = ?`, [service.merchantId])
  t.match((await owner.get(page)).html, '<option value="JPY">JPY, Japanese Yen</option>')
  t.match((await owner.done(page, 'currencies', { add: 'EUR' })).text, 'The currencies are set.')
  await owner.done(page, 'currencies', { add: 'JPY' })
  t.same((await account())['currencies'], ['GBP', 'EUR', 'JPY'])
  service.clock.advance(2)
  t.equal((await service.call('POST', '/v1/checkout/sessions', { amount: 2500, currency: 'JPY' })).status, 200)
  await owner.done(page, 'currencies', { EUR: '' })
  t.same((await account())['currencies'], ['GBP', 'JPY'])
  for (const wrong of [{ GBP: '', JPY: '' }, { add: 'XYZ' }, { add: 'jpy' }])
    t.equal((await owner.submit(page, 'currencies', wrong)).status, 422, JSON.stringify(wrong))
  t.same((await account())['currencies'], ['GBP', 'JPY'])
})

t.test('a merchant turns receipts on, with an address for questions', async (t) => {
  t.match(
    (await owner.done(page, 'receipts', { receipts: 'on', contact_email: 'help@shop.example' })).text,
    'Customers get receipts.',
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

t.test('a merchant sets the links of payment pages, which must be https', async (t) => {
  const [terms_url, privacy_url] = ['https://shop.example/terms', 'https://shop.example/privacy']
  t.match((await owner.done(page, 'pages', { terms_url, privacy_url })).text, 'The links of payment pages are saved.')
  t.match(await account(), { terms_url, privacy_url })
  for (const wrong of [
    'http://shop.example/',
    'shop.example',
    'javascript:alert(1)',
    `https://a.example/${'a'.repeat(2040)}`,
  ]) {
    const refused = await owner.submit(page, 'pages', { terms_url, privacy_url: wrong })
    t.equal(refused.status, 422, wrong.slice(0, 40))
    if (wrong.length < 100) t.match(refused.text, 'The address of the privacy policy must', wrong)
  }
  t.match(
    await sql(service, `select actor, detail from audit_log where action = 'account.changed' order by id desc limit 1`),
    [{ actor: owner.email, detail: { termsUrl: terms_url, privacyUrl: privacy_url } }],
  )
  await owner.done(page, 'pages', { terms_url: '', privacy_url: '' })
  t.match(await account(), { terms_url: null, privacy_url: null })
})

t.test('without a mail server, the dashboard shows the unsent mails to their own account and mode', async (t) => {
  service.clock.advance(2)
  t.match((await owner.get(page)).text, 'This server sends no email')
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
  t.match(text, /Your receipt from Test shop: £25\.00 .*To ada@example\.com/)
  t.match(text, 'Card: \u2066Visa •••• 0085')
  t.match(text, /A payment of 25\.00 GBP is disputed/)
  t.match(text, 'because SMTP_URL is not set')
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
    seen.push(...[...html.matchAll(/Payment: (cs_test_\w+)/g)].map(([, id]) => id ?? ''))
    address = /href="([^"]*)" rel="next"/.exec(html)?.[1]?.replaceAll('&#38;', '&')
  }
  t.equal(seen.length, 25)
  t.equal(new Set(seen).size, 25)
  t.equal((await owner.get('/dashboard/test/settings/mail?after=nonsense')).status, 400)
})

t.test('the name of the business changes, and customers see the new one', async (t) => {
  const settings = '/dashboard/test/settings'
  const changed = await owner.done(settings, 'business', { business_name: 'Harbour <Theatre>' })
  t.match(changed.text, 'The name of your business is saved.')
  t.match(changed.html, '<p class="brand">Harbour &#60;Theatre&#62;</p>')
  t.match(
    await sql(service, `select detail from audit_log where action = 'account.changed' order by id desc limit 1`),
    [{ detail: { businessName: 'Harbour <Theatre>' } }],
  )
  t.equal((await owner.submit(settings, 'business', { business_name: 'x'.repeat(101) })).status, 422)
  await owner.done(settings, 'business', { business_name: '' })
  t.equal((await account())['business_name'], null)
})

t.test('a merchant sets the links of payment pages, which must be https', async (t) => {
  const [terms_url, privacy_url] = ['https://shop.example/terms', 'https://shop.example/privacy']
  t.match((await owner.done(page, 'pages', { terms_url, privacy_url })).text, 'The links of payment pages are saved.')
  t.match(await account(), { terms_url, privacy_url })
  for (const wrong of [
    'http://shop.example/',
    'shop.example',
    'javascript:alert(1)',
    `https://a.example/${'a'.repeat(2040)}`,
  ]) {
    const refused = await owner.submit(page, 'pages', { terms_url, privacy_url: wrong })
    t.equal(refused.status, 422, wrong.slice(0, 40))
    t.match(refused.text, /The address of the privacy policy must|at most 2,?048/, wrong.slice(0, 40))
  }
  t.match(
    await sql(service, `select actor, detail from audit_log where action = 'account.changed' order by id desc limit 1`),
    [{ actor: owner.email, detail: { termsUrl: terms_url, privacyUrl: privacy_url } }],
  )
  await owner.done(page, 'pages', { terms_url: '', privacy_url: '' })
  t.match(await account(), { terms_url: null, privacy_url: null })
})

t.test('without a mail server, the email address changes at once, given the password', async (t) => {
  const settings = '/dashboard/test/settings'
  const member = await signInElsewhere(service)
  const change = (email: string, current = password) => member.submit(settings, 'email', { email, current })
  t.match(await change('new@example.com', 'wrong'), { status: 422, text: /This is not your current password/ })
  t.match(await change('nowhere'), { status: 422, text: /complete email address/ })
  t.match(await change(member.email.toUpperCase()), { status: 422, text: /already sign in with this address/ })
  t.match(await change(owner.email), { status: 422, text: /This address cannot be used/ })
  t.match(
    (await member.done(settings, 'email', { email: 'New@Example.com', current: password })).text,
    'You sign in with New@Example.com from now on.',
  )
  const signedIn = await openBrowser(service).submit('/dashboard/sign-in', 'in', { email: 'new@example.com', password })
  t.equal(signedIn.status, 303)
  t.match(await sql(service, `select actor, detail from audit_log where action = 'email.changed'`), [
    { actor: member.email, detail: { from: member.email, to: 'New@Example.com' } },
  ])
  t.match(await sql(service, 'select email from merchants where merchant_id = ?', [member.merchantId]), [
    { email: /^elsewhere-/ },
  ])
})

t.test('a form that asks a question asks it without the script, and does nothing before the answer', async (t) => {
  const settings = '/dashboard/test/settings'
  const member = openBrowser(service)
  await member.submit('/dashboard/sign-in', 'in', { email: 'new@example.com', password })
  const form = formIn((await member.get(settings)).html, 'sign-out-everywhere')
  const asked = await member.ask(form?.action ?? '', form?.fields ?? {})
  t.match(asked, { status: 200, text: /Are you sure\? .*Sign out everywhere, including here\?/ })
  t.equal((await member.get(settings)).status, 200, 'the sign-in goes on')
  const answer = formIn(asked.html, 'sign-out-everywhere')
  t.equal((await member.post(answer?.action ?? '', answer?.fields ?? {})).status, 303)
  t.equal((await member.get(settings)).status, 303, 'the sign-in has ended')
})

t.test('what a person typed survives a sign-in that ended, but not for another person', async (t) => {
  const path = '/dashboard/test/links/new'
  const typed = { kind: 'reusable', description: 'Two tickets “A&B”', amount: '12.50', currency: 'GBP' }
  const sendSignedOut = async () => {
    const browser = openBrowser(service)
    await browser.submit('/dashboard/sign-in', 'in', { email: owner.email, password })
    const { action, fields } = formIn((await browser.get(path)).html, 'create') ?? { action: '', fields: {} }
    await sql(service, `update logins set last_seen_at = last_seen_at - interval '13 hours'`)
    const sent = await browser.post(action, { ...fields, ...typed })
    t.match(sent, { status: 401, text: /Your sign-in has ended, so nothing was changed/ })
    return { browser, form: formIn(sent.html, 'in') ?? { action: '', fields: {} } }
  }
  const { browser, form } = await sendSignedOut()
  const wrong = await browser.post(form.action, { ...form.fields, email: owner.email, password: 'wrong' })
  const again = formIn(wrong.html, 'in') ?? { action: '', fields: {} }
  const back = await browser.post(again.action, { ...again.fields, email: owner.email, password })
  const shown = await browser.get(back.location ?? '')
  t.match(shown, { status: 200, text: /Check what you typed, and send it again/ })
  t.match(formIn(shown.html, 'create')?.fields, typed)
  t.same(await sql(service, `select id from payment_links`), [], 'the service sends no form by itself')
  t.equal(
    (await browser.post(formIn(shown.html, 'create')?.action ?? '', formIn(shown.html, 'create')?.fields ?? {})).status,
    303,
  )

  const other = await sendSignedOut()
  const theirs = await other.browser.post(other.form.action, {
    ...other.form.fields,
    email: 'new@example.com',
    password,
  })
  t.notMatch((await other.browser.get(theirs.location ?? '')).html, 'Two tickets')
  const forged = await other.browser.post(other.form.action, {
    ...other.form.fields,
    draft: '1.forged',
    email: owner.email,
    password,
  })
  t.match(forged.location, /\/links\/new\?done=/)

  const forgetful = (await sendSignedOut()).browser
  await forgetful.get('/dashboard/forgot')
  const { context } = service.app
  const link = await makeResetLink(context, operator, { merchantId: service.merchantId, email: owner.email })
  await forgetful.submit(new URL(link ?? '').pathname, 'set', { password })
  // The link has confirmed the address, so the person would first review the keys that were there before.
  await sql(service, 'update people set earlier_keys_reviewed_at = now()')
  const signedIn = await forgetful.submit('/dashboard/sign-in', 'in', { email: owner.email, password })
  const returned = await forgetful.get(signedIn.location ?? '')
  t.match(returned.text, /Check what you typed, and send it again/, 'also after a forgotten password')
  t.match(formIn(returned.html, 'create')?.fields, typed)
  await sql(service, `update logins set last_seen_at = last_seen_at - interval '13 hours'`)
  await forgetful.get('/dashboard/test/payments?status=failed')
  const later = await forgetful.submit('/dashboard/sign-in', 'in', { email: owner.email, password })
  t.match(later.location, '/dashboard/test/payments?status=failed&done=', 'and to a page that only a link led to')

  const secrets = openBrowser(service)
  await secrets.submit('/dashboard/sign-in', 'in', { email: owner.email, password })
  const change = formIn((await secrets.get('/dashboard/test/settings')).html, 'password')
  await sql(service, `update logins set last_seen_at = last_seen_at - interval '13 hours'`)
  const sent = await secrets.post(change?.action ?? '', {
    ...change?.fields,
    current: password,
    password: 'something new',
  })
  t.match(sent, { status: 401, text: /nothing was changed/ })
  t.equal(formIn(sent.html, 'in'), null, 'a password is never kept')
  owner = { ...owner, ...secrets }
  await owner.submit('/dashboard/sign-in', 'in', { email: owner.email, password })
})
