import { randomBytes } from 'node:crypto'
import t from 'tap'
import { checkDelivery } from '../support/contract-hook.ts'
import { cloneDatabase, testPostgres } from '../support/postgres.ts'
import { startReceiver } from '../support/receiver.ts'
import { prepareTemplate, templateName } from '../support/template.ts'
import { api, ready, startProgram } from './operator.ts'

t.test('one process serves and another delivers, over one database', async (t) => {
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
  const serving = startProgram(t, { ...environment, ROLE: 'api' })
  const baseUrl = await ready(serving)
  const working = startProgram(t, { ...environment, ROLE: 'worker' })
  const workerUrl = await ready(working)
  t.equal((await fetch(`${workerUrl}/readyz`)).status, 200)
  t.equal((await fetch(`${workerUrl}/v1/checkout/sessions`)).status, 404, 'a worker serves no calls')

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
  await paid(baseUrl, session.body as { id: string; client_secret: string })
  const delivery = await receiver.next()
  checkDelivery(delivery)
  t.match(JSON.parse(delivery.rawBody), { type: 'session.completed', data: { id: session.body['id'] } })

  serving.child.kill('SIGTERM')
  working.child.kill('SIGTERM')
  t.same(await Promise.all([serving.ended(), working.ended()]), [0, 0])
  t.notOk(serving.said.out.includes('event delivered'), 'the process that serves sent nothing')
  t.ok(working.said.out.includes('event delivered'))
})

async function paid(baseUrl: string, session: { id: string; client_secret: string }): Promise<void> {
  const { encryptCard } = await import('../../form/frame/encrypt-card.ts')
  const key = (await (await fetch(`${baseUrl}/v1/form/encryption_key`)).json()) as JsonWebKey & { kid: string }
  const plain = { number: '4012000000060085', exp_month: 12, exp_year: 2039, cvc: '123', name: 'Ada Lovelace' }
  const encrypted_card = await encryptCard(plain, key, session.id, Math.floor(Date.now() / 1000))
  const answer = await api(baseUrl, session.client_secret, 'POST', '/v1/form/attempts', { encrypted_card })
  if (answer.body['status'] !== 'approved') throw new Error(`Not paid: ${JSON.stringify(answer.body)}`)
}
