import t from 'tap'
import { newSignUpToken } from '../../server/domain/accounts/sign-up-token.ts'
import { askForAccount } from '../../server/flows/accounts/confirm-address.ts'
import { createAccount, ensurePublicDemoKey, publicDemoMerchantId } from '../../server/flows/accounts/create-account.ts'
import { openGuestAccount, signUp } from '../../server/flows/accounts/open-account.ts'
import { countStrangersAccounts } from '../../server/store/accounts/merchants.ts'
import { listSecretKeys } from '../../server/store/accounts/secret-keys.ts'
import { openBrowser, password } from '../dashboard/shell/support.ts'
import { environmentOf, jsonOf, runAccount } from '../commands/account/run-account.ts'
import { expectError } from '../http/expect-error.ts'
import { openShell } from '../sdk/cli/command.ts'
import { startService, type TestService } from '../support/service.ts'

// Every way in obeys SIGNUP: spec/decisions/accounts.md#who-may-open-an-account.

let service: TestService
let closed: TestService

t.before(async () => {
  service = await startService({ environment: { SIGNUP: 'invite' } })
  const { databaseUrl, masterKey, clock } = service
  closed = await startService({ environment: { SIGNUP: 'closed' }, databaseUrl, masterKey, clock })
})
t.teardown(async () => {
  await closed.stop()
  await service.stop()
})

/** The operator's command, with `SIGNUP` as in the service. */
const account = (signUp: string, ...words: string[]) =>
  runAccount({ ...environmentOf(service), SIGNUP: signUp }, ...words, '--json')

interface Printed {
  readonly invitation?: { readonly account: string; readonly link: string }
  readonly first_link?: string
  readonly error?: { readonly code: string; readonly message: string }
}

const pathOf = (link: string | undefined): string => new URL(link ?? '').pathname

/** Invites somebody, and returns the account and the path of the link. */
async function invited(email: string): Promise<{ readonly merchantId: string; readonly path: string }> {
  const { invitation } = jsonOf<Printed>(await account('invite', '--invite', email))
  return { merchantId: invitation?.account ?? '', path: pathOf(invitation?.link) }
}

t.test('the API opens no account, and says whom to ask', async (t) => {
  const invited = await service.call('POST', '/v1/sandbox/signup', { email: 'stranger@example.com' })
  expectError(t, invited, 400, 'parameter_invalid', 'email')
  t.match(invited.body.error, { message: /by invitation only/, fix: /Ask the operator .* for an invitation/ })
  const refused = await closed.call('POST', '/v1/sandbox/signup', { email: 'stranger@example.com' })
  t.match(refused.body.error, { code: 'parameter_invalid', message: /no new accounts/, fix: /an account that exists/ })
  const wrong = await service.call('GET', '/v1/checkout/sessions', undefined, { Authorization: 'Bearer sk_test_none' })
  t.match(wrong.body.error, { code: 'invalid_api_key', fix: /invitation/ })
  t.notMatch(wrong.text, /sandbox\/signup/, 'no advice to sign up')
})

t.test('the public demo key of an earlier setting does not work', async (t) => {
  const demoKey = 'sk_test_public_demo'
  await ensurePublicDemoKey(service.app.context, demoKey)
  const headers = { Authorization: `Bearer ${demoKey}` }
  const refused = await service.call('POST', '/v1/checkout/sessions', { amount: 100, currency: 'GBP' }, headers)
  expectError(t, refused, 401, 'invalid_api_key', null)
  t.match(refused.body.error?.message, /no public demo key/)
})

t.test('the command of the SDK prints the refusal', async (t) => {
  const signup = ['signup', '--email', 'ada@example.com', '--base-url', service.baseUrl]
  t.match(await openShell(t).run(signup), { code: 1, stderr: /by invitation only[^]*invitation/ })
})

t.test('the dashboard offers no sign-up, and refuses forms and mailed links from before', async (t) => {
  const browser = openBrowser(service)
  t.notMatch((await browser.get('/dashboard/sign-in')).html, 'sign-up')
  t.match(await browser.get('/dashboard/sign-up'), { status: 404, text: /You need an invitation/ })
  t.match(await openBrowser(closed).get('/dashboard/sign-up'), { status: 404, text: /There are no new accounts/ })
  t.match(await browser.get('/dashboard/situation/paid'), { status: 404, text: /opens no situations/ })
  const now = service.clock.now()
  const before = { email: 'before@example.com', merchantId: null, hasLiveKey: false }
  const mailed = `/dashboard/confirm/${newSignUpToken(service.app.context.keyring, before, now)}`
  t.match(await browser.get(mailed), { status: 404, text: /no longer works/ })
  const client = { address: '192.0.2.7', network: '192.0.2.0' }
  const visitor = { address: '192.0.2.7', client, userAgent: null, device: null }
  const owner = { email: 'flow@example.com', password, businessName: null, confirmed: false }
  t.same(await signUp(service.app.context, visitor, owner), { kind: 'not_open' })
  t.same(await askForAccount(service.app.context, visitor, owner.email), { kind: 'not_open' })
  t.same(await openGuestAccount(service.app.context, visitor), { kind: 'not_open' })
})

t.test('an invitation opens its account once, with the first key, and the page does not ask about it', async (t) => {
  const { merchantId, path } = await invited('grace@example.com')
  const unused = await service.app.context.db.raw('select from secret_keys where merchant_id = ?', [merchantId])
  t.equal(unused.rows.length, 0, 'an unused invitation has no key')
  const browser = openBrowser(service)
  const ready = await browser.done(path, 'begin', { email: 'grace@example.com', password })
  t.match(ready.text, 'Your account is ready.')
  const key = /sk_test_\w+/.exec(ready.text)?.[0] ?? ''
  const session = { amount: 100, currency: 'GBP' }
  const created = await service.call('POST', '/v1/checkout/sessions', session, { Authorization: `Bearer ${key}` })
  t.equal(created.status, 200)
  t.equal((await openBrowser(service).get(path)).status, 404, 'the link works once')
  t.match(jsonOf<Printed>(await account('invite', merchantId, '--first-link')).error, { code: 'already_claimed' })
  t.match(jsonOf<Printed>(await account('invite', '--invite', 'Grace@example.com')).error, { code: 'email_taken' })
})

t.test('an invitation works for seven days, and another link to its account replaces it', async (t) => {
  const { merchantId, path } = await invited('late@example.com')
  service.clock.advance(6 * 86_400)
  t.equal((await openBrowser(service).get(path)).status, 200)
  const { first_link: again } = jsonOf<Printed>(await account('closed', merchantId, '--first-link'))
  t.equal((await openBrowser(service).get(path)).status, 404)
  t.equal((await openBrowser(service).get(pathOf(again))).status, 200)
  service.clock.advance(8 * 86_400)
  t.equal((await openBrowser(service).get(pathOf(again))).status, 404)
})

t.test('the command refuses invitations that cannot be used', async (t) => {
  const refusal = async (signUp: string, email: string) =>
    jsonOf<Printed>(await account(signUp, '--invite', email)).error?.code
  t.equal(await refusal('closed', 'ada@example.com'), 'sign_up_closed')
  t.equal(await refusal('invite', 'ada'), 'email_invalid')
  t.match(jsonOf<Printed>(await account('open', publicDemoMerchantId, '--first-link')).error, { code: 'public_demo' })
})

t.test('the documentation says who gets a key, and advises nobody to sign up', async (t) => {
  const page = async (of: TestService, name: string): Promise<string> =>
    (await fetch(`${of.baseUrl}/docs/${name}.md`)).text()
  t.match(await page(service, 'sandbox'), '**This service opens accounts by invitation only.**')
  t.match(await page(closed, 'sandbox'), '**This service opens no new accounts.**')
  t.notMatch(await page(service, 'api'), /A test key of your own is free/)
})

t.test('the doctor counts accounts that nobody has claimed and whose keys work', async (t) => {
  const count = () => countStrangersAccounts(service.app.context.db, service.clock.now())
  const before = await count()
  t.ok(before >= 1, 'the account of this test')
  const { merchantId } = await createAccount(service.app.context, { email: 'stranger@example.com', businessName: null })
  t.equal(await count(), before + 1)
  const [key] = await listSecretKeys(service.app.context.db, merchantId)
  await runAccount(environmentOf(service), merchantId, '--revoke-key', key?.id ?? '')
  t.equal(await count(), before)
})
