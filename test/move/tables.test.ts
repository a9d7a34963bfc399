import t from 'tap'
import { connect } from '../../server/move/connection.ts'
import { numberedColumn } from '../../server/move/event-order.ts'
import { leftBehind, listSequences, listTables, nameOf } from '../../server/move/tables.ts'
import { database, rowsOf } from './databases.ts'

const homeless = (schema: string): string | null => (schema === 'public' ? null : schema)
const ofUsers = `nspname !~ '^(pg_|information_schema$)'`

t.test('every table is moved, or named with the reason why not', async (t) => {
  const url = await database(t)
  const side = await connect(url, 'It')
  t.teardown(() => side.cut())
  const moved = (await listTables(side)).map(nameOf)
  const all = await rowsOf<{ schema: string; name: string }>(
    url,
    `select nspname as schema, relname as name from pg_class c join pg_namespace n on n.oid = relnamespace where ${ofUsers} and relkind in ('r', 'p')`,
  )
  const isLeft = (place: { schema: string; name: string }) =>
    leftBehind.some(({ schema, table }) => schema === homeless(place.schema) && (table ?? place.name) === place.name)
  t.same(
    moved.toSorted(),
    all
      .filter((place) => !isLeft(place))
      .map(({ schema, name }) => nameOf({ schema: homeless(schema), name }))
      .sort(),
  )
  for (const { schema, table, why } of leftBehind) {
    t.ok(
      all.some((place) => homeless(place.schema) === schema && (table ?? place.name) === place.name),
      `${schema ?? 'ours'}.${table ?? '*'} is there`,
    )
    t.ok(why.length > 10)
  }
  const references = await rowsOf<{ child: string; parent: string }>(
    url,
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint join pg_namespace n on n.oid = connamespace where contype = 'f' and conrelid <> confrelid and ${ofUsers}`,
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

t.test('there is nothing that a copy of rows would forget or change', async (t) => {
  const url = await database(t)
  const kinds = await rowsOf<{ name: string }>(
    url,
    `select relname as name from pg_class c join pg_namespace n on n.oid = relnamespace where ${ofUsers} and relkind in ('m', 'f', 'p')`,
  )
  t.same(kinds, [], 'no materialized view, foreign table or partition')
  t.same(await rowsOf(url, 'select oid from pg_largeobject_metadata'), [], 'no large object')
  const triggers = await rowsOf<{ name: string }>(
    url,
    `select tgname as name from pg_trigger join pg_class c on c.oid = tgrelid join pg_namespace n on n.oid = relnamespace where not tgisinternal and tgtype & 4 > 0 and ${ofUsers} and nspname <> 'graphile_worker'`,
  )
  t.same(triggers, [], 'no trigger on insert')
  const local = await rowsOf<{ table: string; column: string }>(
    url,
    `select relname as table, attname as column from pg_attribute a join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = relnamespace where ${ofUsers} and relkind = 'r' and attnum > 0 and atttypid in ('xid'::regtype, 'xid8'::regtype, 'oid'::regtype, 'pg_lsn'::regtype, 'regclass'::regtype)`,
  )
  t.same(
    local,
    [{ table: numberedColumn.name, column: numberedColumn.column }],
    'what means something on its own server alone is numbered anew',
  )
})
