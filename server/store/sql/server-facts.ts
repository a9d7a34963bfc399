import { runForOne, type Database } from './database.ts'

/** What a PostgreSQL server says about itself to the role of the service. */
export interface ServerFacts {
  /** Such as `18.1`. */
  readonly version: string
  /** Such as 180001. */
  readonly version_number: number
  readonly encoding: string
  readonly is_superuser: boolean
  /** Whether this connection is encrypted. */
  readonly is_encrypted: boolean
  readonly fsync: string
  readonly full_page_writes: string
  readonly synchronous_commit: string
  readonly autovacuum: string
  readonly data_checksums: string
  readonly statement_timeout: string
  readonly database_bytes: number
  readonly archive_mode: string
  readonly last_archived_at: Date | null
  readonly last_archive_failure_at: Date | null
  /** Servers that receive the WAL at this moment. */
  readonly standbys: number
}

const read = {
  name: 'server facts',
  text: `
    select current_setting('server_version') as version,
      current_setting('server_version_num')::integer as version_number,
      (select pg_encoding_to_char(encoding) from pg_database where datname = current_database()) as encoding,
      (select rolsuper from pg_roles where rolname = current_user) as is_superuser,
      coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as is_encrypted,
      current_setting('fsync') as fsync,
      current_setting('full_page_writes') as full_page_writes,
      current_setting('synchronous_commit') as synchronous_commit,
      current_setting('autovacuum') as autovacuum,
      current_setting('data_checksums') as data_checksums,
      current_setting('statement_timeout') as statement_timeout,
      pg_database_size(current_database())::float8 as database_bytes,
      current_setting('archive_mode') as archive_mode,
      archiver.last_archived_time as last_archived_at,
      archiver.last_failed_time as last_archive_failure_at,
      (select count(*)::integer from pg_stat_replication) as standbys
    from pg_stat_archiver as archiver`,
}

export async function readServerFacts(db: Database): Promise<ServerFacts> {
  const facts = await runForOne<ServerFacts>(db, read, [])
  if (!facts) throw new Error('Bug: a server always has facts')
  return facts
}

/** What the tables and the statements need. */
const oldestVersion = 150_000

/** Why the service cannot use a server, in a sentence, and what to do. Null: it can. */
export function problemOfServer(server: Pick<ServerFacts, 'version' | 'version_number' | 'encoding'>) {
  const name = `PostgreSQL ${server.version}`
  if (server.version_number < oldestVersion)
    return { says: `${name} is too old`, fix: 'Upgrade the server to PostgreSQL 15 or later' }
  if (server.encoding === 'UTF8') return null
  const says = `${name}: the database has the encoding ${server.encoding}`
  return { says, fix: "Create a database with `encoding 'UTF8'`, and move everything to it" }
}

const readTime = { name: 'server time', text: 'select clock_timestamp() as now' }

/** The clock of the server, and how long the question took. */
export async function readServerTime(db: Database): Promise<{ now: Date; tookMs: number }> {
  const startedAt = performance.now()
  const row = await runForOne<{ now: Date }>(db, readTime, [])
  if (!row) throw new Error('Bug: a server always has a time')
  return { now: row.now, tookMs: performance.now() - startedAt }
}
