import { runForOne, type Database } from './database.ts'

/** How many connections the service may have, and how many exist. */
export interface ConnectionRoom {
  /** The most connections of all processes of the service together. */
  readonly most: number
  /** The setting with the smallest limit. */
  readonly limit: string
  /** Connections that exist within this limit, without the one that asked. */
  readonly used: number
}

const read = {
  name: 'read connection room',
  text: `
    with limits as (
      select 'max_connections' as name,
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
          - coalesce(current_setting('reserved_connections', true), '0')::int as most,
        (select sum(numbackends)::int from pg_stat_database) as used
      union all
      select 'the connection limit of the role', rolconnlimit,
        (select count(*)::int from pg_stat_activity where usename = current_user)
      from pg_roles where rolname = current_user and rolconnlimit >= 0
      union all
      select 'the connection limit of the database', datconnlimit,
        (select count(*)::int from pg_stat_activity where datname = current_database())
      from pg_database where datname = current_database() and datconnlimit >= 0
    )
    select most, name as "limit", used - 1 as used from limits order by most - used limit 1`,
}

export async function readRoom(db: Database): Promise<ConnectionRoom> {
  const room = await runForOne<ConnectionRoom>(db, read, [])
  if (!room) throw new Error('Bug: the limits of the server are always known')
  return room
}
