import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { temporaryDirectory } from '../engines/embedded-postgres/helpers.ts'
import { jsonOf, runAccount } from '../commands/account/run-account.ts'

const program = fileURLToPath(new URL('../../server/start.js', import.meta.url))

interface Running {
  readonly baseUrl: string
  readonly secretKey: string
  stop(): Promise<void>
}

/** Starts the service on its embedded database, as `npm start` does. */
async function startProcess(dataDir: string): Promise<Running> {
  const child = spawn(process.execPath, [program], {
    env: { DATA_DIR: dataDir, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  let baseUrl = ''
  for await (const line of createInterface(child.stdout)) {
    const entry = JSON.parse(line) as { msg: string; baseUrl?: string; developerKeyFile?: string }
    baseUrl = entry.baseUrl ?? baseUrl
    if (entry.developerKeyFile) break
  }
  child.stdout.resume()
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await exited
  }
  return { baseUrl, secretKey: (await readFile(join(dataDir, 'developer-key'), 'utf8')).trim(), stop }
}

function create(running: Running, currency: string): Promise<Response> {
  const headers = { Authorization: `Bearer ${running.secretKey}`, 'Content-Type': 'application/json' }
  return fetch(`${running.baseUrl}/v1/checkout/sessions`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ amount: 2500, currency }),
  })
}

t.test('the account command works beside a service on its embedded database', async (t) => {
  const dataDir = await temporaryDirectory(t)
  const environment = { DATA_DIR: dataDir }
  const tooEarly = await runAccount(environment, '--list')
  t.match(tooEarly, {
    code: 1,
    stdout: '',
    stderr: /^No service is running with the database in [^\n]+: start it \(`npm start`\)[^\n]*\n$/,
  })
  t.same(readdirSync(dataDir), [], 'the command creates nothing')

  let running = await startProcess(dataDir)
  t.teardown(() => running.stop())
  const { accounts } = jsonOf<{ accounts: { id: string; email: string }[] }>(
    await runAccount(environment, '--list', '--json'),
  )
  const developer = accounts.find(({ email }) => email === 'developer@example.com')?.id ?? ''
  t.match(await runAccount(environment, '--list'), { code: 0, stdout: developer })
  t.match(await runAccount(environment, developer), { code: 0, stdout: /Currencies\s+GBP, EUR, USD/ })

  t.equal((await create(running, 'JPY')).status, 400)
  const changed = jsonOf(await runAccount(environment, developer, '--currencies', 'JPY,SEK', '--json'))
  t.same(changed.account.currencies, ['JPY', 'SEK'])
  await new Promise((passed) => setTimeout(passed, 1_100))
  t.equal((await create(running, 'JPY')).status, 200, 'the service uses the change after a second')

  const [key] = changed.account.keys
  t.equal((await runAccount(environment, developer, '--revoke-key', key?.id ?? '')).code, 0)
  await running.stop()
  const revoked = running.secretKey
  t.match(
    await runAccount(environment, '--list'),
    { code: 1, stderr: /^No service is running/ },
    'the command does not start a stopped service',
  )
  running = await startProcess(dataDir)
  t.not(running.secretKey, revoked, 'the next start creates a new key')
  t.equal((await create(running, 'GBP')).status, 200)
})
