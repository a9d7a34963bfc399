import type { Database } from './database.ts'
import { run } from './database.ts'

export interface WrappedKey {
  version: number
  wrapped_key: string
}

const list = { name: 'list keyring', text: 'select version, wrapped_key from keyring order by version' }

export function listWrappedKeys(db: Database): Promise<WrappedKey[]> {
  return run(db, list, [])
}

const insert = {
  name: 'insert wrapped key',
  text: 'insert into keyring (version, wrapped_key, created_at) values ($1, $2, $3) on conflict (version) do nothing',
}

/** Inserts a data key. When another process has inserted this version first, its key stays. */
export async function insertWrappedKey(db: Database, key: WrappedKey, now: Date): Promise<void> {
  await run(db, insert, [key.version, key.wrapped_key, now])
}

const rewrap = { name: 'rewrap key', text: 'update keyring set wrapped_key = $2 where version = $1' }

/** Replaces the encrypted form of a data key after the master key has changed. */
export async function rewrapKey(db: Database, key: WrappedKey): Promise<void> {
  await run(db, rewrap, [key.version, key.wrapped_key])
}
