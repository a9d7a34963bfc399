import { setTimeout as pause } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { systemClock } from '../../domain/time/clock.ts'
import { poolOf, run, type Database } from '../sql/database.ts'
import { onCitus, migrations as allMigrations } from './migrations/migrations.ts'
import type { Migration } from './migrations/steps.ts'
import { runStep, type StepReport } from './migration-steps.ts'
import { isMigrated } from './readiness.ts'

export interface MigrationProgress {
  /** Before a step runs. */
  begins?(migration: Migration, step: number): void
  /** Another program holds a lock: the step pauses and then tries again. */
  gaveWay?(migration: Migration): void
  done?(migration: Migration, report: StepReport): void
  /** Another program migrates this database. */
  waits?(): void
  /** The database is new, so the steps are reported as one. */
  created?(migrations: number): void
}

/** Two programs must not migrate one database at once. */
const turnLock = 7_401_220_312

/**
 * A program waits for its turn without a transaction: the one that migrates may be building an index, and waits for all
 * transactions that are older.
 */
const askAgainMs = 250

/**
 * Runs the missing migrations. Several processes may call this at once: one runs them, the others wait. A step that was
 * interrupted is repeated, and later steps of its migration follow.
 */
export async function migrate(
  db: Database,
  { migrations = allMigrations, ...progress }: MigrationProgress & { migrations?: readonly Migration[] } = {},
): Promise<void> {
  if (migrations === allMigrations && (await isMigrated(db))) return
  const client = await poolOf(db).connect()
  try {
    await takeAllowance(client, progress)
    await prepareRecords(client)
    const { applied, steps } = await readRecords(client)
    // No program uses a database without tables, so its first migrations need not give way.
    const isNew = applied.size === 0 && steps.size === 0
    const reported = isNew ? {} : progress
    for (const migration of migrations)
      if (!applied.has(migration.name)) await runMigration(client, migration, { progress: reported, steps, isNew })
    if (isNew) progress.created?.(migrations.length)
  } finally {
    // Closing the connection also ends the turn.
    client.release(true)
  }
}

/** The migrations that `migrate` would run, with the number of the first step that has not run. Changes nothing. */
export async function missingMigrations(db: Database): Promise<{ migration: Migration; firstStep: number }[]> {
  const [found] = await run<{ records: string | null; steps: string | null }>(db, findRecords, [])
  const names = found?.records ? (await run<{ name: string }>(db, listApplied, [])).map(({ name }) => name) : []
  const done = found?.steps ? await run<{ migration: string; step: number }>(db, listSteps, []) : []
  return allMigrations
    .filter(({ name }) => !names.includes(name))
    .map((migration) => {
      const steps = done.filter(({ migration: name }) => name === migration.name).map(({ step }) => step)
      return { migration, firstStep: steps.length === 0 ? 0 : Math.max(...steps) + 1 }
    })
}

const findRecords = {
  name: 'find migration records',
  text: `
    select to_regclass('schema_migrations')::text as records, to_regclass('schema_migration_steps')::text as steps`,
}
const listApplied = { name: 'list applied migrations', text: 'select name from schema_migrations' }
const listSteps = { name: 'list migration steps', text: 'select migration, step from schema_migration_steps' }

async function takeAllowance(client: PoolClient, { waits }: MigrationProgress): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [turnLock])
    if (rows[0]?.free === true) return
    if (tries === 0) waits?.()
    await pause(askAgainMs)
  }
}

/**
 * The migrations that have run, each with the first release that can work with the tables after it (null: every one),
 * and the steps of those that are not complete.
 */
async function prepareRecords(client: PoolClient): Promise<void> {
  await client.query(`
    create table if not exists schema_migrations (
      name text primary key, migrated_at timestamptz(3) not null, minimum_release text)`)
  await client.query(`
    create table if not exists schema_migration_steps (
      migration text not null, step integer not null, primary key (migration, step))`)
}

async function readRecords(client: PoolClient): Promise<{ applied: Set<string>; steps: Set<string> }> {
  const applied = await client.query<{ name: string }>(listApplied.text)
  const steps = await client.query<{ migration: string; step: number }>(listSteps.text)
  return {
    applied: new Set(applied.rows.map(({ name }) => name)),
    steps: new Set(steps.rows.map(({ migration, step }) => keyOf(migration, step))),
  }
}

const keyOf = (migration: string, step: number): string => `${migration} ${step}`

async function runMigration(
  client: PoolClient,
  migration: Migration,
  { progress, steps, isNew }: { progress: MigrationProgress; steps: ReadonlySet<string>; isNew: boolean },
): Promise<void> {
  for (const [number, step] of migration.steps.entries()) {
    if (steps.has(keyOf(migration.name, number))) continue
    progress.begins?.(migration, number)
    const record = `insert into schema_migration_steps (migration, step) values ($1, $2)`
    const report = await runStep(client, step, {
      givesWay: !isNew,
      before: onCitus,
      gaveWay: () => progress.gaveWay?.(migration),
      record: () => client.query(record, [migration.name, number]),
    })
    progress.done?.(migration, report)
  }
  await client.query('begin')
  await client.query('insert into schema_migrations (name, migrated_at, minimum_release) values ($1, $2, $3)', [
    migration.name,
    systemClock.now(),
    migration.minimumRelease ?? null,
  ])
  await client.query('delete from schema_migration_steps where migration = $1', [migration.name])
  await client.query('commit')
}
