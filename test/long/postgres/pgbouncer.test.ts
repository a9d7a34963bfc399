import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client as Sql } from 'pg'
import t, { type Test } from 'tap'
import { findPooler } from '../../../server/engines/postgres/pooler.ts'
import { startProgram } from '../../start/operator.ts'
import { DatabaseProxy } from '../../support/database/database-proxy.ts'
import { testPostgres } from '../../support/database/postgres.ts'
import { startReceiver } from '../../support/receiver.ts'
import { until } from '../../support/until.ts'
import { expectSettled, settleAll } from '../load/books.ts'
import { Chance, size } from '../load/chance.ts'
import { Client } from '../load/client.ts'
import { openSite, ServiceProcess, statusOf } from '../processes/processes.ts'
import { Acknowledged, expectDelivered, expectKept, shop } from '../load/shop-load.ts'
import { programs, startPooler, type Program } from './pgbouncer.ts'

// PgBouncer in transaction mode: spec/decisions/database.md#a-pooler-in-front-of-the-database. Debian 12 has version
// 1.18, which cannot hold prepared statements. PGBOUNCER_PATH names another program, such as a newer version.

const shops = size(120, 20)
const lanes = 12

interface Case {
  readonly name: string
  readonly program: Program | undefined
  readonly missing: string
  readonly lines?: readonly string[]
  readonly hasDirect: boolean
  readonly namesStatements: boolean
}

const current = programs.find(({ holdsStatements }) => holdsStatements)
const needsCurrent = 'PgBouncer 1.21 or later is missing: set PGBOUNCER_PATH'
const needsAny = 'PgBouncer is missing: install the Debian package pgbouncer, or set PGBOUNCER_PATH'

const cases: readonly Case[] = [
  {
    name: 'that holds prepared statements, with a direct address',
    program: current,
    missing: needsCurrent,
    lines: ['max_prepared_statements = 500'],
    hasDirect: true,
    namesStatements: true,
  },
  {
    name: 'that holds prepared statements, without a direct address',
    program: current,
    missing: needsCurrent,
    lines: ['max_prepared_statements = 500', 'server_round_robin = 1'],
    hasDirect: false,
    namesStatements: true,
  },
  {
    name: 'whose prepared statements are turned off',
    program: current,
    missing: needsCurrent,
    lines: ['max_prepared_statements = 0'],
    hasDirect: true,
    namesStatements: false,
  },
  {
    name: 'of a version without prepared statements, and a direct address',
    program: programs.find(({ holdsStatements }) => !holdsStatements),
    missing: 'PgBouncer before 1.21 is missing: install the package pgbouncer of Debian 12',
    hasDirect: true,
    namesStatements: false,
  },
  {
    name: 'of a version without prepared statements, and no direct address',
    program: programs.find(({ holdsStatements }) => !holdsStatements),
    missing: 'PgBouncer before 1.21 is missing: install the package pgbouncer of Debian 12',
    hasDirect: false,
    namesStatements: false,
  },
]

for (const { name, program, missing, lines = [], hasDirect, namesStatements } of cases)
  t.test(`payments and deliveries lose nothing behind a PgBouncer ${name}`, program ? {} : { skip: missing }, (t) =>
    program ? runCase(t, program, { lines, hasDirect, namesStatements }) : Promise.resolve(),
  )

async function runCase(
  t: Test,
  program: Program,
  { lines, hasDirect, namesStatements }: Pick<Case, 'hasDirect' | 'namesStatements'> & { lines: readonly string[] },
): Promise<void> {
  const site = await openSite(t)
  const databaseUrl = await startPooler(t, program, site.databaseUrl, { lines })
  t.match(await findPooler(databaseUrl), { keepsSession: false, namesStatements, limits: 'missing' })
  const pooled = { ...site, databaseUrl }
  const environment = {
    LOG_LEVEL: 'warn',
    ...(hasDirect && { DATABASE_DIRECT_URL: site.databaseUrl }),
    MIGRATE_ON_START: 'true',
  }
  const apis = await Promise.all([1, 2].map(() => ServiceProcess.start(t, pooled, { ROLE: 'api', ...environment })))
  const worker = await ServiceProcess.start(t, pooled, { ROLE: 'worker', ...environment })
  const chance = new Chance()
  const client = await Client.signUp(
    apis.map(({ baseUrl }) => baseUrl),
    chance,
  )
  const receiver = await startReceiver()
  t.teardown(() => receiver.stop())
  await client.succeed({ path: '/v1/webhook_endpoints', body: { url: receiver.url } })
  const acknowledged = new Acknowledged()
  let begun = 0
  const lane = async (): Promise<void> => {
    while (begun < shops) {
      begun += 1
      await shop(client, acknowledged, { chance, key: `shop ${begun}` })
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  t.equal(acknowledged.faults, 0, 'no call failed')
  await expectKept(t, client, acknowledged)
  await expectDelivered(acknowledged, receiver)
  const warnings = apis[0]?.run.logs().map(({ msg }) => String(msg)) ?? []
  t.equal(
    warnings.some((line) => line.includes('cannot hold prepared statements')),
    !namesStatements,
    'start-up names statements without a plan',
  )
  t.equal(
    warnings.some((line) => line.includes('Set DATABASE_DIRECT_URL')),
    !hasDirect,
    'start-up names the missing direct address',
  )
  for (const process of [...apis, worker]) t.equal(await process.stop(), 0)
  await expectSettled(t, await settleAll(t, site))
  t.comment(`figure: PgBouncer ${program.version}: ${acknowledged.paid.length} payments, 0 failed calls`)
}

t.test('a PgBouncer that refuses the settings is one clear line', programs[0] ? {} : { skip: needsAny }, async (t) => {
  const [program] = programs
  if (!program) return
  const site = await openSite(t)
  const url = await startPooler(t, program, site.databaseUrl, { lines: ['ignore_startup_parameters ='] })
  const run = startProgram(t, { DATABASE_URL: url, MASTER_KEY: randomBytes(32).toString('hex') })
  t.equal(await run.ended(), 1)
  t.match(run.said.errors, /^The service cannot start: .*startup parameter.*ignore_startup_parameters[^\n]*\n$/)
})

t.test(
  'a session-mode PgBouncer counts as one that keeps sessions',
  programs[0] ? {} : { skip: needsAny },
  async (t) => {
    const [program] = programs
    if (!program) return
    const site = await openSite(t)
    const url = await startPooler(t, program, site.databaseUrl, { lines: ['pool_mode = session'] })
    t.match(await findPooler(url), { keepsSession: true, namesStatements: true })
    t.equal(await findPooler(site.databaseUrl), null, 'PostgreSQL itself is no pooler')
  },
)

t.test(
  'behind PgBouncer with the file of the guide, a process is back within ten seconds after its database',
  programs[0] ? {} : { skip: needsAny },
  async (t) => {
    const [program] = programs
    if (!program) return
    const site = await openSite(t)
    const { proxy, url } = await DatabaseProxy.start(site.databaseUrl)
    t.teardown(() => proxy.close())
    const process = await ServiceProcess.start(t, { ...site, databaseUrl: await startPooler(t, program, url) })
    const isReady = async (): Promise<boolean> => (await statusOf(`${process.baseUrl}/readyz`)) === 200
    proxy.become('reset')
    await until(async () => !(await isReady()), 'the database is away')
    await sleep(5_000)
    proxy.become('open')
    const began = performance.now()
    await until(isReady, 'ready again')
    const backMs = performance.now() - began
    t.ok(backMs < 10_000, `ready ${Math.round(backMs)} ms after the return`)
    t.equal(await process.stop(), 0)
    t.comment(`figure: behind PgBouncer ${program.version}, ready ${Math.round(backMs)} ms after the return`)
  },
)

t.test(
  'after the limits of the role are set, the connections of a pooler from before are no reason to set them again',
  programs[0] ? {} : { skip: needsAny },
  async (t) => {
    const [program] = programs
    if (!program) return
    const { adminUrl } = await testPostgres()
    const site = await openSite(t)
    const url = await startPooler(t, program, site.databaseUrl)
    const admin = new Sql({ connectionString: adminUrl })
    await admin.connect()
    t.teardown(() => admin.end())
    const database = new URL(site.databaseUrl).pathname.slice(1)
    const set = (name: string, value: string): Promise<unknown> =>
      admin.query(`alter role servicepay in database ${database} set ${name} to '${value}'`)
    t.match(await findPooler(url), { limits: 'missing' })
    await set('statement_timeout', '10s')
    await set('lock_timeout', '5s')
    t.match(await findPooler(url), { limits: 'missing' }, 'one is missing')
    await set('idle_in_transaction_session_timeout', '15s')
    t.match(await findPooler(url), { limits: 'later' })
    t.match(await findPooler(await startPooler(t, program, site.databaseUrl)), { limits: 'set' })
  },
)
