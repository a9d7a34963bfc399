import t from 'tap'
import { AuthenticationError, InvalidRequestError, ServicePay } from '../../sdk/src/index.ts'
import type { TestService } from '../support/service.ts'
import { sharedService } from '../support/shared-service.ts'
import { creation, errorFrom } from './answers.ts'
import { until } from '../support/until.ts'

let service: TestService
let client: ServicePay
t.before(async () => {
  service = await sharedService()
  client = new ServicePay(service.secretKey, { baseUrl: service.baseUrl, maxRetries: 0 })
})
t.teardown(() => service.stop())

async function idsOf(all: AsyncIterable<{ readonly id: string }>): Promise<string[]> {
  const ids = []
  for await (const { id } of all) ids.push(id)
  return ids
}

t.test('the log of the service names the program of the merchant, and not the browser of a customer', async (t) => {
  const { lastResponse } = await client.refunds.list()
  const lineOf = (requestId: string | undefined): string | undefined =>
    service.logLines.find((line) => line.includes(String(requestId)) && line.includes('"message":"request"'))
  await until(() => lineOf(lastResponse.requestId) !== undefined)
  t.match(lineOf(lastResponse.requestId), /"client":"servicepay\/\d+\.\d+\.\d+ Node\.js\/\d+/)
  const browser = await fetch(`${service.baseUrl}/v1/form/encryption_key`, { headers: { 'User-Agent': 'Firefox' } })
  const requestId = browser.headers.get('request-id') ?? ''
  await until(() => lineOf(requestId) !== undefined)
  t.notMatch(lineOf(requestId), /Firefox|"client"/)
})

t.test('loops over lists with pages return every object once', async (t) => {
  const sessions = []
  const refunds = []
  for (let count = 0; count < 3; count++) {
    const { id } = await client.checkout.sessions.create(creation)
    await client.testHelpers.checkout.sessions.pay(id)
    sessions.push(id)
    refunds.push((await client.checkout.sessions.refund(id)).id)
  }
  t.same(await idsOf(client.checkout.sessions.search({ limit: 1 })), [...sessions].reverse(), 'search')
  for (const limit of [1, 2, 3, undefined])
    t.same(await idsOf(client.checkout.sessions.list({ limit })), [...sessions].reverse(), 'sessions')
  const links = []
  for (let count = 0; count < 3; count++)
    links.unshift((await client.paymentLinks.create({ ...creation, description: `Link ${count}` })).id)
  t.same(await idsOf(client.paymentLinks.list({ limit: 1 })), links, 'links')
  t.same(await idsOf(client.refunds.list({ limit: 1 })), [...refunds].reverse(), 'refunds')
  const events = await idsOf(client.events.list({ limit: 1 }))
  t.equal(new Set(events).size, events.length)
  t.equal(events.length, (await client.events.list({ limit: 100 })).data.length, 'events')
  const oldest = events.at(-1) ?? ''
  // With `ending_before`, the service returns an event only when no unfinished transaction of the database server could
  // still add an earlier event.
  await until(
    async () => (await client.events.list({ limit: 100, ending_before: oldest })).data.length === events.length - 1,
  )
  t.same(
    await idsOf(client.events.list({ limit: 2, ending_before: oldest })),
    events.slice(0, -1).reverse(),
    'events since one of them, oldest first',
  )
})

t.test("the caller's signal ends a request with `wait`", async (t) => {
  const [newest] = (await client.events.list({ limit: 1 })).data
  const controller = new AbortController()
  const waiting = errorFrom(client.events.list({ ending_before: newest?.id, wait: 25 }, { signal: controller.signal }))
  controller.abort()
  t.match(await waiting, { code: 'aborted' })
})

t.test("the service's own errors contain their documentation page and request id", async (t) => {
  const unknown = await errorFrom(client.checkout.sessions.retrieve('cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh'))
  t.ok(unknown instanceof InvalidRequestError)
  t.match(unknown, {
    code: 'session_not_found',
    status: 404,
    fix: /\w/,
    docUrl: /^http.*#session_not_found$/,
    requestId: /^req_/,
  })
  const stranger = new ServicePay('sk_test_of_nobody', { baseUrl: service.baseUrl, maxRetries: 0 })
  const refused = await errorFrom(stranger.checkout.sessions.create(creation))
  t.ok(refused instanceof AuthenticationError)
  t.match(refused, { code: 'invalid_api_key', status: 401 })
})
