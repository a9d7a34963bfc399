import { setTimeout as pause } from 'node:timers/promises'
import { startServer, type ServerProcess } from './children.ts'
import { costTable, measure, type Cost, type Parts } from './costs.ts'
import { startCountingReceiver } from './counting-receiver.ts'
import { figure, serverSettings, type BenchDatabase, type Figure } from './environment.ts'
import { httpRequest, median, runLoad } from './load.ts'
import { benchOperations } from './operations.ts'
import { PostgresMeter } from './postgres-use.ts'
import { itemAt, Shop } from './shop.ts'

/** So many at a time that the 80 ms of the simulated bank do not count. */
const connections = 128
/** Many waves of them, because in the first and the last wave the processors wait for the bank. */
const payments = 3_000
/** Floor and product take turns, so that a change in the machine's speed affects both. */
const rounds = 3
const idleSeconds = 5

/**
 * Measures payments by the test helper and by the form, refunds and deliveries, as a share of a bare server that makes
 * the three commits of a payment, and what each costs. Then what each operation costs alone.
 */
export async function benchPayments(databaseUrl: string, database: BenchDatabase): Promise<Figure[]> {
  const settings = { ...serverSettings(databaseUrl), SIGNUP_LIMIT_PER_HOUR: '1000' }
  const meter = await PostgresMeter.open({ adminUrl: database.serviceAdminUrl, pid: database.pid })
  const api = await startServer('product-server.ts', { ...settings, ROLE: 'api' })
  try {
    await benchOperations(api, { processes: [api], meters: [meter] })
    process.stdout.write('\n')
    const floor = await startServer('floor-server.ts', {
      DATABASE_URL: databaseUrl,
      MERCHANT_ID: api.ready.merchantId ?? '',
    })
    const lines = await benchLoad(api, floor, meter).finally(() => floor.stop())
    return [...lines, ...(await benchDelivered(api, settings))]
  } finally {
    await api.stop()
    await meter.close()
  }
}

interface Measured {
  readonly perSecond: number
  readonly cost: Cost
}

async function benchLoad(api: ServerProcess, floor: ServerProcess, meter: PostgresMeter): Promise<Figure[]> {
  const shop = new Shop(api.port, api.ready.secretKey ?? '')
  const product: Parts = { processes: [api], meters: [meter] }
  const bare: Parts = { processes: [floor], meters: [meter] }
  const names = ['floor: three commits', 'payment by test helper', 'payment by the form', 'partial refund'] as const
  const measured: Record<(typeof names)[number], Measured[]> = {
    'floor: three commits': [],
    'payment by test helper': [],
    'payment by the form': [],
    'partial refund': [],
  }
  for (let round = -1; round < rounds; round++) {
    const sessions = await shop.sessions(2 * payments)
    const [ofHelper, ofForm] = [sessions.slice(0, payments), sessions.slice(payments)]
    const cards = await shop.encryptedCards(ofForm)
    const note = async (name: (typeof names)[number], parts: Parts, port: number, request: (n: number) => string) => {
      const load = { port, connections, requests: payments, request, retriesBusy: true }
      const { result, cost } = await measure(parts, payments, () => runLoad(load))
      // The first round warms up.
      if (round >= 0) measured[name].push({ perSecond: result.perSecond, cost })
    }
    await note('floor: three commits', bare, floor.port, () => httpRequest('POST', '/payment', {}, '{}'))
    await note('payment by test helper', product, api.port, (n) => shop.payByHelper(itemAt(ofHelper, n)))
    await note('payment by the form', product, api.port, (n) => shop.payByForm(itemAt(ofForm, n), itemAt(cards, n)))
    await note('partial refund', product, api.port, (n) => shop.refund(itemAt(ofHelper, n)))
  }
  const print = costTable(`${connections} at a time`)
  const rate = (name: (typeof names)[number]) => median(measured[name].map(({ perSecond }) => perSecond))
  for (const name of names) print(name, itemAt(measured[name], rounds - 1).cost)
  const floorRate = rate('floor: three commits')
  return names.flatMap((name) => [
    figure(`${name}, ${connections} at a time`, rate(name), '/s'),
    ...(name === names[0] ? [] : [figure(`${name}: share of the floor`, rate(name) / floorRate, '', { atLeast: 0.4 })]),
  ])
}

/** Measures payments with their deliveries: another process delivers, as in a fleet. */
async function benchDelivered(api: ServerProcess, settings: Record<string, string>): Promise<Figure[]> {
  const worker = await startServer('product-server.ts', { ...settings, ROLE: 'worker' })
  const receiver = await startCountingReceiver()
  try {
    const shop = new Shop(api.port, api.ready.secretKey ?? '')
    await shop.call('POST', '/v1/webhook_endpoints', { url: `http://127.0.0.1:${receiver.port}/` })
    const sessions = await shop.sessions(payments)
    const parts: Parts = { processes: [worker], meters: [] }
    await untilQuiet(worker)
    const idle = await measure(parts, 1, () => pause(idleSeconds * 1_000))
    const before = receiver.count()
    const started = performance.now()
    const request = (n: number): string => shop.payByHelper(itemAt(sessions, n))
    const delivered = await measure(parts, payments, async () => {
      await runLoad({ port: api.port, connections, requests: payments, request, retriesBusy: true })
      while (receiver.count() < before + payments) await pause(5)
      return (performance.now() - started) / 1_000
    })
    const idleShare = delivered.result / idleSeconds / payments
    const print = costTable('of the worker')
    print('a second without work', perSecond(idle.cost, idleSeconds))
    print('delivery of one payment, beyond that', without(delivered.cost, idle.cost, idleShare))
    return [figure(`payments with their deliveries, ${connections} at a time`, payments / delivered.result, '/s')]
  } finally {
    receiver.stop()
    await worker.stop()
  }
}

/** Waits until the worker has done what the load before has left, and then makes the first of its long pauses. */
async function untilQuiet(worker: ServerProcess): Promise<void> {
  const counted = async (): Promise<number> =>
    Object.values((await worker.use()).counts).reduce((sum, { statements }) => sum + statements, 0)
  for (let quietSeconds = 0; quietSeconds < 5;) {
    const before = await counted()
    await pause(1_000)
    quietSeconds = (await counted()) - before <= 2 ? quietSeconds + 1 : 0
  }
}

function perSecond(cost: Cost, seconds: number): Cost {
  return mapCost(cost, (value) => value / seconds)
}

function without(cost: Cost, idle: Cost, share: number): Cost {
  return mapCost(cost, (value, name) => value - idle[name] * share)
}

function mapCost(cost: Cost, change: (value: number, name: keyof Cost) => number): Cost {
  return Object.fromEntries(
    Object.entries(cost).map(([name, value]: [string, number]) => [name, change(value, name as keyof Cost)]),
  ) as unknown as Cost
}
