import { randomBytes } from 'node:crypto'
import t from 'tap'
import { freePort } from '../../../server/engines/embedded-postgres/postmaster.ts'
import { formIn, paidIn, pay, typeCard } from '../../browser/card-typing.ts'
import { api, submitCard } from '../../start/operator.ts'
import { launchChromium } from '../../support/browser/chromium.ts'
import { checkDelivery } from '../../support/contract-hook.ts'
import { startReceiver } from '../../support/receiver.ts'
import { until } from '../../support/until.ts'
import { skipWithoutHaproxy, startGuideProxy } from './guide-proxy.ts'
import { openSite, ServiceProcess, statusOf } from './processes.ts'

// The three roles as processes of their own behind HAProxy, with the routes of the guide.

t.test('behind HAProxy, customers pay while only the processes of cards can decrypt', skipWithoutHaproxy, async (t) => {
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
  await startGuideProxy(t, port, { api: [apiProcess.baseUrl], cards: [firstCards.baseUrl, secondCards.baseUrl] })

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
