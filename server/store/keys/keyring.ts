import { run, type Database } from '../sql/database.ts'

export interface WrappedKey {
  version: number
  wrapped_key: string
}

/** `keyring`: the data keys that the master key opens. `card_keyring`: those that only the card key opens. */
export type KeyringTable = 'keyring' | 'card_keyring'

const statementsOf = (table: KeyringTable) => ({
  list: { name: `list ${table}`, text: `select version, wrapped_key from ${table} order by version` },
  insert: {
    name: `insert into ${table}`,
    text: `
      insert into ${table} (version, wrapped_key, created_at) values ($1, $2, $3)
      on conflict (version) do nothing`,
  },
  rewrap: { name: `rewrap in ${table}`, text: `update ${table} set wrapped_key = $2 where version = $1` },
})

const statements = { keyring: statementsOf('keyring'), card_keyring: statementsOf('card_keyring') }

export function listWrappedKeys(db: Database, table: KeyringTable = 'keyring'): Promise<WrappedKey[]> {
  return run(db, statements[table].list, [])
}

/** Inserts a data key. When another process has inserted this version first, its key stays. */
export async function insertWrappedKey(db: Database, table: KeyringTable, key: WrappedKey, now: Date): Promise<void> {
  await run(db, statements[table].insert, [key.version, key.wrapped_key, now])
}

/** Replaces the encrypted form of a data key after the master key or the card key has changed. */
export async function rewrapKey(db: Database, table: KeyringTable, key: WrappedKey): Promise<void> {
  await run(db, statements[table].rewrap, [key.version, key.wrapped_key])
}
