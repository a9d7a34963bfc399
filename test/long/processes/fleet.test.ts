import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { freePort } from '../../../server/engines/embedded-postgres/postmaster.ts'
import { quietPort, scrape } from '../../engines/metrics/scrape.ts'
import { submitCard } from '../../start/operator.ts'
import { startReceiver, type Receiver } from '../../support/receiver.ts'
import { until } from '../../support/until.ts'
import { expectSettled, settleAll } from '../load/books.ts'
import { Chance, size } from '../load/chance.ts'
import { Client } from '../load/client.ts'
import { arrivedEvents, eventsOf } from '../load/followers.ts'
import {
  Acknowledged,
  endLeases,
  expectDelivered,
  expectKept,
  payByCard,
  shop,
  type Shopping,
} from '../load/shop-load.ts'
import { allServe, skipWithoutHaproxy, startGuideProxy } from './guide-proxy.ts'
import { openSite, ServiceProcess, type Site } from './processes.ts'
import { skipWithoutValkey, ValkeyServer } from './valkey.ts'

// Two processes of each role behind HAProxy, with the routes of the guide and limits in Valkey.

const chance = new Chance()
t.comment(`seed ${chance.seed}`)
const skip = { ...skipWithoutHaproxy, ...skipWithoutValkey }

const lanes = 8
const kills = size(24, 6)

interface Fleet {
  readonly site: Site
  readonly port: number
  readonly baseUrl: string
  readonly processes: readonly ServiceProcess[]
  readonly workerMetrics: readonly number[]
  readonly receiver: Receiver
  readonly client: Client
}

async function startFleet(t: Test): Promise<Fleet> {
  const [site, valkey, port] = await Promise.all([openSite(t), ValkeyServer.start(t), freePort()])
  const baseUrl = `http://127.0.0.1:${port}`
  const common = { BASE_URL: baseUrl, TRUST_PROXY: '1', REDIS_URL: valkey.url, DRAIN_SECONDS: '3' }
  const CARD_KEY = randomBytes(32).toString('hex')
  const workerMetrics = [await quietPort(), await quietPort()]
  const start = (ROLE: string, more: Record<string, string> = {}): Promise<ServiceProcess> =>
    ServiceProcess.start(t, site, { ...common, ROLE, ...more })
  const cards = await Promise.all([1, 2].map(() => start('cards', { CARD_KEY })))
  const apis = await Promise.all([1, 2].map(() => start('api')))
  const workers = await Promise.all(workerMetrics.map((metrics) => start('worker', { METRICS_PORT: String(metrics) })))
  await startGuideProxy(t, port, {
    api: apis.map((process) => process.baseUrl),
    cards: cards.map((process) => process.baseUrl),
  })
  await allServe(port)
  const receiver = await startReceiver()
  t.teardown(() => receiver.stop())
  const client = await Client.signUp([baseUrl], chance)
  await client.succeed({ path: '/v1/webhook_endpoints', body: { url: receiver.url } })
  return { site, port, baseUrl, processes: [...apis, ...cards, ...workers], workerMetrics, receiver, client }
}

t.test('a rolling restart of every process fails no request, and two workers share the deliveries', skip, async (t) => {
  const fleet = await startFleet(t)
  const failed: string[] = []
  let paid = 0
  const load = new AbortController()
  const lane = async (_: unknown, index: number): Promise<void> => {
    while (!load.signal.aborted)
      try {
        const body = { amount: 100, currency: 'GBP', reference: randomUUID() }
        const created = await expectOk(fleet.client, { path: '/v1/checkout/sessions', body })
        const session = created as { id: string; client_secret: string }
        if (index % 2 === 0)
          await expectOk(fleet.client, { path: `/v1/test_helpers/checkout/sessions/${session.id}/pay` })
        else {
          const answer = await submitCard(fleet.baseUrl, session, '4012000000060085')
          if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
        }
        paid += 1
      } catch (error) {
        failed.push(String(error))
      }
  }
  const done = Promise.all(Array.from({ length: lanes }, lane))
  await until(() => fleet.receiver.deliveries.length >= size(200), 'deliveries before the restarts')
  const delivered = await Promise.all(
    fleet.workerMetrics.map(async (port) =>
      (await scrape(port)).value('servicepay_webhook_attempts_total', { result: 'delivered' }),
    ),
  )
  t.ok(
    delivered.every((count) => (count ?? 0) > 0),
    `both workers deliver: ${delivered.join(' and ')}`,
  )
  for (const process of fleet.processes) {
    t.equal(await process.stop(), 0)
    await process.restart()
    await allServe(fleet.port)
  }
  load.abort()
  await done
  t.same(failed.slice(0, 10), [], 'no request failed')
  t.ok(paid > 0)
  const service = await settleAll(t, fleet.site)
  await until(() => new Set(arrivedEvents(fleet.receiver)).size >= paid, 'a delivery of each payment')
  await expectSettled(t, service)
  const arrived = arrivedEvents(fleet.receiver)
  t.same(
    (await eventsOf(fleet.site)).filter((id) => !arrived.includes(id)),
    [],
    'the receiver got each event',
  )
  t.equal(arrived.length, new Set(arrived).size, 'no event arrived twice')
  t.comment(
    `figure: 6 restarts, ${paid} payments, ${failed.length} failed; deliveries by worker ${delivered.join(', ')}`,
  )
})

async function expectOk(client: Client, call: Parameters<Client['once']>[0]): Promise<Record<string, unknown>> {
  const reply = await client.once(call)
  if (reply?.status !== 200) throw new Error(`${call.path}: ${reply ? `${reply.status} ${reply.text}` : 'no reply'}`)
  return reply.body
}

t.test('whichever process is killed, nothing is lost or doubled', skip, async (t) => {
  const fleet = await startFleet(t)
  const acknowledged = new Acknowledged()
  const load = new AbortController()
  // Half of the customers pay through the processes of cards.
  const pay: Shopping['pay'] = (session) =>
    payByCard(fleet.baseUrl, session, { number: '4012000000060085' }, acknowledged)
  const lane = async (_: unknown, index: number): Promise<void> => {
    while (!load.signal.aborted)
      await shop(fleet.client, acknowledged, { chance, key: randomUUID(), ...(index % 2 === 0 && { pay }) })
  }
  const done = Promise.all(Array.from({ length: lanes }, lane))
  for (let kill = 0; kill < kills; kill += 1) {
    await sleep(chance.whole(100, 600))
    const victim = fleet.processes[kill % fleet.processes.length]
    await victim?.kill()
    await sleep(chance.whole(0, 400))
    await victim?.restart()
  }
  load.abort()
  await done
  await allServe(fleet.port)
  await endLeases(fleet.site.databaseUrl)
  await expectKept(t, fleet.client, acknowledged)
  await expectDelivered(acknowledged, fleet.receiver)
  // Later events belong to a clock that the test advances, so the workers do not send them now.
  const events = await eventsOf(fleet.site)
  await until(() => {
    const arrived = new Set(arrivedEvents(fleet.receiver))
    return events.every((id) => arrived.has(id))
  }, 'the receiver got each event')
  const service = await settleAll(t, fleet.site)
  await expectSettled(t, service)
  t.comment(
    `figure: ${kills} kills: ${acknowledged.created.length} sessions, ${acknowledged.paid.length} payments and ` +
      `${acknowledged.refunded.length} refunds acknowledged, ${acknowledged.faults} calls failed, ` +
      `${arrivedEvents(fleet.receiver).length - new Set(arrivedEvents(fleet.receiver)).size} events delivered again`,
  )
})
