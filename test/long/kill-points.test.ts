import t, { type Test } from 'tap'
import { startMailServer } from '../mail/mail-server.ts'
import { adyenEnvironment } from '../support/adyen/connect-account.ts'
import { startAdyenStandIn } from '../support/adyen/stand-in.ts'
import { startReceiver } from '../support/receiver.ts'
import { TestClock } from '../support/test-clock.ts'
import { expectSettled, settleAll } from './load/books.ts'
import { accountFlows } from './kill-points/account-flows.ts'
import { adyenFlows, connectShop } from './kill-points/adyen-flows.ts'
import { clockFlows } from './kill-points/clock-flow.ts'
import { deliveryFlows } from './kill-points/delivery-flows.ts'
import type { Flow, Run } from './kill-points/flow.ts'
import { linkFlows } from './kill-points/link-flows.ts'
import { notificationFlows } from './kill-points/notification-flows.ts'
import { paymentFlows } from './kill-points/payment-flows.ts'
import type { Point } from './kill-points/points.ts'
import { refundFlows } from './kill-points/refund-flows.ts'
import { sessionSeconds, Shop } from './kill-points/shop.ts'
import { Cut, Victim } from './kill-points/victim-process.ts'

// A process ends with SIGKILL before and after each commit, each call to the bank, each delivery, each mail and each
// reply of each flow: spec/promises.md#a-process-may-die-anywhere. A first run of a flow finds its points, so a new
// commit is covered by itself. KILL_FLOW chooses flows by a part of their name.

const flows = [
  ...deliveryFlows,
  ...accountFlows,
  ...paymentFlows,
  ...notificationFlows,
  ...refundFlows,
  ...linkFlows,
  ...clockFlows,
].filter(isChosen)

function isChosen({ name }: Flow): boolean {
  return name.includes(process.env['KILL_FLOW'] ?? '')
}

/** How many sites run flows at the same time. */
const sites = 3

/**
 * What happens beside flows: housekeeping, which only deletes; the making of encryption keys once a day; and the search
 * terms of sessions from before the search, once.
 */
const apart = /^commit: (delete \S+|insert search_terms)$|encryption_keys/

/** How long a process may take to die after its flow has ended: a point can follow the reply. */
const deathWithinMs = 10_000

const figures = { points: 0, kills: 0, perFlow: new Map<string, number>() }

t.test('a kill at any point of any flow loses nothing and doubles nothing', async (t) => {
  const started = performance.now()
  const waiting = [...flows]
  const work = async (): Promise<void> => {
    const site = await openShop(t)
    for (let flow = waiting.shift(); flow; flow = waiting.shift()) await killAtEachPoint(t, site, flow)
    await expectAllSettled(t, site)
  }
  await Promise.all(Array.from({ length: sites }, work))
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  t.comment(`figure: ${figures.kills} kills at ${figures.points} points of ${flows.length} flows in ${seconds} s`)
  t.comment(`figure: points: ${[...figures.perFlow].map(([name, points]) => `${name} ${points}`).join(', ')}`)
})

t.test('a kill at any point of a payment at an acquirer loses nothing and doubles nothing', async (t) => {
  const clock = new TestClock()
  const standIn = await startAdyenStandIn({ clock, account: { capture: 'manual' } })
  t.teardown(() => standIn.stop())
  const shop = await openShop(t, { environment: adyenEnvironment(standIn), clock })
  await connectShop(shop, shop.victim, standIn)
  for (const flow of adyenFlows(standIn).filter(isChosen)) await killAtEachPoint(t, shop, flow)
})

interface ShopOptions {
  readonly environment?: Record<string, string>
  readonly clock?: TestClock
}

async function openShop(
  t: Test,
  { environment = { LIVE_PROCESSOR: 'sandbox' }, clock }: ShopOptions = {},
): Promise<Shop> {
  const receiver = await startReceiver()
  const mailServer = await startMailServer()
  t.teardown(() => Promise.all([receiver.stop(), mailServer.stop()]))
  const victim = await Victim.start(t, {
    ...environment,
    RATE_LIMIT_PER_SECOND: '100000',
    SIGNUP_LIMIT_PER_HOUR: '100000',
  })
  return Shop.open(t, victim, { receiver, mailServer, ...(clock && { clock }) })
}

/** Runs the flow once to find its points, and then once for each of them with a kill there. */
async function killAtEachPoint(t: Test, shop: Shop, flow: Flow): Promise<void> {
  const failures: string[] = []
  const points = await pointsOf(shop, flow)
  for (const point of points) {
    const name = `${point.side} ${point.place}${point.nth > 1 ? `, time ${point.nth}` : ''}`
    const failure = await killAtOnce(shop, flow, point).catch((error: unknown) => messageOf(error))
    if (failure !== null) failures.push(`${name}: ${failure}`)
    if (!shop.victim.isRunning) await shop.victim.restart()
  }
  figures.points += points.length
  figures.kills = figures.kills + points.length - failures.length
  figures.perFlow.set(flow.name, points.length)
  t.same(failures, [], `${flow.name}: ${points.length} points`)
}

async function pointsOf(shop: Shop, flow: Flow): Promise<readonly Point[]> {
  const run = await begin(shop, flow)
  await shop.victim.record()
  await run.run()
  const points = await shop.victim.recorded()
  await finish(shop, run)
  // A question to the bank changes nothing, the job queue repeats its statements, and one statement can number several
  // events. The first of each is enough.
  const repeated = /^(bank: select|job queue)|event_counters/
  // Only the first event of an account inserts its counter.
  const onlyFirst = /insert event_counters/
  const different = points.filter(({ place, nth }) => (nth === 1 || !repeated.test(place)) && !onlyFirst.test(place))
  return different.filter(({ place }) => flow.places?.test(place) ?? !apart.test(place))
}

/** Tries again when the flow does not pass the point, because an event may be numbered after the end of the flow. */
async function killAtOnce(shop: Shop, flow: Flow, point: Point): Promise<string | null> {
  for (let tries = 1; ; tries += 1) {
    const failure = await killAt(shop, flow, point)
    if (failure !== notPassed || tries === mostTries) return failure
    // It still waits for the point, and must not die while the next run is prepared.
    await shop.victim.end()
    await shop.victim.restart()
  }
}

const mostTries = 3
const notPassed = 'the flow did not pass this point again'

/** Null when the flow had its effect once, in spite of the kill. */
async function killAt(shop: Shop, flow: Flow, point: Point): Promise<string | null> {
  const run = await begin(shop, flow)
  await shop.victim.dieAt(point)
  await run.run().catch((error: unknown) => {
    if (!(error instanceof Cut)) throw error
  })
  if (!(await shop.victim.dies(deathWithinMs))) return notPassed
  await shop.victim.restart()
  await run.run()
  await finish(shop, run)
  return null
}

/** A worker must not have anything else to do, or its points would differ from run to run. */
async function begin(shop: Shop, flow: Flow): Promise<Run> {
  if (flow.worker) {
    await shop.victim.work()
    await shop.deliverAll()
    await shop.victim.rest()
  }
  return flow.begin(shop)
}

async function finish(shop: Shop, run: Run): Promise<void> {
  await shop.victim.rest()
  await shop.finishWork()
  await run.check()
  await shop.expectOrder()
}

function messageOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** Finishes all work of the site, and compares its books and its deliveries. */
async function expectAllSettled(t: Test, shop: Shop): Promise<void> {
  await shop.victim.end()
  shop.clock.advance(sessionSeconds)
  await expectSettled(t, await settleAll(t, shop.victim.site, shop.clock))
  shop.victim.aheadSeconds = Math.ceil((shop.clock.now().getTime() - Date.now()) / 1000)
  await shop.victim.restart()
  await shop.victim.work()
  await shop.deliverAll()
  const events = await shop.sql<{ id: string }>(
    `select id from events
     where (merchant_id, livemode) = (select merchant_id, livemode from webhook_endpoints where url = $1)`,
    [shop.webhookUrl],
  )
  t.same(
    events.filter(({ id }) => shop.arrivals(id) === 0),
    [],
    'each event arrived at least once',
  )
}
