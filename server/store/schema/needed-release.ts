import { run, runForOne, type Database } from '../sql/database.ts'
import { isLater, release } from '../sql/release.ts'
import { migrationNames } from './migrations/migrations.ts'

/** What a database contains, as far as a start must know before it changes anything. */
export type Schema =
  | { readonly kind: 'empty' }
  | {
      readonly kind: 'ours'
      /** Migrations that this program does not know. */
      readonly newer: readonly string[]
      /** Migrations of this program that have not run. */
      readonly missing: readonly string[]
      /** The release that the tables need. Null: this one can work with them. */
      readonly needsRelease: string | null
    }
  | { readonly kind: 'foreign'; readonly table: string }

export async function readSchema(db: Database): Promise<Schema> {
  const tables = await run<{ name: string; is_ours: boolean }>(db, listTables, [])
  const [first] = tables
  if (!first) return { kind: 'empty' }
  if (!tables.some(({ is_ours }) => is_ours)) return { kind: 'foreign', table: first.name }
  const names = (await run<{ name: string }>(db, listMigrations, [])).map(({ name }) => name)
  const newer = names.filter((name) => !migrationNames.includes(name))
  if (names.length > 0 && newer.length === names.length) return { kind: 'foreign', table: 'schema_migrations' }
  const missing = migrationNames.filter((name) => !names.includes(name))
  return { kind: 'ours', newer, missing, needsRelease: await neededRelease(db) }
}

/** Tables and views, without those of extensions. Other programs also have a table `schema_migrations`. */
const listTables = {
  name: 'list tables',
  text: `
    select c.relname as name,
      c.relname = 'schema_migrations' and exists (
        select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'minimum_release'
      ) as is_ours
    from pg_class c
    where c.relnamespace = (select oid from pg_namespace where nspname = current_schema())
      and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and not exists (
        select 1 from pg_depend d
        where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'
      )
    order by c.relname`,
}

/** The release that the tables need. Null: this one can work with them. */
export async function neededRelease(db: Database): Promise<string | null> {
  return (await runForOne<{ needed: string }>(db, readNeeded, [release]))?.needed ?? null
}

const readNeeded = {
  name: 'needed release',
  text: `
    select minimum_release as needed from schema_migrations where ${isLater('minimum_release', '$1::text')}
    order by string_to_array(minimum_release, '.')::integer[] desc limit 1`,
}

const listMigrations = { name: 'list migrations', text: 'select name from schema_migrations order by name' }
