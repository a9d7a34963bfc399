import { unwrapDataKey } from '../../domain/crypto/keyring.ts'
import { migrationNames } from '../../store/schema/migrations/migrations.ts'
import type { Connection } from './connection.ts'
import { MoveError } from './move-error.ts'
import { nameOf, quoted, type Relation, type Table } from './tables.ts'

const oldestVersion = 15

/** Throws a `MoveError` unless the source has exactly the migrations of this program. */
export async function expectSameMigrations(source: Connection): Promise<void> {
  const names = await migrationsOf(source)
  if (names.length === 0)
    throw new MoveError('No service has run on the embedded database yet: there is nothing to move')
  if (names.join() === migrationNames.join()) return
  throw new MoveError(
    isBeginning(names)
      ? 'The embedded database belongs to an older version of this program: update it with `npm run migrate`, ' +
          'without DATABASE_URL, and then move it'
      : 'The embedded database belongs to a newer version of this program: move it with that version',
  )
}

/** Returns the candidate that decrypts the secrets of the source, or null. */
export async function findMasterKey<Candidate extends { readonly key: Buffer }>(
  source: Connection,
  candidates: readonly Candidate[],
): Promise<Candidate | null> {
  const wrapped = await source.rows<{ wrapped_key: string }>(
    `select wrapped_key from ${quoted(source, { schema: null, name: 'keyring' })}`,
  )
  if (wrapped.length === 0)
    throw new MoveError('No service has run on the embedded database yet: there is nothing to move')
  return (
    candidates.find(({ key }) => wrapped.every(({ wrapped_key }) => unwrapDataKey(key, wrapped_key) !== null)) ?? null
  )
}

/** Throws a `MoveError` unless the migrations and the copy can run on the target. Changes nothing. */
export async function expectUsable(target: Connection, tables: readonly Table[]): Promise<void> {
  const [server] = await target.rows<{ version: number; shown: string; encoding: string }>(
    `select current_setting('server_version_num')::integer / 10000 as version,
       split_part(current_setting('server_version'), ' ', 1) as shown,
       current_setting('server_encoding') as encoding`,
  )
  if (!server || server.version < oldestVersion)
    throw new MoveError(
      `The server of DATABASE_URL is PostgreSQL ${server?.shown ?? ''}: it must be ${oldestVersion} or later`,
    )
  if (server.encoding !== 'UTF8')
    throw new MoveError(
      `The database of DATABASE_URL has the encoding ${server.encoding}: create one with \`encoding 'UTF8'\``,
    )
  if (!isBeginning(await migrationsOf(target)))
    throw new MoveError(
      'The database of DATABASE_URL belongs to a newer version of this program: use an empty database',
    )
  await expectEmpty(target, tables)
}

/** Throws a `MoveError` when one of the tables exists and has rows. */
export async function expectEmpty(target: Connection, tables: readonly Table[]): Promise<void> {
  const filled: string[] = []
  for (const table of tables)
    if ((await tableExists(target, table)) && (await hasRows(target, table))) filled.push(nameOf(table))
  if (filled.length === 0) return
  const named = filled.length > 3 ? `${filled.slice(0, 3).join(', ')}, …` : filled.join(', ')
  const problem = filled.includes('merchants') ? 'already has accounts' : 'is not empty'
  throw new MoveError(
    `The database of DATABASE_URL ${problem} (rows in ${named}): use an empty database. Nothing was changed`,
  )
}

/**
 * Throws a `MoveError` unless the migrated target has the same tables and columns. `made`: the tables that the
 * migrations have just made there. The source must have each as a table, because the move would leave out a view.
 */
export function expectSameTables(source: readonly Table[], target: readonly Table[], made: readonly Table[]): void {
  const describe = (table: Table): string =>
    table.columns
      .map(({ name, type }) => `${name} ${type}`)
      .sort()
      .join()
  const inTarget = new Map(target.map((table) => [nameOf(table), describe(table)]))
  const inSource = new Set(source.map(nameOf))
  const different = [
    ...source.filter((table) => inTarget.get(nameOf(table)) !== describe(table)),
    ...made.filter((table) => !inSource.has(nameOf(table))),
  ].map(nameOf)
  if (different.length > 0)
    throw new MoveError(
      `The tables differ (${different.join(', ')}): start this version of the service once on the embedded database, ` +
        'and then move it',
    )
}

async function migrationsOf(side: Connection): Promise<string[]> {
  const table = { schema: null, name: 'schema_migrations' }
  if (!(await tableExists(side, table))) return []
  return (await side.rows<{ name: string }>(`select name from ${quoted(side, table)} order by name`)).map(
    ({ name }) => name,
  )
}

function isBeginning(names: readonly string[]): boolean {
  return names.every((name, index) => migrationNames[index] === name)
}

async function tableExists(side: Connection, relation: Relation): Promise<boolean> {
  const [row] = await side.rows<{ found: boolean }>('select to_regclass($1) is not null as found', [
    quoted(side, relation),
  ])
  return row?.found === true
}

async function hasRows(side: Connection, relation: Relation): Promise<boolean> {
  const [row] = await side.rows<{ filled: boolean }>(
    `select exists (select 1 from ${quoted(side, relation)}) as filled`,
  )
  return row?.filled === true
}
