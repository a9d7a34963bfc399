import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
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
/** After the database accepts connections again. */
const healthyWithinMs = 5_000
/** Decisions, "Database away", and some for a busy machine. */
const longestReplyMs = 8_000

/** What callers were told, and what they still wait for. */
interface Told {
  readonly created: string[]
  readonly paid: string[]
  readonly unanswered: Call[]
  longestMs: number
  faults: number
}

async function shop(client: Client, told: Told, key: string): Promise<void> {
  const call = { path: '/v1/checkout/sessions', body: { amount: 100, currency: 'GBP', reference: key }, key }
  const started = performance.now()
  const reply = await client.once(call)
  told.longestMs = Math.max(told.longestMs, performance.now() - started)
  if (reply?.status !== 200) return giveUp(told, call)
  const id = String(reply.body['id'])
  told.created.push(id)
  const paid = await client.once({ path: `/v1/test_helpers/checkout/sessions/${id}/pay` })
  if (paid?.body['status'] === 'paid') told.paid.push(id)
}

async function giveUp(told: Told, call: Call): Promise<void> {
  told.faults += 1
  told.unanswered.push(call)
  await pause(100)
}

t.test('a database that stops and starts under load costs no restart and no acknowledged payment', async (t) => {
  const postgres = await startRestartablePostgres(t)
  const receiver = await startReceiver()
  t.teardown(() => receiver.stop())
  const process = await ServiceProcess.start(t, { databaseUrl: postgres.databaseUrl, masterKey: randomBytes(32) })
  const client = await Client.signUp([process.baseUrl], chance)
  await client.made({ path: '/v1/webhook_endpoints', body: { url: receiver.url } })
  const told: Told = { created: [], paid: [], unanswered: [], longestMs: 0, faults: 0 }
  const load = new AbortController()
  const lane = async (_: unknown, index: number): Promise<void> => {
    for (let turn = 0; !load.signal.aborted; turn += 1) await shop(client, told, `${index} ${turn}`)
  }
  const shopping = Promise.all(Array.from({ length: lanes }, lane))

  const back: number[] = []
  for (let restart = 0; restart < restarts; restart += 1) {
    await pause(chance.whole(500, 1500))
    await postgres.halt()
    await pause(awayMs / 2)
    t.equal(await statusOf(`${process.baseUrl}/healthz`), 200, 'the process answers without a database')
    t.equal(await statusOf(`${process.baseUrl}/readyz`), 503, 'and says that it cannot serve')
    await pause(awayMs / 2)
    await postgres.start()
    const started = performance.now()
    await until(async () => (await statusOf(`${process.baseUrl}/readyz`)) === 200, 'ready', 30_000)
    await client.made({ path: '/v1/checkout/sessions', body: { amount: 100, currency: 'GBP' } })
    back.push(performance.now() - started)
  }
  load.abort()
  await shopping
  t.ok(process.isRunning, 'it is the same process')
  t.ok(Math.max(...back) < healthyWithinMs, `healthy within ${healthyWithinMs / 1000} s`)
  t.ok(told.faults > 0, 'the load met the database’s absence')
  t.ok(told.longestMs < longestReplyMs, 'nobody waited long for a reply')
  t.equal(client.cut, 0, 'every call had a reply')

  const read = async (id: string) =>
    (await client.made({ method: 'GET', path: `/v1/checkout/sessions/${id}` }))['status']
  const states = await inBatches(told.created, async (id) => [id, await read(id)] as const)
  t.equal(states.length, told.created.length, 'each session that was answered is there')
  const byId = new Map(states)
  t.same(
    told.paid.filter((id) => byId.get(id) !== 'paid'),
    [],
    'each payment that was answered is paid',
  )
  const keys = await inBatches(told.unanswered, async (call) => (await client.made(call))['id'])
  t.equal(
    new Set([...keys, ...told.created]).size,
    keys.length + told.created.length,
    'each key that had no answer has one now, of its own',
  )
  await until(
    async () => told.paid.every((id) => receiver.deliveries.some(({ rawBody }) => rawBody.includes(id))),
    'each payment is delivered',
    60_000,
  )
  t.equal(await process.stop(), 0)
  t.comment(
    `figure: ${restarts} restarts of PostgreSQL, ${awayMs / 1000} s each: healthy after ${back.map((ms) => `${Math.round(ms)} ms`).join(', ')}; ` +
      `${told.created.length} sessions and ${told.paid.length} payments acknowledged, 0 lost; ${told.faults} calls answered with a fault, longest reply ${Math.round(told.longestMs)} ms`,
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
