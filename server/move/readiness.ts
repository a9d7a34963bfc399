import { unwrapDataKey } from '../domain/keyring.ts'
import { migrationNames } from '../store/migrations/migrations.ts'
import type { Connection } from './connection.ts'
import { MoveError } from './move-error.ts'
import { nameOf, quoted } from './tables.ts'
import type { Place, Table } from './tables.ts'

const oldestVersion = 15

/** Throws a `MoveError` unless the source has the tables of this very program. */
export async function expectSameMigrations(source: Connection): Promise<void> {
  const there = await migrationsOf(source)
  if (there.length === 0)
    throw new MoveError('No service has run on the embedded database yet: there is nothing to move')
  if (there.join() === migrationNames.join()) return
  const isOlder = isBeginning(there)
  throw new MoveError(
    isOlder
      ? 'The embedded database is of an older version of this program: bring it up to date with `npm run migrate`, without DATABASE_URL, and move it then'
      : 'The embedded database is of a newer version of this program: move it with that version',
  )
}

/** Which of these keys opens the secrets of the source, or null. */
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

/** Throws a `MoveError` unless the target may be migrated and filled. Changes nothing. */
export async function expectUsable(target: Connection, tables: readonly Table[]): Promise<void> {
  const [server] = await target.rows<{ version: number; shown: string; encoding: string }>(
    `select current_setting('server_version_num')::integer / 10000 as version, split_part(current_setting('server_version'), ' ', 1) as shown,
       current_setting('server_encoding') as encoding`,
  )
  if (!server || server.version < oldestVersion)
    throw new MoveError(
      `The server of DATABASE_URL is a PostgreSQL ${server?.shown ?? ''}: it must be ${oldestVersion} or later`,
    )
  if (server.encoding !== 'UTF8')
    throw new MoveError(
      `The database of DATABASE_URL is encoded in ${server.encoding}: make one with \`encoding 'UTF8'\``,
    )
  if (!isBeginning(await migrationsOf(target)))
    throw new MoveError('The database of DATABASE_URL is of a newer version of this program: give an empty one')
  await expectEmpty(target, tables)
}

/** Throws a `MoveError` when a table that would be filled has rows. One that is not there yet has none. */
export async function expectEmpty(target: Connection, tables: readonly Table[]): Promise<void> {
  const filled: string[] = []
  for (const table of tables)
    if ((await isThere(target, table)) && (await hasRows(target, table))) filled.push(nameOf(table))
  if (filled.length === 0) return
  const named = filled.length > 3 ? `${filled.slice(0, 3).join(', ')}, …` : filled.join(', ')
  const what = filled.includes('merchants') ? 'has accounts already' : 'is not empty'
  throw new MoveError(
    `The database of DATABASE_URL ${what} (rows in ${named}): nothing is mixed, give an empty one. Nothing was changed`,
  )
}

/** Throws a `MoveError` unless the migrated target has the same columns. */
export function expectSameTables(source: readonly Table[], target: readonly Table[]): void {
  const describe = (table: Table): string =>
    table.columns
      .map(({ name, type }) => `${name} ${type}`)
      .sort()
      .join()
  const there = new Map(target.map((table) => [nameOf(table), describe(table)]))
  const wrong = source.filter((table) => there.get(nameOf(table)) !== describe(table)).map(nameOf)
  if (wrong.length > 0)
    throw new MoveError(
      `The tables differ (${wrong.join(', ')}): start the service once on the embedded database with this version, and move it then`,
    )
}

async function migrationsOf(side: Connection): Promise<string[]> {
  const table = { schema: null, name: 'schema_migrations' }
  if (!(await isThere(side, table))) return []
  return (await side.rows<{ name: string }>(`select name from ${quoted(side, table)} order by id`)).map(
    ({ name }) => name,
  )
}

function isBeginning(names: readonly string[]): boolean {
  return names.every((name, index) => migrationNames[index] === name)
}

async function isThere(side: Connection, place: Place): Promise<boolean> {
  const [row] = await side.rows<{ there: boolean }>('select to_regclass($1) is not null as there', [
    quoted(side, place),
  ])
  return row?.there === true
}

async function hasRows(side: Connection, place: Place): Promise<boolean> {
  const [row] = await side.rows<{ filled: boolean }>(`select exists (select from ${quoted(side, place)}) as filled`)
  return row?.filled === true
}
