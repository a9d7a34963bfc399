import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { startService, type TestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { bodyOf, payBySession } from '../../webhooks/events/read-events.ts'
import { openShell, parsed } from './command.ts'

const shell = openShell(t)
let service: TestService
let environment: Record<string, string>

t.before(async () => {
  service = await startService()
  t.teardown(() => service.stop())
  environment = { SERVICEPAY_SECRET_KEY: service.secretKey, SERVICEPAY_BASE_URL: service.baseUrl }
})

t.test('signup makes an account, saves its key for the other commands and never shows it', async (t) => {
  const { run, state } = openShell(t)
  const signup = await run([
    'signup',
    '--email',
    'ada@example.com',
    '--business-name',
    "Ada's",
    '--base-url',
    service.baseUrl,
  ])
  const file = join(state, 'account.env')
  t.match(signup, { code: 0, stdout: /mer_\w+[^]*account\.env[^]*node --env-file/ })
  const [, key = ''] = /^SERVICEPAY_SECRET_KEY=(sk_test_.+)$/m.exec(readFileSync(file, 'utf8')) ?? []
  t.match(readFileSync(file, 'utf8'), `SERVICEPAY_BASE_URL=${service.baseUrl}\n`)
  t.ok(key.length > 40)
  t.notMatch(signup.stdout + signup.stderr, key.slice(8))
  t.equal(statSync(file).mode & 0o777, 0o600)
  t.equal(statSync(state).mode & 0o077, 0, 'other users cannot read the folder')

  t.match(
    await run(['status']),
    { code: 0, stdout: new RegExp(`${service.baseUrl}[^]*account\\.env`) },
    'later commands need neither key nor address',
  )
  t.match(
    await run(['status', '--base-url', 'http://127.0.0.1:1']),
    { code: 2, stderr: /no secret key/ },
    'the command sends the key to no other service',
  )
  t.match(await run(['signup', '--email', 'bob@example.com', '--base-url', service.baseUrl]), {
    code: 1,
    stderr: /already an account in .*account\.env/,
  })
  t.match(readFileSync(file, 'utf8'), key, 'the file is unchanged')
})

t.test("signup prints the service's error for a wrong email address", async (t) => {
  const { run, state } = openShell(t)
  const { code, stdout } = await run(['signup', '--email', 'ada', '--json'], { SERVICEPAY_BASE_URL: service.baseUrl })
  t.match([code, parsed(stdout)], [1, { error: { code: 'parameter_invalid', param: 'email' } }])
  t.same(readdirSync(state), [])
})

t.test('open prints the address of the hosted page of a new or an existing session', async (t) => {
  const { code, stdout, stderr } = await shell.run(['open', '--amount', '990', '--currency', 'EUR'], environment)
  t.match([code, stderr], [0, /^cs_test_\w+: 9\.90 EUR, open\n$/])
  const page = await fetch(stdout.trim())
  t.match(await page.text(), /9\.90/, 'the page shows the amount')
  const paid = await payBySession(service)
  const named = parsed((await shell.run(['open', '--session', paid, '--json'], environment)).stdout)
  t.same(named, { id: paid, url: named['url'], status: 'paid', amount: 2500, currency: 'GBP' })
  t.match(await shell.run(['open', '--session', 'cs_test_none'], environment), { code: 1, stderr: /session_not_found/ })
  t.match(await shell.run(['open', '--currency', 'XAU'], environment), { code: 1, stderr: /currency/ })
})

t.test('open opens the page in a browser if there is one', async (t) => {
  const { run, state } = openShell(t)
  const programs = join(state, 'programs')
  mkdirSync(programs)
  const opened = join(state, 'opened')
  // Linux has `xdg-open` and macOS has `open`.
  for (const name of ['xdg-open', 'open']) {
    writeFileSync(join(programs, name), `#!/bin/sh\necho "$@" > "${opened}.part"; mv "${opened}.part" "${opened}"\n`)
    chmodSync(join(programs, name), 0o755)
  }
  const desktop = {
    ...environment,
    DISPLAY: ':0',
    PATH: `${programs}:${process.execPath.replace(/\/node$/, '')}:/usr/bin:/bin`,
  }
  await run(['open', '--no-browser'], desktop)
  t.notOk(readdirSync(state).includes('opened'))
  const { stdout } = await run(['open'], desktop)
  await until(() => readdirSync(state).includes('opened'), 'the browser')
  t.equal(readFileSync(opened, 'utf8'), stdout)
})

t.test('status shows the settings and whether they work', async (t) => {
  const { run, state } = openShell(t)
  await payBySession(service)
  const { data } = bodyOf<{ data: { id: string }[] }>(await service.call('GET', '/v1/events?limit=1'))
  const { code, stdout } = await run(['status'], environment)
  t.equal(code, 0)
  for (const part of [service.baseUrl, 'test mode, from SERVICEPAY_SECRET_KEY', data[0]?.id ?? '', state])
    t.match(stdout, part)
  t.notMatch(stdout, service.secretKey.slice(8))
  const object = parsed(
    (
      await run(['status', '--json', '--key', service.secretKey], {
        ...environment,
        SERVICEPAY_SECRET_KEY: 'sk_test_other',
      })
    ).stdout,
  )
  t.match(object, {
    service: service.baseUrl,
    mode: 'test',
    key_from: '--key',
    events: true,
    newest_event: { id: data[0]?.id },
    listeners: [],
  })
  t.match(await run(['status'], { ...environment, SERVICEPAY_SECRET_KEY: 'sk_test_wrong' }), {
    code: 1,
    stderr: /invalid_api_key/,
  })
  t.match(await run(['status'], { ...environment, SERVICEPAY_SECRET_KEY: 'sk_test_public_demo' }), {
    code: 0,
    stdout: /Key +accepted[^]*demo key cannot/,
  })
})

t.test('situation sets up a situation and prints its ids, and lists all without a name', async (t) => {
  const { run } = openShell(t)
  t.match(await run(['situation'], environment), {
    code: 0,
    stdout: /dispute-third-week +\(up to 17 days\) A customer disputed/,
  })
  const text = await run(['situation', 'second-approval'], environment)
  t.match(text, { code: 0, stdout: /✓ session {2}cs_test_\w+\nThe time of the account is 20/ })
  const { code, stdout } = await run(['situation', 'paid', '--json'], environment)
  t.match([code, parsed(stdout)], [0, { status: 'complete', ids: { session: /^cs_test_/ } }])
  t.match(await run(['situation', 'payed'], environment), {
    code: 1,
    stderr: /There is no situation with this name[^]*Did you mean `paid`\?/,
  })
  t.match(await run(['situation', 'paid', '--key', `sk_live_${'x'.repeat(47)}`], environment), {
    code: 2,
    stderr: /A live key has no situations/,
  })
})
