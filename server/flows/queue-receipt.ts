import { asSimulated, receiptMail } from '../mail/mail-texts.ts'
import { payerOf } from '../domain/payer.ts'
import type { MerchantRecord } from '../domain/records.ts'
import type { Scope } from '../domain/scope.ts'
import type { Database } from '../store/database.ts'
import { findMerchant, loadMerchant } from '../store/merchants.ts'
import type { SettledAttempt } from './approve-attempt.ts'
import type { FlowContext } from './context.ts'
import { isSimulated } from './context.ts'
import { queueMail } from './queue-mail.ts'

/** How long the account's setting is cached, so that a payment costs no extra query where receipts are off. */
const cacheMs = 1_000
const maxCached = 10_000

interface CachedMerchant {
  readonly merchant: MerchantRecord
  readonly at: number
}

const caches = new WeakMap<FlowContext, Map<string, CachedMerchant>>()

/**
 * Queues the customer's receipt in the transaction that settles the payment, when the account has receipts turned on.
 */
export async function queueReceipt(
  context: FlowContext,
  scope: Scope,
  transaction: Database,
  { session, attempt, now }: SettledAttempt,
): Promise<void> {
  const { email } = session.customer
  if (email === undefined) return
  const merchant = await merchantOf(context, scope.merchantId, () => findMerchant(transaction, scope.merchantId))
  if (!merchant?.receipts) return
  const mail = receiptMail({ merchant, session, attempt, paidAt: now })
  await queueMail(context, scope, transaction, {
    ...(isSimulated(context, scope.livemode) ? asSimulated(mail, scope.livemode) : mail),
    recipient: email,
    replyTo: merchant.contact_email,
  })
}

/** Reads the account's setting for `queueReceipt` beforehand, because a settlement in one statement cannot read it. */
export async function prepareReceipt(
  context: FlowContext,
  scope: Scope,
  { session, attempt }: Pick<SettledAttempt, 'session' | 'attempt'>,
): Promise<void> {
  const { customer } = payerOf(session, attempt)
  if (customer.email !== undefined) await merchantOf(context, scope.merchantId, () => loadMerchant(scope, context.db))
}

async function merchantOf(
  context: FlowContext,
  merchantId: string,
  read: () => Promise<MerchantRecord | null>,
): Promise<MerchantRecord | null> {
  const cache = caches.get(context) ?? new Map<string, CachedMerchant>()
  caches.set(context, cache)
  const now = context.clock.now().getTime()
  const cached = cache.get(merchantId)
  if (cached && Math.abs(now - cached.at) < cacheMs) return cached.merchant
  const merchant = await read()
  if (cache.size >= maxCached) cache.clear()
  if (merchant) cache.set(merchantId, { merchant, at: now })
  return merchant
}
