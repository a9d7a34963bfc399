import { setTimeout as sleep } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'
import t, { type Test } from 'tap'
import { newId } from '../../../server/domain/ids.ts'
import { systemClock } from '../../../server/domain/time/clock.ts'
import { migrate } from '../../../server/store/schema/migrate.ts'
import type { StepReport } from '../../../server/store/schema/migration-steps.ts'
import {
  constraintInTwoSteps,
  indexConcurrently,
  inOneTransaction,
  partitionByTime,
  type Step,
} from '../../../server/store/schema/migrations/steps.ts'
import { openDatabase } from '../../../server/store/sql/database.ts'
import { cloneDatabase, testPostgres } from '../../support/database/postgres.ts'
import { prepareTemplate, templateName } from '../../support/database/template.ts'
import { until } from '../../support/until.ts'
import { Chance, size } from '../load/chance.ts'

// Each kind of migration step on ten million rows, while others write:
// spec/decisions/database.md#releases-side-by-side.

const chance = new Chance()

const rows = size(10_000_000, 100_000)

/** PostgreSQL fails a statement of a writer that waits longer than this for a lock. */
const longestLockWait = '1s'
const lockNotFree = '55P03'

const writers = 4

const steps: Readonly<Record<string, Step>> = {
  'a column': inOneTransaction(`alter table orders add column note text default 'none';\n`),
  'an index': indexConcurrently({ name: 'orders_by_amount', on: 'orders (amount)' }),
  'a check': constraintInTwoSteps({ table: 'orders', name: 'is_positive', rule: 'check (amount > 0)' }),
  'a foreign key': constraintInTwoSteps({
    table: 'orders',
    name: 'of_shop',
    rule: 'foreign key (shop) references shops (id)',
  }),
  partitions: partitionByTime({ table: 'shop_log', column: 'id', prefix: 'log', days: 1 }),
}

const { adminUrl } = await testPostgres()
await prepareTemplate(adminUrl)
const clone = await cloneDatabase(adminUrl, templateName)
t.teardown(() => clone.drop())
const db = openDatabase(clone.url, { kind: 'command' })
t.teardown(() => db.destroy())

async function connect(): Promise<Client> {
  const client = new Client({ connectionString: clone.url })
  client.on('error', () => {})
  await client.connect()
  t.teardown(() => client.end())
  return client
}

const other = await connect()
await other.query('create table shops (id integer primary key); insert into shops select generate_series(0, 9)')
await other.query(
  'create table orders (id bigint generated always as identity primary key, amount integer, shop integer)',
)
await other.query('insert into orders (amount, shop) select n % 9000 + 1, n % 10 from generate_series(1, $1) n', [rows])
await other.query(
  'create table shop_log (shop integer references shops (id), id text, at timestamptz, primary key (shop, id))',
)
await other.query('create index shop_log_by_age on shop_log (at)')
await other.query(
  `insert into shop_log select n % 10, 'log_' || lpad(n::text, 30, '0'), now() from generate_series(1, $1) n`,
  [rows],
)
await other.query('vacuum analyze orders, shop_log')

/** Programs that write orders. They note each wait for a lock that was too long. */
class Writers {
  written = 0
  blocked = 0
  longestMs = 0
  readonly #stopping = new AbortController()
  readonly #loops: Promise<unknown>

  constructor(clients: readonly Client[]) {
    this.#loops = Promise.all(clients.map((client) => this.#loop(client)))
  }

  static async start(): Promise<Writers> {
    const clients = await Promise.all(Array.from({ length: writers }, connect))
    for (const client of clients) await client.query(`set lock_timeout = '${longestLockWait}'`)
    return new Writers(clients)
  }

  /** Waits until the writers have written more. */
  async goOn(): Promise<void> {
    const goal = this.written + 200
    await until(() => this.written >= goal, 'the writers go on')
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#loops
  }

  async #loop(client: Client): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const started = performance.now()
      try {
        // The first order belongs to the test.
        const id = chance.whole(2, rows)
        await client.query('update orders set amount = amount + 1 where id = $1', [id])
        await client.query('insert into orders (amount, shop) values (5, 1)')
        await client.query('insert into shop_log values (1, $1, now())', [newId('log', systemClock.now())])
        this.written += 1
      } catch (error) {
        if (!(error instanceof DatabaseError) || error.code !== lockNotFree) throw error
        this.blocked += 1
      }
      this.longestMs = Math.max(this.longestMs, performance.now() - started)
      await sleep(2)
    }
  }
}

const indexWaits = `
  select from pg_stat_activity where datname = current_database() and query like 'create index concurrently%'
    and wait_event_type = 'Lock'`

for (const [name, step] of Object.entries(steps))
  t.test(`${name} for ${rows} rows blocks no writer, also beside a transaction that holds the table`, async (t) => {
    const holder = await connect()
    await holder.query('begin; update orders set amount = 1 where id = 1; select from shop_log limit 1')
    const load = await Writers.start()
    let gaveWay = 0
    const reports: StepReport[] = []
    const migrated = migrate(db, {
      migrations: [{ name: `900-${name}`, steps: [step] }],
      gaveWay: () => void (gaveWay += 1),
      done: (_migration, report) => void reports.push(report),
    })
    const waits = async (): Promise<boolean> =>
      step.kind === 'index' ? (await other.query(indexWaits)).rowCount === 1 : gaveWay >= 3
    await until(waits, 'the migration waits for the transaction')
    await load.goOn()
    t.same(reports, [], 'the step is not done')
    await holder.query('commit')
    await migrated
    await load.goOn()
    await load.stop()
    expectNotBlocked(t, load)
    t.comment(
      `figure: ${name} for ${rows} rows: ${Math.round(reports[0]?.ms ?? 0)} ms, gave way ${gaveWay} times, ` +
        `${load.written} writes, the longest in ${Math.round(load.longestMs)} ms`,
    )
  })

function expectNotBlocked(t: Test, { blocked }: Writers): void {
  t.equal(blocked, 0, `no writer waited longer than ${longestLockWait} for a lock`)
}

t.test('the next run repairs an index whose build was killed', async (t) => {
  const load = await Writers.start()
  const migrations = [
    { name: '901-index', steps: [indexConcurrently({ name: 'orders_by_shop', on: 'orders (shop, amount)' })] },
  ]
  const killed = t.rejects(migrate(db, { migrations }), { code: '57P01' })
  const building = `
    select pg_terminate_backend(pid) from pg_stat_progress_create_index
    where datname = current_database() and phase like 'building index%' and blocks_done > 0`
  await until(async () => (await other.query(building)).rowCount === 1, 'the index is being built')
  await killed
  const state = `select indisvalid as valid from pg_index where indexrelid = 'orders_by_shop'::regclass`
  t.same((await other.query(state)).rows, [{ valid: false }])
  await migrate(db, { migrations })
  t.same((await other.query(state)).rows, [{ valid: true }])
  await load.stop()
  expectNotBlocked(t, load)
})
