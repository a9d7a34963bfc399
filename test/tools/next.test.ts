import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import { packInto } from '../../sdk/build.ts'
import { webhooks } from '../../sdk/src/index.ts'
import { freePort } from '../../server/engines/embedded-postgres/postmaster.ts'
import { newSigningSecret } from '../../server/webhooks/signing.ts'
import { startReceiver } from '../support/receiver.ts'
import { json } from '../sdk/answers.ts'
import { install, type Installed } from './install.ts'
import { startServer } from './running.ts'

// The recipe for Next's route handlers builds and works in Next itself, with the packed package. Next 14 stores every
// reply that a page fetches, unless the call refuses it.

const examples = fileURLToPath(new URL('../../sdk/examples/next/', import.meta.url))
const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url))
const layout = 'export default ({ children }: { children: React.ReactNode }) => <html><body>{children}</body></html>\n'

/** A page that reads a session. The key is in the text, because the recipe has to build without any. */
const page = (settings: string): string => `
import { ServicePay } from 'servicepay'
${settings}
export default async function Page() {
  const client = new ServicePay('sk_test_1', { baseUrl: process.env.SERVICEPAY_BASE_URL })
  const { status } = await client.checkout.sessions.retrieve('cs_test_1')
  return <p>{'status: ' + status}</p>
}
`
const pages = { plain: page(''), forced: page("export const dynamic = 'force-dynamic'") }

/** A folder whose path contains no `node_modules`, because the compiler of Next 14 skips every file below one. */
function outside(t: Test, { path }: Installed): string {
  const above = mkdtempSync(join(tmpdir(), 'next14-'))
  t.teardown(() => rmSync(above, { recursive: true, force: true }))
  symlinkSync(path(''), join(above, 'node_modules'))
  mkdirSync(join(above, 'shop'))
  return join(above, 'shop')
}

/** The text of every file that Next keeps for later requests. */
function keptBy(folder: string): string {
  return readdirSync(join(folder, '.next'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /fetch-cache|\.(html|rsc|body|meta)$/.test(join(entry.parentPath, entry.name)))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n')
}

for (const release of ['next14', 'next'] as const)
  t.test(`the recipe for Next builds and works (${release})`, async (t) => {
    const next = await install(t, release)
    const shop = release === 'next14' ? outside(t, next) : next.folder
    const packing = join(shop, 'packing')
    const own = join(shop, 'node_modules')
    mkdirSync(packing)
    const tarball = await packInto(packing)
    mkdirSync(join(own, 'servicepay'), { recursive: true })
    await promisify(execFile)('tar', ['-xzf', tarball, '--strip-components=1', '-C', join(own, 'servicepay')])
    for (const name of ['openapi-fetch', 'openapi-typescript-helpers'])
      cpSync(join(modules, name), join(own, name), { recursive: true })
    cpSync(examples, shop, { recursive: true })
    writeFileSync(join(shop, 'app/layout.tsx'), layout)
    for (const [name, text] of Object.entries(pages)) {
      mkdirSync(join(shop, 'app', name))
      writeFileSync(join(shop, 'app', name, 'page.tsx'), text)
    }
    // Next would take the uppermost folder with a lock file, which is that of the service.
    const root = JSON.stringify(dirname(shop))
    const config =
      release === 'next14'
        ? 'export default {}\n'
        : `export default { turbopack: { root: ${root} }, outputFileTracingRoot: ${root} }\n`
    writeFileSync(join(shop, 'next.config.mjs'), config)
    writeFileSync(join(shop, 'next-env.d.ts'), '/// <reference types="next" />\n')

    let status = 'open'
    const service = await startReceiver({
      reply: () =>
        json(200, {
          id: 'cs_test_1',
          client_secret: 'cs_test_1_secret_x',
          url: 'https://pay.example/checkout/1',
          status,
        }),
    })
    t.teardown(() => service.stop())
    const secret = newSigningSecret()
    const port = await freePort()
    const command = { program: process.execPath, cwd: shop }
    const environment = {
      NEXT_TELEMETRY_DISABLED: '1',
      SERVICEPAY_BASE_URL: new URL('/', service.url).href,
      SERVICEPAY_SIGNING_SECRET: secret,
    }
    await promisify(execFile)(command.program, [next.path('next/dist/bin/next'), 'build'], {
      cwd: shop,
      env: { ...process.env, ...environment, NODE_ENV: 'production' },
    }).catch((error: { stdout: string; stderr: string }) => {
      throw new Error(`next build: ${error.stdout}${error.stderr}`)
    })
    const started = { ...environment, SERVICEPAY_SECRET_KEY: 'sk_test_1', NODE_ENV: 'production' }
    const baseUrl = `http://127.0.0.1:${port}`
    await startServer(t, baseUrl, {
      ...command,
      args: [next.path('next/dist/bin/next'), 'start', '--port', String(port), '--hostname', '127.0.0.1'],
      environment: started,
    })

    const checkout = await fetch(`${baseUrl}/api/checkout`, { method: 'POST' })
    t.same(await checkout.json(), { client_secret: 'cs_test_1_secret_x', url: 'https://pay.example/checkout/1' })

    const body = JSON.stringify({
      id: 'evt_1',
      type: 'session.completed',
      livemode: false,
      data: { reference: 'order-1001 ☕' },
    })
    const deliver = async (rawBody: string): Promise<number> => {
      const headers = {
        'Content-Type': 'application/json',
        'Service-Signature': await webhooks.generateTestHeader(body, secret),
      }
      return (await fetch(`${baseUrl}/api/webhooks`, { method: 'POST', headers, body: rawBody })).status
    }
    t.equal(await deliver(body), 200)
    t.equal(await deliver(`${body} `), 400, 'a changed body is refused')

    const statusIn = async (name: string): Promise<string | undefined> =>
      /status: (\w+)/.exec(await (await fetch(`${baseUrl}/${name}`)).text())?.[1]
    for (const name of Object.keys(pages)) t.equal(await statusIn(name), 'open', name)
    status = 'paid'
    for (const name of Object.keys(pages)) t.equal(await statusIn(name), 'paid', `${name}, after the payment`)
    t.notMatch(keptBy(shop), 'cs_test_1_secret_x', 'no client secret stays behind')
  })
