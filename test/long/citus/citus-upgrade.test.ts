import t, { type Test } from 'tap'
import { migrateAll } from '../../../server/app.ts'
import { systemClock } from '../../../server/domain/time/clock.ts'
import { keepPartitions } from '../../../server/flows/keep-partitions.ts'
import { silentLog } from '../../../server/flow-context.ts'
import { migrate } from '../../../server/store/schema/migrate.ts'
import {
  constraintInTwoSteps,
  distributedLike,
  fillForAccounts,
  indexConcurrently,
  inOneTransaction,
  partitionByTime,
  type Migration,
} from '../../../server/store/schema/migrations/steps.ts'
import { openDatabase } from '../../../server/store/sql/database.ts'
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
import { distributedTables, tablesByMerchant } from './citus-tables.ts'

// A cluster with data takes a migration that partitions a table, fills another and changes those of payments. After
// that, two processes write events for accounts on both worker nodes, and followers read them.

const visitsOfAccount = 2_500
const oldPayments = 5
const newPayments = 30
const pageSize = 7

interface Shop {
  readonly account: TestAccount
  readonly oldSessions: readonly string[]
}

const made: Migration = {
  name: '901-visited',
  steps: [
    inOneTransaction(`
create table visited (
  merchant_id text not null, livemode boolean not null, id text not null, primary key (merchant_id, livemode, id)
);
${distributedLike('visited', 'merchants')};
`),
    fillForAccounts({
      table: 'visited',
      statement: `
        with part as materialized (
          select merchant_id, livemode, id from visits
          where merchant_id = $1 and livemode = $2 and id > $3 order by id limit $4
        ), filled as (
          insert into visited (merchant_id, livemode, id) select merchant_id, livemode, id from part
          on conflict do nothing
        )
        select id as last from part order by id desc limit 1`,
    }),
    partitionByTime({ table: 'visits', column: 'id', prefix: 'log', days: 1 }),
    inOneTransaction('alter table checkout_sessions add column visits integer;'),
    constraintInTwoSteps({ table: 'checkout_sessions', name: 'few_visits', rule: 'check (visits < 1000)' }),
    indexConcurrently({ name: 'events_by_time', on: 'events (merchant_id, livemode, created_at)' }),
    indexConcurrently({ name: 'visits_by_note', on: 'visits (merchant_id, livemode, note)' }),
  ],
}

t.test('a distributed database with data takes later migrations', skipWithoutCitus, async (t) => {
  const cluster = await CitusCluster.start(t, 2)
  const { databaseUrl, coordinator } = cluster
  await migrateAll({ databaseUrl, clock: systemClock, log: silentLog })
  const first = await startService({ databaseUrl })
  t.teardown(() => first.stop())
  const second = await startService({ databaseUrl, masterKey: first.masterKey })
  t.teardown(() => second.stop())
  const services = [first, second]
  const shops: Shop[] = []
  while (shops.length < 8) {
    const account = await anotherAccount(first)
    const oldSessions: string[] = []
    while (oldSessions.length < oldPayments) oldSessions.push(await payBySession(account))
    shops.push({ account, oldSessions })
  }
  const accounts = shops.map(({ account }) => account.merchantId)
  const before = readSessions(shops)

  const db = openDatabase(databaseUrl, { kind: 'command' })
  t.teardown(() => db.destroy())
  await migrate(db, {
    migrations: [
      {
        name: '900-visits',
        steps: [
          inOneTransaction(`
create table visits (
  merchant_id text not null references merchants, livemode boolean not null, id text not null, note text,
  primary key (merchant_id, livemode, id)
);
${distributedLike('visits', 'merchants')};
`),
        ],
      },
    ],
  })
  const visits = accounts.flatMap((account) =>
    Array.from({ length: visitsOfAccount }, (_, n) => ({
      merchant_id: account,
      livemode: n % 2 === 0,
      id: `log_${String(n).padStart(30, '0')}`,
      note: `visit ${n}`,
    })),
  )
  await coordinator.query(
    `insert into visits select merchant_id, livemode, id, note from json_populate_recordset(null::visits, $1::json)`,
    [JSON.stringify(visits)],
  )
  await migrate(db, { migrations: [made] })
  t.same(await distributedTables(coordinator), await tablesByMerchant(coordinator))
  for (const table of ['visits_first', 'visited'])
    t.same(
      await coordinator.query(`select count(*)::integer as rows from ${table}`),
      [{ rows: visits.length }],
      `${table} has all rows`,
    )
  t.same(await readSessions(shops), await before, 'old sessions read as before')

  const ports = await coordinator.query<{ port: number }>(
    `select distinct nodeport as port from unnest($1::text[]) as merchant_id join citus_shards
       on shardid = get_shard_id_for_distribution_column('merchants', merchant_id)`,
    [accounts],
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

async function readSessions(shops: readonly Shop[]): Promise<string[]> {
  const texts: string[] = []
  for (const { account, oldSessions } of shops)
    for (const id of oldSessions) {
      const answer = await account.call('GET', `/v1/checkout/sessions/${id}`)
      texts.push(`${answer.status} ${answer.text}`)
    }
  return texts
}

/** Two processes pay sessions of an account, and a follower asks them in turn for what comes after its last event. */
async function expectFollowed(t: Test, account: TestAccount, services: readonly TestService[]): Promise<void> {
  const calls: Calls[] = services.map((service) => caller(service, account.merchantId, account.secretKey))
  const pageAfter = async (round: number, id: string): Promise<EventList> =>
    readEvents(calls[round % calls.length] ?? account, { ending_before: id, limit: pageSize })
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
  for (let round = 0, isLast = false; !isLast; round += 1) {
    // What is committed before this round is on its pages.
    isLast = !state.isWriting
    for (let hasMore = true; hasMore;) {
      const page = await pageAfter(round, seen.at(-1)?.id ?? '')
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
