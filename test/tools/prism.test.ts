import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { freePort } from '../../server/engines/embedded-postgres/postmaster.ts'
import { ServicePay } from '../../sdk/src/index.ts'
import type { Document, Operation, Schema } from '../../spec/generate/document.ts'
import { errorFrom } from '../sdk/answers.ts'
import { sharedService } from '../support/shared-service.ts'
import { install, type Installed } from './install.ts'
import { startServer } from './running.ts'

// Prism answers every operation from the contract alone, and finds no violation between a merchant and the real
// service.

const contract = fileURLToPath(new URL('../../generated/openapi.json', import.meta.url))
const document = JSON.parse(readFileSync(contract, 'utf8')) as Document

let prism: Installed
t.before(async () => void (prism = await install(t, 'prism')))

async function startPrism(command: string, ...args: string[]): Promise<string> {
  const port = await freePort()
  const all = [prism.path('@stoplight/prism-cli/dist/index.js'), command, '--port', String(port), '--errors', ...args]
  await startServer(t, `http://127.0.0.1:${port}/`, { program: process.execPath, args: all, cwd: prism.folder })
  return `http://127.0.0.1:${port}`
}

function exampleOf(
  content: { schema: Schema; examples?: Record<string, { value: unknown }>; example?: unknown } | undefined,
): unknown {
  return content?.example ?? Object.values(content?.examples ?? {})[0]?.value
}

async function ask(
  baseUrl: string,
  method: string,
  path: string,
  operation: Operation,
): Promise<{ status: number; body: unknown }> {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'code' ? 'k7m2q9x4' : `${idPrefix(path)}01k9m2v7q4x8z3b6n5c1d0f7gh`,
  )
  const needsKey = Object.keys(operation.security[0] ?? {}).length > 0
  const body = exampleOf(operation.requestBody?.content['application/json'])
  const response = await fetch(baseUrl + filled, {
    method: method.toUpperCase(),
    headers: {
      'Content-Type': 'application/json',
      'Idempotency-Key': 'order-1001',
      ...(needsKey ? { Authorization: 'Bearer sk_test_public_demo' } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}

function idPrefix(path: string): string {
  if (path.includes('refunds/{')) return 're_'
  if (path.includes('disputes/{')) return 'dp_'
  if (path.includes('payment_links/{')) return 'pl_'
  if (path.includes('events/{')) return 'evt_'
  return path.includes('attempts/{') ? 'att_' : 'cs_test_'
}

t.test('Prism as a mock accepts the example request of every operation and answers the example reply', async (t) => {
  const mock = await startPrism('mock', contract)
  let asked = 0
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const { status, body } = await ask(mock, method, path, operation)
      t.equal(status, 200, `${method} ${path} ${JSON.stringify(body).slice(0, 300)}`)
      t.same(body, exampleOf(operation.responses['200']?.content?.['application/json']), `${method} ${path}`)
      asked += 1
    }
  }
  t.ok(asked > 30, `${asked} operations`)
})

t.test('Prism as a proxy finds no violation in the calls of a merchant and the replies of the service', async (t) => {
  const service = await sharedService()
  t.teardown(() => service.stop())
  const proxy = await startPrism('proxy', contract, service.baseUrl)
  const client = new ServicePay(service.secretKey, { baseUrl: proxy, maxRetries: 0 })

  const { id } = await client.checkout.sessions.create({
    amount: 2500,
    currency: 'GBP',
    reference: 'order-1001',
    customer: { email: 'ada@example.com' },
    metadata: { size: 'M' },
  })
  t.equal((await client.testHelpers.checkout.sessions.pay(id)).status, 'paid')
  t.equal((await client.checkout.sessions.retrieve(id)).status, 'paid')
  const refund = await client.checkout.sessions.refund(id, { amount: 500 })
  t.equal((await client.refunds.retrieve(refund.id)).amount, 500)
  t.equal((await client.checkout.sessions.refund(id)).amount, 2000, 'a refund of the rest')

  const link = await client.paymentLinks.create({ amount: 1500, currency: 'EUR', description: 'Tea' })
  t.equal((await client.paymentLinks.retrieve(link.id)).code, link.code)
  await client.paymentLinks.deactivate(link.id)
  const open = await client.checkout.sessions.create({ amount: 99, currency: 'USD' })
  t.equal((await client.checkout.sessions.expire(open.id)).status, 'expired')

  const lists = [
    client.checkout.sessions.search({ limit: 1 }),
    client.refunds.list({ limit: 1 }),
    client.events.list({ limit: 1 }),
    client.disputes.list({ limit: 1 }),
  ]
  const counts = []
  for (const list of lists) {
    const items: unknown[] = []
    for await (const item of list) items.push(item)
    counts.push(items.length)
  }
  t.same(counts.slice(0, 2), [2, 2], 'the pages of two lists')
  t.equal(counts[3], 0, 'disputes')
  t.ok((counts[2] ?? 0) >= 4, `${counts[2]} events`)
  t.equal((await client.paymentLinks.list()).data.length, 1)
  t.match(
    await errorFrom(client.checkout.sessions.retrieve('cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh')),
    { code: 'session_not_found', status: 404 },
    'errors pass the proxy',
  )
  t.match(await errorFrom(client.checkout.sessions.refund(id)), { code: 'session_not_refundable', status: 409 })

  const wrong = await fetch(`${proxy}/v1/checkout/sessions`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${service.secretKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ amount: 'much', currency: 'GBP' }),
  })
  t.match(await wrong.text(), /stoplight\.io\/prism\/errors/, 'the proxy refuses an invalid request')
})
