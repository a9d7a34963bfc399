import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { DatabaseProxy } from '../../support/database/database-proxy.ts'
import { startReceiver } from '../../support/receiver.ts'
import { until } from '../../support/until.ts'
import { expectSettled, settleAll } from '../load/books.ts'
import { Chance } from '../load/chance.ts'
import { Client } from '../load/client.ts'
import { openSite, ServiceProcess, statusOf } from '../processes/processes.ts'
import { Acknowledged, endLeases, expectDelivered, expectKept, shop } from '../load/shop-load.ts'

// The host of the database vanishes, and connections to it stay open in silence. Another host takes over its address.

const lanes = 8
/**
 * Nothing: the new host answers at once, and only the old connections are dead. Or so long that the worker is about to
 * start its job queue again. Or longer than any time-out.
 */
const absences = [0, 7_000, 15_000]
/** Longer than the waits of all old connections. */
const watchedMs = 25_000

for (const awayMs of absences)
  t.test(`after ${awayMs / 1000} s without its host, API and worker go on without the old connections`, async (t) => {
    const site = { ...(await openSite(t)), masterKey: randomBytes(32) }
    const { proxy, url } = await DatabaseProxy.start(site.databaseUrl)
    t.teardown(() => proxy.close())
    const behind = { ...site, databaseUrl: url }
    const api = await ServiceProcess.start(t, behind, { ROLE: 'api' })
    const worker = await ServiceProcess.start(t, behind, { ROLE: 'worker' })
    const receiver = await startReceiver()
    t.teardown(() => receiver.stop())
    const chance = new Chance()
    const client = await Client.signUp([api.baseUrl], chance)
    await client.succeed({ path: '/v1/webhook_endpoints', body: { url: receiver.url } })
    const acknowledged = new Acknowledged()
    const load = new AbortController()
    const lane = async (_: unknown, index: number): Promise<void> => {
      for (let round = 0; !load.signal.aborted; round += 1)
        await shop(client, acknowledged, { chance, key: `${index} ${round}` })
    }
    const shopping = Promise.all(Array.from({ length: lanes }, lane))
    await sleep(3_000)
    proxy.become('cut')
    if (awayMs > 0) {
      for (const { baseUrl } of [api, worker]) {
        const began = performance.now()
        await until(async () => (await statusOf(`${baseUrl}/readyz`)) === 503, 'not ready')
        const { part } = (await (await fetch(`${baseUrl}/readyz`)).json()) as { part?: string }
        t.equal(part, 'database', `says why after ${Math.round(performance.now() - began)} ms`)
      }
      await sleep(awayMs)
    }
    proxy.become('open')
    const began = performance.now()
    for (const { baseUrl } of [api, worker])
      await until(async () => (await statusOf(`${baseUrl}/readyz`)) === 200, 'ready again')
    const paidBefore = new Set(acknowledged.paid)
    const isWorking = (): boolean =>
      acknowledged.paid.some(
        (id) => !paidBefore.has(id) && receiver.deliveries.some(({ rawBody }) => rawBody.includes(id)),
      )
    await until(isWorking, 'a new payment and its delivery')
    const backMs = performance.now() - began
    while (performance.now() - began < watchedMs) {
      const states = await Promise.all([api, worker].map(({ baseUrl }) => statusOf(`${baseUrl}/readyz`)))
      if (states.some((state) => state !== 200))
        t.fail(`not ready ${Math.round(performance.now() - began)} ms after the return: ${states.join(', ')}`)
      await sleep(200)
    }
    load.abort()
    await shopping
    await endLeases(site.databaseUrl)
    await expectKept(t, client, acknowledged)
    await expectDelivered(acknowledged, receiver)
    t.ok(api.isRunning && worker.isRunning, 'no process restarted')
    for (const process of [api, worker]) t.equal(await process.stop(), 0)
    await expectSettled(t, await settleAll(t, site))
    t.comment(
      `figure: ${acknowledged.paid.length} payments, ${acknowledged.faults} failed calls, ` +
        `a new payment delivered ${Math.round(backMs)} ms after the return`,
    )
  })
