import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client as Sql } from 'pg'
import t, { type Test } from 'tap'
import { cards } from '../../browser/adyen-cards.ts'
import { linesOf } from '../../processors/rows/adyen-books.ts'
import { adyenEnvironment } from '../../support/adyen/connect-account.ts'
import { startAdyenStandIn, type AdyenStandIn } from '../../support/adyen/stand-in.ts'
import { startReceiver, type Receiver } from '../../support/receiver.ts'
import { until } from '../../support/until.ts'
import { expectSettled, settleAll } from '../load/books.ts'
import { Chance } from '../load/chance.ts'
import { Client } from '../load/client.ts'
import { connectByCommand } from '../connect-by-command.ts'
import { Follower } from '../load/follower.ts'
import { ServiceProcess, statusOf, type Site } from '../processes/processes.ts'
import { Acknowledged, endLeases, expectDelivered, expectKept, payByCard, shop } from '../load/shop-load.ts'
import { ReplicatedPostgres, skipWithoutReplication, type NodeName } from './replicated-postgres.ts'

// The primary dies while customers pay, and its synchronous standby is promoted, as the guide "Failover" describes. The
// acquirer is Adyen's stand-in, whose books are not in this database: a lost commit would show as money that we forgot.

const chance = new Chance()
t.comment(`seed ${chance.seed}`)

const lanes = 8
/** The limit after the promotion. */
const servingWithinMs = 10_000

interface Shop {
  readonly pair: ReplicatedPostgres
  readonly site: Site & { readonly environment: Record<string, string> }
  readonly standIn: AdyenStandIn
  readonly apis: readonly ServiceProcess[]
  readonly worker: ServiceProcess
  /** A process whose address of the database leads past HAProxy to the first primary. */
  readonly stray: ServiceProcess
  readonly receiver: Receiver
  readonly client: Client
  readonly acknowledged: Acknowledged
  readonly follower: Follower
}

async function openShop(t: Test): Promise<Shop> {
  const pair = await ReplicatedPostgres.start(t)
  const [standIn, receiver] = [await startAdyenStandIn({ resendAfterMs: 300 }), await startReceiver()]
  t.teardown(() => Promise.all([standIn.stop(), receiver.stop()]))
  const environment = adyenEnvironment(standIn)
  const site = { databaseUrl: pair.databaseUrl, masterKey: randomBytes(32), environment }
  const start = (ROLE: string, more: Record<string, string> = {}): Promise<ServiceProcess> =>
    ServiceProcess.start(t, site, { ...environment, ROLE, ...more })
  const apis = [await start('api', { MIGRATE_ON_START: 'true' }), await start('api')]
  const worker = await start('worker')
  const stray = await start('all', { DATABASE_URL: pair.directUrl('a') })
  const [{ baseUrl }] = apis as [ServiceProcess]
  const baseUrls = apis.map((process) => process.baseUrl)
  const merchant = await Client.signUp(baseUrls, chance)
  await merchant.succeed({ path: '/v1/webhook_endpoints', body: { url: receiver.url } })
  const [account] = await query<{ id: string }>(site, 'select merchant_id as id from webhook_endpoints')
  const liveKey = await connectByCommand(t, standIn, { site, baseUrl, merchantId: account?.id ?? '' })
  const client = new Client(baseUrls, chance, liveKey)
  await client.succeed({ path: '/v1/webhook_endpoints', body: { url: receiver.url } })
  const acknowledged = new Acknowledged()
  await customer({ apis, client, acknowledged })
  const [first] = await query<{ id: string }>(site, 'select id from events where livemode order by id limit 1')
  const follower = new Follower(client, first?.id ?? '')
  return { pair, site, standIn, apis, worker, stray, receiver, client, acknowledged, follower }
}

async function query<Row>(site: Site, text: string): Promise<Row[]> {
  const database = new Sql({ connectionString: site.databaseUrl })
  await database.connect()
  const { rows } = await database.query(text)
  await database.end()
  return rows as Row[]
}

const details = {
  customer: { email: 'ada@example.com' },
  billing_address: { line1: '1 High Street', city: 'London', postal_code: 'N1 1AA', country: 'GB' },
}

/** What Adyen's test cards have beside their number. */
const card = { number: cards.approved, exp_month: 3, exp_year: 2030, cvc: '737' }

function customer({ apis, client, acknowledged }: Pick<Shop, 'apis' | 'client' | 'acknowledged'>): Promise<void> {
  return shop(client, acknowledged, {
    chance,
    key: randomUUID(),
    fields: details,
    pay: (session) => payByCard(chance.pick(apis).baseUrl, session, card, acknowledged),
  })
}

function startLoad(shop: Shop): () => Promise<void> {
  const load = new AbortController()
  const lane = async (): Promise<void> => {
    while (!load.signal.aborted) await customer(shop)
  }
  const done = Promise.all(Array.from({ length: lanes }, lane))
  return async () => {
    load.abort()
    await done
  }
}

/** Promotes a standby. Returns how long it took until a new payment was acknowledged and delivered. */
async function promote({ pair, apis, worker, acknowledged, receiver }: Shop, name: NodeName): Promise<number> {
  const began = performance.now()
  const paidBefore = acknowledged.paid.length
  await pair.promote(name)
  for (const { baseUrl } of [...apis, worker])
    await until(async () => (await statusOf(`${baseUrl}/readyz`)) === 200, 'ready')
  const isServed = (): boolean =>
    acknowledged.paid
      .slice(paidBefore)
      .some((id) => receiver.deliveries.some(({ rawBody }) => rawBody.includes(id) && rawBody.includes('completed')))
  await until(isServed, 'a new payment and its delivery')
  return performance.now() - began
}

async function problemOf({ baseUrl }: ServiceProcess): Promise<unknown> {
  const response = await fetch(`${baseUrl}/readyz`)
  return { ...((await response.json()) as object), code: response.status }
}

/** How the first primary fails, and how it comes back. */
interface Manner {
  readonly name: string
  fail(pair: ReplicatedPostgres): Promise<void> | void
  come(pair: ReplicatedPostgres): Promise<void> | void
}

const manners: readonly Manner[] = [
  { name: 'is killed', fail: (pair) => pair.node('a').kill(), come: (pair) => pair.node('a').start() },
  { name: 'is frozen', fail: (pair) => pair.node('a').freeze(), come: (pair) => pair.node('a').thaw() },
]

for (const manner of manners)
  t.test(
    `a primary that ${manner.name} under load and comes back later costs no payment`,
    skipWithoutReplication,
    async (t) => {
      const shop = await openShop(t)
      const { pair, apis, worker, stray, client, acknowledged, follower, receiver, standIn, site } = shop
      const endLoad = startLoad(shop)
      await sleep(3_000)
      await manner.fail(pair)
      for (const process of [...apis, worker])
        await until(async () => (await statusOf(`${process.baseUrl}/readyz`)) === 503, 'not ready')
      t.match(await problemOf(worker), { code: 503, part: 'database' }, 'says that the database is away')
      await sleep(1_000)
      const firstMs = await promote(shop, 'b')
      t.ok(firstMs < servingWithinMs, `serving ${Math.round(firstMs)} ms after the promotion`)

      await manner.come(pair)
      const says = /"status":"not ready","part":"database","message":"Commits wait for the synchronous standby/
      await until(async () => says.test(JSON.stringify(await problemOf(stray))), 'the reason at the old primary')
      const strayed = client.at([stray.baseUrl])
      const body = { amount: 100, currency: 'GBP', ...details }
      t.match(await strayed.once({ path: '/v1/checkout/sessions', body }), { status: 503 }, 'a write there fails')
      await sleep(3_000)
      t.same(await pair.served(), ['b'], 'HAProxy sends nothing to the old primary')
      t.equal(await stray.stop(), 0)

      await pair.node('a').kill()
      await pair.follow('a', 'b')
      await sleep(2_000)
      await pair.node('b').kill()
      await sleep(1_000)
      const secondMs = await promote(shop, 'a')
      t.ok(secondMs < servingWithinMs, `serving ${Math.round(secondMs)} ms after the second promotion`)
      await sleep(2_000)

      await endLoad()
      await endLeases(site.databaseUrl)
      const all = [...apis, worker]
      t.ok(
        all.every(({ isRunning }) => isRunning),
        'no process restarted',
      )
      await expectDelivered(acknowledged, receiver)
      await until(() => standIn.notifications.items.every(({ state }) => state === 'accepted'), 'all notifications')
      await expectKept(t, client, acknowledged)
      const events = (await query<{ id: string }>(site, 'select id from events where livemode')).map(({ id }) => id)
      await until(() => follower.events.length >= events.length - 1, 'the follower has read each event')
      await follower.stop()
      t.equal(new Set(follower.events).size, follower.events.length, 'no event twice')
      t.same(events.filter((id) => !follower.events.includes(id)).length, 1, 'no event missing after the first')
      for (const process of all) t.equal(await process.stop(), 0)
      await expectSettled(t, await settleAll(t, site), linesOf(standIn.books.payments, []))
      t.same(await doubled(shop), [], 'no session was captured twice')
      t.comment(
        `figure: the primary ${manner.name}: serving after ${Math.round(firstMs)} and ${Math.round(secondMs)} ms; ` +
          `${acknowledged.created.length} sessions, ${acknowledged.paid.length} payments and ` +
          `${acknowledged.refunded.length} refunds acknowledged, ${acknowledged.faults} calls failed, ` +
          `${standIn.books.payments.length} payments at Adyen, ${events.length} events followed`,
      )
    },
  )

/** Sessions with more than one captured payment in the stand-in's books. */
async function doubled({ site, standIn }: Shop): Promise<string[]> {
  const captured = new Set(
    standIn.books.payments.filter((payment) => payment.captured > 0).map(({ reference }) => reference),
  )
  const attempts = await query<{ session: string; reference: string }>(
    site,
    'select session_id as session, processor_reference as reference from card_attempts where livemode',
  )
  const sessions = attempts.filter(({ reference }) => captured.has(reference)).map(({ session }) => session)
  return sessions.filter((session, index) => sessions.indexOf(session) !== index)
}
