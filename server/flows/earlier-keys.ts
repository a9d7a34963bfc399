import type { Caller } from '../domain/caller.ts'
import type { Database } from '../store/database.ts'
import { inTransaction } from '../store/database.ts'
import { revokeLoginsBefore } from '../store/logins.ts'
import { unclaimedAccountsOf } from '../store/merchants.ts'
import type { Member } from '../store/people.ts'
import { markEarlierKeysReviewed } from '../store/people.ts'
import { listSecretKeys, revokeSecretKey } from '../store/secret-keys.ts'
import type { SecretKeyRecord } from '../store/secret-keys.ts'
import type { WebhookEndpointRecord } from '../domain/records.ts'
import { deleteWebhookEndpoint, findWebhookEndpoint } from '../store/webhook-endpoints.ts'
import { audit } from './audit.ts'
import { isKeyWorking } from './change-keys.ts'
import type { FlowContext } from './context.ts'

/**
 * Working keys and webhook addresses that are older than the person's place in the account, or than the proof that the
 * person reads mail at the address. Somebody else may have made them: anybody can sign up with any address, and can ask
 * others to claim an account.
 */
export interface EarlierKeys {
  /** Keys of the person's account. */
  readonly own: readonly SecretKeyRecord[]
  /** Keys of accounts that were opened with the address and have no person. */
  readonly unclaimed: readonly SecretKeyRecord[]
  /** Webhook addresses of the person's account. */
  readonly endpoints: readonly WebhookEndpointRecord[]
}

/** Null: there is nothing of this kind, or the person has decided about it. */
export async function findEarlierKeys(context: FlowContext, db: Database, member: Member): Promise<EarlierKeys | null> {
  if (member.earlier_keys_reviewed_at) return null
  const { email_confirmed_at: confirmedAt, merchant_id: own, created_at: joinedAt } = member
  const before = confirmedAt && confirmedAt > joinedAt ? confirmedAt : joinedAt
  const now = context.clock.now()
  const keysOf = async (merchantId: string): Promise<SecretKeyRecord[]> =>
    (await listSecretKeys(db, merchantId)).filter((key) => isKeyWorking(key, now) && key.created_at < before)
  const unclaimed: SecretKeyRecord[] = []
  for (const merchantId of confirmedAt ? await unclaimedAccountsOf(db, member.email, before) : [])
    unclaimed.push(...(await keysOf(merchantId)))
  const endpoints: WebhookEndpointRecord[] = []
  for (const livemode of [false, true]) {
    const endpoint = await findWebhookEndpoint({ merchantId: own, livemode }, db)
    if (endpoint && endpoint.created_at < before) endpoints.push(endpoint)
  }
  const found = { own: await keysOf(own), unclaimed, endpoints }
  return found.own.length + unclaimed.length + endpoints.length > 0 ? found : null
}

/** Whether the person has to decide before the dashboard shows anything else. */
export async function mustReviewEarlierKeys(context: FlowContext, member: Member): Promise<boolean> {
  if (member.earlier_keys_reviewed_at) return false
  if (await findEarlierKeys(context, context.db, member)) return true
  await markEarlierKeysReviewed(context.db, member.id, context.clock.now())
  return false
}

/** Ends what is earlier, and the person's earlier logins except this one. Returns the number of ended keys. */
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
    for (const { merchant_id: merchantId, livemode, id, url } of keys?.endpoints ?? []) {
      await deleteWebhookEndpoint({ merchantId, livemode }, transaction)
      const detail = { endpoint: id, url }
      await audit(context, transaction, caller, { merchantId, livemode, action: 'webhook_address.removed', detail })
    }
    if (member.email_confirmed_at)
      await revokeLoginsBefore(transaction, { personId: member.id, except: loginId }, member.email_confirmed_at, now)
    await markEarlierKeysReviewed(transaction, member.id, now)
    return ended.length
  })
}

/** Keeps what is earlier: the person knows it. */
export async function keepEarlierKeys(context: FlowContext, member: Member): Promise<void> {
  await markEarlierKeysReviewed(context.db, member.id, context.clock.now())
}
