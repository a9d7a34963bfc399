import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { startReceiver } from '../support/receiver.ts'
import { until } from '../support/until.ts'
import { Chance, size } from './chance.ts'
import { Client } from './client.ts'
import type { Call } from './client.ts'
import { ServiceProcess, statusOf } from './processes.ts'
import { startRestartablePostgres } from './restartable-postgres.ts'

// The process stays up, and nothing that it acknowledged is lost: spec/promises.md#the-database-may-vanish-and-return.

const chance = new Chance()
t.comment(`seed ${chance.seed}`)

const lanes = 16
const awayMs = 3_000
const restarts = size(3)
/** The limit after the database accepts connections again. */
const healthyWithinMs = 5_000
/** The limit for a reply without a database, and some time for a busy machine. */
const longestReplyMs = 8_000

/** What the service acknowledged, and the calls that failed. */
interface Acknowledged {
  readonly created: string[]
  readonly paid: string[]
  readonly unanswered: Call[]
  longestMs: number
  faults: number
}

async function shop(client: Client, acknowledged: Acknowledged, key: string): Promise<void> {
  const call = { path: '/v1/checkout/sessions', body: { amount: 100, currency: 'GBP', reference: key }, key }
  const started = performance.now()
  const reply = await client.once(call)
  acknowledged.longestMs = Math.max(acknowledged.longestMs, performance.now() - started)
  if (reply?.status !== 200) return giveUp(acknowledged, call)
  const id = String(reply.body['id'])
  acknowledged.created.push(id)
  const paid = await client.once({ path: `/v1/test_helpers/checkout/sessions/${id}/pay` })
  if (paid?.body['status'] === 'paid') acknowledged.paid.push(id)
}

async function giveUp(acknowledged: Acknowledged, call: Call): Promise<void> {
  acknowledged.faults += 1
  acknowledged.unanswered.push(call)
  await sleep(100)
}

t.test('a database that restarts under load causes no restart of the service and no lost payment', async (t) => {
  const postgres = await startRestartablePostgres(t)
  const receiver = await startReceiver()
  t.teardown(() => receiver.stop())
  const process = await ServiceProcess.start(t, { databaseUrl: postgres.databaseUrl, masterKey: randomBytes(32) })
  const client = await Client.signUp([process.baseUrl], chance)
  await client.succeed({ path: '/v1/webhook_endpoints', body: { url: receiver.url } })
  const acknowledged: Acknowledged = { created: [], paid: [], unanswered: [], longestMs: 0, faults: 0 }
  const load = new AbortController()
  const lane = async (_: unknown, index: number): Promise<void> => {
    for (let turn = 0; !load.signal.aborted; turn += 1) await shop(client, acknowledged, `${index} ${turn}`)
  }
  const shopping = Promise.all(Array.from({ length: lanes }, lane))

  const back: number[] = []
  for (let restart = 0; restart < restarts; restart += 1) {
    await sleep(chance.whole(500, 1500))
    await postgres.halt()
    await sleep(awayMs / 2)
    t.equal(await statusOf(`${process.baseUrl}/healthz`), 200, 'the service is alive without a database')
    t.equal(await statusOf(`${process.baseUrl}/readyz`), 503, 'the service is not ready without a database')
    await sleep(awayMs / 2)
    await postgres.start()
    const started = performance.now()
    await until(async () => (await statusOf(`${process.baseUrl}/readyz`)) === 200, 'ready', 30_000)
    await client.succeed({ path: '/v1/checkout/sessions', body: { amount: 100, currency: 'GBP' } })
    back.push(performance.now() - started)
  }
  load.abort()
  await shopping
  t.ok(process.isRunning, 'the service did not restart')
  t.ok(Math.max(...back) < healthyWithinMs, `healthy within ${healthyWithinMs / 1000} s`)
  t.ok(acknowledged.faults > 0, 'some calls failed without a database')
  t.ok(acknowledged.longestMs < longestReplyMs, 'no reply took long')
  t.equal(client.cut, 0, 'every call had a reply')

  const read = async (id: string) =>
    (await client.succeed({ method: 'GET', path: `/v1/checkout/sessions/${id}` }))['status']
  const states = await inBatches(acknowledged.created, async (id) => [id, await read(id)] as const)
  t.equal(states.length, acknowledged.created.length, 'each acknowledged session exists')
  const byId = new Map(states)
  t.same(
    acknowledged.paid.filter((id) => byId.get(id) !== 'paid'),
    [],
    'each acknowledged payment is paid',
  )
  const keys = await inBatches(acknowledged.unanswered, async (call) => (await client.succeed(call))['id'])
  t.equal(
    new Set([...keys, ...acknowledged.created]).size,
    keys.length + acknowledged.created.length,
    'each failed key now has its own session',
  )
  await until(
    async () => acknowledged.paid.every((id) => receiver.deliveries.some(({ rawBody }) => rawBody.includes(id))),
    'a delivery of each payment',
    60_000,
  )
  t.equal(await process.stop(), 0)
  t.comment(
    `figure: ${restarts} restarts of PostgreSQL, ${awayMs / 1000} s each: ` +
      `healthy after ${back.map((ms) => `${Math.round(ms)} ms`).join(', ')}; ` +
      `${acknowledged.created.length} sessions and ${acknowledged.paid.length} payments acknowledged, 0 lost; ` +
      `${acknowledged.faults} calls failed, longest reply ${Math.round(acknowledged.longestMs)} ms`,
  )
})

async function inBatches<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let begun = 0; begun < items.length; begun += 20)
    results.push(...(await Promise.all(items.slice(begun, begun + 20).map(work))))
  return results
}
