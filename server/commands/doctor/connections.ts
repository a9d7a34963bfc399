import type { Config } from '../../config/config.ts'
import { poolSizes, sumOf } from '../../engines/postgres/pool-sizes.ts'
import type { Pooler } from '../../engines/postgres/pooler.ts'
import { readRoom } from '../../store/sql/connection-room.ts'
import type { Database } from '../../store/sql/database.ts'
import { failed, ok, warning, type Finding } from './finding.ts'

/** Whether this process gets its connections, and what a pooler can do. */
export async function examineConnections(config: Config, db: Database, pooler: Pooler | null): Promise<Finding> {
  if (pooler) return judgePooler(config, pooler)
  const needed = sumOf(poolSizes(config.role, config.databaseConnections))
  const { most, limit, used } = await readRoom(db)
  const fix = `Raise ${limit}, lower DATABASE_CONNECTIONS, or put PgBouncer in front.`
  if (needed > most) return failed(`A process needs up to ${needed} connections, and ${limit} gives it ${most}.`, fix)
  const says = `A process of this role needs up to ${needed} connections. ${used} of ${most} are in use (${limit}).`
  // A running service holds some of its own connections already, so only the sum of all processes would be exact.
  return used > most * 0.9 ? warning(says, fix) : ok(says)
}

function judgePooler(config: Config, pooler: Pooler): Finding {
  if (!pooler.namesStatements)
    return warning(
      'The pooler cannot hold prepared statements, so PostgreSQL plans each statement again.',
      'Use PgBouncer 1.21 or later with max_prepared_statements.',
    )
  if (!pooler.keepsSession && config.databaseDirectUrl === null)
    return warning(
      'The pooler works in transaction mode, so PostgreSQL cannot notify processes of jobs and events.',
      'Set DATABASE_DIRECT_URL to the address of PostgreSQL itself.',
    )
  return ok('A pooler is in front of PostgreSQL, and everything works through it as it should.')
}

/** Whether PostgreSQL limits the time of a statement. */
export function judgeTimeLimits(pooler: Pooler | null): Finding {
  if (pooler === null || pooler.limits === 'set') return ok('PostgreSQL limits the time of each statement.')
  if (pooler.limits === 'later')
    return warning(
      'The role limits the time of its statements, but the pooler still holds connections from before.',
      'Run `RECONNECT` in the console of PgBouncer, or wait for its `server_lifetime`, an hour.',
    )
  return failed(
    'The pooler drops the time limits of statements, so one hanging statement can hold a connection indefinitely.',
    "Run `alter role … set statement_timeout = '10s'`, and the other two of /docs/running#pgbouncer.",
  )
}
