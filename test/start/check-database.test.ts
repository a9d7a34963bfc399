import { randomBytes } from 'node:crypto'
import { createServer, type AddressInfo } from 'node:net'
import { Client } from 'pg'
import t, { type Test } from 'tap'
import { outageOf } from '../../server/domain/outage.ts'
import { checkDatabase, silentLog } from '../../server/flow-context.ts'
import { cloneDatabase, testPostgres } from '../support/database/postgres.ts'
import { prepareTemplate, templateName } from '../support/database/template.ts'
import { useUsualTimeouts } from '../support/time-outs.ts'
import { refusal } from './refusal.ts'

const masterKey = randomBytes(32)

const check = (databaseUrl: string): Promise<void> =>
  checkDatabase({
    databaseUrl,
    masterKeys: { current: masterKey, previous: null },
    masterKeyFile: 'master-key',
    log: silentLog,
  })

async function databaseWith(t: Test, template: string, ...statements: readonly string[]): Promise<string> {
  const { adminUrl } = await testPostgres()
  await prepareTemplate(adminUrl)
  const { url, drop } = await cloneDatabase(adminUrl, template)
  t.teardown(drop)
  const client = new Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
  return url
}

t.test('a database of another program is refused, an empty one is not', async (t) => {
  await check(await databaseWith(t, 'template0'))
  const message =
    /belongs to another program: it has the table "(users|schema_migrations)"[^\n]*Create an empty database/
  await t.rejects(check(await databaseWith(t, 'template0', 'create table users (id int)')), { message })
  const rails = 'create table schema_migrations (version text primary key)'
  await t.rejects(check(await databaseWith(t, 'template0', rails)), { message })
})

t.test('a newer database is accepted while it has every table of this version', async (t) => {
  const newer = `insert into schema_migrations (name, migrated_at) values ('999-future', now())`
  await check(await databaseWith(t, templateName, newer))
  const forgotten = `delete from schema_migrations where name like '010-%'`
  await t.rejects(check(await databaseWith(t, templateName, newer, forgotten)), {
    message: /Another version of this program has migrated the database \(999-future\), and 010-ledger is missing/,
  })
})

t.test('a migration changes nothing when the master key is wrong', async (t) => {
  const key = `insert into keyring (version, wrapped_key, created_at) values (1, 'sealed', now())`
  const forgotten = `delete from schema_migrations where name like '010-%'`
  const url = await databaseWith(t, templateName, key, forgotten)
  t.match(
    await refusal({ DATABASE_URL: url, MASTER_KEY: masterKey.toString('hex') }, 'migrate'),
    /^MASTER_KEY does not decrypt the secrets[^\n]*$/,
  )
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rowCount } = await client.query(`select from schema_migrations where name like '010-%'`)
  await client.end()
  t.equal(rowCount, 0)
})

t.test('a server that accepts connections and never answers is an outage within seconds', async (t) => {
  useUsualTimeouts(t)
  const silent = createServer((socket) => void t.teardown(() => socket.destroy()))
  t.teardown(() => silent.close())
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening))
  const { port } = silent.address() as AddressInfo
  const error: unknown = await check(`postgres://ada@127.0.0.1:${port}/x`).catch((caught: unknown) => caught)
  t.match(outageOf(error), { part: 'database', reason: /does not answer/ })
})
