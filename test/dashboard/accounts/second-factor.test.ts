import { TOTP } from 'otpauth'
import t from 'tap'
import { environmentOf, runAccount } from '../../commands/account/run-account.ts'
import { startService, type TestService } from '../../support/service.ts'
import { sql } from '../../support/sql.ts'
import {
  joinWithRole,
  openBrowser,
  password,
  signIn,
  signInElsewhere,
  type DashboardBrowser,
  type Member,
  type PageAnswer,
} from '../shell/support.ts'

// Second factors without a browser's passkeys, which test/dashboard/shell/passkeys.test.ts tries in Chromium.

let service: TestService
t.before(async () => {
  service = await startService({ environment: { RATE_LIMIT_PER_SECOND: '100000' } })
})
t.teardown(() => service.stop())

const methods = '/dashboard/test/settings/sign-in'
const step = 30

/** The code that the phone shows, this many steps later. */
function codeOf(secret: string, later = 0): string {
  return new TOTP({ secret }).generate({ timestamp: service.clock.now().getTime() + later * step * 1000 })
}

/** Sets the app up, and returns its secret and the recovery codes, which only the first factor brings. */
async function addApp(member: DashboardBrowser): Promise<{ secret: string; codes: string[]; answer: PageAnswer }> {
  const started = await member.done(methods, 'start-app')
  const secret = (/<code>([A-Z2-7 ]{39})<\/code>/.exec(started.html)?.[1] ?? '').replaceAll(' ', '')
  const answer = await member.done(methods, 'confirm-app', { factor_code: codeOf(secret) })
  const codes = /<code id="secret">([^<]+)</.exec(answer.html)?.[1]?.split(' ') ?? []
  return { secret, codes, answer }
}

async function typePassword(email: string): Promise<{ browser: DashboardBrowser; answer: PageAnswer }> {
  const browser = openBrowser(service)
  return { browser, answer: await browser.done('/dashboard/sign-in', 'in', { email, password }) }
}

const giveCode = (browser: DashboardBrowser, code: string): Promise<PageAnswer> =>
  browser.done('/dashboard/second-step', 'prove', { factor_code: code })

const actions = async ({ merchantId }: Member): Promise<string[]> =>
  (
    await sql<{ action: string }>(
      service,
      `select action from audit_log where merchant_id = ? and action like 'second_factor%' order by id`,
      [merchantId],
    )
  ).map(({ action }) => action)

t.test('with an app, the password alone opens no page, and each code counts once', async (t) => {
  const owner = await signInElsewhere(service)
  const { secret, codes, answer } = await addApp(owner)
  t.match(answer.text, 'Your authenticator app is set up. Every other sign-in of yours has ended.')
  t.equal(codes.length, 10)
  const stored = await sql<{ row: string }>(
    service,
    'select a::text as row from authenticator_apps a union all select r::text from recovery_codes r',
  )
  for (const { row } of stored) for (const plain of [secret, ...codes]) t.notMatch(row, plain)

  service.clock.advance(step)
  const { browser, answer: asked } = await typePassword(owner.email)
  t.match(asked.text, `You sign in as ${owner.email}`)
  t.equal((await browser.get('/dashboard/test/home')).status, 303, 'the password alone opens no page')
  t.equal((await browser.get(methods)).location, `/dashboard/sign-in?next=${encodeURIComponent(methods)}`)
  t.match((await giveCode(browser, '000000')).text, 'This does not count. Each code counts once.')
  const code = codeOf(secret)
  t.match((await giveCode(browser, code)).text, 'You are signed in.')
  t.equal((await browser.get('/dashboard/test/home')).status, 200)

  const second = await typePassword(owner.email)
  t.match((await giveCode(second.browser, code)).text, 'This does not count.', 'the same code again')
  t.match((await giveCode(second.browser, codeOf(secret, 1))).text, 'You are signed in.', 'a clock half a minute ahead')
  const late = await typePassword(owner.email)
  t.match((await giveCode(late.browser, codeOf(secret, 9))).text, 'let your phone set its time automatically')
  t.match(await actions(owner), ['second_factor.added', 'second_factor.refused', 'second_factor.refused'])
})

t.test('a sign-in leads to the page that was asked for, also after the second factor', async (t) => {
  const owner = await signInElsewhere(service)
  const { secret } = await addApp(owner)
  const browser = openBrowser(service)
  const sent = await browser.get('/dashboard/test/refunds')
  await browser.done(sent.location ?? '', 'in', { email: owner.email, password })
  service.clock.advance(step)
  const page = await browser.get('/dashboard/second-step')
  t.equal(page.status, 200)
  const left = await browser.submit('/dashboard/second-step', 'prove', { factor_code: codeOf(secret) })
  t.match(left.location, '/dashboard/test/refunds?done=')
})

t.test('a sign-in waits ten minutes for the second factor, and guesses are limited', async (t) => {
  const owner = await signInElsewhere(service)
  const { secret } = await addApp(owner)
  const { browser } = await typePassword(owner.email)
  service.clock.advance(10 * 60 + 1)
  t.match((await browser.get('/dashboard/second-step')).text, 'This sign-in is over')
  const guesser = (await typePassword(owner.email)).browser
  for (let guess = 0; guess < 10; guess += 1) t.equal((await giveCode(guesser, '123456')).status, 422)
  t.equal((await giveCode(guesser, codeOf(secret))).status, 429, 'the eleventh guess, which is right')
  const again = (await typePassword(owner.email)).browser
  t.equal((await giveCode(again, codeOf(secret))).status, 429, 'the password does not forgive guesses at the code')
  const known = { ...owner, cookies: owner.cookies }
  await known.get('/dashboard/test/home')
  service.clock.advance(15 * 60)
  const later = (await typePassword(owner.email)).browser
  t.match((await giveCode(later, codeOf(secret))).text, 'You are signed in.')
})

t.test('a recovery code counts once in place of the app, and new ones end those from before', async (t) => {
  const owner = await signInElsewhere(service)
  const { codes, secret } = await addApp(owner)
  const [first = '', second = ''] = codes
  const { browser } = await typePassword(owner.email)
  t.match((await giveCode(browser, first.toUpperCase().replaceAll('-', ' '))).text, 'You are signed in.')
  const again = (await typePassword(owner.email)).browser
  t.match((await giveCode(again, first)).text, 'This does not count.')
  t.match((await browser.get(methods)).text, '9 recovery codes are left')
  const renewed = await browser.done(methods, 'recovery-codes')
  t.match(renewed.text, 'Those from before count no more.')
  t.match((await giveCode(again, second)).text, 'This does not count.')
  service.clock.advance(step)
  t.match((await giveCode(again, codeOf(secret))).text, 'You are signed in.')
})

t.test('setting the app up again makes a new secret, and the old one counts until then', async (t) => {
  const owner = await signInElsewhere(service)
  const first = await addApp(owner)
  service.clock.advance(step)
  await owner.done(methods, 'start-app')
  const { browser } = await typePassword(owner.email)
  t.match((await giveCode(browser, codeOf(first.secret))).text, 'You are signed in.')
  service.clock.advance(step)
  const second = await addApp(owner)
  t.not(second.secret, first.secret)
  t.same(second.codes, [], 'the recovery codes stay')
  service.clock.advance(step)
  const other = (await typePassword(owner.email)).browser
  t.match((await giveCode(other, codeOf(first.secret))).text, 'This does not count.')
  t.match((await giveCode(other, codeOf(second.secret))).text, 'You are signed in.')
  t.equal(
    (await owner.done(methods, 'confirm-app', { factor_code: codeOf(second.secret) }).catch(() => null))?.status,
    undefined,
  )
})

t.test('sensitive changes ask for the second factor again after 15 minutes, and keep what was typed', async (t) => {
  const owner = await signInElsewhere(service)
  const { secret } = await addApp(owner)
  const keys = '/dashboard/test/keys'
  t.notMatch((await owner.get(keys)).html, 'factor_code')
  t.match((await owner.done(keys, 'create', { name: 'One' })).text, 'The new key works now.')
  service.clock.advance(15 * 60 + 1)
  t.match((await owner.get(keys)).html, 'factor_code')
  const refused = await owner.submit(keys, 'create', { name: 'Two' })
  t.match([refused.status, refused.text], [422, 'This does not count.'])
  t.match(refused.html, 'value="Two"')
  t.match((await owner.done(keys, 'create', { name: 'Two', factor_code: codeOf(secret) })).text, 'works now')
  t.match((await owner.done(keys, 'create', { name: 'Three' })).text, 'works now', 'the proof is fresh again')
  t.match((await owner.done(methods, 'remove-app')).text, 'The authenticator app is removed.')
  const { answer } = await typePassword(owner.email)
  t.match(answer.text, 'You are signed in.')
  t.same(
    await sql(service, 'select from recovery_codes where person_id = (select id from people where email = ?)', [
      owner.email,
    ]),
    [],
  )
})

t.test(
  'an owner requires a second factor from a day on; until then every page reminds, and then none opens',
  async (t) => {
    const owner = await signIn(service)
    const finance = await joinWithRole(service, owner, 'finance')
    const people = '/dashboard/test/people'
    const tomorrow = new Date(service.clock.now().getTime() + 24 * 3600_000).toISOString().slice(0, 10)
    t.match((await owner.done(people, 'second-factor', { from: tomorrow })).text, 'The rule is saved.')
    t.match((await finance.get('/dashboard/test/payments')).text, 'This account needs a second factor from')
    service.clock.advance(24 * 3600)
    const { browser } = await typePassword(finance.email)
    t.equal((await browser.get('/dashboard/test/payments')).location, methods)
    t.equal((await browser.get('/dashboard/live/refunds')).location, '/dashboard/live/settings/sign-in')
    await addApp(browser)
    t.equal((await browser.get('/dashboard/test/payments')).status, 200)
    const admin = await joinWithRole(service, await signedIn(owner), 'administrator')
    t.notMatch((await admin.get(people)).html, 'id="second-factor"', 'only an owner changes the rule')
  },
)

/** The owner once more, after the sign-in has ended by time, with a second factor. */
async function signedIn(owner: Member): Promise<Member> {
  const browser = openBrowser(service)
  await browser.done('/dashboard/sign-in', 'in', { email: owner.email, password })
  await addApp(browser)
  return { ...owner, ...browser }
}

t.test('a person joins another account, and switches, only with the second factor', async (t) => {
  const owner = await signIn(service, await otherAccount())
  const guest = await signInElsewhere(service)
  const { secret } = await addApp(guest)
  const invited = await owner.done('/dashboard/test/people', 'invite', { email: guest.email, role: 'viewer' })
  const link = /<code id="secret">https?:\/\/[^/]+(\/dashboard\/join\/[^<]+)</.exec(invited.html)?.[1] ?? ''
  const browser = openBrowser(service)
  t.match((await browser.done(link, 'enter', { password })).text, 'You sign in as')
  t.equal((await browser.get('/dashboard/test/home')).status, 303)
  service.clock.advance(step)
  t.match((await giveCode(browser, codeOf(secret))).text, 'You are signed in.')
  t.match((await browser.get('/dashboard/test/settings')).text, 'Your role Viewer')
  const there = await browser.done('/dashboard/test/settings', 'switch', { account: guest.merchantId })
  t.equal(there.status, 200, 'the second factor counts in the other account too')
  t.match((await browser.get('/dashboard/test/settings')).text, 'Your role Owner')
})

async function otherAccount(): Promise<{ merchantId: string; secretKey: string }> {
  const { merchantId, secretKey } = await signInElsewhere(service)
  await sql(service, 'delete from memberships where merchant_id = ?', [merchantId])
  return { merchantId, secretKey }
}

t.test('the operator removes the second factors of a person, who reads so in the audit log', async (t) => {
  const owner = await signInElsewhere(service)
  await addApp(owner)
  const args = [owner.merchantId, '--remove-second-factor', owner.email, '--json']
  const ran = await runAccount(environmentOf(service), ...args)
  t.match(JSON.parse(ran.stdout), { second_factor_removed: owner.email })
  t.equal((await owner.get('/dashboard/test/home')).status, 303, 'every sign-in has ended')
  t.match((await typePassword(owner.email)).answer.text, 'You are signed in.')
  // The command has the machine's clock.
  t.same((await actions(owner)).toSorted(), ['second_factor.added', 'second_factor.reset'])
  const unknown = await runAccount(environmentOf(service), owner.merchantId, '--remove-second-factor', 'no@example.com')
  t.match([unknown.code, unknown.stderr], [1, 'No member of this account signs in with "no@example.com".'])
})
