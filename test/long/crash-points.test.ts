import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { sql } from '../support/sql.ts'
import { startReceiver } from '../support/receiver.ts'
import type { TestService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { expectSettled, settleAll } from './load/books.ts'
import { Chance, size } from './load/chance.ts'
import { Client } from './load/client.ts'
import { openSite, ServiceProcess } from './processes/processes.ts'
import { Shoppers } from './load/shoppers.ts'

// See spec/promises.md#a-process-may-die-anywhere and spec/promises.md#every-payment-is-recorded-or-returned.

const chance = new Chance()
t.comment(`seed ${chance.seed}`)

const rounds = size(24, 3)
const shoppersAtOnce = 12

t.test('the ledgers stay right when a service is killed again and again under load', async (t) => {
  const site = await openSite(t)
  const receiver = await startReceiver()
  t.teardown(() => receiver.stop())
  const process = await ServiceProcess.start(t, site)
  const client = await Client.signUp([process.baseUrl], chance)
  await client.succeed({ path: '/v1/webhook_endpoints', body: { url: receiver.url } })
  const shoppers = new Shoppers(client, chance)
  const started = performance.now()

  for (let round = 0; round < rounds; round += 1) {
    const load = new AbortController()
    const shop = async (): Promise<void> => {
      while (!load.signal.aborted) await shoppers.act()
    }
    const shopping = Promise.all(Array.from({ length: shoppersAtOnce }, shop))
    await sleep(chance.whole(300, 1500))
    load.abort()
    await process.kill()
    await shopping
    await process.restart()
    await shoppers.repeatBankMessages()
  }
  await until(async () => receiver.deliveries.length > 0, 'a delivery')
  t.equal(await process.stop(), 0)
  const seconds = (performance.now() - started) / 1000

  t.same(shoppers.faults, [], 'no reply was a server error')
  const service = await settleAll(t, site)
  await expectSettled(t, service)
  const ids = receiver.deliveries.map(({ headers }) => headers['service-event-id'])
  const lost = await sql(service, `select id from deliveries where status <> 'delivered' and next_attempt_at is null`)
  t.same(lost, [], 'no delivery was abandoned')
  t.comment(
    `figure: ${rounds} kills in ${seconds.toFixed(0)} s cut ${client.cut} calls off; ${await statuses(service)}; ` +
      `${new Set(ids).size} events delivered ${ids.length} times`,
  )
  t.comment(`figure: done: ${[...shoppers.done].map(([what, times]) => `${what} ${times}`).join(', ')}`)
})

async function statuses(service: TestService): Promise<string> {
  const rows = await sql<{ status: string; count: string }>(
    service,
    'select status, count(*) from checkout_sessions group by status order by status',
  )
  const returns = await sql<{ reason: string; count: string }>(
    service,
    'select reason, count(*) from automatic_returns group by reason order by reason',
  )
  const [movements] = await sql<{ count: string }>(service, 'select count(*) from money_movements')
  const sessionCounts = rows.map(({ status, count }) => `${status} ${count}`).join(', ')
  const returnCounts = returns.map(({ reason, count }) => `${reason} ${count}`).join(', ')
  return `sessions: ${sessionCounts}; returns: ${returnCounts}; ${movements?.count} equal lines in both ledgers`
}
