import { inTransaction, run, type Database } from '../sql/database.ts'

export interface SealedEncryptionKey {
  kid: string
  sealed_private_jwk: string
  created_at: Date
}

/**
 * Which data keys encrypt the private parts that a statement reads or writes. `card`: those of the card key. `master`:
 * those of the master key; as soon as the database has a card keyring, there are no such keys any more.
 */
export type KeyProtection = 'master' | 'card'

/** `$1` is whether the card key protects the keys. */
const isCurrent = '($1::boolean or not exists (select 1 from card_keyring))'

const list = {
  name: 'list encryption keys',
  text: `
    select kid, sealed_private_jwk, created_at from encryption_keys
    where under_card_key = $1 and created_at > $2 and ${isCurrent} order by created_at desc`,
}

/** Keys created after `since`, newest first. */
export function listEncryptionKeys(
  db: Database,
  protection: KeyProtection,
  since: Date,
): Promise<SealedEncryptionKey[]> {
  return run(db, list, [protection === 'card', since])
}

const lock = {
  name: 'lock encryption keys',
  text: `select pg_advisory_xact_lock(hashtextextended('encryption keys', 0))`,
}

/** Lets one transaction at a time add keys or change how they are protected. */
export async function lockEncryptionKeys(transaction: Database): Promise<void> {
  await run(transaction, lock, [])
}

const insert = {
  name: 'insert encryption key',
  text: `
    insert into encryption_keys (under_card_key, kid, sealed_private_jwk, created_at)
    select $1, $2::text, $3::text, $4::timestamptz
    where not exists (select 1 from encryption_keys where under_card_key = $1 and created_at > $5::timestamptz)
      and ${isCurrent}`,
}

/** Inserts a key, unless one created after `unlessSince` exists: several processes may rotate at once. */
export async function insertEncryptionKey(
  db: Database,
  protection: KeyProtection,
  key: SealedEncryptionKey,
  unlessSince: Date,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await lockEncryptionKeys(transaction)
    const isUnderCardKey = protection === 'card'
    await run(transaction, insert, [isUnderCardKey, key.kid, key.sealed_private_jwk, key.created_at, unlessSince])
  })
}

const remove = { name: 'remove encryption keys', text: 'delete from encryption_keys where created_at < $1' }

/** Deletes keys that no open form can use any more. Cards encrypted with them can then never be decrypted. */
export async function removeEncryptionKeys(db: Database, before: Date): Promise<void> {
  await run(db, remove, [before])
}

const removeAll = { name: 'remove all encryption keys', text: 'delete from encryption_keys' }
const add = {
  name: 'add encryption key',
  text: `
    insert into encryption_keys (under_card_key, kid, sealed_private_jwk, created_at)
    values (true, $1, $2, $3)`,
}

/** Replaces all keys by keys that the card key protects. */
export async function replaceEncryptionKeys(
  transaction: Database,
  keys: readonly SealedEncryptionKey[],
): Promise<void> {
  await run(transaction, removeAll, [])
  for (const key of keys) await run(transaction, add, [key.kid, key.sealed_private_jwk, key.created_at])
}
