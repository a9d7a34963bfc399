import type { Config } from './config/config.ts'
import { poolSizes, sumOf } from './engines/postgres/pool-sizes.ts'
import { findPooler } from './engines/postgres/pooler.ts'
import { systemClock, type Clock } from './domain/time/clock.ts'
import { StartError } from './flow-context.ts'
import type { Log } from './flows/context.ts'
import { readRoom } from './store/sql/connection-room.ts'
import { openDatabase } from './store/sql/database.ts'
import { readServerTime } from './store/sql/server-facts.ts'

interface Checked {
  readonly config: Config
  readonly databaseUrl: string
  readonly log: Log
  /** Default: the clock of the service. */
  readonly clock?: Clock
}

/** Receivers of webhooks and the worker compare times, and ordinary time services keep them closer. */
const mostApartMs = 2_000

/**
 * Finds out what the way to the database can do, and whether the database has room for the connections of this process.
 * Returns whether statements may have names. Throws a `StartError` when the process can never have its connections.
 */
export async function checkConnections({ config, databaseUrl, log, clock = systemClock }: Checked): Promise<boolean> {
  await checkClock(databaseUrl, log, clock)
  const pooler = await findPooler(databaseUrl)
  if (!pooler) {
    await checkRoom({ config, databaseUrl, log })
    return true
  }
  log.info(pooler, 'a pooler is in front of the database')
  if (!pooler.namesStatements)
    log.warn(
      {},
      'the pooler cannot hold prepared statements, so PostgreSQL plans each statement again. ' +
        'With PgBouncer 1.21 or later set max_prepared_statements',
    )
  if (!pooler.keepsSession && config.databaseDirectUrl === null)
    log.warn(
      {},
      'the pooler works in transaction mode, so PostgreSQL cannot notify this process of jobs and events, and the ' +
        'process polls for them instead. Set DATABASE_DIRECT_URL to the address of PostgreSQL itself',
    )
  if (pooler.limits === 'later')
    log.info(
      {},
      'the role has the time limits of statements, but the pooler still holds connections from before: run RECONNECT ' +
        'in its console, or wait for its server_lifetime',
    )
  if (pooler.limits === 'missing')
    log.warn(
      {},
      'the pooler drops the time limits of statements. Set them for the role: ' +
        "alter role … set statement_timeout = '10s'; alter role … set lock_timeout = '5s'; " +
        "alter role … set idle_in_transaction_session_timeout = '15s'",
    )
  return pooler.namesStatements
}

/** Warns about a clock that differs from that of the database, which all processes share. */
async function checkClock(databaseUrl: string, log: Log, clock: Clock): Promise<void> {
  const db = openDatabase(databaseUrl, { kind: 'serving', connections: 1, namesStatements: false })
  try {
    const before = clock.now().getTime()
    const { now: theirs } = await readServerTime(db)
    const after = clock.now().getTime()
    // The clock of the database was read at some time between the two.
    const aheadMs = Math.max(0, before - theirs.getTime()) + Math.min(0, after - theirs.getTime())
    if (Math.abs(aheadMs) <= mostApartMs) return
    const where = aheadMs > 0 ? 'ahead of' : 'behind'
    log.warn(
      { seconds: Math.round(Math.abs(aheadMs) / 1_000) },
      `the clock of this machine is ${where} the clock of the database. Run a time service on every machine: ` +
        '`timedatectl set-ntp true`, or install chrony',
    )
  } finally {
    await db.destroy()
  }
}

async function checkRoom({ config, databaseUrl, log }: Checked): Promise<void> {
  const needed = sumOf(poolSizes(config.role, config.databaseConnections))
  const db = openDatabase(databaseUrl, { kind: 'serving', connections: 1, namesStatements: false })
  try {
    const { most, limit, used } = await readRoom(db)
    const fix = `Raise ${limit}, lower DATABASE_CONNECTIONS, or put PgBouncer in front`
    if (needed > most)
      throw new StartError(
        `This process needs up to ${needed} connections (DATABASE_CONNECTIONS), but the database gives it ` +
          `${most} (${limit}). ${fix}`,
      )
    if (needed > most - used)
      log.warn(
        { needed, most, used },
        `this process may need ${needed} connections, but the database has ${Math.max(0, most - used)} left. ${fix}`,
      )
  } finally {
    await db.destroy()
  }
}
