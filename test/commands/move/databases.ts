import { randomBytes } from 'node:crypto'
import { Client, type QueryResultRow } from 'pg'
import { moveDatabase, type Moved, type MoveOptions } from '../../../server/commands/move/move-database.ts'
import { cloneDatabase, testPostgres, type TestDatabase } from '../../support/database/postgres.ts'
import { prepareTemplate, templateName } from '../../support/database/template.ts'

interface Teardown {
  teardown(work: () => unknown): void
}

/** Creates a database for one test, with tables or empty, and returns the URL for its owner. */
export async function database(t: Teardown, content: 'migrated' | 'empty' = 'migrated'): Promise<string> {
  return (await databaseOfTwoRoles(t, content)).url
}

/** The same with the URL for the role that runs the service. */
export async function databaseOfTwoRoles(t: Teardown, content: 'migrated' | 'empty'): Promise<TestDatabase> {
  const { adminUrl } = await testPostgres()
  await prepareTemplate(adminUrl)
  const clone = await cloneDatabase(adminUrl, content === 'empty' ? 'template0' : templateName)
  t.teardown(() => clone.drop())
  return clone
}

/** Runs one statement on a new connection and returns its rows. */
export async function rowsOf<Row extends QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return client
    .query<Row>(text, values)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

/** The tables that have rows, without those that the migrations fill. */
export async function filledTables(url: string): Promise<string[]> {
  const filled: string[] = []
  for (const name of await tableNames(url)) {
    const [row] = await rowsOf<{ filled: boolean }>(url, `select exists (select from ${name}) as filled`)
    if (row?.filled) filled.push(name)
  }
  return filled
}

/** The service's tables, without those that the migrations fill. Partitions count for their table. */
export async function tableNames(url: string): Promise<string[]> {
  const tables = await rowsOf<{ name: string }>(
    url,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'sandbox_bank') and tablename !~ '^schema_migrations'
       and not exists (select from pg_inherits where inhrelid = format('%I.%I', schemaname, tablename)::regclass)
     order by 1`,
  )
  return tables.map(({ name }) => name)
}

interface Key {
  readonly key: Buffer
}

/** Moves between two migrated databases, and offers a wrong key before the right one. */
export function move(
  sourceUrl: string,
  targetUrl: string,
  masterKey: Buffer,
  options: Partial<MoveOptions<Key>> = {},
): Promise<Moved<Key>> {
  return moveDatabase({
    sourceUrl,
    targetUrl,
    masterKeys: [{ key: randomBytes(32) }, { key: masterKey }],
    migrate: async () => {},
    ...options,
  })
}
