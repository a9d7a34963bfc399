import type { Database } from './database.ts'
import { inTransaction, run } from './database.ts'

export interface SealedEncryptionKey {
  kid: string
  sealed_private_jwk: string
  created_at: Date
}

const list = {
  name: 'list encryption keys',
  text: 'select * from encryption_keys where created_at > $1 order by created_at desc',
}

/** Keys created after `since`, newest first. */
export function listEncryptionKeys(db: Database, since: Date): Promise<SealedEncryptionKey[]> {
  return run(db, list, [since])
}

const lock = {
  name: 'lock encryption keys',
  text: `select pg_advisory_xact_lock(hashtextextended('encryption keys', 0))`,
}
const insert = {
  name: 'insert encryption key',
  text: `
    insert into encryption_keys (kid, sealed_private_jwk, created_at) select $1::text, $2::text, $3::timestamptz
    where not exists (select 1 from encryption_keys where created_at > $4::timestamptz)`,
}

/** Inserts a key, unless one created after `unlessSince` exists: several processes may rotate at once. */
export async function insertEncryptionKey(db: Database, key: SealedEncryptionKey, unlessSince: Date): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await run(transaction, lock, [])
    await run(transaction, insert, [key.kid, key.sealed_private_jwk, key.created_at, unlessSince])
  })
}

const remove = { name: 'remove encryption keys', text: 'delete from encryption_keys where created_at < $1' }

/** Deletes keys that no open form can use any more. Cards encrypted with them can then never be decrypted. */
export async function removeEncryptionKeys(db: Database, before: Date): Promise<void> {
  await run(db, remove, [before])
}
