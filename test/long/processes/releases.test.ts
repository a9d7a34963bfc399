import { randomUUID } from 'node:crypto'
import t, { type Test } from 'tap'
import { runAccount } from '../../commands/account/run-account.ts'
import { mainFile, startProgram, submitCard } from '../../start/operator.ts'
import { startReceiver, type Receiver } from '../../support/receiver.ts'
import { until } from '../../support/until.ts'
import { allServe, startBalancer } from './balancer.ts'
import { expectSettled, settleAll } from '../load/books.ts'
import { Chance, size } from '../load/chance.ts'
import { Client } from '../load/client.ts'
import { arrivedEvents, expectFollowed, Follower } from '../load/followers.ts'
import { skipWithoutHaproxy } from './guide-proxy.ts'
import { makeNextRelease } from './next-release.ts'
import { openSite, repeat, ServiceProcess, statusOf, type Site } from './processes.ts'
import { Acknowledged, expectKept, shop } from '../load/shop-load.ts'
import { Shoppers } from '../load/shoppers.ts'

// Two releases serve one database, under load and behind HAProxy: spec/decisions/database.md#releases-side-by-side.

const chance = new Chance()
t.comment(`seed ${chance.seed}`)

/** How many payments pass between two changes of the fleet. */
const paymentsBetween = size(60, 10)

/** Payments with the API and with encrypted cards, random actions, a receiver of webhooks and a follower of events. */
class Load {
  readonly acknowledged = new Acknowledged()
  readonly failed: string[] = []
  readonly shoppers: Shoppers
  readonly client: Client
  readonly receiver: Receiver
  readonly follower: Follower
  readonly #balancer: string
  readonly #stopping = new AbortController()
  readonly #lanes: Promise<unknown>

  private constructor(
    balancer: string,
    { client, receiver, follower }: Pick<Load, 'client' | 'receiver' | 'follower'>,
  ) {
    this.#balancer = balancer
    this.client = client
    this.receiver = receiver
    this.follower = follower
    this.shoppers = new Shoppers(client, chance)
    const pay = (): Promise<void> => shop(client, this.acknowledged, { chance, key: randomUUID() })
    const act = (): Promise<void> => this.shoppers.act()
    const lanes = [pay, pay, pay, pay, act, act, () => this.#payByCard()]
    this.#lanes = Promise.all(lanes.map((work) => this.#lane(work)))
  }

  static async start(t: Test, balancer: string): Promise<Load> {
    const receiver = await startReceiver()
    t.teardown(() => receiver.stop())
    const client = await Client.signUp([balancer], chance)
    await client.succeed({ path: '/v1/webhook_endpoints', body: { url: receiver.url } })
    return new Load(balancer, { client, receiver, follower: await Follower.start(client) })
  }

  /** Waits until customers have paid more sessions with the processes that serve now. */
  async goesOn(): Promise<void> {
    const goal = this.acknowledged.paid.length + paymentsBetween
    await until(() => this.acknowledged.paid.length >= goal, 'more payments')
  }

  /** Ends the load. Each call that failed is in the result. */
  async end(): Promise<string[]> {
    this.#stopping.abort()
    await this.#lanes
    return [...this.failed, ...this.acknowledged.failures, ...this.shoppers.faults]
  }

  async #lane(work: () => Promise<void>): Promise<void> {
    while (!this.#stopping.signal.aborted) await work().catch((error: unknown) => void this.failed.push(String(error)))
  }

  async #payByCard(): Promise<void> {
    const body = { amount: 100, currency: 'GBP', reference: randomUUID() }
    const created = await this.client.once({ path: '/v1/checkout/sessions', body })
    if (created?.status !== 200) throw new Error(`create: ${created ? created.text : 'no reply'}`)
    const session = created.body as unknown as { id: string; client_secret: string }
    const answer = await submitCard(this.#balancer, session, '4012000000060085')
    if (answer.status !== 200) throw new Error(`card: ${answer.status} ${JSON.stringify(answer.body)}`)
    this.acknowledged.created.push(session.id)
    this.acknowledged.paid.push(session.id)
  }
}

/** Collects the replies of `/readyz` that are not 200, until the returned function is called. */
function watchReadiness(processes: readonly ServiceProcess[]): () => Promise<string[]> {
  const refused: string[] = []
  const stop = repeat(50, () =>
    Promise.all(
      processes.map(async ({ baseUrl }) => {
        const status = await statusOf(`${baseUrl}/readyz`)
        if (status !== 200) refused.push(`${baseUrl} ${status}`)
      }),
    ),
  )
  return async () => {
    await stop()
    return refused
  }
}

/** Returns how many calls failed. */
async function expectNothingLost(
  t: Test,
  { site, load, processes }: { site: Site; load: Load; processes: readonly ServiceProcess[] },
): Promise<number> {
  const failed = await load.end()
  for (const { run } of processes)
    for (const line of run.said.out.split('\n')) if (line.includes('a request failed')) t.comment(line)
  t.same(failed.slice(0, 10), [], 'no request failed')
  t.equal(load.client.cut, 0, 'each request got a reply')
  await expectFollowed(t, site, load)
  await expectKept(t, load.client, load.acknowledged)
  return failed.length
}

async function runMigrations(t: Test, site: Site, program: string): Promise<void> {
  const command = startProgram(t, { DATABASE_URL: site.databaseUrl, MASTER_KEY: site.masterKey.toString('hex') }, [
    program,
    '--migrate-only',
  ])
  t.equal(await command.ended(), 0, command.said.errors + command.said.out)
}

t.test(
  'two processes move to the next release, back and forward again under load, and nothing fails or is lost',
  skipWithoutHaproxy,
  async (t) => {
    const next = await makeNextRelease(t)
    const site = await openSite(t)
    const start = (): Promise<ServiceProcess> => ServiceProcess.start(t, site, { DRAIN_SECONDS: '3' })
    const processes = await Promise.all([start(), start()])
    const balancer = await startBalancer(
      t,
      processes.map(({ baseUrl }) => baseUrl),
    )
    const load = await Load.start(t, balancer)
    await load.goesOn()

    const readiness = watchReadiness(processes)
    await runMigrations(t, site, next)
    await load.goesOn()
    t.same(await readiness(), [], 'the migrations leave every process ready')
    const command = await runAccount(
      { DATABASE_URL: site.databaseUrl, MASTER_KEY: site.masterKey.toString('hex') },
      '--list',
    )
    t.match(command, { code: 0, stdout: /merchant@example\.com/ }, 'the command of the operator works')
    for (const program of [next, mainFile, next])
      for (const process of processes) {
        t.equal(await process.stop(), 0)
        await process.restart(program)
        await allServe(balancer)
        await load.goesOn()
      }
    const failed = await expectNothingLost(t, { site, load, processes })
    for (const process of processes) t.equal(await process.stop(), 0)
    await expectSettled(t, await settleAll(t, site))
    const arrived = arrivedEvents(load.receiver)
    t.comment(
      `figure: 6 restarts from release to release, ${load.acknowledged.paid.length} payments, ` +
        `${load.acknowledged.refunded.length} refunds and ${sum(load.shoppers.done)} other actions acknowledged, ` +
        `${failed} requests failed, ${load.follower.seen.length} events followed, ` +
        `${arrived.length - new Set(arrived).size} events delivered again`,
    )
  },
)

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((total, count) => total + count, 0)
}
