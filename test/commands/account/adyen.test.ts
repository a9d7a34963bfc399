import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import t from 'tap'
import { parseCommand } from '../../../server/commands/account/arguments.ts'
import { readCredentials } from '../../../server/commands/account/credential-files.ts'
import { operator } from '../../../server/domain/accounts/caller.ts'
import type { CredentialValues } from '../../../server/domain/acquirers/credentials.ts'
import { changeAccount } from '../../../server/flows/accounts/manage-account.ts'
import { adyen as acquirer } from '../../../server/processors/adyen/acquirer.ts'
import { sql } from '../../support/sql.ts'
import { startService, type TestService } from '../../support/service.ts'
import { environmentOf, jsonOf, runAccount } from './run-account.ts'

const apiKey = 'AQEphmfuXNWTK0Qc+iSXk2o9g+WPTZhKSUMKtS+fLmV2kzs='
const hmacKey = '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056'

let service: TestService
let folder: string

t.before(async () => {
  service = await startService()
  folder = await mkdtemp(join(tmpdir(), 'adyen-files-'))
})
t.teardown(async () => {
  await service.stop()
  await rm(folder, { recursive: true })
})

async function file(name: string, content: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

const read = (options: CredentialValues, stdin = '') =>
  readCredentials(acquirer, options, Readable.from(stdin === '' ? [] : [Buffer.from(stdin)]))

t.test('one command gives live access, connects Adyen and says where notifications go', async (t) => {
  const words = ['--adyen-merchant-account', 'TestShopECOM', '--adyen-api-key-file', await file('api', `${apiKey}\n`)]
  const ended = await runAccount(
    { ...environmentOf(service), LIVE_PROCESSOR: 'adyen', BASE_URL: 'https://pay.example' },
    service.merchantId,
    '--live',
    ...words,
    '--adyen-hmac-key-file',
    await file('hmac', `${hmacKey.toLowerCase()}\r\n`),
  )
  t.equal(ended.code, 0, ended.stderr)
  t.match(ended.stdout, /sk_live_/)
  t.match(ended.stdout, 'Adyen is connected: merchant account TestShopECOM.')
  t.match(ended.stdout, `https://pay.example/v1/processor_notifications/adyen/${service.merchantId}`)
  t.match(ended.stdout, /Adyen API key +ends in kzs=, set .* by operator/)
  const [row] = await sql(service, 'select * from processor_credentials')
  t.match(row, { merchant_id: service.merchantId, processor: 'adyen', connected_by: 'operator' })
  const stored = JSON.stringify([row, await sql(service, 'select * from audit_log')])
  for (const secret of [apiKey, hmacKey, hmacKey.toLowerCase()]) {
    t.notMatch(ended.stdout, secret)
    t.notOk(stored.includes(secret), 'the database holds no secret in plain text')
  }
  t.match(await sql(service, `select action, livemode from audit_log where action like 'processor.%'`), [
    { action: 'processor.connected', livemode: true },
  ])
})

t.test('later commands replace one secret and keep the others', async (t) => {
  const path = await file('next', hmacKey.replace('4478', 'ABCD'))
  const ended = await runAccount(
    environmentOf(service),
    service.merchantId,
    '--json',
    '--adyen-hmac-key-file',
    path,
    '--adyen-capture',
    'manual',
    '--adyen-brands',
    'visa,amex',
  )
  const { adyen } = jsonOf<{ account: { adyen: object } }>(ended).account
  t.match(adyen, {
    merchant_account: 'TestShopECOM',
    capture: 'manual',
    brands: 'visa,amex',
    api_key: { ends_in: 'kzs=' },
    hmac_key: { ends_in: 'A056' },
    previous_hmac_key: { ends_in: 'a056', valid_until: /Z$/ },
  })
})

t.test('a file that is missing, empty, too long or wrong is refused with its option, and never quoted', async (t) => {
  const wrong: readonly (readonly [CredentialValues, RegExp])[] = [
    [{ apiKey: join(folder, 'nowhere') }, /^--adyen-api-key-file: there is no such file: .*nowhere\.$/],
    [{ apiKey: folder }, /^--adyen-api-key-file: this is a folder/],
    [{ apiKey: await file('empty', '\n') }, /is empty/],
    [{ apiKey: await file('long', 'sécret'.repeat(2_000)) }, /^--adyen-api-key-file: This is too long/],
    [{ apiKey: await file('spaces', 'two words') }, /^--adyen-api-key-file: This must be one line/],
    [{ apiKey: await file('lines', 'one\ntwo') }, /must be one line/],
    [{ hmacKey: await file('odd', hmacKey.slice(1)) }, /^--adyen-hmac-key-file: This must be the hexadecimal key/],
    [{ hmacKey: await file('letters', hmacKey.replace('4', 'x')) }, /hexadecimal/],
    [{ merchantAccount: 'My shop' }, /^--adyen-merchant-account: This must be letters, digits/],
    [{ notificationUser: 'a:b' }, /^--adyen-notification-user: .* colons/],
    [{ livePrefix: 'evil.example/' }, /^--adyen-live-prefix: .* hyphens/],
    [
      { brands: 'visa, cash' },
      /^--adyen-brands: This must be one or more of visa, mastercard, .* maestro, separated by commas/,
    ],
    [{ capture: 'later' }, /^--adyen-capture: This must be automatic or manual\.$/],
  ]
  for (const [options, message] of wrong) {
    const found = await read(options)
    t.match(found, { kind: 'wrong', message }, String(message))
    t.notMatch(JSON.stringify(found), /sécret|two words|44782DEF/)
  }
  t.match(await read({ merchantAccount: 'My shop', apiKey: join(folder, 'nowhere') }), {
    message: /no such.*\n.*letters/,
  })
})

t.test('standard input gives one secret', async (t) => {
  t.match(await read({ apiKey: '-' }, `${apiKey}\n`), { kind: 'values', values: { apiKey, hmacKey: null } })
  t.match(await read({ apiKey: '-' }), { kind: 'wrong', message: /standard input is empty/ })
  t.match(parseCommand(['mer_1', '--adyen-api-key-file', '-', '--adyen-hmac-key-file', '-']), {
    kind: 'usage_error',
    message: /one secret only/,
  })
  t.match(parseCommand(['mer_1', '--adyen-merchant-account', ' ']), { kind: 'usage_error' })
  for (const option of ['api-key', 'hmac-key', 'notification-password'])
    t.match(
      parseCommand(['mer_1', `--adyen-${option}`, 'secret']),
      { kind: 'usage_error' },
      'the list of processes shows arguments, so none is a secret',
    )
})

t.test('a command that is refused for another reason does not connect Adyen either', async (t) => {
  const credentials = { adyen: { merchantAccount: 'AnotherECOM' } }
  const before = await sql(service, 'select * from processor_credentials')
  const refused = await changeAccount(service.app.context, operator, service.merchantId, {
    credentials,
    revokeKey: 'key_unknown',
  })
  t.match(refused, { kind: 'refused', code: 'key_not_found' })
  t.same(await sql(service, 'select * from processor_credentials'), before)
  t.match(await changeAccount(service.app.context, operator, `mer_${'0'.repeat(26)}demo`, { credentials }), {
    code: 'public_demo',
  })
  t.match(
    await changeAccount(service.app.context, operator, service.merchantId, {
      credentials: { adyen: { notificationUser: 'ada' } },
    }),
    {
      code: 'credentials_invalid',
      message: '--adyen-notification-password-file: The user name needs its password.',
    },
  )
})
