import type { Caller } from '../domain/caller.ts'
import type { Database } from '../store/database.ts'
import { inTransaction } from '../store/database.ts'
import { revokeLoginsBefore } from '../store/logins.ts'
import { unclaimedAccountsOf } from '../store/merchants.ts'
import type { Member } from '../store/people.ts'
import { markEarlierKeysReviewed } from '../store/people.ts'
import { listSecretKeys, revokeSecretKey } from '../store/secret-keys.ts'
import type { SecretKeyRecord } from '../store/secret-keys.ts'
import { audit } from './audit.ts'
import { isKeyWorking } from './change-keys.ts'
import type { FlowContext } from './context.ts'

/**
 * Working keys that are older than the proof that the person reads mail at the address. Somebody else may have created
 * them: anybody can sign up with any address.
 */
export interface EarlierKeys {
  /** Keys of the person's account. */
  readonly own: readonly SecretKeyRecord[]
  /** Keys of accounts that were opened with the address and have no person. */
  readonly unclaimed: readonly SecretKeyRecord[]
}

/** Null: there are no such keys, or the person has decided about them. */
export async function findEarlierKeys(context: FlowContext, db: Database, member: Member): Promise<EarlierKeys | null> {
  const confirmedAt = member.email_confirmed_at
  if (!confirmedAt || member.earlier_keys_reviewed_at) return null
  const now = context.clock.now()
  const earlier = async (merchantId: string): Promise<SecretKeyRecord[]> =>
    (await listSecretKeys(db, merchantId)).filter((key) => isKeyWorking(key, now) && key.created_at < confirmedAt)
  // A person who opened the account by the mailed link made its first key too.
  const own = member.created_at < confirmedAt ? await earlier(member.merchant_id) : []
  const unclaimed: SecretKeyRecord[] = []
  for (const merchantId of await unclaimedAccountsOf(db, member.email, confirmedAt))
    unclaimed.push(...(await earlier(merchantId)))
  return own.length + unclaimed.length > 0 ? { own, unclaimed } : null
}

/** Ends the earlier keys, and the person's earlier logins except this one. Returns the number of ended keys. */
export function endEarlierKeys(
  context: FlowContext,
  caller: Caller,
  { member, loginId }: { member: Member; loginId: string },
): Promise<number> {
  return inTransaction(context.db, async (transaction) => {
    const keys = await findEarlierKeys(context, transaction, member)
    const now = context.clock.now()
    const ended = keys ? [...keys.own, ...keys.unclaimed] : []
    for (const { merchant_id: merchantId, livemode, id } of ended) {
      await revokeSecretKey(transaction, { merchantId, id }, now)
      await audit(context, transaction, caller, { merchantId, livemode, action: 'key.revoked', detail: { key: id } })
    }
    if (member.email_confirmed_at)
      await revokeLoginsBefore(transaction, { personId: member.id, except: loginId }, member.email_confirmed_at, now)
    await markEarlierKeysReviewed(transaction, member.id, now)
    return ended.length
  })
}

/** Keeps the earlier keys: the person knows them. */
export async function keepEarlierKeys(context: FlowContext, member: Member): Promise<void> {
  await markEarlierKeysReviewed(context.db, member.id, context.clock.now())
}
