import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseError, type PoolClient } from 'pg'
import type { TimeRanges } from '../sql/time-ranges.ts'
import type { FillStep, Step } from './migrations/steps.ts'
import { boundOfSwitch, firstPartitionStatement, isPartitioned, switchStatements, untilRule } from './partition-step.ts'

/** A lock that keeps others from writing to a table, or from reading it. */
export interface HeldLock {
  readonly table: string
  readonly mode: string
}

/** What a step did. */
export interface StepReport {
  readonly step: string
  /** The strongest lock on each table that existed before. */
  readonly locks: readonly HeldLock[]
  readonly ms: number
  /** How often the step gave way to other programs before. */
  readonly gaveWay: number
}

interface Run {
  /** Limits the locks, because other programs use the tables. */
  readonly givesWay: boolean
  /** Settings for the transactions of the step. */
  readonly before: readonly string[]
  /** Another program holds a lock: the step pauses and then tries again. */
  gaveWay?(): void
  /** Notes that the step is done, in its transaction if it has one. */
  record(): Promise<unknown>
}

/** A waiting `alter table` makes all later statements on its table wait too. */
const lockWaitMs = 400

/** How long a brief transaction may last, with its waits. */
const briefMs = 900

const firstPauseMs = 100
const longestPauseMs = 5_000

/** With the pauses about ten minutes. */
const mostTries = 130

/** A statement may end because it takes too long only so often: another try would take as long. */
const mostTooLong = 5

const lockNotFree = new Set(['55P03', '40P01'])
const tookTooLong = '57014'

export async function runStep(client: PoolClient, step: Step, run: Run): Promise<StepReport> {
  const started = performance.now()
  const { locks, gaveWay } = await effect(client, step, run)
  return { step: describe(step), locks, ms: performance.now() - started, gaveWay }
}

interface Effect {
  readonly locks: readonly HeldLock[]
  readonly gaveWay: number
}

async function effect(client: PoolClient, step: Step, run: Run): Promise<Effect> {
  if (step.kind === 'transaction') return changeTables(client, step.statements, run)
  if (step.kind === 'first partition')
    return changeTables(client, [await firstPartitionStatement(client, step.ranges)], run)
  if (step.kind === 'partition') return switchToPartitions(client, step.ranges, run)
  if (step.kind === 'fill') {
    await fill(client, step)
    await run.record()
    return { locks: [], gaveWay: 0 }
  }
  if (step.kind === 'index' && (await isPartitioned(client, tableOf(step)))) return buildIndexes(client, step, run)
  const result = step.kind === 'index' ? await buildIndex(client, step) : await addConstraint(client, step, run)
  await run.record()
  return result
}

async function changeTables(client: PoolClient, statements: readonly string[], run: Run): Promise<Effect> {
  const work = (): Promise<HeldLock[]> => runTransaction(client, statements, run)
  return run.givesWay ? givingWay(client, work, run) : { locks: await work(), gaveWay: 0 }
}

/** One line for operators. */
export function describe(step: Step): string {
  if (step.kind === 'index') return step.statement.replace(/\s+/g, ' ')
  if (step.kind === 'constraint') return `add constraint ${step.name} to ${step.table} and check its rows`
  if (step.kind === 'fill') return `fill ${step.table}`
  if (step.kind === 'first partition') return `create the first partition of ${step.ranges.table}`
  if (step.kind === 'partition') return `partition ${step.ranges.table} by the time in ${step.ranges.column}`
  return step.statements.map(headOf).join('; ')
}

/** The statement up to its first bracket, without its comments. */
function headOf(statement: string): string {
  const line = statement.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim().replace(/;$/, '')
  return /^create (?:table|or replace function|function)/.test(line) ? (line.split(' (')[0] ?? line) : line
}

/** Tries again while other programs hold the locks, with pauses in which they can work. */
async function givingWay(client: PoolClient, work: () => Promise<HeldLock[]>, run: Run): Promise<Effect> {
  let tooLong = 0
  for (let gaveWay = 0; ; gaveWay += 1)
    try {
      return { locks: await work(), gaveWay }
    } catch (error) {
      await client.query('rollback')
      const code = error instanceof DatabaseError ? error.code : undefined
      if (code === tookTooLong) tooLong += 1
      else if (!lockNotFree.has(code ?? '')) throw error
      if (tooLong === mostTooLong)
        throw new Error(`The migration would block others for more than ${briefMs} ms`, { cause: error })
      if (gaveWay + 1 === mostTries)
        throw new Error('Other programs hold locks on the tables all the time: end their transactions', {
          cause: error,
        })
      run.gaveWay?.()
      await pause(Math.min(longestPauseMs, firstPauseMs * 2 ** gaveWay))
    }
}

async function runTransaction(
  client: PoolClient,
  statements: readonly string[],
  { givesWay, before, record }: Run,
): Promise<HeldLock[]> {
  const endsAt = performance.now() + briefMs
  await client.query('begin')
  for (const setting of before) await client.query(setting)
  if (givesWay) await client.query(`set local lock_timeout = ${lockWaitMs}`)
  const known = await tablesOf(client)
  for (const statement of statements) {
    if (givesWay) {
      const leftMs = Math.max(1, Math.round(endsAt - performance.now()))
      await client.query(`set local statement_timeout = ${leftMs}`)
    }
    await client.query(statement)
  }
  const locks = await heldLocks(client, known)
  await record()
  await client.query('commit')
  return locks
}

async function buildIndex(client: PoolClient, { name, statement }: Step & { kind: 'index' }): Promise<Effect> {
  const { rows } = await client.query<{ valid: boolean }>(
    `select i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relname = $1 and c.relnamespace = current_schema()::regnamespace`,
    [name],
  )
  // An interrupted build leaves an index that slows writes and that no query uses.
  if (rows[0]?.valid === false) await client.query(`drop index concurrently ${name}`)
  if (rows[0]?.valid !== true) await client.query(statement)
  return { locks: [{ table: tableOf({ statement }), mode: 'SHARE UPDATE EXCLUSIVE' }], gaveWay: 0 }
}

function tableOf({ statement }: { readonly statement: string }): string {
  return /\bon (?:only )?(\w+)/.exec(statement)?.[1] ?? ''
}

/**
 * PostgreSQL cannot build the index of a partitioned table concurrently. So this builds one on each partition. The
 * index of the whole table then takes these in, which only changes the catalogue.
 */
async function buildIndexes(client: PoolClient, step: Step & { kind: 'index' }, run: Run): Promise<Effect> {
  const table = tableOf(step)
  const { rows } = await client.query<{ partition: string }>(
    `select relname as partition from pg_inherits join pg_class on oid = inhrelid
     where inhparent = $1::text::regclass order by 1`,
    [table],
  )
  for (const { partition } of rows) {
    const name = `${step.name}_${partition}`
    const statement = step.statement.replace(` ${step.name} on ${table} `, ` ${name} on ${partition} `)
    await buildIndex(client, { kind: 'index', name, statement })
  }
  const whole = step.statement.replace(' concurrently ', ' if not exists ')
  const joined = await changeTables(client, [whole], run)
  return { locks: [{ table, mode: 'SHARE UPDATE EXCLUSIVE' }, ...joined.locks], gaveWay: joined.gaveWay }
}

interface Rule {
  readonly table: string
  readonly name: string
  readonly rule: string
}

async function addConstraint(client: PoolClient, { table, name, rule }: Rule, run: Run): Promise<Effect> {
  const { rows } = await client.query<{ valid: boolean }>(
    'select convalidated as valid from pg_constraint where conrelid = $1::regclass and conname = $2',
    [table, name],
  )
  const add = `alter table ${table} add constraint ${name} ${rule} not valid`
  const work = (): Promise<HeldLock[]> =>
    runTransaction(client, rows[0] ? [] : [add], { ...run, record: () => Promise.resolve() })
  const added = run.givesWay ? await givingWay(client, work, run) : { locks: await work(), gaveWay: 0 }
  if (rows[0]?.valid !== true) await client.query(`alter table ${table} validate constraint ${name}`)
  return added
}

/** PostgreSQL checks the rows of the table while others write. The switch then reads no row. */
async function switchToPartitions(client: PoolClient, ranges: TimeRanges, run: Run): Promise<Effect> {
  const { table, column } = ranges
  if (await isPartitioned(client, table)) {
    await run.record()
    return { locks: [], gaveWay: 0 }
  }
  const bound = await boundOfSwitch(client, ranges)
  const added = await addConstraint(
    client,
    { table, name: untilRule(table), rule: `check (${column} < '${bound}')` },
    run,
  )
  const switched = await changeTables(client, await switchStatements(client, ranges, bound), run)
  return { locks: switched.locks, gaveWay: added.gaveWay + switched.gaveWay }
}

const filledAtOnce = 2_000
const accountsAtOnce = 1_000

async function fill(client: PoolClient, step: FillStep): Promise<void> {
  for (let after: string | null = ''; after !== null;) {
    const { rows }: { rows: { id: string }[] } = await client.query<{ id: string }>(
      'select merchant_id as id from merchants where merchant_id > $1 order by merchant_id limit $2',
      [after, accountsAtOnce],
    )
    for (const { id } of rows) for (const livemode of [true, false]) await fillAccount(client, step, id, livemode)
    after = rows.at(-1)?.id ?? null
  }
}

async function fillAccount(client: PoolClient, step: FillStep, merchantId: string, livemode: boolean): Promise<void> {
  for (let after: string | null = ''; after !== null;) {
    const { rows }: { rows: { last: string }[] } = await client.query<{ last: string }>(step.statement, [
      merchantId,
      livemode,
      after,
      filledAtOnce,
    ])
    after = rows[0]?.last ?? null
  }
}

async function tablesOf(client: PoolClient): Promise<number[]> {
  const { rows } = await client.query<{ oid: number }>(
    `select oid from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`,
  )
  return rows.map(({ oid }) => oid)
}

/** The strongest lock of this transaction on each known table, if it keeps others from writing. */
async function heldLocks(client: PoolClient, known: readonly number[]): Promise<HeldLock[]> {
  const modes = ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock']
  const { rows } = await client.query<{ name: string; mode: string }>(
    `select distinct on (c.relname) c.relname as name, l.mode
     from pg_locks l join pg_class c on c.oid = l.relation
     where l.pid = pg_backend_pid() and l.relation = any($1::oid[]) and l.mode = any($2::text[])
     order by c.relname, array_position($2::text[], l.mode) desc`,
    [known, modes],
  )
  return rows.map(({ name, mode }) => ({ table: name, mode: spelled(mode) }))
}

/** `AccessExclusiveLock` is `ACCESS EXCLUSIVE` in PostgreSQL's documentation. */
function spelled(mode: string): string {
  return mode
    .replace(/Lock$/, '')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toUpperCase()
}
