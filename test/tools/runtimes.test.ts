import { build } from 'esbuild'
import { arch } from 'node:process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { freePort } from '../../server/engines/embedded-postgres/postmaster.ts'
import { session } from '../sdk/answers.ts'
import { installPackage, type Project } from '../support/packed-sdk.ts'
import { startReceiver } from '../support/receiver.ts'
import { install, type Installed } from './install.ts'
import { startServer } from './running.ts'

// The packed package works on Node 20 and 22 (24 in `npm test`), Deno, Bun and workerd.

const x64 = arch === 'x64'

let runtimes: Installed
let project: Project
let address: string
t.before(async () => {
  ;[runtimes, project] = await Promise.all([install(t, 'runtimes'), installPackage()])
  process.env['DENO_DIR'] = join(runtimes.folder, 'deno-cache')
  const server = await startReceiver({ reply: session })
  t.teardown(async () => {
    await server.stop()
    project.remove()
  })
  address = new URL('/', server.url).href
  const program = `${use('process.argv[2]')}\nuseIt().then((results) => console.log(JSON.stringify(results)))`
  project.write('use.mjs', `import { ServicePay, ServicePayError, webhooks } from 'servicepay'\n${program}`)
  project.write('use.cjs', `const { ServicePay, ServicePayError, webhooks } = require('servicepay')\n${program}`)
})

/** The program that every runtime runs. */
function use(baseUrl: string): string {
  return `
    const useIt = async () => {
      const client = new ServicePay('sk_test_1', { baseUrl: ${baseUrl}, maxRetries: 0 })
      const session = await client.checkout.sessions.create({ amount: 2500, currency: 'GBP' })
      const body = '{"id":"evt_1","type":"test.ping"}'
      const header = await webhooks.generateTestHeader(body, 'whsec_1')
      const event = await webhooks.constructEvent(body, header, 'whsec_1')
      const changed = await webhooks.constructEvent(body + ' ', header, 'whsec_1').catch((error) => error)
      const unreachable = new ServicePay('sk_test_1', { baseUrl: 'http://127.0.0.1:1', maxRetries: 0 })
      const failed = await unreachable.events.list().catch((error) => error)
      const aborted = await client.events.list({}, { signal: AbortSignal.abort() }).catch((error) => error)
      const codes = [changed.code, failed instanceof ServicePayError && failed.code, aborted.code]
      return [session.id, session.lastResponse.status, event.id, ...codes]
    }`
}

const expected = ['cs_test_1', 200, 'evt_1', 'signature_body_changed', 'connection_failed', 'aborted']

for (const major of [20, 22]) {
  t.test(`Node ${major}, as ESM and as CommonJS`, async (t) => {
    const node = runtimes.path(`node-${major}-linux-${x64 ? 'x64' : 'arm64'}/bin/node`)
    for (const name of ['use.mjs', 'use.cjs']) t.same(await project.run(node, name, address), expected, name)
  })
}

t.test('Deno', async (t) => {
  const deno = runtimes.path(`@deno/linux-${x64 ? 'x64' : 'arm64'}-glibc/deno`)
  t.same(
    await project.run(deno, 'run', '--allow-all', '--no-lock', '--node-modules-dir=manual', 'use.mjs', address),
    expected,
  )
})

t.test('Bun, as ESM and as CommonJS', async (t) => {
  const bun = runtimes.path(`@oven/bun-linux-${x64 ? 'x64' : 'aarch64'}/bin/bun`)
  for (const name of ['use.mjs', 'use.cjs']) t.same(await project.run(bun, 'run', name, address), expected, name)
})

t.test('workerd, without any Node modules', async (t) => {
  const port = await freePort()
  const entry = project.write(
    'worker-entry.js',
    `import { ServicePay, ServicePayError, webhooks } from 'servicepay'\n${use(JSON.stringify(address))}
     export default { fetch: async () => Response.json([typeof process, await useIt()]) }`,
  )
  await build({
    entryPoints: [entry],
    bundle: true,
    outfile: join(project.folder, 'worker.js'),
    format: 'esm',
    platform: 'neutral',
  })
  writeFileSync(
    join(project.folder, 'worker.capnp'),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .program), (name = "internet", network = (allow = ["public", "private"]))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);
const program :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.js")],
  compatibilityDate = "2026-01-01"
);
`,
  )
  const program = runtimes.path(`@cloudflare/workerd-linux-${x64 ? '64' : 'arm64'}/bin/workerd`)
  await startServer(t, `http://127.0.0.1:${port}/`, { program, args: ['serve', 'worker.capnp'], cwd: project.folder })
  const response = await fetch(`http://127.0.0.1:${port}/`)
  const text = await response.text()
  t.equal(response.status, 200, text)
  t.same(JSON.parse(text), ['undefined', expected])
})
