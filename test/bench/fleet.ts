import { startServer, type ServerProcess } from './children.ts'
import { costTable, measure, type Cost } from './costs.ts'
import { figure, serverSettings, type BenchDatabase, type Figure } from './environment.ts'
import { median, runLoad } from './load.ts'
import { PostgresMeter } from './postgres-use.ts'
import { itemAt, Shop } from './shop.ts'

/** One process and two take turns, so that a change in the machine's speed affects both. */
const rounds = 3
/** Payments of a round. */
const paid = 500

interface Work {
  readonly name: string
  readonly requests: number
  /** All connections together, of one process or of two. */
  readonly connections: number
  request(index: number): string
}

interface Measured {
  readonly perSecond: number
  readonly cost: Cost
}

/**
 * Measures the same load on one process with `ROLE=api`, and on two that share its connections and the database. The
 * account is the same, so that its rows, its key and its events are what the processes share.
 */
export async function benchFleet(databaseUrl: string, database: BenchDatabase): Promise<Figure[]> {
  const settings = { ...serverSettings(databaseUrl), ROLE: 'api' }
  const meter = await PostgresMeter.open({ adminUrl: database.serviceAdminUrl, pid: database.pid })
  const first = await startServer('product-server.ts', settings)
  const second = await startServer('product-server.ts', settings)
  try {
    const shop = new Shop(first.port, first.ready.secretKey ?? '')
    const sessions = await shop.sessions(1_000)
    const payable = await shop.sessions(2 * (rounds + 1) * paid)
    let next = 0
    const works: Work[] = [
      {
        name: 'retrieve',
        requests: 5_000,
        connections: 32,
        request: (n) => shop.request('GET', `/v1/checkout/sessions/${itemAt(sessions, n % sessions.length).id}`),
      },
      { name: 'create with Idempotency-Key', requests: 4_000, connections: 32, request: () => shop.createWithKey() },
      {
        name: 'payment by test helper',
        requests: paid,
        connections: 128,
        request: () => shop.payByHelper(itemAt(payable, next++)),
      },
    ]
    const print = costTable('one process, and two')
    const lines: Figure[] = []
    for (const work of works) {
      const one: Measured[] = []
      const two: Measured[] = []
      for (let round = -1; round < rounds; round++) {
        const alone = await run(work, [first], meter)
        const together = await run(work, [first, second], meter)
        // The first round warms up.
        if (round < 0) continue
        one.push(alone)
        two.push(together)
      }
      print(`${work.name}, one`, itemAt(one, rounds - 1).cost)
      print(`${work.name}, two`, itemAt(two, rounds - 1).cost)
      const rate = (runs: readonly Measured[]): number => median(runs.map(({ perSecond }) => perSecond))
      lines.push(
        figure(`${work.name}: one process`, rate(one), '/s'),
        figure(`${work.name}: two processes`, rate(two), '/s'),
        figure(`${work.name}: two, times one`, rate(two) / rate(one), ''),
      )
    }
    return lines
  } finally {
    await Promise.all([first.stop(), second.stop()])
    await meter.close()
  }
}

async function run(work: Work, processes: readonly ServerProcess[], meter: PostgresMeter): Promise<Measured> {
  let next = 0
  const load = (process: ServerProcess) =>
    runLoad({
      port: process.port,
      connections: work.connections / processes.length,
      requests: work.requests / processes.length,
      request: () => work.request(next++),
      retriesBusy: true,
    })
  const { result, cost } = await measure({ processes, meters: [meter] }, work.requests, async () => {
    const started = performance.now()
    await Promise.all(processes.map(load))
    return (performance.now() - started) / 1_000
  })
  return { perSecond: work.requests / result, cost }
}
