import { setTimeout as pause } from 'node:timers/promises'
import { startServer, type ServerProcess } from './children.ts'
import { startCountingReceiver } from './counting-receiver.ts'
import { figure, serverSettings, type Figure } from './environment.ts'
import { median, runLoad } from './load.ts'
import { itemAt, Shop, type BenchSession } from './shop.ts'

/** One account and the others take turns, so that a change in the machine's speed affects both. */
const rounds = 3
/** Requests of one kind and one round. Payments and refunds have a session for each. */
const requests = 3_000
const payments = 1_500

const few = 32
/** So many at a time that the 80 ms of the simulated bank do not count. */
const many = 128

/** Which shop sends the n-th request. */
type Choice = (index: number) => number

interface Spread {
  readonly name: string
  readonly choose: Choice
}

type Kind = 'create with key' | 'create without key' | 'retrieve' | 'payment' | 'partial refund' | 'payment, delivered'

/**
 * Compares the same calls from one account and spread over several, as a ratio of their rates. With 1,000 accounts,
 * another spread has half of all calls from one of them.
 */
export async function benchAccounts(databaseUrl: string, counts: readonly number[]): Promise<Figure[]> {
  const most = Math.max(...counts)
  const settings = { ...serverSettings(databaseUrl), BENCH_ACCOUNTS: String(most) }
  const product = await startServer('product-server.ts', settings)
  const receiver = await startCountingReceiver()
  try {
    const keys = product.ready.secretKeys?.split(' ') ?? []
    const shops = keys.map((key) => new Shop(product.port, key))
    const one: Spread = { name: 'one account', choose: () => 0 }
    const spreads = counts.filter((count) => count > 1).map(spreadOver)
    if (most >= 1_000) spreads.push({ name: `one of ${most} accounts makes half`, choose: skewed(most) })
    const perSecond = new Map<Spread, Map<Kind, number[]>>()
    for (let round = -1; round < rounds; round++)
      for (const spread of [one, ...spreads]) {
        const found = await runRound(product, shops, spread.choose)
        const rates = perSecond.get(spread) ?? new Map<Kind, number[]>()
        // The first round warms up.
        if (round >= 0) for (const [kind, rate] of found) rates.set(kind, [...(rates.get(kind) ?? []), rate])
        perSecond.set(spread, rates)
      }
    const delivered = await deliveries(product, shops, [one, ...spreads], receiver)
    for (const [spread, rates] of delivered) perSecond.get(spread)?.set('payment, delivered', rates)
    return figuresOf(perSecond, one)
  } finally {
    receiver.stop()
    await product.stop()
  }
}

function spreadOver(count: number): Spread {
  return { name: `${count} accounts`, choose: (index) => index % count }
}

/** Every second request comes from the first account, and the rest from all others in turn. */
function skewed(count: number): Choice {
  return (index) => (index % 2 === 0 ? 0 : 1 + ((index >> 1) % (count - 1)))
}

async function runRound(product: ServerProcess, shops: readonly Shop[], choose: Choice): Promise<Map<Kind, number>> {
  const shopOf = (index: number): Shop => itemAt(shops, choose(index))
  const run = async (connections: number, count: number, request: (index: number) => string): Promise<number> =>
    (await runLoad({ port: product.port, connections, requests: count, request, retriesBusy: true })).perSecond
  const rates = new Map<Kind, number>()
  rates.set('create with key', await run(few, requests, (index) => shopOf(index).createWithKey()))
  rates.set('create without key', await run(few, requests, (index) => shopOf(index).create()))
  const sessions = await openSessions(shops, choose)
  const session = (index: number): BenchSession => itemAt(sessions, index % sessions.length)
  const retrieve = (index: number): string =>
    shopOf(index % sessions.length).request('GET', `/v1/checkout/sessions/${session(index).id}`)
  rates.set('retrieve', await run(few, requests, retrieve))
  rates.set('payment', await run(many, payments, (index) => shopOf(index).payByHelper(session(index))))
  rates.set('partial refund', await run(many, payments, (index) => shopOf(index).refund(session(index))))
  return rates
}

/** One session for each payment of a round, each of the shop that will take it. */
async function openSessions(shops: readonly Shop[], choose: Choice): Promise<BenchSession[]> {
  const atOnce = 32
  const sessions: BenchSession[] = []
  while (sessions.length < payments) {
    const from = sessions.length
    const size = Math.min(atOnce, payments - from)
    const opened = Array.from({ length: size }, (_, at) => itemAt(shops, choose(from + at)).sessions(1))
    sessions.push(...(await Promise.all(opened)).flat())
  }
  return sessions
}

/** Payments until all of their events have arrived. */
async function deliveries(
  product: ServerProcess,
  shops: readonly Shop[],
  spreads: readonly Spread[],
  receiver: Awaited<ReturnType<typeof startCountingReceiver>>,
): Promise<Map<Spread, number[]>> {
  const url = `http://127.0.0.1:${receiver.port}/`
  for (let from = 0; from < shops.length; from += few)
    await Promise.all(shops.slice(from, from + few).map((shop) => shop.call('POST', '/v1/webhook_endpoints', { url })))
  const rates = new Map<Spread, number[]>(spreads.map((spread) => [spread, []]))
  for (let round = 0; round < rounds; round++)
    for (const spread of spreads) {
      const sessions = await openSessions(shops, spread.choose)
      const before = receiver.count()
      const started = performance.now()
      const request = (index: number): string =>
        itemAt(shops, spread.choose(index)).payByHelper(itemAt(sessions, index))
      await runLoad({ port: product.port, connections: many, requests: payments, request, retriesBusy: true })
      while (receiver.count() < before + payments) await pause(5)
      rates.get(spread)?.push(payments / ((performance.now() - started) / 1_000))
    }
  return rates
}

function figuresOf(perSecond: ReadonlyMap<Spread, ReadonlyMap<Kind, readonly number[]>>, one: Spread): Figure[] {
  const figures: Figure[] = []
  for (const [kind, alone] of perSecond.get(one) ?? []) {
    figures.push(figure(`${kind}: one account`, median(alone), '/s'))
    for (const [{ name }, rates] of perSecond) {
      if (name === one.name) continue
      const ratios = (rates.get(kind) ?? []).map((rate, round) => rate / itemAt(alone, round))
      const atLeast = name.includes('half') || name.startsWith('1000') ? 0.9 : 0.95
      figures.push(figure(`${kind}: ${name}, times one account`, median(ratios), '', { atLeast }))
    }
  }
  return figures
}
