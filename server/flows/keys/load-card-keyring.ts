import {
  generateEncryptionKey,
  parseEncryptionKey,
  serialiseEncryptionKey,
  type EncryptionKey,
} from '../../cards/encryption-key.ts'
import { open, seal, type Keyring } from '../../domain/crypto/keyring.ts'
import type { Clock } from '../../domain/time/clock.ts'
import {
  listEncryptionKeys,
  lockEncryptionKeys,
  replaceEncryptionKeys,
  type SealedEncryptionKey,
} from '../../store/keys/encryption-keys.ts'
import { listWrappedKeys } from '../../store/keys/keyring.ts'
import { inTransaction, type Database } from '../../store/sql/database.ts'
import { loadKeyring, type MasterKeys } from './load-keyring.ts'

/** The purpose of a sealed card encryption key. */
const sealedAs = 'card encryption key'

const longAgo = new Date(0)

/** Whether a process has used a card key in this database. Then nothing else opens the card encryption keys. */
export async function hasCardKeyring(db: Database): Promise<boolean> {
  return (await listWrappedKeys(db, 'card_keyring')).length > 0
}

/**
 * Opens the card keyring. The first process with a card key creates it, and takes the card encryption keys away from
 * the master key in the same transaction. Null when the card keys do not open the keyring.
 */
export async function loadCardKeyring(
  db: Database,
  keyring: Keyring,
  cardKeys: MasterKeys,
  clock: Clock,
): Promise<Keyring | null> {
  if (!(await hasCardKeyring(db)))
    await inTransaction(db, async (transaction) => {
      await lockEncryptionKeys(transaction)
      if (!(await hasCardKeyring(transaction))) await takeOver(transaction, keyring, cardKeys, clock)
    })
  return loadKeyring(db, cardKeys, clock, 'card_keyring')
}

/**
 * Forms that are open keep their keys, and all others get a new one: until now, the processes with the master key could
 * read the old ones.
 */
async function takeOver(transaction: Database, keyring: Keyring, cardKeys: MasterKeys, clock: Clock): Promise<void> {
  const now = clock.now()
  const rows = await listEncryptionKeys(transaction, 'master', longAgo)
  const cardKeyring = await loadKeyring(transaction, cardKeys, clock, 'card_keyring')
  if (!cardKeyring) throw new Error('Bug: the keyring was empty, so these keys have just made it')
  const before = new Date(now.getTime() - 1)
  const sealed = [sealKey(cardKeyring, generateEncryptionKey(now))]
  for (const row of rows) {
    const key = openKey(keyring, row)
    if (key) sealed.push(sealKey(cardKeyring, { ...key, createdAt: earlier(key.createdAt, before) }))
  }
  await replaceEncryptionKeys(transaction, sealed)
}

/** The new key must be the newest, also when the clock of another server is ahead of ours. */
function earlier(one: Date, other: Date): Date {
  return one < other ? one : other
}

/** Null when the data keys do not open it. */
export function openKey(keyring: Keyring, row: SealedEncryptionKey): EncryptionKey | null {
  const text = open(keyring, sealedAs, row.sealed_private_jwk)
  return text === null ? null : parseEncryptionKey(text)
}

export function sealKey(keyring: Keyring, key: EncryptionKey): SealedEncryptionKey {
  const sealed = seal(keyring, sealedAs, serialiseEncryptionKey(key))
  return { kid: key.kid, sealed_private_jwk: sealed, created_at: key.createdAt }
}
