import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { DatabaseProxy } from '../../support/database/database-proxy.ts'
import { startReceiver } from '../../support/receiver.ts'
import { until } from '../../support/until.ts'
import { expectSettled, settleAll } from '../load/books.ts'
import { Chance, size } from '../load/chance.ts'
import { Client } from '../load/client.ts'
import { ServiceProcess, statusOf } from '../processes/processes.ts'
import { Acknowledged, endLeases, expectDelivered, expectKept, shop } from '../load/shop-load.ts'
import { startRestartablePostgres, type RestartablePostgres } from './restartable-postgres.ts'

// The process stays up, and nothing that it acknowledged is lost: spec/promises.md#the-database-may-vanish-and-return.

const chance = new Chance()
t.comment(`seed ${chance.seed}`)

const lanes = 16
const rounds = size(3)
/** Longer than a request may wait for the database, and than a connection may wait for an answer. */
const awayMs = 6_000
/** The limit after the database accepts connections again. */
const healthyWithinMs = 5_000
/** The limit of 5 s for a reply without a database, and some time for a busy machine. */
const longestReplyMs = 6_500
/** The limit after which a process ends its stop by force, with exit code 1. */
const stoppedWithinMs = 11_500

/** How a database goes away, and how it returns. */
interface Manner {
  readonly name: string
  leave(postgres: RestartablePostgres, proxy: DatabaseProxy): Promise<void> | void
  come(postgres: RestartablePostgres, proxy: DatabaseProxy): Promise<void> | void
}

const manners: readonly Manner[] = [
  { name: 'is shut down', leave: (postgres) => postgres.halt(), come: (postgres) => postgres.start() },
  { name: 'is killed', leave: (postgres) => postgres.kill(), come: (postgres) => postgres.start() },
  { name: 'is cut off', leave: (_, proxy) => proxy.become('cut'), come: (_, proxy) => proxy.become('open') },
  {
    name: 'is reset',
    leave: (_, proxy) => proxy.become('reset'),
    come: (_, proxy) => proxy.become('open'),
  },
  { name: 'is stopped', leave: (postgres) => postgres.freeze(), come: (postgres) => postgres.thaw() },
]

for (const manner of manners)
  t.test(`a database that ${manner.name} under load and returns costs no restart and no payment`, async (t) => {
    const postgres = await startRestartablePostgres(t)
    const { proxy, url } = await DatabaseProxy.start(postgres.databaseUrl)
    t.teardown(() => proxy.close())
    const receiver = await startReceiver()
    t.teardown(() => receiver.stop())
    const masterKey = randomBytes(32)
    const process = await ServiceProcess.start(t, { databaseUrl: url, masterKey })
    const client = await Client.signUp([process.baseUrl], chance)
    await client.succeed({ path: '/v1/webhook_endpoints', body: { url: receiver.url } })
    const acknowledged = new Acknowledged()
    const load = new AbortController()
    const lane = async (_: unknown, index: number): Promise<void> => {
      for (let round = 0; !load.signal.aborted; round += 1)
        await shop(client, acknowledged, { chance, key: `${index} ${round}` })
    }
    const shopping = Promise.all(Array.from({ length: lanes }, lane))

    const back: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      await sleep(chance.whole(500, 1500))
      await manner.leave(postgres, proxy)
      await sleep(awayMs / 2)
      t.equal(await statusOf(`${process.baseUrl}/healthz`), 200, 'the service is alive without a database')
      t.match(await readiness(process.baseUrl), { status: 503, part: 'database' }, 'the service is not ready')
      await sleep(awayMs / 2)
      await manner.come(postgres, proxy)
      back.push(await timeUntilHealthy(process.baseUrl, client))
    }
    load.abort()
    await shopping
    t.ok(process.isRunning, 'the service did not restart')
    t.ok(Math.max(...back) < healthyWithinMs, `healthy within ${healthyWithinMs / 1000} s`)
    t.ok(acknowledged.faults > 0, 'some calls failed without a database')
    t.ok(acknowledged.longestMs < longestReplyMs, 'no reply took long')
    t.equal(client.cut, 0, 'every call had a reply')
    await endLeases(postgres.databaseUrl)
    await expectKept(t, client, acknowledged)
    await expectDelivered(acknowledged, receiver)
    t.equal(await process.stop(), 0, process.run.said.errors.slice(-2_000))
    await expectSettled(t, await settleAll(t, { databaseUrl: postgres.databaseUrl, masterKey }))
    t.comment(
      `figure: PostgreSQL ${manner.name} ${rounds} times for ${awayMs / 1000} s: ` +
        `healthy after ${back.map((ms) => `${Math.round(ms)} ms`).join(', ')}; ` +
        `${acknowledged.created.length} sessions, ${acknowledged.paid.length} payments and ` +
        `${acknowledged.refunded.length} refunds acknowledged, 0 lost or doubled; ` +
        `${acknowledged.faults} calls failed, longest reply ${Math.round(acknowledged.longestMs)} ms`,
    )
  })

const silent = manners.filter(({ name }) => name === 'is cut off' || name === 'is stopped')

for (const manner of silent)
  t.test(`a service stops in time while its database ${manner.name}, and loses nothing`, async (t) => {
    const postgres = await startRestartablePostgres(t)
    const { proxy, url } = await DatabaseProxy.start(postgres.databaseUrl)
    t.teardown(() => proxy.close())
    const receiver = await startReceiver()
    t.teardown(() => receiver.stop())
    const masterKey = randomBytes(32)
    const process = await ServiceProcess.start(t, { databaseUrl: url, masterKey })
    const client = await Client.signUp([process.baseUrl], chance)
    await client.succeed({ path: '/v1/webhook_endpoints', body: { url: receiver.url } })
    const acknowledged = new Acknowledged()
    const took: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const load = new AbortController()
      const lane = async (_: unknown, index: number): Promise<void> => {
        for (let round = 0; !load.signal.aborted; round += 1)
          await shop(client, acknowledged, { chance, key: `${round} ${index} ${round}` })
      }
      const shopping = Promise.all(Array.from({ length: lanes }, lane))
      await sleep(chance.whole(500, 1500))
      await manner.leave(postgres, proxy)
      await sleep(chance.whole(0, 6_000))
      load.abort()
      const began = performance.now()
      t.equal(await process.stop(), 0, 'the exit code')
      took.push(performance.now() - began)
      await shopping
      await manner.come(postgres, proxy)
      await process.restart()
    }
    t.ok(Math.max(...took) < stoppedWithinMs, `stopped within ${stoppedWithinMs / 1000} s`)
    await endLeases(postgres.databaseUrl)
    await expectKept(t, client, acknowledged)
    await expectDelivered(acknowledged, receiver)
    t.equal(await process.stop(), 0)
    await expectSettled(t, await settleAll(t, { databaseUrl: postgres.databaseUrl, masterKey }))
    t.comment(
      `figure: PostgreSQL ${manner.name}: stopped after ${took.map((ms) => `${Math.round(ms)} ms`).join(', ')}, ` +
        `${acknowledged.paid.length} payments acknowledged`,
    )
  })

async function readiness(baseUrl: string): Promise<Record<string, unknown>> {
  const response = await fetch(`${baseUrl}/readyz`, { signal: AbortSignal.timeout(5_000) })
  return { ...((await response.json()) as object), status: response.status }
}

async function timeUntilHealthy(baseUrl: string, client: Client): Promise<number> {
  const started = performance.now()
  await until(async () => (await statusOf(`${baseUrl}/readyz`)) === 200, 'ready')
  await client.succeed({ path: '/v1/checkout/sessions', body: { amount: 100, currency: 'GBP' } })
  return performance.now() - started
}
