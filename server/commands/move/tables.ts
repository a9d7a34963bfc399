import { escapeIdentifier } from 'pg'
import { parentsFirst } from '../../engines/postgres/parents-first.ts'
import type { Connection } from './connection.ts'

/**
 * A table or a sequence. `schema` is null for the service's own schema, whose name can differ between the databases.
 */
export interface Relation {
  readonly schema: string | null
  readonly name: string
}

export interface Table extends Relation {
  /** All columns but generated ones. */
  readonly columns: readonly { readonly name: string; readonly type: string }[]
}

/** What the move leaves out: a whole schema, or one of the service's own tables. It moves everything else. */
export const excluded: readonly {
  readonly schema: string | null
  readonly table: string | null
  readonly reason: string
}[] = [
  {
    schema: 'graphile_worker',
    table: null,
    reason: 'its jobs are wake-ups: our own tables hold what is due, and the worker finds it there',
  },
  { schema: null, table: 'schema_migrations', reason: 'the target has run the same migrations itself' },
  { schema: null, table: 'schema_migration_steps', reason: 'it belongs to a migration that is running' },
]

export function nameOf({ schema, name }: Relation): string {
  return schema === null ? name : `${schema}.${name}`
}

/** The qualified name on this side, as SQL. */
export function quoted({ home }: Connection, { schema, name }: Relation): string {
  return `${escapeIdentifier(schema ?? home)}.${escapeIdentifier(name)}`
}

/** Reads the catalogue, so that it includes the tables of later migrations. Parents come before their children. */
export async function listTables(side: Connection): Promise<Table[]> {
  const tables = (
    await side.rows<Table & { oid: number }>(
      `select c.oid, nullif(n.nspname, $1) as schema, c.relname as name,
       (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
          order by a.attnum)
        from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^(pg_|information_schema$)'
     order by n.nspname <> $1, n.nspname, c.relname`,
      [side.home],
    )
  ).filter(isMoved)
  const references = await side.rows<{ child: number; parent: number }>(
    `select conrelid as child, confrelid as parent from pg_constraint where contype = 'f' and conrelid <> confrelid`,
  )
  return parentsFirst(tables, references).map(({ schema, name, columns }) => ({ schema, name, columns }))
}

/** All sequences, also those of identity columns. `next` is the next value. */
export async function listSequences(side: Connection): Promise<(Relation & { next: string })[]> {
  const found = await side.rows<Relation & { owner: string | null }>(
    `select nullif(n.nspname, $1) as schema, c.relname as name, o.relname as owner
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     left join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = c.oid
       and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')
     left join pg_class o on o.oid = d.refobjid
     where c.relkind = 'S' and n.nspname !~ '^(pg_|information_schema$)' order by 1, 2`,
    [side.home],
  )
  const sequences: (Relation & { next: string })[] = []
  for (const { schema, name, owner } of found) {
    const relation = { schema, name }
    if (!isMoved({ schema, name: owner ?? name })) continue
    const [row] = await side.rows<{ next: string }>(
      `select (case when is_called then last_value + 1 else last_value end)::text as next
       from ${quoted(side, relation)}`,
    )
    if (row) sequences.push({ ...relation, next: row.next })
  }
  return sequences
}

function isMoved(relation: Relation): boolean {
  return !excluded.some(
    ({ schema, table }) => schema === relation.schema && (table === null || table === relation.name),
  )
}
