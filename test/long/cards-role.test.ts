import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { freePort } from '../../server/embedded-postgres/postmaster.ts'
import { formIn, paidIn, pay, typeCard } from '../browser/card-typing.ts'
import { api, submitCard, temporaryDirectory } from '../start/operator.ts'
import { launchChromium } from '../support/chromium.ts'
import { checkDelivery } from '../support/contract-hook.ts'
import { startReceiver } from '../support/receiver.ts'
import { until } from '../support/until.ts'
import { openSite, ServiceProcess, statusOf } from './processes.ts'

// The three roles as processes of their own behind HAProxy, with the routes of the guide.

t.setTimeout(300_000)

const haproxy = process.env['HAPROXY_PATH'] ?? '/usr/sbin/haproxy'
const skip = existsSync(haproxy)
  ? {}
  : { skip: 'HAProxy is missing: install the Debian package haproxy, or set HAPROXY_PATH' }

const guide = readFileSync(join(import.meta.dirname, '../../server/pages/docs/guides/running.md'), 'utf8')

/** The example of the guide, with the ports of this test. */
function configOf(port: number, servers: { api: readonly string[]; cards: readonly string[] }): string {
  const [, example = ''] = /```text\n(frontend pay\n[^]*?)```/.exec(guide) ?? []
  const lines = example.split('\n').flatMap((line) => {
    if (/^ {2}bind /.test(line)) return [`  bind 127.0.0.1:${port}`]
    const [, role, number] = /^ {2}server (api|cards)(\d) /.exec(line) ?? []
    if (role === undefined) return [line]
    const address = servers[role as 'api' | 'cards'][Number(number) - 1]
    return address === undefined ? [] : [`  server ${role}${number} ${new URL(address).host} check inter 200ms`]
  })
  return [
    ...[
      'defaults',
      '  mode http',
      '  timeout connect 5s',
      '  timeout client 60s',
      '  retries 3',
      '  option redispatch',
    ],
    ...['', ...lines],
  ].join('\n')
}

async function startProxy(port: number, servers: Parameters<typeof configOf>[1]): Promise<void> {
  const file = join(await temporaryDirectory(t), 'haproxy.cfg')
  await writeFile(file, configOf(port, servers))
  const child = spawn(haproxy, ['-db', '-f', file], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  t.teardown(async () => {
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    await gone
  })
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`HAProxy ended: ${said}`)
    const [home, script] = await Promise.all(
      ['/', '/v1/servicepay.js'].map((path) => statusOf(`http://127.0.0.1:${port}${path}`)),
    )
    return home === 200 && script === 200
  }, 'the proxy reaches both roles')
}

t.test('behind HAProxy, customers pay while only the processes of cards can decrypt', skip, async (t) => {
  const site = await openSite(t)
  const port = await freePort()
  const baseUrl = `http://localhost:${port}`
  const receiver = await startReceiver()
  t.teardown(() => receiver.stop())
  const common = { BASE_URL: baseUrl, TRUST_PROXY: '1' }
  const CARD_KEY = randomBytes(32).toString('hex')
  const start = (role: string, more: Record<string, string> = {}): Promise<ServiceProcess> =>
    ServiceProcess.start(t, site, { ...common, ROLE: role, ...more })
  const [apiProcess, firstCards, secondCards, worker] = await Promise.all([
    start('api'),
    start('cards', { CARD_KEY }),
    start('cards', { CARD_KEY }),
    start('worker'),
  ])
  await startProxy(port, { api: [apiProcess.baseUrl], cards: [firstCards.baseUrl, secondCards.baseUrl] })

  const signup = await api(baseUrl, '', 'POST', '/v1/sandbox/signup', { email: 'merchant@example.com' })
  const key = String(signup.body['secret_key'])
  t.equal((await api(baseUrl, key, 'POST', '/v1/webhook_endpoints', { url: receiver.url })).status, 200)
  const newSession = async (): Promise<{ id: string; client_secret: string; url: string }> => {
    const params = {
      ...{ amount: 100, currency: 'GBP', customer: { email: 'ada@example.com' } },
      billing_address: { line1: '1 High Street', city: 'London', postal_code: 'N1 1AA', country: 'GB' },
    }
    return (await api(baseUrl, key, 'POST', '/v1/checkout/sessions', params)).body as never
  }

  await t.test('a customer pays on the hosted page in a browser, and the worker sends the webhook', async (t) => {
    const session = await newSession()
    const browser = await launchChromium()
    t.teardown(() => browser.close())
    const page = await browser.newPage({ locale: 'en-GB' })
    await page.goto(session.url)
    const form = await formIn(page, '[data-client-secret]')
    await typeCard(form)
    await pay(form)
    await paidIn(form)
    const delivery = await receiver.next()
    checkDelivery(delivery)
    t.match(JSON.parse(delivery.rawBody), { type: 'session.completed', data: { id: session.id } })
  })

  await t.test('a card that reaches api is refused, and cards answers nothing else', async (t) => {
    const session = await newSession()
    const attempt = await api(apiProcess.baseUrl, session.client_secret, 'POST', '/v1/form/attempts', {
      encrypted_card: 'not.read.by.this.process',
    })
    t.match(attempt, { status: 500, body: { error: { code: 'internal_error', fix: /ROLE=cards/ } } })
    t.equal(await statusOf(`${apiProcess.baseUrl}/v1/form/encryption_key`), 500)
    t.equal(await statusOf(`${firstCards.baseUrl}/v1/checkout/sessions`), 500)
    t.equal(await statusOf(`${firstCards.baseUrl}/dashboard`), 404)
  })

  await t.test('while one process of cards stops, no payment that it began is lost', async (t) => {
    const sessions = await Promise.all(Array.from({ length: 20 }, newSession))
    const stopping = firstCards.stop()
    const answers = await Promise.allSettled(
      sessions.map((session) => submitCard(baseUrl, session, '4012000000060085')),
    )
    t.equal(await stopping, 0)
    const approved = answers.filter(({ status }) => status === 'fulfilled').length
    t.ok(approved > 0)
    for (const [index, answer] of answers.entries()) {
      const read = (): Promise<{ body: Record<string, unknown> }> =>
        api(baseUrl, key, 'GET', `/v1/checkout/sessions/${sessions[index]?.id ?? ''}`)
      if (answer.status === 'fulfilled' && answer.value.body['status'] === 'approved')
        t.equal((await read()).body['status'], 'paid')
      else await until(async () => (await read()).body['status'] !== 'processing', 'no payment stays undecided')
    }
  })

  t.same(await Promise.all([apiProcess.stop(), secondCards.stop(), worker.stop()]), [0, 0, 0])
})
