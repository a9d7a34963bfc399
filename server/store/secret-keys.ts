import type { MerchantRecord } from '../domain/records.ts'
import type { Scope } from '../domain/scope.ts'
import type { Database } from './database.ts'
import { run, runForOne } from './database.ts'
import { findMerchant } from './merchants.ts'

/** A key with its account: what authentication needs. */
export type KeyWithMerchant = MerchantRecord & {
  key_id: string
  livemode: boolean
  revoked_at: Date | null
  expires_at: Date | null
}

const insert = {
  name: 'insert secret key',
  text: `
    insert into secret_keys (hash, id, merchant_id, livemode, last4, created_at, name) values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (hash) do nothing`,
}

export interface NewKey {
  readonly hash: Buffer
  readonly id: string
  readonly merchant_id: string
  readonly livemode: boolean
  readonly last4: string
  readonly created_at: Date
  /** What its account calls it. */
  readonly name?: string | null
}

export async function insertSecretKey(db: Database, key: NewKey): Promise<void> {
  await run(db, insert, [key.hash, key.id, key.merchant_id, key.livemode, key.last4, key.created_at, key.name ?? null])
}

const find = {
  name: 'find secret key',
  text: 'select id as key_id, merchant_id, livemode, revoked_at, expires_at from secret_keys where hash = $1',
}

/**
 * The key with this hash, revoked ones included. The account is read by itself: with the accounts distributed, a join
 * would ask every part of them.
 */
export async function findSecretKey(db: Database, hash: Buffer): Promise<KeyWithMerchant | null> {
  const key = await runForOne<Omit<KeyWithMerchant, keyof MerchantRecord> & { merchant_id: string }>(db, find, [hash])
  const merchant = key && (await findMerchant(db, key.merchant_id))
  return merchant && { ...merchant, ...key }
}

/** A key as its account may see it: the key itself is not kept. */
export interface SecretKeyRecord extends Omit<NewKey, 'hash' | 'name'> {
  readonly name: string | null
  /** To the minute. */
  readonly last_used_at: Date | null
  /** A rolled key works until then. */
  readonly expires_at: Date | null
  readonly revoked_at: Date | null
}

const columns = 'id, merchant_id, livemode, last4, created_at, name, last_used_at, expires_at, revoked_at'

const list = {
  name: 'list secret keys',
  text: `select ${columns} from secret_keys where merchant_id = $1 order by created_at, id`,
}

/** The keys of an account, oldest first, revoked ones included. */
export function listSecretKeys(db: Database, merchantId: string): Promise<SecretKeyRecord[]> {
  return run(db, list, [merchantId])
}

const findOne = {
  name: 'find secret key by id',
  text: `select ${columns} from secret_keys where merchant_id = $1 and livemode = $2 and id = $3`,
}

/** A key of one mode of an account, by its id. */
export function findSecretKeyById(scope: Scope, db: Database, id: string): Promise<SecretKeyRecord | null> {
  return runForOne(db, findOne, [scope.merchantId, scope.livemode, id])
}

const rename = {
  name: 'rename secret key',
  text: `update secret_keys set name = $4 where merchant_id = $1 and livemode = $2 and id = $3`,
}

export async function renameSecretKey(
  scope: Scope,
  transaction: Database,
  { id, name }: { id: string; name: string | null },
): Promise<void> {
  await run(transaction, rename, [scope.merchantId, scope.livemode, id, name])
}

const expire = {
  name: 'expire secret key',
  text: `update secret_keys set expires_at = $4 where merchant_id = $1 and livemode = $2 and id = $3`,
}

/** From then on the key is refused. */
export async function expireSecretKey(
  scope: Scope,
  transaction: Database,
  { id, at }: { id: string; at: Date },
): Promise<void> {
  await run(transaction, expire, [scope.merchantId, scope.livemode, id, at])
}

/** Of several processes that see the same key in use one writes. */
const use = {
  name: 'note use of secret key',
  text: `update secret_keys set last_used_at = $3 where merchant_id = $1 and id = $2 and (last_used_at is null or last_used_at < $4)`,
}

/** Writes down that a key is in use, unless that was written after `unlessSince`. */
export async function noteSecretKeyUse(
  db: Database,
  key: { merchantId: string; id: string },
  now: Date,
  unlessSince: Date,
): Promise<void> {
  await run(db, use, [key.merchantId, key.id, now, unlessSince])
}

const revoke = {
  name: 'revoke secret key',
  text: `update secret_keys set revoked_at = coalesce(revoked_at, $3) where merchant_id = $1 and id = $2 returning ${columns}`,
}

/** Revokes a key of the account; one that is revoked already keeps its time. Null: the account has no such key. */
export function revokeSecretKey(
  transaction: Database,
  key: { merchantId: string; id: string },
  now: Date,
): Promise<SecretKeyRecord | null> {
  return runForOne(transaction, revoke, [key.merchantId, key.id, now])
}
