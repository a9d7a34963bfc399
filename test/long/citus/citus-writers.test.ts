import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { migrateAll } from '../../../server/app.ts'
import { isFailure } from '../../../server/domain/failure.ts'
import type { Scope } from '../../../server/domain/scope.ts'
import { systemClock } from '../../../server/domain/time/clock.ts'
import { makeEvent } from '../../../server/domain/webhooks/event.ts'
import { silentLog } from '../../../server/flow-context.ts'
import type { FlowContext } from '../../../server/flows/context.ts'
import { readEvents } from '../../../server/flows/webhooks/read-events.ts'
import { openDatabase } from '../../../server/store/sql/database.ts'
import { numberEvents } from '../../../server/store/webhooks/event-sequence.ts'
import { insertEvents } from '../../../server/store/webhooks/events.ts'
import { anotherAccount } from '../../accounts/accounts.ts'
import { startService } from '../../support/service.ts'
import { Chance, size } from '../load/chance.ts'
import { CitusCluster, skipWithoutCitus } from './citus-cluster.ts'

// Every node of a Citus cluster knows where the rows of an account are, so programs may write through any of them:
// spec/decisions/webhooks.md#following-events.

const chance = new Chance()
t.comment(`seed ${chance.seed}`)

const accounts = 6
const writesOfNode = size(60, 10)

t.test(
  'three nodes write the events of an account at once, and no follower misses one',
  skipWithoutCitus,
  async (t) => {
    const cluster = await CitusCluster.start(t, 2)
    await migrateAll({ databaseUrl: cluster.databaseUrl, clock: systemClock, log: silentLog })
    const service = await startService({ databaseUrl: cluster.databaseUrl, environment: { ROLE: 'api' } })
    t.teardown(() => service.stop())
    const nodes = [cluster.databaseUrl, ...cluster.workers.map(({ serviceUrl }) => serviceUrl)].map((url) => {
      const db = openDatabase(url, { kind: 'command', connections: 20 })
      t.teardown(() => db.destroy())
      return { ...service.app.context, db, readingDb: db }
    })
    const scopes: Scope[] = []
    while (scopes.length < accounts)
      scopes.push({ merchantId: (await anotherAccount(service)).merchantId, livemode: false })
    const places = await cluster.coordinator.query<{ port: number }>(
      `select distinct nodeport as port from unnest($1::text[]) as merchant_id join citus_shards
       on shardid = get_shard_id_for_distribution_column('merchants', merchant_id)`,
      [scopes.map(({ merchantId }) => merchantId)],
    )
    t.equal(places.length, 2, 'both worker nodes have accounts')
    const counts = await Promise.all(scopes.map((scope) => expectFollowed(t, scope, nodes)))
    t.comment(`figure: ${counts.join(', ')} events of ${accounts} accounts, written and followed through 3 nodes`)
  },
)

/** Programs at every node write events of one account, while followers ask one node after the other. */
async function expectFollowed(t: Test, scope: Scope, nodes: readonly FlowContext[]): Promise<number> {
  const committed = new Set<string>()
  const write = async (context: FlowContext): Promise<string[]> => {
    const events = Array.from({ length: chance.whole(1, 3) }, () => eventOf(scope))
    // Transactions commit in another order than they began, and some never.
    const transaction = await context.db.transaction()
    await insertEvents(scope, transaction, events)
    await sleep(chance.whole(0, 20))
    const commits = chance.happens(0.8)
    await (commits ? transaction.commit() : transaction.rollback())
    return commits ? events.map(({ id }) => id) : []
  }
  const [first] = nodes
  if (!first) throw new Error('Bug: there are no nodes')
  const start = eventOf(scope)
  await first.db.transaction((transaction) => insertEvents(scope, transaction, [start]))
  await numberEvents(scope, first.db)

  const state = { isWriting: true }
  const writing = Promise.all(
    nodes.map(async (context) => {
      for (let count = 0; count < writesOfNode; count += 1) for (const id of await write(context)) committed.add(id)
    }),
  ).finally(() => {
    state.isWriting = false
  })
  const followers = await Promise.all(
    [1, 7, 100].map(async (limit, offset) => {
      const seen: string[] = []
      for (let round = offset, isLast = false; !isLast; round += 1) {
        // What is committed before this round is on its pages.
        isLast = !state.isWriting
        for (let hasMore = true; hasMore;) {
          const context = nodes[round % nodes.length] ?? first
          const page = await pageAfter(context, scope, seen.at(-1) ?? start.id, limit)
          seen.push(...page.ids)
          hasMore = page.hasMore
        }
      }
      return seen
    }),
  )
  await writing
  const [order = []] = followers
  t.equal(order.length, committed.size, 'no event came twice')
  t.same(new Set(order), committed, 'no event is missing')
  for (const other of followers) t.same(other, order, 'every follower sees the same order')
  return committed.size
}

/** The clocks of the writers differ by up to two seconds. */
function eventOf(scope: Scope) {
  const at = new Date(systemClock.now().getTime() + chance.whole(-2_000, 2_000))
  const data = { object: 'webhook_endpoint', id: 'we_1', message: 'An event of a test.' }
  return makeEvent(scope, { type: 'test.ping', data, sessionId: null }, at)
}

async function pageAfter(
  context: FlowContext,
  scope: Scope,
  place: string,
  limit: number,
): Promise<{ ids: string[]; hasMore: boolean }> {
  const query = { type: null, startingAfter: null, endingBefore: place, limit }
  for (;;) {
    const page = await readEvents(context, scope, query, { waitSeconds: 0, whenGone: () => {} })
    if (!isFailure(page)) return { ids: page.events.map(({ id }) => id), hasMore: page.hasMore }
    // An account may have only a few reads at once. On a busy machine its followers have to ask again.
    if (page.code !== 'rate_limited') throw new Error(JSON.stringify(page.detail))
    await sleep(200)
  }
}
