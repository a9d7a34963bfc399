import type { Caller } from '../../domain/accounts/caller.ts'
import type { PaymentLinkRecord } from '../../domain/links/link-records.ts'
import type { WebhookEndpointRecord } from '../../domain/webhooks/webhook-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { revokeLoginsBefore } from '../../store/accounts/logins.ts'
import {
  findMerchant,
  holdMerchant,
  lockMerchant,
  unclaimedAccountsOf,
  updateMerchant,
} from '../../store/accounts/merchants.ts'
import { markEarlierKeysReviewed, type Member } from '../../store/accounts/people.ts'
import { listSecretKeys, revokeSecretKey, type SecretKeyRecord } from '../../store/accounts/secret-keys.ts'
import { listPaymentLinks } from '../../store/links/payment-links.ts'
import { inTransaction, type Database } from '../../store/sql/database.ts'
import { releaseDeliveries } from '../../store/webhooks/deliveries.ts'
import { deleteWebhookEndpoint, findWebhookEndpoint } from '../../store/webhooks/webhook-endpoints.ts'
import { audit } from '../audit.ts'
import type { FlowContext } from '../context.ts'
import { closePaymentLink } from '../links/expire-payment-link.ts'
import { isKeyWorking } from './change-keys.ts'

/**
 * What is older than the person's membership of the account, or than the proof that the person reads mail at the
 * address, or was made with a key of that time since. Somebody else may have made it: anyone can sign up with any
 * address, and can ask others to claim an account.
 */
export interface EarlierKeys {
  /** Working keys of the person's account. */
  readonly own: readonly SecretKeyRecord[]
  /** Working keys of accounts that were opened with the address and have no person. */
  readonly unclaimed: readonly SecretKeyRecord[]
  /** Webhook addresses of the person's account. */
  readonly endpoints: readonly WebhookEndpointRecord[]
  /** Where customers of the person's account go after paying. */
  readonly thankYouUrls: readonly { readonly livemode: boolean; readonly url: string }[]
  /** Active payment links of the person's account, newest first, at most `linksShown` of each mode. */
  readonly links: readonly PaymentLinkRecord[]
}

export const linksShown = 50

/** How many batches of links one press of the button ends. The person may press again. */
const linkBatches = 10

const modes = [false, true] as const

/** Null: there is nothing of this kind, or the person has decided about it. */
export async function findEarlierKeys(context: FlowContext, db: Database, member: Member): Promise<EarlierKeys | null> {
  // Only an owner can end them, and an invited person has made none.
  if (member.earlier_keys_reviewed_at || member.role !== 'owner') return null
  const { email_confirmed_at: confirmedAt, merchant_id: merchantId, created_at: joinedAt } = member
  const before = confirmedAt && confirmedAt > joinedAt ? confirmedAt : joinedAt
  const now = context.clock.now()
  const earlierKeysOf = async (of: string): Promise<SecretKeyRecord[]> =>
    (await listSecretKeys(db, of)).filter((key) => key.created_at < before)
  const isWorking = (key: SecretKeyRecord): boolean => isKeyWorking(key, now)
  const unclaimed: SecretKeyRecord[] = []
  for (const of of confirmedAt ? await unclaimedAccountsOf(db, member.email, before) : [])
    unclaimed.push(...(await earlierKeysOf(of)).filter(isWorking))
  const ownKeys = await earlierKeysOf(merchantId)
  // An earlier key may have replaced the address, or made links, after the person joined.
  const isEarlier = (row: { readonly created_at: Date }): boolean => ownKeys.length > 0 || row.created_at < before
  const endpoints: WebhookEndpointRecord[] = []
  const links: PaymentLinkRecord[] = []
  for (const livemode of modes) {
    const scope = { merchantId, livemode }
    const endpoint = await findWebhookEndpoint(scope, db)
    if (endpoint && isEarlier(endpoint)) endpoints.push(endpoint)
    links.push(...(await listPaymentLinks(scope, db, { status: 'active', limit: linksShown, now })).filter(isEarlier))
  }
  const merchant = ownKeys.length > 0 ? await findMerchant(db, merchantId) : null
  const thankYouUrls = modes.flatMap((livemode) => {
    const url = livemode ? merchant?.thank_you_url_live : merchant?.thank_you_url_test
    return url == null ? [] : [{ livemode, url }]
  })
  const found = { own: ownKeys.filter(isWorking), unclaimed, endpoints, thankYouUrls, links }
  return Object.values(found).some(({ length }) => length > 0) ? found : null
}

/** Whether the person has to decide before the dashboard shows anything else. */
export async function mustReviewEarlierKeys(context: FlowContext, member: Member): Promise<boolean> {
  if (member.earlier_keys_reviewed_at) return false
  if (await findEarlierKeys(context, context.db, member)) return true
  await keepEarlierKeys(context, member)
  return false
}

interface Ending {
  readonly member: Member
  readonly loginId: string
}

/**
 * Ends what is earlier, and the person's earlier logins except this one. `isDone`: false when more payment links are
 * left than one call ends.
 */
export async function endEarlierKeys(
  context: FlowContext,
  caller: Caller,
  { member, loginId }: Ending,
): Promise<{ readonly keys: number; readonly isDone: boolean }> {
  const keys = await inTransaction(context.db, async (transaction) => {
    const found = await findEarlierKeys(context, transaction, member)
    const ended = [...(found?.own ?? []), ...(found?.unclaimed ?? [])]
    for (const key of ended) await endKey(context, transaction, caller, key)
    // Only now, because until then a key could replace an address.
    const left = await findEarlierKeys(context, transaction, member)
    for (const endpoint of left?.endpoints ?? []) await endEndpoint(context, transaction, caller, endpoint)
    for (const { livemode } of left?.thankYouUrls ?? [])
      await endThankYouUrl(context, transaction, caller, { merchantId: member.merchant_id, livemode })
    if (member.email_confirmed_at)
      await revokeLoginsBefore(
        transaction,
        { personId: member.id, except: loginId },
        member.email_confirmed_at,
        context.clock.now(),
      )
    return ended.length
  })
  for (let batch = 0; batch < linkBatches; batch++) {
    const links = (await findEarlierKeys(context, context.db, member))?.links ?? []
    for (const link of links) await endLink(context, caller, link)
    if (links.length === 0) {
      await keepEarlierKeys(context, member)
      return { keys, isDone: true }
    }
  }
  return { keys, isDone: false }
}

/** Ends one earlier thing, named by its id, or `thanks_test` and `thanks_live`. False: it is not there any more. */
export async function endEarlierItem(
  context: FlowContext,
  caller: Caller,
  member: Member,
  name: string,
): Promise<boolean> {
  const found = await findEarlierKeys(context, context.db, member)
  const link = found?.links.find(({ id }) => id === name)
  if (link) await endLink(context, caller, link)
  const key = [...(found?.own ?? []), ...(found?.unclaimed ?? [])].find(({ id }) => id === name)
  const endpoint = found?.endpoints.find(({ id }) => id === name)
  const thankYou = found?.thankYouUrls.find(({ livemode }) => thankYouName(livemode) === name)
  if (!key && !endpoint && !thankYou) return link !== undefined
  await inTransaction(context.db, async (transaction) => {
    if (key) await endKey(context, transaction, caller, key)
    if (endpoint) await endEndpoint(context, transaction, caller, endpoint)
    if (thankYou) {
      const scope = { merchantId: member.merchant_id, livemode: thankYou.livemode }
      await endThankYouUrl(context, transaction, caller, scope)
    }
  })
  return true
}

export const thankYouName = (livemode: boolean): string => (livemode ? 'thanks_live' : 'thanks_test')

/** Keeps what is still there: the person recognises it. Whatever waited for the review of a claim continues. */
export function keepEarlierKeys(context: FlowContext, { id, merchant_id: merchantId }: Member): Promise<void> {
  return inTransaction(context.db, async (transaction) => {
    const now = context.clock.now()
    await markEarlierKeysReviewed(transaction, id, now)
    if (!(await lockMerchant(transaction, merchantId))?.held_since) return
    await holdMerchant(transaction, merchantId, null)
    await releaseDeliveries(transaction, merchantId, now)
  })
}

async function endKey(
  context: FlowContext,
  transaction: Database,
  caller: Caller,
  { merchant_id: merchantId, livemode, id, name }: SecretKeyRecord,
): Promise<void> {
  await revokeSecretKey(transaction, { merchantId, id }, context.clock.now())
  const detail = { key: id, name }
  await audit(context, transaction, caller, { merchantId, livemode, action: 'key.revoked', detail })
}

async function endEndpoint(
  context: FlowContext,
  transaction: Database,
  caller: Caller,
  { merchant_id: merchantId, livemode, id, url }: WebhookEndpointRecord,
): Promise<void> {
  await deleteWebhookEndpoint({ merchantId, livemode }, transaction)
  const detail = { endpoint: id, url }
  await audit(context, transaction, caller, { merchantId, livemode, action: 'webhook_address.removed', detail })
}

async function endThankYouUrl(
  context: FlowContext,
  transaction: Database,
  caller: Caller,
  { merchantId, livemode }: Scope,
): Promise<void> {
  const merchant = await lockMerchant(transaction, merchantId)
  if (!merchant) return
  await updateMerchant(transaction, { ...merchant, [livemode ? 'thank_you_url_live' : 'thank_you_url_test']: null })
  const detail = { thankYouUrl: { livemode, url: null } }
  await audit(context, transaction, caller, { merchantId, livemode: null, action: 'account.changed', detail })
}

async function endLink(context: FlowContext, caller: Caller, link: PaymentLinkRecord): Promise<void> {
  const scope = { merchantId: link.merchant_id, livemode: link.livemode }
  await closePaymentLink(context, scope, link.id, 'deactivated', caller)
}
