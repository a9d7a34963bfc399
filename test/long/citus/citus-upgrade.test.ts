import t, { type Test } from 'tap'
import { migrateAll } from '../../../server/app.ts'
import { systemClock } from '../../../server/domain/time/clock.ts'
import { keepPartitions } from '../../../server/flows/keep-partitions.ts'
import { silentLog } from '../../../server/flow-context.ts'
import {
  payBySession,
  readEvents,
  type Calls,
  type EventList,
  type ReadEvent,
} from '../../webhooks/events/read-events.ts'
import { anotherAccount, caller, type TestAccount } from '../../accounts/accounts.ts'
import { sql } from '../../support/sql.ts'
import { startService, type TestService } from '../../support/service.ts'
import { CitusCluster, skipWithoutCitus } from './citus-cluster.ts'
import { distributedTables, migrateAsBefore, tablesByMerchant } from './citus-tables.ts'

// A cluster that an earlier version filled takes the newest migrations. After that, two processes write events for
// accounts on both worker nodes, and followers read them.

/** The tables that an earlier version has filled here, parents first. */
const filledTables = 'keyring merchants secret_keys checkout_sessions card_attempts money_movements events'.split(' ')

const oldPayments = 5
const newPayments = 30
const pageSize = 7

interface Shop {
  readonly account: TestAccount
  readonly oldSessions: readonly string[]
}

t.test('a distributed database with data takes the newest migrations', skipWithoutCitus, async (t) => {
  const cluster = await CitusCluster.start(t, 2)
  const { databaseUrl, coordinator } = cluster
  await migrateAsBefore(databaseUrl, '027')
  const before = await startService()
  const shops: Shop[] = []
  while (shops.length < 8) {
    const account = await anotherAccount(before)
    const oldSessions: string[] = []
    while (oldSessions.length < oldPayments) oldSessions.push(await payBySession(account))
    shops.push({ account, oldSessions })
  }
  for (const table of filledTables) await copyRows(before, cluster, table)
  const read = await readSessions(shops)
  await before.stop()

  await migrateAll({ databaseUrl, clock: systemClock, log: silentLog })
  t.same(await distributedTables(coordinator), await tablesByMerchant(coordinator))
  const services: TestService[] = []
  for (let process = 0; process < 2; process += 1) {
    const service = await startService({ databaseUrl, masterKey: before.masterKey })
    t.teardown(() => service.stop())
    services.push(service)
  }
  const [first, second] = services
  if (!first || !second) throw new Error('Bug: two services were started')
  const seenBy = (service: TestService) =>
    shops.map(({ account, oldSessions }) => ({
      account: caller(service, account.merchantId, account.secretKey),
      oldSessions,
    }))
  t.same(withoutAddress(await readSessions(seenBy(second))), withoutAddress(read), 'old sessions read as before')

  const ports = await coordinator.query<{ port: number }>(
    `select distinct nodeport as port from unnest($1::text[]) as merchant_id join citus_shards
       on shardid = get_shard_id_for_distribution_column('merchants', merchant_id)`,
    [shops.map(({ account }) => account.merchantId)],
  )
  t.equal(ports.length, 2, 'both worker nodes have accounts')

  await t.test('a follower of each account reads each event once, while two processes write them', async (t) => {
    await Promise.all(shops.map(({ account }) => expectFollowed(t, account, [first, second])))
    t.same(await sql(first, 'select id from events where sequence is null'), [], 'every event has a number')
  })

  await t.test('the worker makes and drops partitions on all nodes', async (t) => {
    const tables = ['api_request_log', 'deliveries', 'delivery_attempts', 'events']
    const partitions = async (): Promise<string[]> =>
      (
        await coordinator.query<{ name: string }>(
          `select inhrelid::regclass::text as name from pg_inherits where inhparent = any($1::regclass[]) order by 1`,
          [tables],
        )
      ).map(({ name }) => name)
    t.same(await partitions(), tables.flatMap((table) => [`${table}_default`, `${table}_first`]).sort())
    const { workContext } = first.app
    const { retention } = workContext.settings
    const context = {
      ...workContext,
      settings: { ...workContext.settings, retention: { ...retention, eventDays: 30 } },
    }
    for (let weeks = 0; weeks < 22; weeks += 1) {
      await keepPartitions(context)
      first.clock.advance(7 * 86_400)
    }
    const later = await partitions()
    for (const table of tables) {
      t.notOk(later.includes(`${table}_first`), `the old partition of ${table} is gone`)
      t.ok(
        later.some((name) => name.startsWith(`${table}_2`)),
        `${table} has a partition for the next two weeks`,
      )
    }
    const distributed = await distributedTables(coordinator)
    t.same(
      later.filter((name) => !distributed.includes(name)),
      [],
    )
    await payBySession(caller(first, shops[0]?.account.merchantId ?? '', shops[0]?.account.secretKey ?? ''))
  })
  for (const service of services)
    t.same(
      service.logLines.filter((line) => line.includes('"level":"error"')),
      [],
      'the log has no error',
    )
})

/** Copies the columns that both databases have. */
async function copyRows(from: TestService, { coordinator }: CitusCluster, table: string): Promise<void> {
  const columns = await coordinator.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::text::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  const names = columns.map(({ name }) => `"${name}"`).join(', ')
  const [{ rows } = { rows: '[]' }] = await sql<{ rows: string }>(
    from,
    `select coalesce(json_agg(t), '[]')::text as rows from ${table} t`,
  )
  const given = `json_populate_recordset(null::${table}, $1::json)`
  await coordinator.query(`insert into ${table} (${names}) select ${names} from ${given}`, [rows])
}

async function readSessions(shops: readonly Shop[]): Promise<string[]> {
  const texts: string[] = []
  for (const { account, oldSessions } of shops)
    for (const id of oldSessions) {
      const answer = await account.call('GET', `/v1/checkout/sessions/${id}`)
      texts.push(`${answer.status} ${answer.text}`)
    }
  return texts
}

/** Each start of the service has another port. */
function withoutAddress(texts: readonly string[]): string[] {
  return texts.map((text) => text.replace(/:\d+\/checkout/, '/checkout'))
}

/** Two processes pay sessions of an account, and a follower asks them in turn for what comes after its last event. */
async function expectFollowed(t: Test, account: TestAccount, services: readonly TestService[]): Promise<void> {
  const calls: Calls[] = services.map((service) => caller(service, account.merchantId, account.secretKey))
  const pageAfter = async (turn: number, id: string): Promise<EventList> =>
    readEvents(calls[turn % calls.length] ?? account, { ending_before: id, limit: pageSize })
  const oldest = (await readEvents(calls[0] ?? account, { limit: 100 })).data.at(-1)
  if (!oldest) throw new Error('The account has no events')
  const state = { isWriting: true }
  const paid: string[] = []
  const writing = Promise.all(
    calls.map(async (process) => {
      for (let payment = 0; payment < newPayments / 2; payment += 1) paid.push(await payBySession(process))
    }),
  ).finally(() => {
    state.isWriting = false
  })
  const seen: ReadEvent[] = [oldest]
  for (let turn = 0, isLast = false; !isLast; turn += 1) {
    // What is committed before this turn is on its pages.
    isLast = !state.isWriting
    for (let hasMore = true; hasMore;) {
      const page = await pageAfter(turn, seen.at(-1)?.id ?? '')
      seen.push(...page.data)
      hasMore = page.has_more
    }
  }
  await writing
  const ids = seen.map(({ id }) => id)
  t.equal(new Set(ids).size, ids.length, 'no event twice')
  t.equal(ids.length, oldPayments + newPayments, 'no event is missing')
  const sessions = new Set(seen.map(({ data }) => data.id))
  t.same(
    paid.filter((id) => !sessions.has(id)),
    [],
  )
}
