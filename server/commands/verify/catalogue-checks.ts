import { escapeIdentifier } from 'pg'
import { foreignInServiceDatabase } from '../../engines/postgres/foreign-content.ts'
import { poolOf, run, runForOne, type Database } from '../../store/sql/database.ts'
import { readArrangement, type Arrangement } from '../../store/schema/running-rights.ts'
import type { Findings } from './findings.ts'

// What protects the rows: constraints, triggers and indexes.

const ours = `n.nspname = any(array[current_schema()::text, 'sandbox_bank', 'graphile_worker'])`

interface Constraint {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly condition: string | null
}

const listNotValidated = {
  name: 'verify constraints',
  // A check constraint has its condition in `conbin`, without "NOT VALID".
  text: `
    select format('%I.%I', n.nspname, c.relname) as table, k.conname as name, k.contype::text as type,
      pg_get_expr(k.conbin, k.conrelid) as condition
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where ${ours} and k.contype in ('c', 'f') and not k.convalidated
    order by 1, 2`,
}

/**
 * Migrations add some constraints without reading old rows. Such a constraint is fine as long as every row keeps it.
 */
export async function checkConstraints(db: Database, findings: Findings): Promise<void> {
  for (const { table, name, type, condition } of await run<Constraint>(db, listNotValidated, [])) {
    if (type === 'f' || condition === null) {
      findings.add('constraints', `The foreign key ${name} of ${table} was never validated: old rows may violate it`)
      continue
    }
    const broken = await runForOne<{ rows: string }>(
      db,
      {
        name: 'verify constraint',
        text: `select count(*)::text as rows from (select from ${table} where not (${condition}) limit 1000) as broken`,
      },
      [],
    )
    const rows = Number(broken?.rows ?? 0)
    if (rows > 0)
      findings.add(
        'constraints',
        `${rows === 1000 ? 'At least 1000' : rows} rows of ${table} violate ${name}: ${condition}`,
      )
  }
}

const listTriggers = {
  name: 'verify triggers',
  text: `
    select format('%I.%I', n.nspname, c.relname) as table, t.tgname as name
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where ${ours} and not t.tgisinternal and t.tgenabled in ('D', 'R') order by 1, 2`,
}

/** A disabled trigger no longer protects the ledger. */
export async function checkTriggers(db: Database, findings: Findings): Promise<void> {
  for (const { table, name } of await run<{ table: string; name: string }>(db, listTriggers, []))
    findings.add('constraints', `The trigger ${name} of ${table} is disabled`)
}

/** Rights with which the role of the service could change the ledger, where another role owns the tables. */
export async function checkRights(db: Database, role: string | null, findings: Findings): Promise<Arrangement> {
  const found = await readArrangement(db, role)
  if (found.kind === 'two roles')
    for (const right of found.excess)
      findings.add('rights', `The role ${found.role} has the right to ${right}: run \`npm run migrate\``)
  return found
}

/** What a superuser's query could run by accident, and PostgreSQL by itself. `db`: the connection of a superuser. */
export async function checkForeignContent(db: Database, owner: string, findings: Findings): Promise<void> {
  const client = await poolOf(db).connect()
  try {
    // Otherwise this query could call functions that somebody named like PostgreSQL's own.
    await client.query('begin; set local search_path to pg_catalog')
    const { rows } = await client.query<{ what: string }>(foreignInServiceDatabase(owner))
    for (const { what } of rows)
      findings.add('foreign content', `The database has ${what}, which the service never creates`)
  } finally {
    await client.query('rollback').catch(() => {})
    client.release()
  }
}

const listInvalid = {
  name: 'verify indexes',
  text: `
    select format('%I.%I', n.nspname, c.relname) as name, i.indrelid::regclass::text as table
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
    where ${ours} and not (i.indisvalid and i.indisready and i.indislive) order by 1`,
}

/** An index that PostgreSQL does not use, because its creation was cut off. */
export async function checkIndexes(db: Database, findings: Findings): Promise<void> {
  for (const { name, table } of await run<{ name: string; table: string }>(db, listInvalid, []))
    findings.add('indexes', `The index ${name} of ${table} is invalid: run \`npm run migrate\`, or \`reindex index\``)
}

const findAmcheck = {
  name: 'find amcheck',
  text: `
    select (select n.nspname from pg_extension e join pg_namespace n on n.oid = e.extnamespace
        where e.extname = 'amcheck') as schema,
      exists (select from pg_available_extensions where name = 'amcheck') as "isAvailable",
      current_setting('is_superuser') = 'on' and not pg_is_in_recovery() as "isAllowed"`,
}

interface Amcheck {
  readonly schema: string | null
  readonly isAvailable: boolean
  readonly isAllowed: boolean
}

const listTrees = {
  name: 'list indexes to check',
  text: `
    select i.indexrelid::text as oid, format('%I.%I', n.nspname, c.relname) as name, i.indrelid::regclass::text as table
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
      join pg_am a on a.oid = c.relam
    where ${ours} and a.amname = 'btree' and c.relkind = 'i' and c.relpersistence = 'p'
      and i.indisvalid and i.indisready
    order by 2`,
}

/**
 * Compares each index with its table, page by page, by PostgreSQL's extension amcheck. A superuser gets the extension
 * for one transaction, which the function rolls back.
 */
export async function checkPages(db: Database, findings: Findings): Promise<number> {
  const amcheck = await runForOne<Amcheck>(db, findAmcheck, [])
  if (!amcheck?.schema && !(amcheck?.isAvailable && amcheck.isAllowed)) {
    findings.notes.push(
      'The pages of indexes were not checked: a superuser must run `create extension amcheck` in this database, and ' +
        'grant the role of the service the right to execute bt_index_check',
    )
    return 0
  }
  const trees = await run<{ oid: string; name: string; table: string }>(db, listTrees, [])
  const client = await poolOf(db).connect()
  try {
    await client.query('begin')
    if (!amcheck.schema) await client.query('create extension amcheck')
    const schema = escapeIdentifier(amcheck.schema ?? 'public')
    for (const { oid, name, table } of trees) {
      await client.query('savepoint index')
      try {
        await client.query(`select ${schema}.bt_index_check($1::oid::regclass, true)`, [oid])
        await client.query('release savepoint index')
      } catch (error) {
        await client.query('rollback to savepoint index')
        if (isForbidden(error)) {
          findings.notes.push('The pages of indexes were not checked: the role may not execute bt_index_check')
          return 0
        }
        findings.add('indexes', `The index ${name} of ${table} is damaged: ${messageOf(error)}. Run \`reindex index\``)
      }
    }
    return trees.length
  } finally {
    await client.query('rollback').catch(() => {})
    client.release()
  }
}

function isForbidden(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '42501'
}

function messageOf(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : String(error)
}
