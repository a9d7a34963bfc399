import { execFileSync } from 'node:child_process'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { startReceiver, type ReceiverScript } from '../../support/receiver.ts'
import { checkClock } from '../../../sdk/src/cli/doctor.ts'
import { failure } from '../answers.ts'
import { openShell, parsed } from './command.ts'

const key = 'sk_test_4n0b2v7q4x8z3b6n5c1d0f7gh'

const shell = openShell(t)

t.test('without arguments the command prints help, and each command has help with examples', async (t) => {
  const bare = await shell.run([])
  t.match(bare, { code: 0, stderr: '' })
  t.equal(bare.stdout, (await shell.run(['--help'])).stdout)
  for (const command of [
    'listen',
    'trigger',
    'open',
    'signup',
    'events',
    'situation',
    'doctor',
    'fixtures',
    'completion',
    'logs',
    'status',
  ]) {
    t.match(bare.stdout, `servicepay ${command}`)
    const help = await shell.run([command, '--help'])
    t.match(help, { code: 0, stderr: '' })
    t.match(help.stdout, new RegExp(`^servicepay ${command}[^]*\\n  servicepay ${command}[^]*Exit codes: 0`))
    t.equal((await shell.run(['help', command])).stdout, help.stdout)
    for (const line of help.stdout.split('\n')) t.ok(line.length <= 130, line)
  }
  t.match(await shell.run(['--version']), { code: 0, stdout: /^\d+\.\d+\.\d+\n$/ })
  t.match(parsed((await shell.run(['--version', '--json'])).stdout), { version: /^\d/ })
})

t.test('wrong arguments exit with 2 and suggest a correction', async (t) => {
  const wrong: [string[], RegExp][] = [
    [['lisen'], /no command `lisen`.*`listen`/],
    [['help', 'trigegr'], /`trigger`/],
    [['toString'], /no command/],
    [['listen', '--foward-to', 'x'], /`--forward-to`/],
    [['open', '--since', 'now'], /`open` has no option --since/],
    [['status', 'please'], /`please` is one too many/],
    [['open', '--session'], /--session/],
    [['listen'], /--forward-to is missing/],
    [['listen', '--forward-to', 'ftp://x'], /http/],
    [['listen', '--forward-to', 'http://'], /http/],
    [['listen', '--forward-to', 'web:3000/hooks'], /Write the scheme too: `https:\/\/web:3000\/hooks`/],
    [['listen', '--forward-to', 'https://web.example', '--insecure'], /only for an address of this machine/],
    [['status', '--key', key, '--base-url', 'http://42000'], /--base-url does not accept `http:\/\/42000`/],
    [['signup', '--email', 'ada@example.com', '--base-url', 'pay.example'], /`https:\/\/pay\.example`/],
    [['listen', '--forward-to', 'localhost:1', '--since', '2026-02-30'], /--since does not accept `2026-02-30`/],
    [['listen', '--forward-to', 'localhost:1', '--events', 'session.complete'], /`session.completed`/],
    [['listen', '--forward-to', 'localhost:1', '--events', ','], /no event/],
    [['listen', '--forward-to', 'localhost:1', '--since', 'yesterday'], /--since/],
    [['listen', '--forward-to', 'localhost:1', '--give-up-after', '0'], /--give-up-after/],
    [['trigger'], /name of the event is missing/],
    [['trigger', 'sesion.refunded'], /`session.refunded`/],
    [['trigger', 'test.ping'], /test button/],
    [['trigger', 'session.completed', '--metadata', 'order'], /--metadata does not accept `order`/],
    [['trigger', 'session.completed', '--session', 'cs_test_1', '--reference', 'x'], /already has its reference/],
    [['logs'], /`tail` is missing/],
    [['logs', 'tial'], /`tail`/],
    [['events'], /`resend` is missing/],
    [['events', 'resnd', 'evt_1'], /`resend`/],
    [['events', 'resend'], /id of the event is missing/],
    [['events', 'resend', 'cs_test_1'], /begins with evt_/],
    [['open', '--amount', '9.90', '--key', key], /--amount/],
    [['open', '--amount', '990', '--session', 'cs_test_1', '--key', key], /has its amount/],
    [['signup'], /--email is missing/],
    [['trigger', 'test.pin'], /There is no event[^]*The events are: session\.completed(?!.*test\.ping)/],
    [['completion'], /name of the shell is missing/],
    [['completion', 'fisch'], /`fish`/],
    [['fixtures'], /file is missing/],
  ]
  for (const [words, pattern] of wrong) {
    const ended = await shell.run(words)
    t.match(ended, { code: 2, stdout: '', stderr: pattern }, words.join(' '))
    t.match(ended.stderr, /^fix {4}\S/m)
  }
  t.same(readdirSync(shell.state), [], 'the command writes no files')
})

t.test('completion in bash offers commands, then the options and words of the command', async (t) => {
  const { stdout } = await shell.run(['completion', 'bash'])
  const complete = (...words: string[]): string[] => {
    const line = words.map((word) => `'${word}'`).join(' ')
    const typed = `COMP_WORDS=(servicepay ${line})\nCOMP_CWORD=${words.length}`
    const script = `${stdout}\n${typed}\n_servicepay\necho "\${COMPREPLY[@]}"`
    return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split(' ')
  }
  t.same(complete('co'), ['completion'])
  t.same(complete('listen', '--f'), ['--forward-to'])
  t.same(complete('trigger', 'session.dispute_'), ['session.dispute_closed', 'session.dispute_lost'])
  t.same(complete('trigger', 'test'), [''], 'nothing that it cannot trigger')
  t.same(complete('help', 'fix'), ['fixtures'])
  for (const shellName of ['zsh', 'fish']) {
    const script = (await shell.run(['completion', shellName])).stdout
    for (const word of ['doctor', 'forward-to', 'payment_link.paid', 'resend', 'tail']) t.match(script, word, shellName)
  }
})

t.test('a file of fixtures is refused before its first call, with the place of the mistake', async (t) => {
  const file = join(shell.state, 'fixtures.json')
  const wrong: [string, RegExp][] = [
    ['{', /is not JSON/],
    ['{}', /`steps` is not a list/],
    ['[{"call": "createCheckoutSesion"}]', /`steps\[0\]` names no call.*Did you mean `createCheckoutSession`/],
    ['[{"call": "submitCardAttempt"}]', /names no call/],
    ['[{"call": "testPaySession"}]', /needs an `id`/],
    ['[{"call": "createCheckoutSession", "bdy": {}}]', /no field `bdy`.*`body`/],
    ['[{"call": "createCheckoutSession", "body": []}]', /no object/],
    ['[{"call": "listRefunds", "body": {}}]', /takes no `body`/],
    ['[{"wait": "a week"}]', /does not wait like/],
    ['[{"repeat": 0, "steps": []}]', /does not repeat/],
    ['[{"repeat": 2, "steps": [{"sleep": 1}]}]', /`steps\[0\]\.steps\[0\]` has neither/],
    ['[{"repeat": 2, "together": true, "steps": [{"wait": "1 days"}]}]', /one time/],
  ]
  for (const [text, pattern] of wrong) {
    writeFileSync(file, text)
    t.match(await shell.run(['fixtures', file, '--key', key]), { code: 2, stderr: pattern }, text)
  }
  rmSync(file)
  t.match(await shell.run(['fixtures', file, '--key', key]), { code: 1, stderr: /ENOENT/ })
})

t.test('a clock that is off is a problem from 30 seconds on', async (t) => {
  const service = new Date('2026-11-21T10:00:00Z')
  const at = (seconds: number) => checkClock(service, service.getTime() + seconds * 1000)
  t.match(at(1), { found: 'as that of the service', problem: null })
  t.match(at(-20), { found: '20 seconds behind the service', problem: null })
  t.match(at(60), { problem: /From 300 seconds on/, fix: /NTP/ })
  t.match(at(-600), { found: '600 seconds behind the service', problem: /refuses every one/ })
  t.match(checkClock(new Date(NaN)), { problem: null })
})

t.test('a missing or wrong key exits with 2, and the output does not contain the key', async (t) => {
  for (const command of [
    ['status'],
    ['open'],
    ['trigger', 'session.completed'],
    ['listen', '--forward-to', 'localhost:1'],
  ]) {
    t.match(await shell.run(command), { code: 2, stderr: /no secret key[^]*SERVICEPAY_SECRET_KEY/ })
  }
  t.match(await shell.run(['status', '--key', 'whsec_mysecretvalue']), { code: 2, stderr: /signing secret/ })
  const typed = await shell.run(['status', `--key${key}`])
  t.match(typed, { code: 2, stderr: /no option/ })
  t.notMatch(typed.stderr, key.slice(8))
  t.match(await shell.run(['status', '--key', 'sk_live_1']), { code: 2, stderr: /SERVICEPAY_BASE_URL/ })
  t.match(await shell.run(['trigger', 'session.completed', '--key', 'sk_live_1', '--base-url', 'http://127.0.0.1:1']), {
    code: 2,
    stderr: /real money/,
  })
})

t.test('an unreachable service, or a server that is not the service, exits with 3', async (t) => {
  const commands = [
    ['status'],
    ['open'],
    ['logs', 'tail'],
    ['trigger', 'session.completed'],
    ['listen', '--forward-to', 'localhost:1'],
  ]
  for (const command of commands) {
    t.match(
      await shell.run([...command, '--key', key, '--base-url', 'http://127.0.0.1:1']),
      { code: 3, stderr: /127\.0\.0\.1:1[^]*--base-url/ },
      command.join(' '),
    )
  }
  const echo: ReceiverScript = ({ headers }) => ({
    status: 502,
    headers: { 'Content-Type': 'text/html' },
    body: `<h1>Bad Gateway</h1> ${headers.authorization}`,
  })
  for (const reply of [echo, { status: 200, headers: { 'Content-Type': 'text/html' }, body: '<h1>Welcome</h1>' }]) {
    const proxy = await startReceiver({ reply })
    t.teardown(() => proxy.stop())
    for (const command of commands) {
      const ended = await shell.run([...command, '--key', key, '--base-url', new URL('/', proxy.url).href])
      t.match(ended, { code: 3, stderr: /not from the payment service/ }, command.join(' '))
      t.notMatch(ended.stderr + ended.stdout, key.slice(8), 'the output hides an echoed key')
    }
    t.equal(proxy.deliveries.at(-1)?.headers.authorization, `Bearer ${key}`, 'the request contains the key')
  }
})

t.test("a refusal of the service exits with 1 and prints the service's message, as text and as JSON", async (t) => {
  const service = await startReceiver({ reply: failure(401, 'invalid_api_key') })
  t.teardown(() => service.stop())
  const environment = { SERVICEPAY_SECRET_KEY: key, SERVICEPAY_BASE_URL: new URL('/', service.url).href }
  for (const command of [
    ['status'],
    ['open'],
    ['trigger', 'session.completed'],
    ['listen', '--forward-to', 'localhost:1'],
  ]) {
    t.match(await shell.run(command, environment), {
      code: 1,
      stdout: '',
      stderr: /About invalid_api_key\. \(invalid_api_key\)\nfix {4}Do this\.\nmore {3}https:.*req_2/,
    })
    const { code, stdout, stderr } = await shell.run([...command, '--json'], environment)
    t.match([code, stderr], [1, ''])
    t.match(parsed(stdout), {
      error: { code: 'invalid_api_key', message: 'About invalid_api_key.', fix: 'Do this.', request_id: 'req_2' },
    })
  }
})

t.test('a state folder that is not writable exits with 1 and names the folder', async (t) => {
  const service = await startReceiver({ reply: failure(401, 'invalid_api_key') })
  t.teardown(() => service.stop())
  const file = join(shell.state, 'a-file')
  writeFileSync(file, '')
  const environment = {
    SERVICEPAY_SECRET_KEY: key,
    SERVICEPAY_BASE_URL: new URL('/', service.url).href,
    SERVICEPAY_STATE_DIR: join(file, 'state'),
  }
  t.match(await shell.run(['listen', '--forward-to', 'localhost:1'], environment), {
    code: 1,
    stderr: /a-file[^]*--state-dir/,
  })
})
