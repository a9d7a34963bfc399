import { unwrapDataKey } from '../../domain/crypto/keyring.ts'
import { listWrappedKeys } from '../../store/keys/keyring.ts'
import { openDatabase, run, runForOne, type Database } from '../../store/sql/database.ts'
import { release } from '../../store/sql/release.ts'
import { BackupError } from './backup-error.ts'
import type { Manifest } from './manifest.ts'

/** A master key that may open the database. `generated`: it is in the data directory. */
export interface KnownKey {
  readonly key: Buffer
  readonly generated: boolean
}

export interface Description {
  readonly content: Pick<Manifest, 'release' | 'minimum_release' | 'postgres' | 'cluster' | 'needs_card_key'>
  /** The master key that opens the database. */
  readonly masterKey: KnownKey
}

/** Reads what the database contains. Throws a `BackupError` when none of the keys opens its secrets. */
export async function describeDatabase(databaseUrl: string, keys: readonly KnownKey[]): Promise<Description> {
  const db = openDatabase(databaseUrl, { kind: 'command', connections: 1 })
  try {
    const server = await runForOne<{ version: string; cluster: string }>(db, readServer, [])
    if (!server) throw new Error('Bug: the server has no version')
    return {
      content: {
        release,
        minimum_release: await neededBy(db),
        postgres: server.version,
        cluster: server.cluster,
        needs_card_key: (await listWrappedKeys(db, 'card_keyring')).length > 0,
      },
      masterKey: await findKey(db, keys),
    }
  } finally {
    await db.destroy()
  }
}

const readServer = {
  name: 'read server',
  text: `
    select (current_setting('server_version_num')::integer / 10000)::text as version, system_identifier::text as cluster
    from pg_control_system()`,
}

async function neededBy(db: Database): Promise<string | null> {
  const rows = await run<{ needed: string }>(db, readNeeded, [])
  return rows[0]?.needed ?? null
}

const readNeeded = {
  name: 'latest needed release',
  text: `
    select minimum_release as needed from schema_migrations where minimum_release is not null
    order by string_to_array(minimum_release, '.')::integer[] desc limit 1`,
}

async function findKey(db: Database, keys: readonly KnownKey[]): Promise<KnownKey> {
  const wrapped = await listWrappedKeys(db)
  if (wrapped.length === 0)
    throw new BackupError('No service has run on this database yet: there is nothing to back up')
  const found = keys.find(({ key }) => wrapped.every((row) => unwrapDataKey(key, row.wrapped_key) !== null))
  if (found) return found
  throw new BackupError(
    'Neither the master key in the data directory nor MASTER_KEY decrypts the secrets in the database: set ' +
      'MASTER_KEY to the value that the service has',
  )
}
