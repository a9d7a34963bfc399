import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import { inFullRuns } from '../support/combinations.ts'
import { openBrowser, password } from '../dashboard/shell/support.ts'
import { query } from '../engines/embedded-postgres/helpers.ts'
import {
  api,
  embeddedUrl,
  mainFile,
  processesIn,
  ready,
  startProgram,
  submitCard,
  temporaryDirectory,
  type Run,
} from './operator.ts'
import { refusal } from './refusal.ts'
import { until } from '../support/until.ts'
import { setAlarms } from '../support/set-alarms.ts'

const hasScript = await promisify(execFile)('script', ['--version']).then(
  () => true,
  () => false,
)

interface Created {
  id: string
  client_secret: string
  url: string
}

async function newSession(baseUrl: string, key: string): Promise<Created> {
  const { status, body } = await api(baseUrl, key, 'POST', '/v1/checkout/sessions', { amount: 2500, currency: 'GBP' })
  if (status !== 200) throw new Error(`No session: ${JSON.stringify(body)}`)
  return body as unknown as Created
}

async function statusOf(baseUrl: string, key: string, id: string): Promise<unknown> {
  return (await api(baseUrl, key, 'GET', `/v1/checkout/sessions/${id}`)).body['status']
}

const storedKey = async (dataDir: string): Promise<string> =>
  (await readFile(join(dataDir, 'developer-key'), 'utf8')).trim()

t.test('an operator can start, restart, kill and stop the service with only a data directory', async (t) => {
  const dataDir = join(await temporaryDirectory(t), 'data')
  const environment = { DATA_DIR: dataDir }
  const kept: { key: string; session: Created } = { key: '', session: { id: '', client_secret: '', url: '' } }

  await t.test('the first start creates everything, and logs JSON when there is no terminal', async (t) => {
    const run = startProgram(t, environment)
    const baseUrl = await ready(run)
    t.match(baseUrl, /^http:\/\/localhost:\d+$/)
    t.equal((await fetch(`${baseUrl}/healthz`)).status, 200)
    t.equal((await fetch(`${baseUrl}/readyz`)).status, 200)
    kept.key = await storedKey(dataDir)
    kept.session = await newSession(baseUrl, kept.key)
    t.equal((await fetch(kept.session.url)).status, 200)
    t.equal((await newSession(baseUrl, 'sk_test_public_demo')).id.slice(0, 8), 'cs_test_')
    t.equal((await submitCard(baseUrl, kept.session, '4012000000060085')).status, 200)
    for (const line of run.logs()) t.match(line, { level: Number, time: Number, msg: String })
    t.notOk(run.said.out.includes(kept.key), 'the log does not contain the key')
    for (const name of ['master-key', 'developer-key', 'postgres-password'])
      t.equal((await stat(join(dataDir, name))).mode & 0o077, 0, `only the owner can read ${name}`)

    run.child.kill('SIGTERM')
    t.equal(await run.ended(), 0)
    t.match(run.logs().at(-1), { msg: 'stopped' })
    t.equal(run.said.errors, '')
    t.same(await processesIn(dataDir), [], 'no database is still running')
  })

  await t.test('the second start keeps the key, the session and its payment', async (t) => {
    const run = startProgram(t, environment)
    const baseUrl = await ready(run)
    t.equal(await storedKey(dataDir), kept.key)
    t.equal(await statusOf(baseUrl, kept.key, kept.session.id), 'paid')
    const other = startProgram(t, environment)
    t.equal(await other.ended(), 1, 'a second process on the same directory is refused')
    t.match(other.said.errors, /^The service cannot start: .*Another process \(pid \d+\)[^\n]*\n$/)
    t.equal((await fetch(`${baseUrl}/readyz`)).status, 200, 'the first process continues')

    await t.test('after SIGKILL during payments, the next start finishes them', async (t) => {
      const background = await newSession(baseUrl, kept.key)
      t.equal((await submitCard(baseUrl, background, '5200000000001021')).status, 200)
      const cut = await newSession(baseUrl, kept.key)
      const url = await embeddedUrl(dataDir)
      const reply = submitCard(baseUrl, cut, '4012000000060085').catch(() => null)
      await until(
        async () => (await query(url, `select 1 from card_attempts where session_id = '${cut.id}'`)).length > 0,
        'the attempt',
      )
      const gone = once(run.child, 'exit')
      run.child.kill('SIGKILL')
      await gone
      // The kill usually comes before the bank's answer. If the customer got a reply, it must remain true.
      const shown = (await reply)?.body as { session?: { status: string } } | undefined
      t.not((await processesIn(dataDir)).length, 0, 'the database outlives the service')

      const again = hasScript ? startInTerminal(t, dataDir) : startProgram(t, environment)
      const newBase = hasScript ? await readyOnScreen(again) : await ready(again)
      if (hasScript)
        await t.test('in a terminal it prints instructions that work', (t) => followScreen(t, again, dataDir))
      t.equal(await statusOf(newBase, kept.key, kept.session.id), 'paid', 'the paid session is still paid')
      await until(async () => (await statusOf(newBase, kept.key, background.id)) === 'paid', 'the background check')
      // The service would wait 45 seconds before it asks the bank. On a slow machine the bank answers before the kill.
      await query(
        await embeddedUrl(dataDir),
        `update card_attempts set next_check_at = now() where session_id = '${cut.id}' and status = 'processing'`,
      )
      await query(await embeddedUrl(dataDir), setAlarms)
      await until(async () => (await statusOf(newBase, kept.key, cut.id)) !== 'processing', 'the interrupted payment')
      const [bank] = await query<{ status: string }>(
        await embeddedUrl(dataDir),
        `select p.status from sandbox_bank.purchases p
         join card_attempts a on a.processor_reference = p.reference where a.session_id = '${cut.id}'`,
      )
      const outcome = await statusOf(newBase, kept.key, cut.id)
      t.equal(outcome, bank?.status === 'approved' ? 'paid' : 'open', `the bank's status: ${bank?.status}`)
      t.equal(shown?.session?.status ?? outcome, outcome, 'the status matches the reply to the customer')
      const browser = openBrowser({ app: { server: { info: { port: new URL(newBase).port } } } })
      const claim = { secret_key: kept.key, email: 'ada@example.com', password }
      t.equal((await browser.submit('/dashboard/claim', 'take', claim)).status, 303)
      const [person] = await query<{ password_hash: string }>(
        await embeddedUrl(dataDir),
        'select password_hash from people',
      )
      t.match(person?.password_hash, /^scrypt\$32768\$8\$3\$/, 'the program hashes passwords at full cost')
      if (hasScript) again.child.stdin?.write('\x03')
      else again.child.kill('SIGINT')
      t.equal(await again.ended(), 0)
      if (hasScript) t.match(again.said.out, /Stopping …/)
      t.same(await processesIn(dataDir), [])
    })
  })

  await t.test(
    'the service and its database stop when the terminal closes',
    hasScript ? inFullRuns : { skip: 'needs `script` from util-linux' },
    async () => {
      const closed = startInTerminal(t, dataDir)
      await readyOnScreen(closed)
      closed.child.kill('SIGTERM')
      await closed.ended()
      await until(async () => (await processesIn(dataDir)).length === 0, 'the end of the service and its database')
    },
  )

  await t.test('--migrate-only migrates and exits', async (t) => {
    const run = startProgram(t, environment, [mainFile, '--migrate-only'])
    t.equal(await run.ended(), 0)
    t.notOk(run.said.out.includes('"ready"'))
    t.same(await processesIn(dataDir), [])
  })

  await t.test('a lost master key is reported in one line, and no new key is written', async (t) => {
    const file = join(dataDir, 'master-key')
    await rm(file)
    t.match(await refusal(environment), /^The master key is lost: [^\n]*master-key does not exist[^\n]*$/)
    await t.rejects(stat(file), { code: 'ENOENT' })
    t.same(await processesIn(dataDir), [])
  })
})

function startInTerminal(t: Test, dataDir: string): Run {
  const words = [join(import.meta.dirname, 'terminal.ts'), `exec ${process.execPath} ${mainFile}`]
  return startProgram(t, { DATA_DIR: dataDir, SHELL: '/bin/sh' }, words)
}

async function readyOnScreen(run: Run): Promise<string> {
  await until(() => run.said.out.includes('Press Ctrl-C'), 'the welcome')
  return /ready at (http:\/\/localhost:\d+)\r?\n/.exec(run.said.out)?.[1] ?? ''
}

/** Does what the screen says. */
async function followScreen(t: Test, run: Run, dataDir: string): Promise<void> {
  const screen = run.said.out.replaceAll('\r', '')
  const [, key = ''] = /Your test key\s+(sk_test_\w+)\n/.exec(screen) ?? []
  const [, checkout = ''] = /Pay a test checkout (\S+)\n/.exec(screen) ?? []
  const [curl = ''] = /curl .*\n(?: {6}-.*\n)+/.exec(screen) ?? []
  const [, dashboard = ''] = /Your dashboard\s+(\S+)\n/.exec(screen) ?? []
  t.ok(key && checkout && curl && dashboard, screen)
  t.equal(key, await storedKey(dataDir))
  t.notOk(/\{"level"/.test(screen), 'the terminal shows no JSON')
  t.equal((await fetch(checkout)).status, 200)
  t.match(dashboard, /\/dashboard\/welcome\/[\w-]{43}$/)
  t.match(await (await fetch(dashboard)).text(), 'Choose how you sign in')
  const { stdout } = await promisify(execFile)('/bin/sh', ['-c', curl.replace('curl', 'curl -sS')])
  t.match(JSON.parse(stdout), { object: 'checkout.session', amount: 2500, reference: 'order-1001' })
}
