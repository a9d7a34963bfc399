import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client as Sql } from 'pg'
import t, { type Test } from 'tap'
import { checkDelivery } from '../support/contract-hook.ts'
import { startReceiver, type ReceivedDelivery, type ReceiverReply } from '../support/receiver.ts'
import { until } from '../support/until.ts'
import { Chance, size } from './load/chance.ts'
import { Client } from './load/client.ts'
import { openSite, repeat, ServiceProcess } from './processes/processes.ts'
import { setAlarms } from '../support/set-alarms.ts'

// The receiver fails and workers are killed: spec/promises.md#every-event-is-delivered-at-least-once.

const chance = new Chance()
t.comment(`seed ${chance.seed}`)

const events = size(1000, 40)
const kills = size(100, 4)
const accounts = 5
const workers = 3
/** Seven failures would end a delivery. Attempts of a killed worker do not count. */
const failuresPerEvent = 5

interface Account {
  readonly client: Client
  readonly secret: string
}

/** A receiver that fails three times in ten, in every way, and counts the events that it acknowledged. */
class FlakyReceiver {
  readonly acknowledged = new Map<string, number>()
  failed = 0
  readonly #failures = new Map<string, number>()

  reply(delivery: ReceivedDelivery): ReceiverReply {
    const id = String(delivery.headers['service-event-id'])
    const failures = this.#failures.get(id) ?? 0
    if (failures < failuresPerEvent && chance.happens(0.3)) {
      this.#failures.set(id, failures + 1)
      this.failed += 1
      return chance.pick<ReceiverReply>([
        500,
        404,
        302,
        'cut',
        { raw: 'not http\r\n\r\n' },
        { status: 503, delayMs: chance.whole(0, 1500) },
      ])
    }
    this.acknowledged.set(id, (this.acknowledged.get(id) ?? 0) + 1)
    // The status line decides: spec/decisions/webhooks.md. A body that is cut changes nothing.
    if (chance.happens(0.05)) return 'cut_body'
    return { status: chance.pick([200, 201, 204]), delayMs: chance.happens(0.2) ? chance.whole(0, 1500) : 0 }
  }
}

t.test('no event is lost when receivers fail and workers are killed', async (t) => {
  const site = await openSite(t)
  const receiver = await startReceiver()
  t.teardown(() => receiver.stop())
  const flaky = new FlakyReceiver()
  receiver.respondWith((delivery) => flaky.reply(delivery))
  const api = await ServiceProcess.start(t, site, { ROLE: 'api' })
  const processes = await Promise.all(
    Array.from({ length: workers }, () => ServiceProcess.start(t, site, { ROLE: 'worker' })),
  )
  const shops = await Promise.all(Array.from({ length: accounts }, () => openShop(api.baseUrl, receiver.url)))
  const database = new Sql({ connectionString: site.databaseUrl })
  await database.connect()
  t.teardown(() => database.end())
  const endPauses = repeat(250, () => skipPauses(database))
  const started = performance.now()

  for (let kill = 0, made = 0; kill < kills; kill += 1) {
    const target = Math.ceil((events * (kill + 1)) / kills)
    const load = makeEvents(shops, target - made)
    made = target
    await sleep(chance.whole(50, 600))
    const victim = chance.pick(processes)
    await victim.kill()
    await Promise.all([load, victim.restart()])
  }
  await until(
    async () => (await count(database, `select count(*) from deliveries where status = 'pending'`)) === 0,
    'all deliveries',
  )
  await endPauses()
  const seconds = (performance.now() - started) / 1000

  await expectAllArrived(t, database, flaky)
  expectSigned(t, receiver.deliveries, shops)
  const recorded = await count(database, 'select count(*) from delivery_attempts')
  t.comment(
    `figure: ${events} events, ${kills} kills among ${workers} workers: 0 lost, ` +
      `${receiver.deliveries.length} deliveries, ${flaky.failed} failed by the receiver, ` +
      `${repeats(flaky)} acknowledged more than once, ` +
      `${receiver.deliveries.length - recorded} attempts without a record, ${seconds.toFixed(1)} s`,
  )
})

async function openShop(baseUrl: string, url: string): Promise<Account> {
  const client = await Client.signUp([baseUrl], chance)
  const endpoint = await client.succeed({ path: '/v1/webhook_endpoints', body: { url: `${url}/${randomUUID()}` } })
  return { client, secret: String(endpoint['secret']) }
}

/** Creates and expires checkout sessions. Each makes one event. */
async function makeEvents(shops: readonly Account[], number: number): Promise<void> {
  const make = async (index: number): Promise<void> => {
    const { client } = shops[index % shops.length] ?? chance.pick(shops)
    const { id } = await client.succeed({ path: '/v1/checkout/sessions', body: { amount: 100, currency: 'GBP' } })
    await client.succeed({ path: `/v1/checkout/sessions/${String(id)}/expire` })
  }
  for (let begun = 0; begun < number; begun += 10)
    await Promise.all(Array.from({ length: Math.min(10, number - begun) }, (_, index) => make(begun + index)))
}

/** Skips pauses after a failure, which are longer than any claim. The claim of a killed worker has to run out. */
async function skipPauses(database: Sql): Promise<void> {
  await database.query(
    `update deliveries set next_attempt_at = now()
     where status = 'pending' and next_attempt_at > now() + interval '26 seconds'`,
  )
  await database.query(setAlarms)
}

async function expectAllArrived(t: Test, database: Sql, flaky: FlakyReceiver): Promise<void> {
  const { rows } = await database.query<{ id: string; status: string }>(
    'select events.id, deliveries.status from events left join deliveries on deliveries.event_id = events.id',
  )
  t.equal(rows.length, events, 'each event has one delivery')
  t.same(
    rows.filter(({ status }) => status !== 'delivered'),
    [],
    'each delivery succeeded',
  )
  t.same(
    rows.filter(({ id }) => !flaky.acknowledged.has(id)),
    [],
    'the receiver acknowledged each event',
  )
  t.equal(flaky.acknowledged.size, events, 'the receiver acknowledged nothing else')
}

/** Checks each delivery against the contract. Verifies its signature without the code of the service. */
function expectSigned(t: Test, deliveries: readonly ReceivedDelivery[], shops: readonly Account[]): void {
  const isSigned = ({ headers, rawBody }: ReceivedDelivery): boolean => {
    const [, time, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['service-signature'])) ?? []
    return shops.some(
      ({ secret }) => createHmac('sha256', secret).update(`${time}.${rawBody}`).digest('hex') === signature,
    )
  }
  for (const delivery of deliveries) checkDelivery(delivery)
  t.equal(deliveries.filter((delivery) => !isSigned(delivery)).length, 0, 'each delivery is signed')
}

function repeats(flaky: FlakyReceiver): number {
  return [...flaky.acknowledged.values()].filter((times) => times > 1).length
}

async function count(database: Sql, text: string): Promise<number> {
  const { rows } = await database.query<{ count: string }>(text)
  return Number(rows[0]?.count)
}
