import { randomUUID } from 'node:crypto'
import { startServer, type ServerProcess } from './children.ts'
import { figure, serverSettings, type Figure } from './environment.ts'
import { httpRequest, median, runLoad } from './load.ts'
import { p99, runAtRate } from './paced-load.ts'

const connections = 32
const usualRequests = 4_000
/** Floor and product take turns, so that a change in the machine's speed affects both. */
const rounds = 5
/** V8 compiles the code of the service again after some thousand requests. */
const warmUps = 3

const body = JSON.stringify({
  amount: 2500,
  currency: 'GBP',
  reference: 'bench',
  customer: { email: 'ada@example.com' },
  metadata: { order: '1' },
})

type Requests = (server: ServerProcess) => () => string

/** A share of what the floor answers in the same run. */
const steadyLoad = 0.6
/** So many that a single stall of the machine does not decide the slowest hundredth. */
const steadyRequests = 20_000

/** Measures requests as a share of the rate of a bare server with one statement on the same database. */
export async function benchRequests(databaseUrl: string): Promise<Figure[]> {
  const product = await startServer('product-server.ts', serverSettings(databaseUrl))
  const floor = await startServer('floor-server.ts', {
    DATABASE_URL: databaseUrl,
    MERCHANT_ID: product.ready.merchantId ?? '',
  })
  try {
    const ids = await sessionIds(product)
    let round = 0
    const retrieve: Requests = (server) => () => get(server, `/v1/checkout/sessions/${ids[round++ % ids.length] ?? ''}`)
    const list: Requests = (server) => () => get(server, '/v1/checkout/sessions?limit=20')
    const retrieved = await compare(floor, product, retrieve)
    return [
      ...figures('retrieve', retrieved, 1.4),
      ...(await steadyFigures('retrieve', floor, product, retrieve, retrieved.floorPerSecond * steadyLoad)),
      ...figures('list of 20', await compare(floor, product, list, 1_500), 1.1),
      ...figures('create with Idempotency-Key', await compare(floor, product, createWithKey), 1),
      ...figures('create without key', await compare(floor, product, createWithoutKey), 1),
    ]
  } finally {
    await Promise.all([product.stop(), floor.stop()])
  }
}

interface Comparison {
  readonly ratio: number
  readonly lowest: number
  readonly highest: number
  readonly floorPerSecond: number
  readonly productPerSecond: number
  readonly cpuMicroseconds: number
  readonly floorCpuMicroseconds: number
}

function figures(name: string, compared: Comparison, target: number): Figure[] {
  return [
    figure(`${name}: share of the floor`, compared.ratio, '', { atLeast: target }),
    figure(`${name}: lowest share of a round`, compared.lowest, ''),
    figure(`${name}: highest share of a round`, compared.highest, ''),
    figure(`${name}: floor`, compared.floorPerSecond, '/s'),
    figure(`${name}: product`, compared.productPerSecond, '/s'),
    figure(`${name}: processor time of a request, floor`, compared.floorCpuMicroseconds, 'µs'),
    figure(`${name}: processor time of a request, product`, compared.cpuMicroseconds, 'µs'),
  ]
}

/** Compares how long requests take when they arrive at a steady rate that both servers can answer. */
async function steadyFigures(
  name: string,
  floor: ServerProcess,
  product: ServerProcess,
  request: Requests,
  perSecond: number,
): Promise<Figure[]> {
  const run = async (server: ServerProcess): Promise<number> =>
    p99(
      await runAtRate(
        { port: server.port, connections: 128, requests: steadyRequests, request: request(server) },
        perSecond,
      ),
    )
  const pairs: { floor: number; product: number }[] = []
  for (let round = 0; round < rounds; round++) pairs.push({ floor: await run(floor), product: await run(product) })
  return [
    figure(
      `${name} at ${steadyLoad * 100} % of the floor's rate: p99, times the floor's`,
      median(pairs.map((pair) => pair.product / pair.floor)),
      '',
      { atMost: 1 },
    ),
    figure(`${name} at ${steadyLoad * 100} %: p99 of the floor`, median(pairs.map((pair) => pair.floor)), 'ms'),
    figure(`${name} at ${steadyLoad * 100} %: p99 of the product`, median(pairs.map((pair) => pair.product)), 'ms'),
  ]
}

async function compare(
  floor: ServerProcess,
  product: ServerProcess,
  request: Requests,
  requests = usualRequests,
): Promise<Comparison> {
  const run = (server: ServerProcess) => runLoad({ port: server.port, connections, requests, request: request(server) })
  for (let warmUp = 0; warmUp < warmUps; warmUp++) {
    await run(floor)
    await run(product)
  }
  const pairs: { floor: number; product: number }[] = []
  const before = await cpuSeconds([floor, product])
  for (let round = 0; round < rounds; round++) {
    pairs.push({ floor: (await run(floor)).perSecond, product: (await run(product)).perSecond })
  }
  const [ofFloor = 0, ofProduct = 0] = (await cpuSeconds([floor, product])).map((cpu, at) => cpu - (before[at] ?? 0))
  const ratios = pairs.map((pair) => pair.product / pair.floor)
  return {
    ratio: median(ratios),
    lowest: Math.min(...ratios),
    highest: Math.max(...ratios),
    floorPerSecond: median(pairs.map((pair) => pair.floor)),
    productPerSecond: median(pairs.map((pair) => pair.product)),
    cpuMicroseconds: (ofProduct / (rounds * requests)) * 1e6,
    floorCpuMicroseconds: (ofFloor / (rounds * requests)) * 1e6,
  }
}

async function cpuSeconds(servers: readonly ServerProcess[]): Promise<number[]> {
  return Promise.all(servers.map(async (server) => (await server.use()).cpuSeconds))
}

const createWithKey: Requests = (server) => () => create(server, { 'Idempotency-Key': randomUUID() })

const createWithoutKey: Requests = (server) => () => create(server)

function create(server: ServerProcess, headers: Record<string, string> = {}): string {
  return httpRequest('POST', '/v1/checkout/sessions', { ...authorization(server), ...headers }, body)
}

function get(server: ServerProcess, path: string): string {
  return httpRequest('GET', path, authorization(server))
}

function authorization(server: ServerProcess): Record<string, string> {
  return { Authorization: `Bearer ${server.ready.secretKey ?? 'floor'}` }
}

/** So many that concurrent reads never share a session. */
async function sessionIds(product: ServerProcess): Promise<string[]> {
  const headers = { ...authorization(product), 'Content-Type': 'application/json' }
  const create = async (): Promise<string> => {
    const response = await fetch(`http://127.0.0.1:${product.port}/v1/checkout/sessions`, {
      method: 'POST',
      headers,
      body,
    })
    return ((await response.json()) as { id: string }).id
  }
  const ids: string[] = []
  while (ids.length < 1_000) ids.push(...(await Promise.all(Array.from({ length: 50 }, create))))
  return ids
}
