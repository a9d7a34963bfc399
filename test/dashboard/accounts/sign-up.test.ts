import t from 'tap'
import { operator } from '../../../server/domain/accounts/caller.ts'
import { makeResetLink } from '../../../server/flows/accounts/change-password.ts'
import { createAccount } from '../../../server/flows/accounts/create-account.ts'
import { changeAccount } from '../../../server/flows/accounts/manage-account.ts'
import { setWebhookEndpoint } from '../../../server/flows/webhooks/set-webhook-endpoint.ts'
import { startMailServer, type MailServer } from '../../mail/mail-server.ts'
import { startReceiver } from '../../support/receiver.ts'
import { startService, type TestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { sql } from '../../support/sql.ts'
import { openBrowser, password, signIn } from '../shell/support.ts'

// With a mail server, a visitor proves to read mail at an address before it can sign in.

let server: MailServer
let service: TestService

t.before(async () => {
  server = await startMailServer()
  service = await startService({ environment: { SMTP_URL: server.url, MAIL_FROM: 'pay@service.example' } })
})
t.beforeEach(() => {
  server.mails.length = 0
})
t.teardown(async () => {
  await service.stop()
  await server.stop()
})

const question = 'Are these keys and addresses yours?'

/** The path of the link in the only mail. */
async function mailedPath(): Promise<string> {
  const [mail] = await server.waitFor(1)
  return new URL(/http\S+\/dashboard\/confirm\/\S+/.exec(mail?.body ?? '')?.[0] ?? '').pathname
}

/** Opens an account with a confirmed address, as a visitor does. */
async function openAccount(email: string) {
  const browser = openBrowser(service)
  await browser.submit('/dashboard/sign-up', 'ask', { email })
  const path = await mailedPath()
  const ready = await browser.done(path, 'open', { password, business_name: 'Harbour Theatre' })
  return { browser, path, ready }
}

const works = async (secretKey: string): Promise<number> =>
  (await service.call('GET', '/v1/checkout/sessions', undefined, { Authorization: `Bearer ${secretKey}` })).status

t.test('a visitor confirms the address, and then sees the test key once', async (t) => {
  const { path, ready } = await openAccount('ada@example.com')
  t.match(ready.text, 'Your account is ready.')
  t.match(ready.text, 'Harbour Theatre')
  t.equal(await works(/sk_test_\w+/.exec(ready.text)?.[0] ?? ''), 200)
  t.equal((await openBrowser(service).get(path)).status, 404, 'the link works once')
  t.equal((await openBrowser(service).get('/dashboard/confirm/1.forged')).status, 404)
})

t.test('a known and an unknown address get the same answer, and the person of the known one gets a mail', async (t) => {
  await openAccount('grace@example.com')
  server.mails.length = 0
  const answers = []
  for (const email of ['grace@example.com', 'new@example.com', 'GRACE@example.com']) {
    const browser = openBrowser(service)
    const sent = await browser.submit('/dashboard/sign-up', 'ask', { email })
    const next = await browser.get(sent.location ?? '')
    answers.push([sent.status, sent.location?.replace(/done=.*/, ''), sent.html, next.status, next.text])
  }
  t.same(answers[0], answers[1])
  t.same(answers[2], answers[1])
  const mails = await server.waitFor(3)
  const to = (address: string) => mails.filter((mail) => mail.to[0]?.toLowerCase() === address)
  t.match(to('grace@example.com')[0]?.body, /you already have one/)
  t.notMatch(to('grace@example.com')[0]?.body, /confirm\//)
  t.match(to('new@example.com')[0]?.body, /dashboard\/confirm\//)
})

t.test('a visitor cannot sign up with an address without the mail to it', async (t) => {
  const browser = openBrowser(service)
  await browser.get('/dashboard/sign-up')
  const page = await browser.get('/dashboard/sign-up')
  t.notMatch(page.html, 'type="password"')
  const token = / name="form_token" value="([^"]*)"/.exec(page.html)?.[1] ?? ''
  const made = await browser.post('/dashboard/sign-up/make', {
    form_token: token,
    email: 'victim@example.com',
    password,
  })
  t.equal(made.status, 404)
  t.same(await sql(service, `select 1 from people where email = 'victim@example.com'`), [])
})

t.test('a sandbox account is claimed with its key and a confirmed address', async (t) => {
  const browser = openBrowser(service)
  const names = { email: 'api@example.com', businessName: 'Prize at https://evil.example\nhere' }
  const account = await createAccount(service.app.context, names)
  const own = { Authorization: `Bearer ${account.secretKey}` }
  await service.call('POST', '/v1/webhook_endpoints', { url: 'https://93.184.216.34/hook' }, own)
  const link = await service.call(
    'POST',
    '/v1/payment_links',
    { amount: 500, currency: 'GBP', description: 'Gift', success_url: 'https://thanks.example/after' },
    own,
  )
  t.equal(link.status, 200)
  const wrong = await browser.submit('/dashboard/claim', 'ask', {
    secret_key: 'sk_test_no',
    email: 'carol@example.com',
  })
  t.match([wrong.status, wrong.text], [422, 'There is no account with this key'])
  await browser.submit('/dashboard/claim', 'ask', { secret_key: account.secretKey, email: 'carol@example.com' })
  const path = await mailedPath()
  const [mail] = server.mails
  t.match(mail?.headers.get('subject'), /take over an existing account/)
  t.match(mail?.body, account.merchantId)
  t.match(mail?.body, /calls itself “Prize at https :  \/  \/ evil \. example here”/)
  t.match(mail?.body, /The request came from the IP address 127\.0\.0\.1 on /)
  const second = openBrowser(service)
  t.match((await second.get(path)).text, /existing account mer_\w+ \. Continue only if you requested this yourself/)
  t.match((await browser.done(path, 'claim', { password })).text, 'The account is yours.')
  t.equal((await second.get(path)).status, 404)
  for (const page of ['/dashboard/test/payments', '/dashboard/test/settings', '/dashboard/live/payments'])
    t.match(await browser.get(page), { status: 303, location: '/dashboard/test/keys' }, 'the question comes first')
  const asked = (await browser.get('/dashboard/test/keys')).text
  t.match(asked, question)
  for (const shown of ['https://93.184.216.34/hook', 'https://thanks.example/after', /we send no webhooks/])
    t.match(asked, shown)
  const access = await changeAccount(service.app.context, operator, account.merchantId, { liveAccess: true })
  t.match(access, { kind: 'refused', code: 'claim_not_reviewed' })
  await service.call('POST', '/v1/webhook_endpoints', { url: 'https://93.184.216.34/again' }, own)
  const item = String(link.body['id'])
  t.match((await browser.done('/dashboard/test/keys', 'end-one', { item })).text, 'It has ended.')
  const left = (await browser.get('/dashboard/test/keys')).text
  t.notMatch(left, 'https://thanks.example/after')
  t.match(left, 'https://93.184.216.34/again', 'what an earlier key made since is asked about too')
  t.match((await browser.done('/dashboard/test/keys', 'end-earlier')).text, 'One key has ended.')
  const [key] = await sql<{ id: string }>(service, 'select id from secret_keys where merchant_id = ?', [
    account.merchantId,
  ])
  const late = { personId: null, actor: key?.id ?? '', address: null }
  const scope = { merchantId: account.merchantId, livemode: false }
  t.match(
    await setWebhookEndpoint(service.app.context, late, scope, 'https://93.184.216.34/late'),
    { kind: 'failure', code: 'invalid_api_key' },
    'a request that began before the key ended sets no address',
  )
  service.clock.advance(2)
  t.equal(await works(account.secretKey), 401)
  t.same(await sql(service, 'select 1 from webhook_endpoints where merchant_id = ?', [account.merchantId]), [])
  t.equal((await browser.get('/dashboard/test/payments')).status, 200)
})

t.test('webhooks of a claimed account wait for the review', async (t) => {
  const receiver = await startReceiver()
  t.teardown(() => receiver.stop())
  const account = await createAccount(service.app.context, { email: 'waits@example.com', businessName: null })
  const call = (path: string, body: object) =>
    service.call('POST', path, body, { Authorization: `Bearer ${account.secretKey}` })
  await call('/v1/webhook_endpoints', { url: receiver.url })
  const browser = openBrowser(service)
  await browser.submit('/dashboard/claim', 'ask', { secret_key: account.secretKey, email: 'waits@example.com' })
  await browser.done(await mailedPath(), 'claim', { password })
  const session = await call('/v1/checkout/sessions', { amount: 500, currency: 'GBP', description: 'A ticket' })
  await call(`/v1/checkout/sessions/${String(session.body['id'])}/expire`, {})
  const waiting = `select 1 from deliveries where merchant_id = ? and next_attempt_at > ?`
  const held = [account.merchantId, new Date(service.clock.now().getTime() + 3000_000)]
  await until(async () => (await sql(service, waiting, held)).length === 1)
  t.equal(receiver.deliveries.length, 0)
  t.match((await browser.done('/dashboard/test/keys', 'keep-earlier')).text, 'The keys keep working.')
  await service.sweep()
  await until(() => receiver.deliveries.length === 1)
})

t.test('an owner who confirms the address ends the keys that somebody else made with it', async (t) => {
  const squatted = await createAccount(service.app.context, { email: 'Owner@example.com', businessName: 'Squatter' })
  const { browser, ready } = await openAccount('owner@example.com')
  const own = /sk_test_\w+/.exec(ready.text)?.[0] ?? ''
  const keys = await browser.get('/dashboard/test/keys')
  t.match(keys.text, question)
  t.match(keys.text, squatted.merchantId)
  t.match((await browser.done('/dashboard/test/keys', 'end-earlier')).text, 'One key has ended.')
  service.clock.advance(2)
  t.equal(await works(squatted.secretKey), 401)
  t.equal(await works(own), 200, 'the key from after the confirmation stays')
  t.notMatch((await browser.get('/dashboard/test/keys')).text, question)
})

t.test('after a reset, the owner of an address ends the keys and the logins of a squatter', async (t) => {
  const plain = await startService()
  t.teardown(() => plain.stop())
  const squatter = await signIn(plain)
  const elsewhere = openBrowser(plain)
  await elsewhere.done('/dashboard/sign-in', 'in', { email: squatter.email, password })
  const link = await makeResetLink(plain.app.context, operator, squatter)
  const owner = openBrowser(plain)
  await owner.submit(new URL(link ?? '').pathname, 'set', { password: 'nine red kettles' })
  t.equal((await squatter.get('/dashboard/test/keys')).status, 303, 'the logins of the squatter have ended')
  const page = await owner.done('/dashboard/sign-in', 'in', { email: squatter.email, password: 'nine red kettles' })
  t.match(page.text, question, 'the sign-in leads to the question')
  t.match((await owner.done('/dashboard/test/keys', 'end-earlier')).text, 'One key has ended.')
  plain.clock.advance(2)
  const headers = { Authorization: `Bearer ${plain.secretKey}` }
  t.equal((await plain.call('GET', '/v1/checkout/sessions', undefined, headers)).status, 401)
  t.equal((await owner.get('/dashboard/test/keys')).status, 200, 'the login of the owner stays')
})

t.test('an owner who knows the earlier keys keeps them', async (t) => {
  const first = await createAccount(service.app.context, { email: 'shop@example.com', businessName: null })
  const { browser } = await openAccount('shop@example.com')
  t.match((await browser.done('/dashboard/test/keys', 'keep-earlier')).text, 'The keys keep working.')
  t.equal(await works(first.secretKey), 200)
  t.notMatch((await browser.get('/dashboard/test/keys')).text, question)
})

t.test('a new email address needs its mail, and the current one gets a note', async (t) => {
  const settings = '/dashboard/test/settings'
  const { browser } = await openAccount('before@example.com')
  const ask = async (email: string) => {
    server.mails.length = 0
    const asked = await browser.done(settings, 'email', { email, current: password })
    t.match(asked.text, `We have sent an email to ${email}.`)
    await service.sweep()
    const mails = await server.waitFor(2)
    const to = (address: string) => mails.find((mail) => mail.to.includes(address))?.body ?? ''
    return { link: /http\S+(\/dashboard\/new-address\/\S+)/.exec(to(email))?.[1] ?? '', note: to('before@example.com') }
  }
  const taken = await ask('grace@example.com')
  t.equal(taken.link, '', 'the answer is the same for an address of another person, who gets no link')
  const { link, note } = await ask('after@example.com')
  t.match(note, /asked to sign in to your account with another email address[^]*\/dashboard\/forgot/)
  const second = await ask('after2@example.com')
  const visitor = openBrowser(service)
  t.match(
    (await visitor.get(link)).text,
    /You sign in with before@example\.com now\. The new address is after@example\.com/,
  )
  const signsIn = async (email: string) =>
    (await openBrowser(service).submit('/dashboard/sign-in', 'in', { email, password })).status === 303
  t.same([await signsIn('before@example.com'), await signsIn('after@example.com')], [true, false])
  t.match((await visitor.done(link, 'use')).text, 'Your email address is changed.')
  t.same([await signsIn('before@example.com'), await signsIn('after@example.com')], [false, true])
  for (const used of [link, second.link, '/dashboard/new-address/1.forged'])
    t.equal((await visitor.get(used)).status, 404, 'each link works once, and a change ends the others')
  t.match((await browser.get(settings)).text, 'after@example.com')
  await service.sweep()
  const [, , changed] = await server.waitFor(3)
  t.match(changed, { to: ['before@example.com'], body: /you sign in to your account with after@example\.com/ })
  t.notMatch(
    (await browser.get('/dashboard/test/settings/mail')).text,
    'new-address',
    'only its recipient reads a link',
  )
  t.match(await sql(service, `select email, email_confirmed_at from people where email like 'after%'`), [
    { email: 'after@example.com', email_confirmed_at: Date },
  ])
})

t.test('a new password ends a request for another email address', async (t) => {
  const { browser } = await openAccount('careful@example.com')
  server.mails.length = 0
  await browser.done('/dashboard/test/settings', 'email', { email: 'thief@example.com', current: password })
  await service.sweep()
  const mails = await server.waitFor(2)
  const link = /http\S+(\/dashboard\/new-address\/\S+)/.exec(mails.map(({ body }) => body).join(' '))?.[1] ?? ''
  t.equal((await openBrowser(service).get(link)).status, 200)
  await browser.done('/dashboard/test/settings', 'password', { current: password, password: 'another long password' })
  t.equal((await openBrowser(service).get(link)).status, 404)
})

t.test('an invitation to an account is mailed, and who joins by the mail has a confirmed address', async (t) => {
  const { browser } = await openAccount('host@example.com')
  server.mails.length = 0
  const sent = await browser.done('/dashboard/test/people', 'invite', { email: 'guest@example.com', role: 'viewer' })
  t.match(sent.text, 'We have sent an email to guest@example.com.')
  await service.sweep()
  const [mail] = await server.waitFor(1)
  t.match(mail?.body, 'host@example.com invites you to the account Harbour Theatre')
  const link = new URL(/http\S+\/dashboard\/join\/\S+/.exec(mail?.body ?? '')?.[0] ?? '').pathname
  const joined = await openBrowser(service).done(link, 'join', { password })
  t.match(joined.text, 'Welcome. You are in the account now.')
  const people = await sql(service, `select email_confirmed_at from people where email = 'guest@example.com'`)
  t.match(people, [{ email_confirmed_at: Date }])
})
