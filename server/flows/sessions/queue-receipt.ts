import { asSimulated, receiptMail } from '../../engines/mail/texts.ts'
import { Memory } from '../../domain/memory.ts'
import { payerOf } from '../../domain/sessions/payer.ts'
import type { MerchantRecord } from '../../domain/accounts/account-records.ts'
import type { Scope } from '../../domain/scope.ts'
import type { SessionAttempt } from '../../domain/sessions/session-attempt.ts'
import type { Database } from '../../store/sql/database.ts'
import { findMerchant, loadMerchant } from '../../store/accounts/merchants.ts'
import type { Write } from '../../store/sql/writes.ts'
import type { SettledAttempt } from './approve-attempt.ts'
import { isSimulated, type FlowContext } from '../context.ts'
import { queuingMail } from '../mail/queue-mail.ts'

/** How long the account's setting is cached, so that a payment costs no extra query where receipts are off. */
const cacheMs = 1_000

const caches = new WeakMap<FlowContext, Memory<MerchantRecord>>()

/**
 * The customer's receipt, which is queued together with the settlement of the payment. `merchant`: the account that
 * `receiptSender` returned.
 */
export function queuingReceipt(
  context: FlowContext,
  scope: Scope,
  merchant: MerchantRecord | null,
  { session, attempt, now }: SettledAttempt,
): readonly Write[] {
  const { email } = session.customer
  if (email === undefined || !merchant) return []
  const mail = receiptMail({ merchant, session, attempt, paidAt: now })
  return queuingMail(context, scope, {
    ...(isSimulated(context, scope.livemode) ? asSimulated(mail, scope.livemode) : mail),
    recipient: email,
    replyTo: merchant.contact_email,
  })
}

/** The account whose customer gets a receipt once this attempt is approved. Null: there is no receipt. */
export async function receiptSender(
  context: FlowContext,
  scope: Scope,
  db: Database,
  { session, attempt }: SessionAttempt,
): Promise<MerchantRecord | null> {
  const { customer } = payerOf(session, attempt)
  if (customer.email === undefined) return null
  const read = db.isTransaction ? () => findMerchant(db, scope.merchantId) : () => loadMerchant(scope, db)
  const merchant = await merchantOf(context, scope.merchantId, read)
  return merchant?.receipts ? merchant : null
}

async function merchantOf(
  context: FlowContext,
  merchantId: string,
  read: () => Promise<MerchantRecord | null>,
): Promise<MerchantRecord | null> {
  const cache = caches.get(context) ?? new Memory<MerchantRecord>(cacheMs)
  caches.set(context, cache)
  const now = context.clock.now().getTime()
  const cached = cache.get(merchantId, now)
  if (cached) return cached
  const merchant = await read()
  if (merchant) cache.set(merchantId, merchant, now)
  return merchant
}
