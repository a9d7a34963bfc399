import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { migrateAll } from '../../../server/app.ts'
import { systemClock } from '../../../server/domain/time/clock.ts'
import { silentLog } from '../../../server/flow-context.ts'
import { startReceiver } from '../../support/receiver.ts'
import { until } from '../../support/until.ts'
import { expectSettled, settleAll } from '../load/books.ts'
import { Chance, size } from '../load/chance.ts'
import { Client } from '../load/client.ts'
import { ServiceProcess } from '../processes/processes.ts'
import { Acknowledged, endLeases, expectDelivered, expectKept, shop } from '../load/shop-load.ts'
import { CitusCluster, skipWithoutCitus, type CitusNode } from './citus-cluster.ts'

// A cluster whose nodes are killed, and which gets another node, while customers pay at several accounts.

const chance = new Chance()
t.comment(`seed ${chance.seed}`)

const accounts = 8
const lanesPerAccount = 2
const awayMs = 2_000

interface Shop {
  readonly client: Client
  readonly acknowledged: Acknowledged
  readonly merchantId: string
}

const create = { path: '/v1/checkout/sessions', body: { amount: 100, currency: 'GBP' } }

t.test('nodes that are killed, and a node that is added, lose no payment', skipWithoutCitus, async (t) => {
  const cluster = await CitusCluster.start(t, 2)
  const { databaseUrl, coordinator, workers } = cluster
  await migrateAll({ databaseUrl, clock: systemClock, log: silentLog })
  const receiver = await startReceiver()
  t.teardown(() => receiver.stop())
  const masterKey = randomBytes(32)
  const service = await ServiceProcess.start(t, { databaseUrl, masterKey })
  const shops: Shop[] = []
  while (shops.length < accounts) {
    const client = await Client.signUp([service.baseUrl], chance)
    await client.succeed({ path: '/v1/webhook_endpoints', body: { url: receiver.url } })
    const { id } = await client.succeed(create)
    const [row] = await coordinator.query<{ merchant_id: string }>(
      'select merchant_id from checkout_sessions where id = $1',
      [id],
    )
    shops.push({ client, acknowledged: new Acknowledged(), merchantId: row?.merchant_id ?? '' })
  }
  const load = new AbortController()
  const shopping = Promise.all(
    shops.flatMap(({ client, acknowledged }) =>
      Array.from({ length: lanesPerAccount }, async (_, lane) => {
        for (let round = 0; !load.signal.aborted; round += 1)
          await shop(client, acknowledged, { chance, key: `${lane} ${round}` })
      }),
    ),
  )
  const everyShopSells = async (): Promise<void> => {
    for (const { client } of shops) await client.succeed(create)
  }
  const acknowledgedSoFar = (): number => shops.reduce((sum, { acknowledged }) => sum + acknowledged.paid.length, 0)
  const morePayments = async (): Promise<void> => {
    const before = acknowledgedSoFar()
    await until(() => acknowledgedSoFar() > before + size(40), 'more payments')
  }

  await t.test('while a worker node is away, the accounts of the other node take payments', async (t) => {
    for (const [index, worker] of workers.entries()) {
      await morePayments()
      await worker.kill()
      const others = await shopsOn(coordinator, shops, (port) => port !== worker.port)
      t.ok(others.length > 0, 'another node has accounts')
      for (const { client } of others) {
        const created = await client.once(create)
        t.match(created, { status: 200 })
        const paid = await client.once({
          path: `/v1/test_helpers/checkout/sessions/${String(created?.body['id'])}/pay`,
        })
        t.match(paid, { status: 200, body: { status: 'paid' } }, `a payment without worker node ${index + 1}`)
      }
      await sleep(awayMs)
      await worker.start()
      await everyShopSells()
    }
  })

  await t.test('a coordinator that is killed comes back', async () => {
    await morePayments()
    await coordinator.kill()
    await sleep(awayMs)
    await coordinator.start()
    await everyShopSells()
  })

  await t.test('a new worker node takes over shards while customers pay', async (t) => {
    const faultsBefore = shops.reduce((sum, { acknowledged }) => sum + acknowledged.faults, 0)
    const added = await cluster.addWorker()
    await coordinator.query(`select rebalance_table_shards('merchants', shard_transfer_mode => 'force_logical')`)
    const [moved] = await coordinator.query<{ shards: number }>(
      `select count(*)::integer as shards from citus_shards where nodeport = $1 and table_name = 'merchants'::regclass`,
      [added.port],
    )
    t.ok((moved?.shards ?? 0) > 0, 'the new node has shards')
    await morePayments()
    await everyShopSells()
    const faults = shops.reduce((sum, { acknowledged }) => sum + acknowledged.faults, 0) - faultsBefore
    t.comment(`figure: ${moved?.shards} shards of each table moved under load; ${faults} calls failed meanwhile`)
  })

  load.abort()
  await shopping
  t.ok(service.isRunning, 'the service did not restart')
  await endLeases(databaseUrl)
  for (const { client, acknowledged } of shops) {
    await expectKept(t, client, acknowledged)
    await expectDelivered(acknowledged, receiver)
  }
  t.equal(await service.stop(), 0)
  await expectSettled(t, await settleAll(t, { databaseUrl, masterKey }))
  t.comment(`figure: ${acknowledgedSoFar()} payments acknowledged, 0 lost or doubled`)
})

/** The accounts whose shard is on one of the nodes that `isChosen` accepts. */
async function shopsOn(
  coordinator: CitusNode,
  shops: readonly Shop[],
  isChosen: (port: number) => boolean,
): Promise<Shop[]> {
  const rows = await coordinator.query<{ merchant_id: string; port: number }>(
    `select merchant_id, nodeport as port
     from unnest($1::text[]) as merchant_id join citus_shards
       on shardid = get_shard_id_for_distribution_column('merchants', merchant_id)`,
    [shops.map(({ merchantId }) => merchantId)],
  )
  return shops.filter(({ merchantId }) => rows.some((row) => row.merchant_id === merchantId && isChosen(row.port)))
}
