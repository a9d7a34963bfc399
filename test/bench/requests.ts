import { randomUUID } from 'node:crypto'
import { startServer } from './children.ts'
import type { ServerProcess } from './children.ts'
import { figure, serverSettings } from './environment.ts'
import type { Figure } from './environment.ts'
import { httpRequest, median, runLoad } from './load.ts'

const connections = 32
const requests = 4_000
/** Floor and product take turns, so that a change in the machine's speed affects both. */
const rounds = 5

const body = JSON.stringify({
  amount: 2500,
  currency: 'GBP',
  reference: 'bench',
  customer: { email: 'ada@example.com' },
  metadata: { order: '1' },
})

/** Measures create and retrieve as a share of the rate of a bare server with one statement on the same database. */
export async function benchRequests(databaseUrl: string): Promise<Figure[]> {
  const product = await startServer('product-server.ts', serverSettings(databaseUrl))
  const floor = await startServer('floor-server.ts', {
    DATABASE_URL: databaseUrl,
    MERCHANT_ID: product.ready.merchantId ?? '',
  })
  try {
    const ids = await sessionIds(product)
    let turn = 0
    const create = await compare(floor, product, (server) => () => createRequest(server))
    const retrieve = await compare(
      floor,
      product,
      (server) => () =>
        httpRequest('GET', `/v1/checkout/sessions/${ids[turn++ % ids.length] ?? ''}`, authorization(server)),
    )
    return [...figures('create with Idempotency-Key', create, 0.6), ...figures('retrieve', retrieve, 0.55)]
  } finally {
    await Promise.all([product.stop(), floor.stop()])
  }
}

interface Comparison {
  readonly ratio: number
  readonly floorPerSecond: number
  readonly productPerSecond: number
  readonly cpuMicroseconds: number
}

function figures(
  name: string,
  { ratio, floorPerSecond, productPerSecond, cpuMicroseconds }: Comparison,
  target: number,
): Figure[] {
  return [
    figure(`${name}: share of the floor`, ratio, '', { atLeast: target }),
    figure(`${name}: floor`, floorPerSecond, '/s'),
    figure(`${name}: product`, productPerSecond, '/s'),
    figure(`${name}: processor time of a request`, cpuMicroseconds, 'µs'),
  ]
}

async function compare(
  floor: ServerProcess,
  product: ServerProcess,
  request: (server: ServerProcess) => () => string,
): Promise<Comparison> {
  const run = (server: ServerProcess) => runLoad({ port: server.port, connections, requests, request: request(server) })
  await run(floor)
  await run(product)
  const pairs: { floor: number; product: number }[] = []
  const { cpuSeconds: cpuBefore } = await product.use()
  for (let round = 0; round < rounds; round++) {
    pairs.push({ floor: (await run(floor)).perSecond, product: (await run(product)).perSecond })
  }
  const cpu = (await product.use()).cpuSeconds - cpuBefore
  return {
    ratio: median(pairs.map((pair) => pair.product / pair.floor)),
    floorPerSecond: median(pairs.map((pair) => pair.floor)),
    productPerSecond: median(pairs.map((pair) => pair.product)),
    cpuMicroseconds: (cpu / (rounds * requests)) * 1e6,
  }
}

function createRequest(server: ServerProcess): string {
  return httpRequest(
    'POST',
    '/v1/checkout/sessions',
    { ...authorization(server), 'Idempotency-Key': randomUUID() },
    body,
  )
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
