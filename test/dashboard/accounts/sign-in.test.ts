import t from 'tap'
import { operator } from '../../../server/domain/accounts/caller.ts'
import { makeResetLink } from '../../../server/flows/accounts/change-password.ts'
import { createAccount } from '../../../server/flows/accounts/create-account.ts'
import { countedClient } from '../../../server/flows/card-testing/counted-client.ts'
import { claimByLink, makeFirstSignInLink } from '../../../server/flows/accounts/open-account.ts'
import { environmentOf, runAccount } from '../../commands/account/run-account.ts'
import { sql } from '../../support/sql.ts'
import { expectError } from '../../http/expect-error.ts'
import { StillClock } from '../../http/still-clock.ts'
import { until } from '../../support/until.ts'
import { startService, withNewAccount, type TestService } from '../../support/service.ts'
import { formIn, openBrowser, password, signIn, signInElsewhere } from '../shell/support.ts'

const running = await startService()
t.teardown(() => running.stop())

/** The running service, as a new account sees it. */
let service: TestService

t.beforeEach(async () => {
  service = await withNewAccount(running)
})

const actions = async (merchantId: string): Promise<string[]> =>
  (
    await sql<{ action: string }>(service, 'select action from audit_log where merchant_id = ? order by id', [
      merchantId,
    ])
  ).map(({ action }) => action)

t.test('a visitor makes an account and sees its test key once; the key works', async (t) => {
  const browser = openBrowser(service)
  const ready = await browser.done('/dashboard/sign-up', 'make', {
    business_name: 'Harbour <Theatre>',
    email: 'Ada@Example.com',
    password,
  })
  t.equal(ready.status, 200)
  t.match(ready.text, /Harbour <Theatre>/)
  t.match(ready.text, 'Your account is ready.')
  const [key = ''] = /sk_test_\w+/.exec(ready.text) ?? []
  const listed = await service.call('GET', '/v1/checkout/sessions', undefined, { Authorization: `Bearer ${key}` })
  t.equal(listed.status, 200)
  t.notMatch((await browser.get('/dashboard/test/settings')).html, key)
  const stored = await sql<{ row: string }>(
    service,
    `select f::text as row from form_submissions f
     union all select p::text from people p
     union all select l::text from logins l`,
  )
  for (const { row } of stored)
    for (const secret of [key, password, browser.cookies.get('servicepay') ?? '?']) t.notMatch(row, secret)
  const [account] = await sql<{ merchant_id: string }>(
    service,
    `select merchant_id from merchants where email = 'Ada@Example.com'`,
  )
  t.same(await actions(account?.merchant_id ?? ''), ['account.created', 'login.created'])

  const again = await openBrowser(service).submit('/dashboard/sign-up', 'make', { email: 'ada@example.COM', password })
  t.equal(again.status, 422)
  t.match(again.text, 'There is already a sign-in with this email address')
  const inAgain = await openBrowser(service).done('/dashboard/sign-in', 'in', { email: 'ada@EXAMPLE.com', password })
  t.match(inAgain.text, 'Settings')
})

t.test('a merchant claims a sandbox account with its key, once', async (t) => {
  const member = await signIn(service)
  const page = await member.get('/dashboard/test/settings')
  t.equal(page.status, 200)
  t.match(page.text, service.merchantId)
  const second = await openBrowser(service).submit('/dashboard/claim', 'take', {
    secret_key: service.secretKey,
    email: 'second@example.com',
    password,
  })
  t.equal(second.status, 422)
  t.match(second.text, 'This account has already been claimed')
  t.same(
    await sql(service, `select from people where email = 'second@example.com'`),
    [],
    'the refused claim leaves no person behind',
  )
  for (const [key, said] of [
    ['sk_test_public_demo', 'public demo key'],
    ['sk_test_nothing', 'There is no account with this key'],
  ] as const) {
    const refused = await openBrowser(service).submit('/dashboard/claim', 'take', {
      secret_key: key,
      email: 'third@example.com',
      password,
    })
    t.match([refused.status, refused.text], [422, said])
    t.notMatch(refused.html, key, 'the page does not show the typed key again')
  }
})

t.test('a test key cannot claim an account that takes live payments, by page or by an earlier mail', async (t) => {
  const account = await createAccount(service.app.context, { email: 'live@example.com', businessName: null })
  const { merchantId, secretKey } = account
  await sql(service, 'update merchants set live_access = true where merchant_id = ?', [merchantId])
  const take = () =>
    openBrowser(service).submit('/dashboard/claim', 'take', {
      secret_key: secretKey,
      email: 'live@example.com',
      password,
    })
  const refused = await take()
  t.match([refused.status, refused.text], [422, 'a test key cannot claim it'])
  const visitor = { address: '192.0.2.9', client: countedClient('192.0.2.9'), userAgent: null, device: null }
  const byMail = { email: 'live@example.com', merchantId, hasLiveKey: false, password }
  t.match(await claimByLink(service.app.context, visitor, byMail), { kind: 'invalid' })
  t.same(await sql(service, 'select from memberships where merchant_id = ?', [merchantId]), [])
  await sql(service, 'update secret_keys set livemode = true where merchant_id = ?', [merchantId])
  t.equal((await take()).status, 303, 'a live key claims it')
})

t.test('the link that the service prints when it starts works once', async (t) => {
  const { merchantId } = await createAccount(service.app.context, {
    email: 'developer@example.com',
    businessName: 'Your shop',
  })
  const first = await makeFirstSignInLink(service.app.context, operator, merchantId)
  const link = (await makeFirstSignInLink(service.app.context, operator, merchantId)) ?? ''
  t.equal((await openBrowser(service).get(first ?? '')).status, 404, 'a newer link replaces the older one')
  const path = new URL(link).pathname
  t.equal((await openBrowser(service).get(path)).status, 200)
  t.equal((await openBrowser(service).get(path)).status, 200, 'opening the page leaves the link usable')
  const late = openBrowser(service)
  const waiting = formIn((await late.get(path)).html, 'begin')
  const weak = await openBrowser(service).submit(path, 'begin', { email: 'dev@example.com', password: 'password123' })
  t.match([weak.status, weak.text], [422, 'attackers try first'])
  const browser = openBrowser(service)
  t.match((await browser.done(path, 'begin', { email: 'dev@example.com', password })).text, 'Welcome.')
  const refused = await late.post(waiting?.action ?? '', { ...waiting?.fields, email: 'late@example.com', password })
  t.match([refused.status, refused.text], [404, 'This link no longer works'])
  t.equal((await openBrowser(service).get(path)).status, 404)
  t.equal(await makeFirstSignInLink(service.app.context, operator, merchantId), null)
  t.notOk(
    service.logLines.some((line) => line.includes(path.split('/').pop() ?? '?')),
    'the log does not have the link',
  )
})

t.test('a wrong password and an unknown account get the same answer', async (t) => {
  const { email } = await signIn(service)
  const said = await Promise.all(
    [email, 'nobody@example.com'].map((name) =>
      openBrowser(service).submit('/dashboard/sign-in', 'in', { email: name, password: 'not this one' }),
    ),
  )
  t.same(
    said.map(({ status }) => status),
    [422, 422],
  )
  const [known, unknown] = said.map(({ html }) => html.replace(/value="[^"]*"/g, ''))
  t.equal(known, unknown)
  t.match(said[0]?.text, 'The email address or the password is wrong.')
  t.match(said[0]?.html, `value="${email}"`, 'the form keeps the typed address')
  t.notMatch(said[0]?.html, 'not this one', 'but not the password')
})

t.test('guesses are limited for each account and each address, across all processes', async (t) => {
  // The service counts attempts by the quarter of an hour. On a running clock, a new quarter could begin during the
  // test.
  const clock = new StillClock()
  const first = await startService({ clock })
  t.teardown(() => first.stop())
  const { email } = await signIn(first)
  const second = await startService({ databaseUrl: first.databaseUrl, masterKey: first.masterKey, clock })
  t.teardown(() => second.stop())
  const guess = (of: TestService, name: string) =>
    openBrowser(of).submit('/dashboard/sign-in', 'in', { email: name, password: 'a wrong guess' })
  const statuses: number[] = []
  for (let tries = 0; tries < 10; tries++)
    statuses.push((await guess(tries % 2 ? first : second, email.toUpperCase())).status)
  t.same(new Set(statuses), new Set([422]))
  for (const one of [first, second]) {
    const held = await openBrowser(one).submit('/dashboard/sign-in', 'in', { email, password })
    t.equal(held.status, 429, 'the limit also refuses the right password')
    t.match(held.headers.get('retry-after'), /^\d+$/)
    t.match(held.text, /Try again in (a minute|\d+ minutes)/)
  }
  clock.advance(15 * 60)
  t.equal((await openBrowser(first).submit('/dashboard/sign-in', 'in', { email, password })).status, 303)
  t.equal((await guess(first, 'another@example.com')).status, 422)
  await sql(first, `update sign_in_counts set attempts = 1000 where subject like 'address %'`)
  t.equal((await guess(first, 'another@example.com')).status, 429, 'an address that tries many accounts')
  const counts = await sql<{ row: string }>(first, 'select c::text as row from sign_in_counts c')
  t.notOk(
    counts.some(({ row }) => /@|127\.0\.0\.1/.test(row)),
    'the counts have no email or IP address',
  )
})

t.test('a login ends when it is idle, and when its owner signs out, here or everywhere', async (t) => {
  const member = await signIn(service)
  const elsewhere = openBrowser(service)
  await elsewhere.done('/dashboard/sign-in', 'in', { email: member.email, password })
  t.equal((await elsewhere.get('/dashboard/test/settings')).status, 200)
  const stolen = member.cookies.get('servicepay') ?? ''
  t.match((await member.done('/dashboard/test/settings', 'sign-out')).text, 'You are signed out.')
  t.notOk(member.cookies.has('servicepay'), 'the cookie is gone')
  member.cookies.set('servicepay', stolen)
  t.equal(
    (await member.get('/dashboard/test/settings')).location,
    '/dashboard/sign-in?next=%2Fdashboard%2Ftest%2Fsettings',
    'its old value no longer signs in',
  )
  t.equal((await elsewhere.get('/dashboard/test/settings')).status, 200, 'the other login stays')

  const third = openBrowser(service)
  await third.done('/dashboard/sign-in', 'in', { email: member.email, password })
  await third.done('/dashboard/test/settings', 'sign-out-everywhere')
  t.equal((await elsewhere.get('/dashboard/test/settings')).status, 303)

  const idle = openBrowser(service)
  await idle.done('/dashboard/sign-in', 'in', { email: member.email, password })
  service.clock.advance(11 * 3600)
  t.equal((await idle.get('/dashboard/test/settings')).status, 200)
  service.clock.advance(11 * 3600)
  t.equal((await idle.get('/dashboard/test/settings')).status, 200, 'each use keeps the login')
  service.clock.advance(12 * 3600 + 61)
  t.equal((await idle.get('/dashboard/test/settings')).status, 303)
})

t.test('a change of password takes the current one, and ends every other login', async (t) => {
  const member = await signIn(service)
  const other = openBrowser(service)
  await other.done('/dashboard/sign-in', 'in', { email: member.email, password })
  const wrong = await member.submit('/dashboard/test/settings', 'password', {
    current: 'wrong',
    password: 'eight blue kettles',
  })
  t.match([wrong.status, wrong.text], [422, 'This is not your current password.'])
  t.match(wrong.html, /aria-describedby="password-current-error"/)
  t.match(
    (await member.done('/dashboard/test/settings', 'password', { current: password, password: 'eight blue kettles' }))
      .text,
    'Your password is changed.',
  )
  t.equal((await other.get('/dashboard/test/settings')).status, 303)
  t.equal(
    (await openBrowser(service).submit('/dashboard/sign-in', 'in', { email: member.email, password })).status,
    422,
  )
  t.equal(
    (
      await openBrowser(service).submit('/dashboard/sign-in', 'in', {
        email: member.email,
        password: 'eight blue kettles',
      })
    ).status,
    303,
  )
  // The reply to a wrong password does not wait for its line.
  await until(async () => (await actions(service.merchantId)).length >= 7)
  t.match(await actions(service.merchantId), [
    'account.claimed',
    'login.created',
    'login.created',
    'password.refused',
    'password.changed',
    'login.refused',
    'login.created',
  ])
  const [line] = await sql(
    service,
    `select person_id, actor, address, detail from audit_log where action = 'login.refused' and merchant_id = ?`,
    [service.merchantId],
  )
  t.match(line, { person_id: null, actor: 'somebody', address: '127.0.0.1', detail: { email: member.email } })
})

t.test('the operator makes a link for a new password, which works once and ends every login', async (t) => {
  // The command has the time of the machine, and other tests have moved the clock.
  service = await startService()
  t.teardown(() => service.stop())
  const member = await signIn(service)
  const unknown = await runAccount(environmentOf(service), service.merchantId, '--reset-password', 'nobody@example.com')
  t.match([unknown.code, unknown.stderr], [1, /No member of this account signs in with "nobody@example.com"/])
  const other = await signInElsewhere(service)
  t.equal(
    await makeResetLink(service.app.context, operator, { merchantId: service.merchantId, email: other.email }),
    null,
    'a person of another account gets no link',
  )
  const made = await runAccount(environmentOf(service), service.merchantId, '--reset-password', member.email)
  t.equal(made.code, 0, made.stderr)
  const path = new URL(/https?:\S+\/dashboard\/reset\/\S+/.exec(made.stdout)?.[0] ?? '').pathname
  t.match(
    (await openBrowser(service).done(path, 'set', { password: 'nine red kettles' })).text,
    'Your new password is set',
  )
  t.equal((await member.get('/dashboard/test/settings')).status, 303)
  t.equal((await openBrowser(service).get(path)).status, 404)
  t.equal(
    (
      await openBrowser(service).submit('/dashboard/sign-in', 'in', {
        email: member.email,
        password: 'nine red kettles',
      })
    ).status,
    303,
  )
  t.match(
    await sql(
      service,
      `select actor, action, address from audit_log where action = 'password_reset_link.created' and merchant_id = ?`,
      [service.merchantId],
    ),
    [{ actor: 'operator', address: null }],
  )
})

t.test('a forgotten password queues one mail for a known address, and answers alike for all', async (t) => {
  // Without a worker, which would send the mail within a second.
  const api = await startService({ environment: { ROLE: 'api' } })
  t.teardown(() => api.stop())
  const member = await signIn(api)
  const ask = (email: string) => openBrowser(api).done('/dashboard/forgot', 'ask', { email })
  const [known, unknown] = [await ask(member.email), await ask('nobody@example.com')]
  t.equal(known.text, unknown.text)
  t.match(known.text, 'If an account uses this address')
  const queued = () => sql<{ recipient: string; sealed_text: string }>(api, 'select * from outgoing_mail')
  await until(async () => (await queued()).length > 0, 'the mail is queued')
  const mails = await queued()
  t.match(mails, [{ recipient: member.email, kind: 'password_reset', attempts: 0, sent_at: null }])
  t.equal(mails.length, 1)
  t.notMatch(mails[0]?.sealed_text, 'dashboard/reset', 'the link is stored encrypted')
})

t.test('a program without a sign-in gets an error of the API', async (t) => {
  const answer = await service.call('GET', '/dashboard/test/settings', undefined, { Accept: 'application/json' })
  expectError(t, answer, 401, 'unauthorized')
  const posted = await service.call('POST', '/dashboard/test/settings/time-zone', 'zone=UTC', {
    Accept: 'application/json',
    'Content-Type': 'application/x-www-form-urlencoded',
  })
  expectError(t, posted, 401, 'unauthorized')
})
