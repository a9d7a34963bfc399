import { accessLabel, type KeyAccess } from '../../domain/accounts/key-access.ts'
import type { Caller } from '../../domain/accounts/caller.ts'
import { newSecretKey } from '../../domain/accounts/secret-key.ts'
import { newId } from '../../domain/ids.ts'
import type { MerchantRecord } from '../../domain/accounts/account-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { lockMerchant } from '../../store/accounts/merchants.ts'
import {
  expireSecretKey,
  findSecretKeyById,
  insertSecretKey,
  listSecretKeys,
  renameSecretKey,
  revokeSecretKey,
  type SecretKeyRecord,
} from '../../store/accounts/secret-keys.ts'
import { inTransaction, type Database } from '../../store/sql/database.ts'
import { audit } from '../audit.ts'
import type { FlowContext } from '../context.ts'

/** How many keys of one mode may work at the same time: more than a merchant needs, and few enough for one page. */
const maxWorkingKeys = 50

export type KeyRefusal = { readonly kind: 'refused'; readonly message: string }
export type CreatedKey = { readonly kind: 'made'; readonly id: string; readonly secret: string }

/** Whether the service accepts the key. The account's live access is a separate check. */
export function isKeyWorking(key: SecretKeyRecord, now: Date): boolean {
  return key.revoked_at === null && (key.expires_at === null || key.expires_at > now)
}

/** Creates a key of a mode. The service keeps only its hash, so the secret is shown once. */
export function createKey(
  context: FlowContext,
  caller: Caller,
  scope: Scope,
  wanted: WantedKey,
): Promise<CreatedKey | KeyRefusal> {
  return withMerchantLocked(context, scope, async (transaction, merchant) => {
    const made = await insertKey(context, transaction, { scope, merchant, ...wanted })
    if (made.kind === 'made') {
      const { name, access, expiresAt } = wanted
      const detail = { key: made.id, name, may: accessLabel(access), networks: access.networks, works_until: expiresAt }
      await audit(context, transaction, caller, { ...scope, action: 'key.created', detail })
    }
    return made
  })
}

/**
 * Replaces a key; the old one keeps working for `overlapMs`. Null: the account has no such key. The service refuses a
 * key that already has an end, so that two browser tabs cannot create two successors.
 */
export function rollKey(
  context: FlowContext,
  caller: Caller,
  scope: Scope,
  { id, overlapMs }: { id: string; overlapMs: number },
): Promise<CreatedKey | KeyRefusal | null> {
  return withMerchantLocked(context, scope, async (transaction, merchant) => {
    const key = await findSecretKeyById(scope, transaction, id)
    if (!key) return null
    if (key.revoked_at || key.expires_at)
      return refused('This key already has an end, or it was revoked. Create a new key instead.')
    const made = await insertKey(context, transaction, {
      scope,
      merchant,
      name: key.name,
      access: key,
      expiresAt: null,
    })
    if (made.kind === 'refused') return made
    const at = new Date(context.clock.now().getTime() + overlapMs)
    await expireSecretKey(scope, transaction, { id, at })
    await audit(context, transaction, caller, {
      ...scope,
      action: 'key.rolled',
      detail: { key: id, name: key.name, successor: made.id, works_until: at.toISOString() },
    })
    return made
  })
}

/**
 * Revokes a key; every process notices within a second. Returns the revoked key, or null when the account has no such
 * key.
 */
export function revokeKey(
  context: FlowContext,
  caller: Caller,
  scope: Scope,
  id: string,
): Promise<SecretKeyRecord | null> {
  return inTransaction(context.db, async (transaction) => {
    const key = await findSecretKeyById(scope, transaction, id)
    if (!key || key.revoked_at) return key
    const revoked = await revokeSecretKey(transaction, { merchantId: scope.merchantId, id }, context.clock.now())
    await audit(context, transaction, caller, { ...scope, action: 'key.revoked', detail: { key: id, name: key.name } })
    return revoked
  })
}

/** Null: the account has no such key. */
export function renameKey(
  context: FlowContext,
  caller: Caller,
  scope: Scope,
  { id, name }: { id: string; name: string | null },
): Promise<SecretKeyRecord | null> {
  return inTransaction(context.db, async (transaction) => {
    const key = await findSecretKeyById(scope, transaction, id)
    if (!key) return null
    await renameSecretKey(scope, transaction, { id, name })
    const detail = { key: id, name, earlier_name: key.name }
    await audit(context, transaction, caller, { ...scope, action: 'key.renamed', detail })
    return { ...key, name }
  })
}

/**
 * Runs a change under the lock of the merchant. Without it, two simultaneous changes could exceed the limit or give one
 * key two successors.
 */
function withMerchantLocked<Result>(
  context: FlowContext,
  scope: Scope,
  change: (transaction: Database, merchant: MerchantRecord | null) => Promise<Result>,
): Promise<Result> {
  return inTransaction(context.db, async (transaction) => {
    const merchant = await lockMerchant(transaction, scope.merchantId)
    return change(transaction, merchant)
  })
}

export interface WantedKey {
  readonly name: string | null
  readonly access: KeyAccess
  /** Null: it works until it is rolled or revoked. */
  readonly expiresAt: Date | null
}

interface NewKey extends WantedKey {
  readonly scope: Scope
  readonly merchant: MerchantRecord | null
}

async function insertKey(
  context: FlowContext,
  transaction: Database,
  { scope, merchant, name, access, expiresAt }: NewKey,
): Promise<CreatedKey | KeyRefusal> {
  const now = context.clock.now()
  const { merchantId, livemode } = scope
  if (livemode && !merchant?.live_access) return refused('This account needs live access before it can have live keys.')
  const working = (await listSecretKeys(transaction, merchantId)).filter(
    (key) => key.livemode === livemode && isKeyWorking(key, now),
  )
  if (working.length >= maxWorkingKeys)
    return refused(`This account already has ${maxWorkingKeys} working keys. Revoke an unused key first.`)
  const { secret, hash, last4 } = newSecretKey(livemode)
  const id = newId('key', now)
  const key = {
    hash,
    id,
    merchant_id: merchantId,
    livemode,
    last4,
    created_at: now,
    name,
    expires_at: expiresAt,
    access,
  }
  await insertSecretKey(transaction, key)
  return { kind: 'made', id, secret }
}

function refused(message: string): KeyRefusal {
  return { kind: 'refused', message }
}
