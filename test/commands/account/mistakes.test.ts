import t from 'tap'
import { operator } from '../../../server/domain/accounts/caller.ts'
import { changeAccount, readAccount, type AccountChanges } from '../../../server/flows/accounts/manage-account.ts'
import { anotherAccount } from '../../accounts/accounts.ts'
import { cloneDatabase, testPostgres } from '../../support/database/postgres.ts'
import type { TestService } from '../../support/service.ts'
import { sharedService } from '../../support/shared-service.ts'
import { environmentOf, jsonOf, runAccount } from './run-account.ts'

let service: TestService

t.before(async () => {
  service = await sharedService()
})
t.teardown(() => service.stop())

function change(changes: AccountChanges, merchantId = service.merchantId) {
  return changeAccount(service.app.context, operator, merchantId, changes)
}

t.test('one invalid value makes the command refuse all its changes', async (t) => {
  const before = await readAccount(service.app.context, service.merchantId)
  const url = (address: string, livemode = false): AccountChanges => ({ thankYouUrl: { livemode, url: address } })
  const cases: readonly (readonly [string, RegExp, AccountChanges])[] = [
    ['currency_invalid', /"XYZ" is not a currency/, { currencies: ['GBP', 'XYZ'], liveAccess: true }],
    ['currency_invalid', /"ısk" is not/, { currencies: ['ısk'] }],
    ['currency_invalid', /at least one/, { currencies: [] }],
    ['thank_you_url_invalid', /must be https, or http to this machine/, url('http://shop.example/')],
    ['thank_you_url_invalid', /http to this machine/, url('http://localhost.example/')],
    ['thank_you_url_invalid', /http to this machine/, url('http://127.0.0.1.example/')],
    ['thank_you_url_invalid', /http to this machine/, url('ftp://localhost/')],
    ['thank_you_url_invalid', /of live mode must be https/, url('http://localhost:4242/', true)],
    ['thank_you_url_invalid', /user name/, url('https://me:secret@shop.example/')],
    ['thank_you_url_invalid', /2048 characters/, url(`https://shop.example/${'a'.repeat(2_028)}`)],
    ['thank_you_url_invalid', /complete web address/, url('shop.example')],
    ['thank_you_url_invalid', /complete web address/, url('javascript:alert(1)')],
    ['key_not_found', /no key key_unknown/, { revokeKey: 'key_unknown', liveAccess: true, currencies: ['EUR'] }],
  ]
  for (const [code, message, changes] of cases)
    t.match(await change(changes), { kind: 'refused', code, message }, JSON.stringify(changes).slice(0, 80))
  t.same(await readAccount(service.app.context, service.merchantId), before)
  t.match(await change({ liveAccess: true }, 'mer_unknown'), { kind: 'refused', code: 'account_not_found' })
  t.match(await change({ liveAccess: true }, `mer_${'0'.repeat(26)}demo`), { kind: 'refused', code: 'public_demo' })
})

t.test('a thank-you address is set for one mode only, and can be removed', async (t) => {
  const longest = `https://shop.example/${'é'.repeat(2_027)}`
  const urls = async () => {
    const account = await readAccount(service.app.context, service.merchantId)
    return [account?.merchant.thank_you_url_test, account?.merchant.thank_you_url_live]
  }
  for (const url of [
    'http://localhost:4242/',
    'http://127.0.0.1/a?b=c',
    'http://[::1]:80/',
    'http://shop.localhost/',
    'HTTPS://shop.example',
    longest,
  ]) {
    t.match(
      await change({ thankYouUrl: { livemode: false, url } }),
      { kind: 'changed', liveKey: null, revokedKey: null },
      url.slice(0, 40),
    )
    t.same(await urls(), [url, null])
  }
  await change({ thankYouUrl: { livemode: true, url: 'https://shop.example/live' } })
  await change({ thankYouUrl: { livemode: false, url: null } })
  t.same(await urls(), [null, 'https://shop.example/live'])
})

t.test('an account can revoke only its own keys, and each only once', async (t) => {
  const other = await anotherAccount(service)
  const foreign = (await readAccount(service.app.context, other.merchantId))?.keys[0]?.id ?? ''
  t.match(await change({ revokeKey: foreign }), { kind: 'refused', code: 'key_not_found' })
  t.equal((await other.call('GET', '/v1/checkout/sessions')).status, 200)
  const first = await change({ revokeKey: foreign }, other.merchantId)
  service.clock.advance(60)
  t.same(await change({ revokeKey: foreign }, other.merchantId), first, 'revoking a key again changes nothing')
})

t.test('concurrent changes of one account all take effect', async (t) => {
  const changes: AccountChanges[] = [
    { currencies: ['SEK'] },
    { liveAccess: true },
    { thankYouUrl: { livemode: false, url: 'https://shop.example/test' } },
    { thankYouUrl: { livemode: true, url: 'https://shop.example/both' } },
  ]
  await Promise.all(changes.map((one) => change(one)))
  t.match((await readAccount(service.app.context, service.merchantId))?.merchant, {
    currencies: ['SEK'],
    live_access: true,
    thank_you_url_test: 'https://shop.example/test',
    thank_you_url_live: 'https://shop.example/both',
  })
})

t.test('every error is one line, or one JSON object for scripts', async (t) => {
  const environment = environmentOf(service)
  const empty = await cloneDatabase((await testPostgres()).adminUrl, 'template1')
  t.teardown(() => empty.drop())
  const mer = service.merchantId
  const cases: readonly (readonly [Record<string, string>, readonly string[], number, string, RegExp])[] = [
    [environment, [], 2, 'usage', /^Give the id of an account.*--help/],
    [environment, ['mer_x', '--lvie'], 2, 'usage', /^Unknown option '--lvie'/],
    [environment, ['mer_x', '--live'], 1, 'account_not_found', /^There is no account mer_x\.$/],
    [
      environment,
      [mer, '--ping', 'live'],
      1,
      'no_webhook_endpoint',
      /^The account has no webhook address in live mode\.$/,
    ],
    [
      { ...environment, MASTER_KEY: '' },
      [mer],
      1,
      'environment_invalid',
      /^The environment is not valid: MASTER_KEY is missing/,
    ],
    [{ ...environment, MASTER_KEY: '0'.repeat(64) }, [mer], 1, 'service_not_ready', /^MASTER_KEY does not decrypt/],
    [
      { ...environment, DATABASE_URL: empty.url },
      [mer],
      1,
      'service_not_ready',
      /^The database is not up to date: run `npm run migrate`/,
    ],
    [
      { ...environment, DATABASE_URL: 'postgres://ada:x@127.0.0.1:1/x' },
      [mer],
      1,
      'database_unavailable',
      /^Cannot use the database: .*ECONNREFUSED/,
    ],
    [
      { DATA_DIR: '/nowhere/at/all' },
      [mer],
      1,
      'service_not_running',
      /^No service is running with the database in \/nowhere\/at\/all: start it/,
    ],
  ]
  for (const [index, [variables, args, exit, code, message]] of cases.entries()) {
    const asJson = index % 2 === 1
    const { code: ended, stdout, stderr } = await runAccount(variables, ...args, ...(asJson ? ['--json'] : []))
    t.equal(ended, exit, message.source)
    if (asJson)
      t.match(
        [jsonOf<object>({ code: ended, stdout, stderr }), stderr],
        [{ error: { code, message } }, ''],
        message.source,
      )
    else t.match([stdout, stderr], ['', new RegExp(`${message.source.replace(/\$$/, '')}[^\\n]*\\n$`)], message.source)
  }
})

t.test('--help needs no environment', async (t) => {
  t.match(await runAccount({}, '--help'), { code: 0, stdout: /--thank-you-url/, stderr: '' })
})
