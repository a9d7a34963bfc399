import { randomBytes } from 'node:crypto'
import { keyBytes, makeKeyring, unwrapDataKey, wrapDataKey, type Keyring } from '../../domain/crypto/keyring.ts'
import type { Clock } from '../../domain/time/clock.ts'
import {
  insertWrappedKey,
  listWrappedKeys,
  rewrapKey,
  type KeyringTable,
  type WrappedKey,
} from '../../store/keys/keyring.ts'
import type { Database } from '../../store/sql/database.ts'

/** The keys that open a keyring: values of MASTER_KEY, or of CARD_KEY. */
export interface MasterKeys {
  readonly current: Buffer
  /** Decrypts data keys that are not yet wrapped with the current key. */
  readonly previous: Buffer | null
}

/**
 * Opens a keyring and creates its first key when it is empty. Wraps keys of the previous master key with the current
 * one. Null when neither master key opens a key: it belongs to another database.
 */
export async function loadKeyring(
  db: Database,
  masterKeys: MasterKeys,
  clock: Clock,
  table: KeyringTable = 'keyring',
): Promise<Keyring | null> {
  if ((await listWrappedKeys(db, table)).length === 0) {
    const first = { version: 1, wrapped_key: wrapDataKey(masterKeys.current, randomBytes(keyBytes)) }
    await insertWrappedKey(db, table, first, clock.now())
  }
  const raw = new Map<number, Buffer>()
  for (const row of await listWrappedKeys(db, table)) {
    const key = await unwrap(db, table, masterKeys, row)
    if (!key) return null
    raw.set(row.version, key)
  }
  return makeKeyring(raw)
}

/** Opens a keyring and changes nothing. Null: it has no keys yet, or no master key opens them. */
export async function readKeyring(db: Database, { current, previous }: MasterKeys): Promise<Keyring | null> {
  const raw = new Map<number, Buffer>()
  for (const { version, wrapped_key: wrapped } of await listWrappedKeys(db)) {
    const key = unwrapDataKey(current, wrapped) ?? (previous && unwrapDataKey(previous, wrapped))
    if (!key) return null
    raw.set(version, key)
  }
  return raw.size === 0 ? null : makeKeyring(raw)
}

/** Whether a master key opens every key of the database. A database without keys fits every master key. */
export async function opensKeyring(db: Database, masterKeys: MasterKeys | null): Promise<boolean> {
  const rows = await listWrappedKeys(db)
  const keys = masterKeys ? [masterKeys.current, masterKeys.previous ?? masterKeys.current] : []
  return rows.every((row) => keys.some((key) => unwrapDataKey(key, row.wrapped_key) !== null))
}

async function unwrap(
  db: Database,
  table: KeyringTable,
  { current, previous }: MasterKeys,
  row: WrappedKey,
): Promise<Buffer | null> {
  const key = unwrapDataKey(current, row.wrapped_key)
  if (key || !previous) return key
  const old = unwrapDataKey(previous, row.wrapped_key)
  if (old) await rewrapKey(db, table, { version: row.version, wrapped_key: wrapDataKey(current, old) })
  return old
}
