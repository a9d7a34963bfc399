import type { Database } from './database.ts'

/** The code of PostgreSQL for a function that the role may not call. */
const notAllowed = '42501'

/**
 * Commits a few bytes of the write-ahead log and nothing else. It waits as long as any commit, also for a standby. By
 * default every role may call this function; a database that forbids it is not checked.
 */
export async function commitSomething(db: Database): Promise<void> {
  try {
    await db.raw(`select pg_logical_emit_message(true, 'servicepay', 'ready')`)
  } catch (error) {
    if ((error as { code?: unknown }).code !== notAllowed) throw error
  }
}

/** Whether a commit of this role has waited for a standby for a second. PostgreSQL never ends such a wait by itself. */
export async function waitsForStandby(db: Database): Promise<boolean> {
  const { rows } = await db.raw<{ rows: { waits: boolean }[] }>(oldWait)
  return rows[0]?.waits === true
}

const oldWait = `
  select exists (
    select from pg_stat_activity
    where wait_event = 'SyncRep' and query_start < clock_timestamp() - interval '1 second'
  ) as waits`
