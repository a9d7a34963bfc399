import { hasCode } from '../../engines/postgres/errors.ts'
import { run, type Database } from '../sql/database.ts'
import { isLater, release } from '../sql/release.ts'
import { migrationNames } from './migrations/migrations.ts'

/** What keeps a database from serving requests. `release`: its tables need a later release of this program. */
export type DatabaseProblem = 'read_only' | 'tables' | 'release'

const noSuchTable = '42P01'

/** Null: the database accepts writes, and every migration of this program has run. Later ones may have run too. */
export async function problemOf(db: Database): Promise<DatabaseProblem | null> {
  try {
    const [row] = await run<Readiness>(db, readiness, [migrationNames, release])
    if (row?.migrated !== true) return 'tables'
    if (row.too_old) return 'release'
    return row.writable ? null : 'read_only'
  } catch (error) {
    if (hasCode(error, noSuchTable)) return 'tables'
    throw error
  }
}

interface Readiness {
  readonly writable: boolean
  readonly migrated: boolean
  readonly too_old: boolean
}

const readiness = {
  name: 'readiness',
  text: `
    select not pg_is_in_recovery() and not current_setting('transaction_read_only')::boolean as writable,
      (select count(*) from schema_migrations where name = any($1::text[])) = cardinality($1::text[]) as migrated,
      exists (select from schema_migrations where ${isLater('minimum_release', '$2::text')}) as too_old`,
}

/** Whether every migration of this program has run. */
export async function isMigrated(db: Database): Promise<boolean> {
  return (await problemOf(db)) !== 'tables'
}
