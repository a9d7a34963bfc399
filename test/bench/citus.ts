import { startServer, type ServerProcess } from './children.ts'
import { costTable, measure, type Parts } from './costs.ts'
import { startCountingReceiver, type CountingReceiver } from './counting-receiver.ts'
import { figure, migrateSilently, serverSettings, type Figure } from './environment.ts'
import { runLoad } from './load.ts'
import { PostgresMeter } from './postgres-use.ts'
import { itemAt, Shop, type BenchSession } from './shop.ts'
import { CitusCluster, skipWithoutCitus } from '../long/citus/citus-cluster.ts'

const connections = 16
const creates = 800
const payments = 384
/** Enough that each worker node has several. */
const accounts = 24

/**
 * Measures creates, payments and deliveries on a single server and on a Citus cluster with one and with two worker
 * nodes, and what each costs. All of them share the processors of this machine, so the rates do not rise with the
 * nodes: the costs say what one more node would do.
 */
export async function benchCitus(): Promise<Figure[]> {
  if (skipWithoutCitus.skip !== undefined) {
    process.stdout.write(`Not measured. ${skipWithoutCitus.skip}\n`)
    return []
  }
  const stops: (() => unknown)[] = []
  const cluster = await CitusCluster.start({ teardown: (stop) => void stops.push(stop) }, 0, { isDurable: true })
  try {
    const lines = [...(await benchWith(cluster, 'a single server'))]
    await cluster.addWorker()
    lines.push(...(await benchWith(cluster, 'one worker node')))
    await cluster.addWorker()
    await cluster.coordinator.query(`select rebalance_table_shards('merchants', shard_transfer_mode => 'block_writes')`)
    lines.push(...(await benchWith(cluster, 'two worker nodes')))
    return lines
  } finally {
    for (const stop of stops) await stop()
  }
}

async function benchWith(cluster: CitusCluster, name: string): Promise<Figure[]> {
  const { databaseUrl, coordinator, workers } = cluster
  await migrateSilently(databaseUrl)
  const settings = { ...serverSettings(databaseUrl), SIGNUP_LIMIT_PER_HOUR: '1000' }
  const api = await startServer('product-server.ts', { ...settings, ROLE: 'api' })
  const receiver = await startCountingReceiver()
  const meters: PostgresMeter[] = []
  for (const node of [coordinator, ...workers]) meters.push(await PostgresMeter.open(node))
  try {
    const shops = await openShops(api, receiver)
    return await benchShops({ api, settings, shops, receiver, meters, name })
  } finally {
    for (const meter of meters) await meter.close()
    receiver.stop()
    await api.stop()
  }
}

async function openShops(api: ServerProcess, receiver: CountingReceiver): Promise<Shop[]> {
  const visitor = new Shop(api.port, api.ready.secretKey ?? '')
  const shops: Shop[] = []
  while (shops.length < accounts) {
    const signup = await visitor.call<{ readonly secret_key: string }>('POST', '/v1/sandbox/signup', {
      email: 'bench@example.com',
    })
    const shop = new Shop(api.port, signup.secret_key)
    await shop.call('POST', '/v1/webhook_endpoints', { url: `http://127.0.0.1:${receiver.port}/` })
    shops.push(shop)
  }
  return shops
}

interface Bench {
  readonly api: ServerProcess
  readonly settings: Record<string, string>
  readonly shops: readonly Shop[]
  readonly receiver: CountingReceiver
  readonly meters: readonly PostgresMeter[]
  readonly name: string
}

async function benchShops({ api, settings, shops, receiver, meters, name }: Bench): Promise<Figure[]> {
  const parts: Parts = { processes: [api], meters }
  const print = costTable(name)
  const run = async (what: string, requests: number, request: (index: number) => string): Promise<number> => {
    const load = { port: api.port, connections, requests, request, retriesBusy: true }
    const { result, cost, servers } = await measure(parts, requests, () => runLoad(load))
    print(what, cost)
    if (servers.length > 1)
      for (const [node, server] of servers.entries())
        print(node === 0 ? '  of these on the coordinator' : `  of these on worker node ${node}`, server)
    return result.perSecond
  }
  const shopOf = (index: number): Shop => itemAt(shops, index % shops.length)
  await runLoad({
    port: api.port,
    connections,
    requests: connections,
    retriesBusy: true,
    request: (n) => shopOf(n).createWithKey(),
  })
  const created = await run('create with Idempotency-Key', creates, (n) => shopOf(n).createWithKey())
  const each = Math.ceil(payments / shops.length)
  const sessions: BenchSession[][] = []
  for (const shop of shops) sessions.push(await shop.sessions(each))
  const paid = await run('payment by test helper', payments, (n) =>
    shopOf(n).payByHelper(itemAt(itemAt(sessions, n % shops.length), Math.floor(n / shops.length))),
  )
  const worker = await startServer('product-server.ts', { ...settings, ROLE: 'worker' })
  try {
    const started = performance.now()
    while (receiver.count() < payments) await new Promise((resolve) => setTimeout(resolve, 5))
    const seconds = (performance.now() - started) / 1_000
    return [
      figure(`${name}: creates`, created, '/s'),
      figure(`${name}: payments`, paid, '/s'),
      figure(`${name}: deliveries of a backlog`, payments / seconds, '/s'),
    ]
  } finally {
    await worker.stop()
  }
}
