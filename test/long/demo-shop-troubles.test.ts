import { cpSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { ServicePay } from '../../sdk/src/index.ts'
import { until } from '../support/until.ts'
import { startReceiver } from '../support/receiver.ts'
import { startService } from '../support/service.ts'
import { installPackage } from '../support/packed-sdk.ts'
import { runDemo } from '../sdk/examples/run-demo.ts'

// A copy outside the project shows that the shop needs only the package.
const project = await installPackage()
t.teardown(() => project.remove())
cpSync(fileURLToPath(new URL('../../sdk/examples/demo-shop', import.meta.url)), join(project.folder, 'demo-shop'), {
  recursive: true,
})
const copied = { folder: project.folder, words: [process.execPath, 'demo-shop/main.ts'] } as const

const stackTrace = /\n\s+at .*:\d+:\d+/

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening))
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return port
}

const buy = (shop: string) =>
  fetch(`${shop}/orders`, { method: 'POST', body: new URLSearchParams({ product: 'teapot' }), redirect: 'manual' })

t.test(
  'without the service the shop says so in the terminal and on its pages, and recovers when the service starts',
  async (t) => {
    const port = await freePort()
    const { secretKey, databaseUrl, masterKey, stop } = await startService()
    t.teardown(stop)
    const demo = runDemo(
      t,
      { SERVICEPAY_BASE_URL: `http://localhost:${port}`, SERVICEPAY_SECRET_KEY: secretKey },
      copied,
    )
    await demo.says(/The payment service does not answer at http:\/\/localhost:\d+\. Start it with: npm start\n/)
    const shop = await demo.url()
    t.equal((await fetch(shop)).status, 200, 'a page that needs no service is shown')
    const refused = await buy(shop)
    const text = await refused.text()
    t.equal(refused.status, 503)
    t.match(text, 'The payment service does not answer')
    t.match(text, 'npm start')
    t.notMatch(text, stackTrace)

    const service = await startService({ environment: { PORT: String(port) }, databaseUrl, masterKey })
    t.teardown(() => service.stop())
    await demo.says(/The payment service answers again\./)
    t.equal((await buy(shop)).status, 303)
    await demo.says(
      /The hosted page will not send customers back to the shop\. The command `npm run account` could not be run/,
    )
    await demo.stop()
    t.notMatch(demo.said.text, stackTrace)
  },
)

t.test('the terminal and the page name a wrong key', async (t) => {
  const service = await startService()
  t.teardown(() => service.stop())
  const demo = runDemo(t, { SERVICEPAY_BASE_URL: service.baseUrl, SERVICEPAY_SECRET_KEY: 'sk_test_wrong' }, copied)
  await demo.says(/secret key is missing, wrong or revoked/)
  const refused = await buy(await demo.url())
  t.equal(refused.status, 500)
  const text = await refused.text()
  t.match(text, 'The payment service refuses the key of the shop')
  t.match(text, 'invalid_api_key')
  t.match(text, '/docs/errors#invalid_api_key')
  await demo.stop()
  t.notMatch(demo.said.text, stackTrace)
})

t.test('the shop warns that the public demo key sees no events', async (t) => {
  const service = await startService()
  t.teardown(() => service.stop())
  const demo = runDemo(
    t,
    { SERVICEPAY_BASE_URL: service.baseUrl, SERVICEPAY_SECRET_KEY: 'sk_test_public_demo' },
    copied,
  )
  await demo.says(/The public demo key cannot read events, so the shop fulfils no orders/)
  const shop = await demo.url()
  t.equal((await buy(shop)).status, 303, 'the shop can still take payments')
  const links = await fetch(`${shop}/links`)
  t.equal(links.status, 403)
  t.match(await links.text(), 'The public demo key cannot do this')
})

t.test('with a signing secret, the shop receives real deliveries and handles each event once', async (t) => {
  const service = await startService()
  t.teardown(() => service.stop())
  const port = await freePort()
  const client = new ServicePay(service.secretKey, { baseUrl: service.baseUrl })
  const { secret } = await client.webhookEndpoints.set({ url: `http://localhost:${port}/webhooks` })
  const variables = {
    SERVICEPAY_BASE_URL: service.baseUrl,
    SERVICEPAY_SECRET_KEY: service.secretKey,
    SERVICEPAY_SIGNING_SECRET: secret,
    DEMO_PORT: String(port),
  }
  const shop = await runDemo(t, variables, copied).url()
  const order = `${shop}${(await buy(shop)).headers.get('location')?.replace(/\/pay$/, '')}`
  const [session] = (await client.checkout.sessions.list()).data
  await client.testHelpers.checkout.sessions.pay(session?.id ?? '')
  const shows = async (address: string, text: string): Promise<boolean> =>
    (await (await fetch(address)).text()).includes(text)
  await until(() => shows(order, 'by the webhook'), 'a fulfilled order')
  t.ok(await shows(`${shop}/webhooks`, 'The service delivers events to the shop.'))
  const [event] = (await client.events.list({ type: 'session.completed' })).data
  t.equal((await client.events.resend(event?.id ?? '')).resent, 1)
  await until(() => shows(`${shop}/webhooks`, 'handled before'), 'the repeated delivery')
})

t.test('an invalid key or a port in use ends the shop with one sentence', async (t) => {
  const taken = await startReceiver({ host: 'localhost' })
  t.teardown(() => taken.stop())
  const wrong: readonly [Record<string, string>, RegExp][] = [
    [{}, /There is no test key yet: .*developer-key does not exist\.\n.*npm start/],
    [
      { SERVICEPAY_SECRET_KEY: 'sk_live_x', SERVICEPAY_BASE_URL: 'https://pay.example' },
      /a test key \(sk_test_…\), not a live one/,
    ],
    [{ SERVICEPAY_SECRET_KEY: 'whsec_x' }, /This is not a secret key: it looks like a signing secret/],
    [{ SERVICEPAY_SECRET_KEY: 'sk_test_x', SERVICEPAY_BASE_URL: 'localhost' }, /`baseUrl` is not an http\(s\) address/],
    [{ SERVICEPAY_SECRET_KEY: 'sk_test_x', DEMO_PORT: '70000' }, /DEMO_PORT is 70000, which is not a port/],
    [
      { SERVICEPAY_SECRET_KEY: 'sk_test_x', DEMO_PORT: String(taken.port) },
      /Port \d+ is in use: choose another with DEMO_PORT/,
    ],
  ]
  for (const [variables, sentence] of wrong) {
    const demo = runDemo(t, variables, copied)
    t.equal(await demo.ended(), 1)
    t.match(demo.said.text, sentence)
    t.notMatch(demo.said.text, stackTrace)
  }
})
