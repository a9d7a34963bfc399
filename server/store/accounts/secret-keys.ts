import type { MerchantRecord } from '../../domain/accounts/account-records.ts'
import { fullAccess, type KeyAccess } from '../../domain/accounts/key-access.ts'
import type { Scope } from '../../domain/scope.ts'
import { hasCitus } from '../sql/citus.ts'
import { parameters, valuesOf } from '../sql/columns.ts'
import { run, runForOne, type Database } from '../sql/database.ts'
import { sharedRead, sharedStatement } from '../sql/shared-statements.ts'
import { merchantColumns } from '../sql/table-columns.ts'
import { findMerchant, lockMerchant } from './merchants.ts'

/** A key with its account, for authentication. */
export type KeyWithMerchant = MerchantRecord &
  KeyAccess & {
    key_id: string
    livemode: boolean
    revoked_at: Date | null
    expires_at: Date | null
  }

const insertedColumns = [
  'hash',
  'id',
  'merchant_id',
  'livemode',
  'last4',
  'created_at',
  'name',
  'expires_at',
  'permissions',
  'networks',
] as const

const insert = {
  name: 'insert secret key',
  text: `
    insert into secret_keys (${insertedColumns.join(', ')}) values (${parameters(insertedColumns, 1)})
    on conflict (hash) do nothing`,
}

export interface NewKey {
  readonly hash: Buffer
  readonly id: string
  readonly merchant_id: string
  readonly livemode: boolean
  readonly last4: string
  readonly created_at: Date
  /** The name that the account gave it. */
  readonly name?: string | null
  /** The end of the key. */
  readonly expires_at?: Date | null
  /** Default: it may do everything, from everywhere. */
  readonly access?: KeyAccess
}

export async function insertSecretKey(db: Database, key: NewKey): Promise<void> {
  const { name = null, expires_at = null, access: { permissions, networks } = fullAccess } = key
  await run(db, insert, valuesOf(insertedColumns, { ...key, name, expires_at, permissions, networks }))
}

const accessColumns = 'id as key_id, merchant_id, livemode, revoked_at, expires_at, permissions, networks'

const find = {
  name: 'find secret key',
  text: `select ${accessColumns} from secret_keys where hash = $1`,
}

const findMany = {
  name: 'find secret keys',
  text: `
    select hash, ${accessColumns} from secret_keys where hash = any($1::bytea[])`,
}

/** The keys with these hashes, by the hash in base64. */
export async function findSecretKeys(
  db: Database,
  hashes: readonly Buffer[],
): Promise<ReadonlyMap<string, KeyWithMerchant>> {
  const keys = await run<Omit<KeyWithMerchant, keyof MerchantRecord> & { hash: Buffer; merchant_id: string }>(
    db,
    findMany,
    [hashes],
  )
  const found = new Map<string, KeyWithMerchant>()
  for (const { hash, ...key } of keys) {
    const merchant = await findMerchant(db, key.merchant_id)
    if (merchant) found.set(hash.toString('base64'), { ...merchant, ...key })
  }
  return found
}

/** The account of a key is not known, so the hash of the key finds both. */
const loadTogether = sharedRead<string, KeyWithMerchant, KeyWithMerchant>({
  name: 'find secret keys with merchants',
  columns: { hash: 'bytea' },
  values: (hash) => ({ hash: `\\x${hash}` }),
  text: `
    select n, merchant.*, key.key_id, key.livemode, key.revoked_at, key.expires_at, key.permissions, key.networks
    from input cross join lateral (
      select ${accessColumns} from secret_keys
      where secret_keys.hash = input.hash limit 1
    ) key cross join lateral (
      select ${merchantColumns} from merchants where merchants.merchant_id = key.merchant_id limit 1
    ) merchant`,
  found: (row) => row,
})

/**
 * The key with this hash, also when it is revoked. Concurrent look-ups share a statement. In a distributed database a
 * second statement reads the account, because a join would query every node.
 */
export async function loadSecretKey(db: Database, hash: Buffer): Promise<KeyWithMerchant | null> {
  const name = hash.toString('hex')
  if (!(await hasCitus(db))) return loadTogether({ merchantId: name, livemode: false }, db, name)
  const key = await runForOne<Omit<KeyWithMerchant, keyof MerchantRecord> & { merchant_id: string }>(db, find, [hash])
  const merchant = key && (await findMerchant(db, key.merchant_id))
  return merchant && { ...merchant, ...key }
}

/** A key in the dashboard. The secret itself is not stored. */
export interface SecretKeyRecord extends Omit<NewKey, 'hash' | 'name' | 'expires_at' | 'access'>, KeyAccess {
  readonly name: string | null
  /** Accurate to the minute. */
  readonly last_used_at: Date | null
  /** A rolled key, or one with an end, works until this time. */
  readonly expires_at: Date | null
  readonly revoked_at: Date | null
}

const columns =
  'id, merchant_id, livemode, last4, created_at, name, last_used_at, expires_at, revoked_at, permissions, networks'

const list = {
  name: 'list secret keys',
  text: `select ${columns} from secret_keys where merchant_id = $1 order by created_at, id`,
}

/** All keys of an account, oldest first, including revoked ones. */
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

const findEnded = {
  name: 'find ended key',
  text: `
    select revoked_at is not null or coalesce(expires_at <= $4, false) as has_ended from secret_keys
    where merchant_id = $1 and livemode = $2 and id = $3`,
}

/**
 * Whether the key has ended by `now`. If not, nothing can end it until the transaction ends, because ending a key locks
 * its account too. The lock is on the account and not on the key: a distributed database keeps a copy of each key on
 * every node, so that locking a key would need all of them.
 */
export async function lockEndedKey(scope: Scope, transaction: Database, id: string, now: Date): Promise<boolean> {
  await lockMerchant(transaction, scope.merchantId)
  const key = await runForOne<{ has_ended: boolean }>(transaction, findEnded, [
    scope.merchantId,
    scope.livemode,
    id,
    now,
  ])
  return key?.has_ended === true
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

/** Locks the account and sets the time from which the key is refused. */
export async function expireSecretKey(
  scope: Scope,
  transaction: Database,
  { id, at }: { id: string; at: Date },
): Promise<void> {
  await lockMerchant(transaction, scope.merchantId)
  await run(transaction, expire, [scope.merchantId, scope.livemode, id, at])
}

/** A use of a key. */
export interface KeyUse {
  readonly id: string
  readonly now: Date
  /** Another use since then is as good, so only one of several processes writes. */
  readonly unlessSince: Date
}

/** `skip locked`: another process records the use, or the key is ending. */
const noteTogether = sharedStatement<KeyUse, never, true>({
  name: 'note uses of secret keys',
  columns: { id: 'text', now: 'timestamptz', unless_since: 'timestamptz' },
  locks: true,
  values: ({ id, now, unlessSince }) => ({ id, now, unless_since: unlessSince }),
  claims: ({ id }) => [id],
  text: `
    , wanted as materialized (
      select input.* from input cross join lateral (
        select from secret_keys
        where merchant_id = $1 and livemode = $2 and secret_keys.id = input.id
          and (last_used_at is null or last_used_at < input.unless_since)
        for no key update skip locked
      ) free
    ), noted as (
      update secret_keys set last_used_at = wanted.now from wanted
      where merchant_id = $1 and livemode = $2 and secret_keys.id = wanted.id
    )
    select n from input`,
  result: () => true,
})

const use = {
  name: 'note use of secret key',
  text: `
    update secret_keys set last_used_at = $4
    where merchant_id = $1 and livemode = $2 and id = $3 and (last_used_at is null or last_used_at < $5)`,
}

/**
 * Records the use of a key, unless a later one is recorded. Concurrent calls share a statement. A distributed database
 * writes a copy of the key on every node, which it permits only in a statement of its own.
 */
export async function noteSecretKeyUse(scope: Scope, db: Database, keyUse: KeyUse): Promise<void> {
  const { id, now, unlessSince } = keyUse
  if (await hasCitus(db)) await run(db, use, [scope.merchantId, scope.livemode, id, now, unlessSince])
  else await noteTogether(scope, db, keyUse)
}

const revoke = {
  name: 'revoke secret key',
  text: `
    update secret_keys set revoked_at = coalesce(revoked_at, $3)
    where merchant_id = $1 and id = $2 returning ${columns}`,
}

/**
 * Locks the account and revokes a key. A key that is revoked already keeps its time. Null when the account has no such
 * key.
 */
export async function revokeSecretKey(
  transaction: Database,
  key: { merchantId: string; id: string },
  now: Date,
): Promise<SecretKeyRecord | null> {
  await lockMerchant(transaction, key.merchantId)
  return runForOne(transaction, revoke, [key.merchantId, key.id, now])
}
