import { randomBytes } from 'node:crypto'
import t from 'tap'
import { checkDelivery } from '../support/contract-hook.ts'
import { cloneDatabase, testPostgres } from '../support/database/postgres.ts'
import { startReceiver } from '../support/receiver.ts'
import { prepareTemplate, templateName } from '../support/database/template.ts'
import { api, ready, startProgram, submitCard } from './operator.ts'

t.test('one process serves requests and another delivers webhooks, on the same database', async (t) => {
  const { adminUrl } = await testPostgres()
  await prepareTemplate(adminUrl)
  const clone = await cloneDatabase(adminUrl, templateName)
  const receiver = await startReceiver()
  t.teardown(async () => {
    await receiver.stop()
    await clone.drop()
  })
  const environment = {
    DATABASE_URL: clone.url,
    MASTER_KEY: randomBytes(32).toString('hex'),
    WEBHOOK_ALLOW: '127.0.0.1',
  }
  const apiProcess = startProgram(t, { ...environment, ROLE: 'api' })
  const baseUrl = await ready(apiProcess)
  const worker = startProgram(t, { ...environment, ROLE: 'worker' })
  const workerUrl = await ready(worker)
  t.equal((await fetch(`${workerUrl}/readyz`)).status, 200)
  t.equal((await fetch(`${workerUrl}/v1/checkout/sessions`)).status, 404, 'a worker serves no API calls')

  const signup = await api(baseUrl, '', 'POST', '/v1/sandbox/signup', { email: 'merchant@example.com' })
  const key = String(signup.body['secret_key'])
  const endpoint = await api(baseUrl, key, 'POST', '/v1/webhook_endpoints', { url: receiver.url })
  t.equal(endpoint.status, 200)
  const session = await api(baseUrl, key, 'POST', '/v1/checkout/sessions', {
    amount: 100,
    currency: 'GBP',
    expires_in: 300,
  })
  t.equal(session.status, 200)
  const { id, client_secret } = session.body as { id: string; client_secret: string }
  t.match((await submitCard(baseUrl, { id, client_secret }, '4012000000060085')).body, { status: 'approved' })
  const delivery = await receiver.next()
  checkDelivery(delivery)
  t.match(JSON.parse(delivery.rawBody), { type: 'session.completed', data: { id } })

  apiProcess.child.kill('SIGTERM')
  worker.child.kill('SIGTERM')
  t.same(await Promise.all([apiProcess.ended(), worker.ended()]), [0, 0])
  t.notOk(apiProcess.said.out.includes('event delivered'), 'the API process delivered nothing')
  t.ok(worker.said.out.includes('event delivered'))
})
