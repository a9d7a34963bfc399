import { randomBytes } from 'node:crypto'
import t from 'tap'
import { migrateAll } from '../../../server/app.ts'
import { systemClock } from '../../../server/domain/time/clock.ts'
import { silentLog } from '../../../server/flow-context.ts'
import { migrate } from '../../../server/store/schema/migrate.ts'
import type { StepReport } from '../../../server/store/schema/migration-steps.ts'
import { migrations } from '../../../server/store/schema/migrations/migrations.ts'
import {
  constraintInTwoSteps,
  indexConcurrently,
  inOneTransaction,
  type Migration,
} from '../../../server/store/schema/migrations/steps.ts'
import { distributeTables } from '../../../server/store/sql/citus.ts'
import { openDatabase } from '../../../server/store/sql/database.ts'
import { startReceiver } from '../../support/receiver.ts'
import { until } from '../../support/until.ts'
import { expectSettled, settleAll } from '../load/books.ts'
import { Chance, size } from '../load/chance.ts'
import { Client } from '../load/client.ts'
import { ServiceProcess } from '../processes/processes.ts'
import { Acknowledged, expectDelivered, expectKept, shop } from '../load/shop-load.ts'
import { CitusCluster, skipWithoutCitus } from './citus-cluster.ts'

// A later release migrates a Citus cluster while customers pay at several accounts.

const chance = new Chance()
t.comment(`seed ${chance.seed}`)

const accounts = 6
const lanesPerAccount = 2

/** Every kind of step, on the tables that a payment writes. */
const later: Migration = {
  name: '999-later',
  steps: [
    inOneTransaction(`
      alter table checkout_sessions add column later_note text;
      alter table card_attempts add column later_count integer not null default 0;
      alter table deliveries add column later_note text;`),
    indexConcurrently({ name: 'events_by_later', on: 'events (merchant_id, livemode, type, id)' }),
    constraintInTwoSteps({
      table: 'checkout_sessions',
      name: 'later_is_short',
      rule: 'check (length(later_note) < 9)',
    }),
    inOneTransaction(`
      create table later_rows (
        merchant_id text not null, livemode boolean not null, id text not null, primary key (merchant_id, livemode, id)
      )`),
  ],
}

t.test('a later release migrates a cluster while customers pay', skipWithoutCitus, async (t) => {
  const cluster = await CitusCluster.start(t, 2)
  const { databaseUrl, coordinator } = cluster
  await migrateAll({ databaseUrl, clock: systemClock, log: silentLog })
  const receiver = await startReceiver()
  t.teardown(() => receiver.stop())
  const masterKey = randomBytes(32)
  const services = [
    await ServiceProcess.start(t, { databaseUrl, masterKey }),
    await ServiceProcess.start(t, { databaseUrl, masterKey }),
  ]
  const urls = services.map(({ baseUrl }) => baseUrl)
  const shops: { client: Client; acknowledged: Acknowledged }[] = []
  while (shops.length < accounts) {
    const client = await Client.signUp(urls, chance)
    await client.succeed({ path: '/v1/webhook_endpoints', body: { url: receiver.url } })
    shops.push({ client, acknowledged: new Acknowledged() })
  }
  const load = new AbortController()
  const shopping = Promise.all(
    shops.flatMap(({ client, acknowledged }) =>
      Array.from({ length: lanesPerAccount }, async (_, lane) => {
        for (let round = 0; !load.signal.aborted; round += 1)
          await shop(client, acknowledged, { chance, key: `${lane} ${round}` })
      }),
    ),
  )
  const paid = (): number => shops.reduce((sum, { acknowledged }) => sum + acknowledged.paid.length, 0)
  const morePayments = async (): Promise<void> => {
    const before = paid()
    await until(() => paid() > before + size(100), 'more payments')
  }
  await morePayments()

  const reports: StepReport[] = []
  const db = openDatabase(databaseUrl, { kind: 'command' })
  await migrate(db, { migrations: [...migrations, later], done: (_, report) => void reports.push(report) })
  t.same(await distributeTables(db), ['later_rows'], 'the new table is distributed')
  await db.destroy()
  const [column] = await coordinator.query<{ nodes: string }>(
    `select count(*) filter (where result = '1') || ' of ' || count(*) as nodes
     from run_command_on_all_nodes(
       $$select count(*) from pg_attribute
         where attrelid = 'checkout_sessions'::regclass and attname = 'later_note'$$)`,
  )
  t.equal(column?.nodes, '3 of 3', 'every node has the new column')

  await morePayments()
  load.abort()
  await shopping
  for (const { step, ms, gaveWay } of reports) t.comment(`figure: ${Math.round(ms)} ms, gave way ${gaveWay}: ${step}`)
  const longestMs = Math.max(...shops.map(({ acknowledged }) => acknowledged.longestMs))
  t.comment(`figure: ${paid()} payments, longest call ${Math.round(longestMs)} ms`)
  t.equal(
    shops.reduce((sum, { acknowledged }) => sum + acknowledged.faults, 0),
    0,
    'no call failed',
  )
  for (const { client, acknowledged } of shops) {
    await expectKept(t, client, acknowledged)
    await expectDelivered(acknowledged, receiver)
  }
  for (const service of services) t.equal(await service.stop(), 0)
  await expectSettled(t, await settleAll(t, { databaseUrl, masterKey }))
})
