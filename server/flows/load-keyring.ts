import { randomBytes } from 'node:crypto'
import type { Clock } from '../domain/clock.ts'
import { keyBytes, makeKeyring, unwrapDataKey, wrapDataKey } from '../domain/keyring.ts'
import type { Keyring } from '../domain/keyring.ts'
import type { Database } from '../store/database.ts'
import { insertWrappedKey, listWrappedKeys, rewrapKey } from '../store/keyring.ts'
import type { WrappedKey } from '../store/keyring.ts'

export interface MasterKeys {
  readonly current: Buffer
  /** Decrypts data keys that are not yet wrapped with the current master key. */
  readonly previous: Buffer | null
}

/**
 * Opens the keyring and creates its first key when it is empty. Wraps keys of the previous master key with the current
 * one. Null when neither master key opens a key: it belongs to another database.
 */
export async function loadKeyring(db: Database, masterKeys: MasterKeys, clock: Clock): Promise<Keyring | null> {
  if ((await listWrappedKeys(db)).length === 0) {
    await insertWrappedKey(
      db,
      { version: 1, wrapped_key: wrapDataKey(masterKeys.current, randomBytes(keyBytes)) },
      clock.now(),
    )
  }
  const raw = new Map<number, Buffer>()
  for (const row of await listWrappedKeys(db)) {
    const key = await unwrap(db, masterKeys, row)
    if (!key) return null
    raw.set(row.version, key)
  }
  return makeKeyring(raw)
}

async function unwrap(db: Database, { current, previous }: MasterKeys, row: WrappedKey): Promise<Buffer | null> {
  const key = unwrapDataKey(current, row.wrapped_key)
  if (key || !previous) return key
  const old = unwrapDataKey(previous, row.wrapped_key)
  if (old) await rewrapKey(db, { version: row.version, wrapped_key: wrapDataKey(current, old) })
  return old
}
