import t from 'tap'
import { startSandbox } from '../../sdk/src/testing.ts'
import { sharedService } from '../support/shared-service.ts'

/** A program in place of the service. It prints the line, and then ends with its standard input. */
const service = (line: string, more = ''): [string, ...string[]] => [
  process.execPath,
  '-e',
  `${more}; console.log(${JSON.stringify(line)}); process.stdin.on('end', () => process.exit()).resume()`,
]
const ready = JSON.stringify({ base_url: 'http://localhost:4242', secret_key: 'sk_test_abc', pid: 1 })

t.test('a sandbox is the service that a command starts, until it is stopped', async (t) => {
  const sandbox = await startSandbox({ command: service(`> shop start\n${ready}`) })
  t.match(sandbox, { baseUrl: 'http://localhost:4242', secretKey: 'sk_test_abc' })
  t.equal(sandbox.client.baseUrl, 'http://localhost:4242')
  await Promise.all([sandbox.stop(), sandbox.stop()])
})

t.test('the command gets the seed, and no variable of npm or of the runner of the tests', async (t) => {
  const before = { ...process.env }
  t.teardown(() => void (process.env = before))
  Object.assign(process.env, { npm_config_workspace: 'shop', NODE_V8_COVERAGE: '', SHOP: 'yes' })
  const said = `const { argv, env } = process
    if (argv.at(-1) !== 'orders' || env.npm_config_workspace || env.SHOP !== 'yes') process.exit(9)`
  const [program, ...words] = service(ready, said)
  const sandbox = await startSandbox({ command: [program, ...words, '--'], seed: 'orders' })
  await sandbox.stop()
})

t.test('a start that fails says why', async (t) => {
  const failing = service(ready, `console.error('no room'); process.exit(3)`)
  await t.rejects(startSandbox({ command: failing }), { message: /did not start: .* ended with 3\.\nno room\n/ })
  await t.rejects(startSandbox({ command: ['/no/such/program'] }), { message: /\/no\/such\/program cannot run/ })
  await t.rejects(startSandbox({ command: service('starting'), startTimeoutMs: 1 }), { message: /within 1 ms.*startT/ })
  await t.rejects(startSandbox(), { message: /SERVICEPAY_DIRECTORY.*SERVICEPAY_SANDBOX_URL/ })
})

t.test('a service that runs already gives each sandbox an account of its own', async (t) => {
  const { baseUrl, stop } = await sharedService()
  t.teardown(stop)
  const [one, other] = await Promise.all([1, 2].map(() => startSandbox({ baseUrl })))
  const session = await one?.client.checkout.sessions.create({ amount: 2500, currency: 'GBP' })
  t.same((await other?.client.checkout.sessions.list())?.data, [])
  t.equal((await one?.client.checkout.sessions.list())?.data[0]?.id, session?.id)
  await one?.stop()
})

t.test('a sandbox refuses an option that it does not have', async (t) => {
  const mistyped = { baseURL: 'https://pay.example' } as object
  await t.rejects(startSandbox(mistyped), { code: 'parameter_invalid', param: 'baseURL', message: /`baseUrl`/ })
})
