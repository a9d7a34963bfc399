import t from 'tap'
import { createAccount, publicDemoMerchantId } from '../../server/flows/accounts/create-account.ts'
import { signUp } from '../../server/flows/accounts/open-account.ts'
import { countedClient } from '../../server/flows/card-testing/counted-client.ts'
import { forgetUnusedAccounts } from '../../server/flows/sandbox/forget-accounts.ts'
import { createLink, openLink } from '../links/link-calls.ts'
import { expectEqualLedgers } from '../sessions/ledgers.ts'
import { createSession } from '../support/pay.ts'
import { startService, type TestService } from '../support/service.ts'
import { sql } from '../support/sql.ts'
import { caller, liveKey, type TestAccount } from './accounts.ts'

const daySeconds = 86_400

let service: TestService

t.beforeEach(async () => {
  service = await startService({ environment: { LIVE_PROCESSOR: 'sandbox' } })
})
t.afterEach(() => service.stop())

async function anAccount(): Promise<TestAccount> {
  const { merchantId, secretKey } = await createAccount(service.app.context, {
    email: 'a@example.com',
    businessName: null,
  })
  return caller(service, merchantId, secretKey)
}

/** Passes days, and then deletes unused accounts until none is left. */
async function pass(days: number): Promise<void> {
  // The service saves this some seconds after a write, which comes long before 90 days without use.
  await service.app.context.testStorage.save()
  service.clock.advance(days * daySeconds)
  await service.keepHouse()
  while (await forgetUnusedAccounts(service.app.context));
}

async function accounts(): Promise<string[]> {
  const rows = await sql<{ merchant_id: string }>(service, 'select merchant_id from merchants order by merchant_id')
  return rows.map((row) => row.merchant_id).filter((id) => id !== publicDemoMerchantId)
}

/** Every table with rows of an account. */
async function tablesWith(merchantId: string): Promise<string[]> {
  const tables = await sql<{ name: string }>(
    service,
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'merchant_id' order by 1`,
  )
  const found: string[] = []
  for (const { name } of tables)
    if ((await sql(service, `select from ${name} where merchant_id = ? limit 1`, [merchantId])).length > 0)
      found.push(name)
  return found
}

/** Makes rows in every table that an account of test mode can have. */
async function fill(account: TestAccount): Promise<void> {
  const post = async (path: string, body: object = {}): Promise<{ id: string }> => {
    const answer = await account.call('POST', path, body, { 'Idempotency-Key': crypto.randomUUID() })
    if (answer.status !== 200) throw new Error(answer.text)
    return answer.body as unknown as { id: string }
  }
  await account.call('POST', '/v1/webhook_endpoints', { url: 'http://127.0.0.1:1/' })
  const [refunded, disputed, twice] = [
    await createSession({ ...service, ...account }),
    await createSession({ ...service, ...account }),
    await createSession({ ...service, ...account }),
  ]
  for (const { id } of [refunded, disputed, twice])
    await account.call('POST', `/v1/test_helpers/checkout/sessions/${id}/pay`)
  await account.call('POST', `/v1/test_helpers/checkout/sessions/${disputed.id}/dispute`)
  await account.call('POST', `/v1/test_helpers/checkout/sessions/${twice.id}/second_approval`)
  await post(`/v1/checkout/sessions/${refunded.id}/refunds`, { amount: 1 })
  const link = await createLink(account)
  await openLink(service, link)
  await account.call('GET', '/v1/checkout/sessions/cs_test_unknown')
}

t.test('the service deletes an account and all its rows after 90 days without use, also at the bank', async (t) => {
  const unused = await anAccount()
  await fill(unused)
  const other = await anAccount()
  await fill(other)
  const before = await tablesWith(unused.merchantId)
  for (const table of [
    'checkout_sessions',
    'card_attempts',
    'refunds',
    'disputes',
    'automatic_returns',
    'money_movements',
    'events',
    'deliveries',
    'delivery_attempts',
    'session_ends',
    'payment_links',
    'payment_link_codes',
    'webhook_endpoints',
    'secret_keys',
  ])
    t.ok(before.includes(table), `the account has rows in ${table}`)
  await pass(60)
  t.equal((await other.call('GET', '/v1/checkout/sessions')).status, 200)
  await pass(29)
  t.ok((await accounts()).includes(unused.merchantId), 'not before 90 days')
  await pass(2)
  t.same(await tablesWith(unused.merchantId), [])
  t.notOk((await accounts()).includes(unused.merchantId))
  t.match(
    await sql(service, `select reference from sandbox_bank.purchases where reference like ?`, [
      `${unused.merchantId}%`,
    ]),
    [],
  )
  t.equal((await unused.call('GET', '/v1/checkout/sessions')).status, 401)
  t.equal((await other.call('GET', '/v1/checkout/sessions')).status, 200, 'the other account was used and stays')
  await expectEqualLedgers(t, service)
})

t.test('the person of a deleted account may sign up again', async (t) => {
  const { context } = service.app
  const visitor = { address: '203.0.113.1', client: countedClient('203.0.113.1'), userAgent: null, device: null }
  const owner = { email: 'ada@example.com', password: 'correct horse battery', businessName: null, confirmed: false }
  const first = await signUp(context, visitor, owner)
  t.equal(first.kind, 'signed_in')
  await pass(91)
  t.equal((await sql(service, 'select from people')).length, 1, 'a sign-in counts as a use for as long as it can last')
  await pass(31)
  t.same(await sql(service, 'select from people'), [])
  t.same(await sql(service, 'select from audit_log'), [])
  t.equal((await signUp(context, visitor, owner)).kind, 'signed_in')
})

t.test('an account with live access, or with any row of live mode, stays for ever', async (t) => {
  const live = await liveKey(service, { liveAccess: true })
  await createSession({ ...service, ...live })
  const before = [await accounts(), await sql(service, 'select id from checkout_sessions')]
  await pass(1_000)
  t.same([await accounts(), await sql(service, 'select id from checkout_sessions')], before)
  await sql(service, 'update merchants set live_access = false')
  await pass(1_000)
  t.same(await accounts(), before[0], 'after the operator took live access away')
})
