import t from 'tap'
import { connect } from '../../../server/commands/move/connection.ts'
import { excluded, listSequences, listTables, nameOf } from '../../../server/commands/move/tables.ts'
import { database, rowsOf } from './databases.ts'

const relativeSchema = (schema: string): string | null => (schema === 'public' ? null : schema)
const notOfTheSystem = `nspname !~ '^(pg_|information_schema$)'`

t.test('every table is moved, or excluded for a reason', async (t) => {
  const url = await database(t)
  const side = await connect(url, 'it')
  t.teardown(() => side.cut())
  const moved = (await listTables(side)).map(nameOf)
  const all = await rowsOf<{ schema: string; name: string }>(
    url,
    `select nspname as schema, relname as name from pg_class c join pg_namespace n on n.oid = relnamespace
     where ${notOfTheSystem} and relkind in ('r', 'p') and not relispartition`,
  )
  const isExcluded = (relation: { schema: string; name: string }) =>
    excluded.some(
      ({ schema, table }) => schema === relativeSchema(relation.schema) && (table ?? relation.name) === relation.name,
    )
  t.same(
    moved.toSorted(),
    all
      .filter((relation) => !isExcluded(relation))
      .map(({ schema, name }) => nameOf({ schema: relativeSchema(schema), name }))
      .sort(),
  )
  for (const { schema, table, reason } of excluded) {
    t.ok(
      all.some((relation) => relativeSchema(relation.schema) === schema && (table ?? relation.name) === relation.name),
      `${schema ?? 'ours'}.${table ?? '*'} exists`,
    )
    t.ok(reason.length > 10)
  }
  const references = await rowsOf<{ child: string; parent: string }>(
    url,
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent
     from pg_constraint join pg_namespace n on n.oid = connamespace
     where contype = 'f' and conrelid <> confrelid and ${notOfTheSystem}`,
  )
  const ours = references.filter(({ child }) => moved.includes(child))
  t.ok(ours.length > 10)
  t.same(
    ours.filter(({ child, parent }) => moved.indexOf(child) <= moved.indexOf(parent)),
    [],
    'parents come first',
  )
  t.same((await listSequences(side)).map(nameOf), ['sandbox_bank.ledger_id_seq'])
})

t.test('the schema has nothing that a copy of rows would lose or change', async (t) => {
  const url = await database(t)
  const kinds = await rowsOf<{ name: string }>(
    url,
    `select relname as name from pg_class c join pg_namespace n on n.oid = relnamespace
     where ${notOfTheSystem} and relkind in ('m', 'f')`,
  )
  t.same(kinds, [], 'no materialized view or foreign table')
  t.same(await rowsOf(url, 'select oid from pg_largeobject_metadata'), [], 'no large object')
  const triggers = await rowsOf<{ name: string }>(
    url,
    `select tgname as name from pg_trigger
     join pg_class c on c.oid = tgrelid join pg_namespace n on n.oid = relnamespace
     where not tgisinternal and tgtype & 4 > 0 and ${notOfTheSystem} and nspname <> 'graphile_worker'`,
  )
  t.same(triggers, [], 'no trigger on insert')
  const local = await rowsOf<{ table: string; column: string }>(
    url,
    `select relname as table, attname as column
     from pg_attribute a join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = relnamespace
     where ${notOfTheSystem} and relkind in ('r', 'p') and not relispartition and attnum > 0
       and atttypid in ('xid'::regtype, 'xid8'::regtype, 'oid'::regtype, 'pg_lsn'::regtype, 'regclass'::regtype)`,
  )
  t.same(local, [], 'no row names something of its own server, such as a transaction')
})
