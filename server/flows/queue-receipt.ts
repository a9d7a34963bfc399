import { receiptMail } from '../mail/mail-texts.ts'
import type { MerchantRecord } from '../domain/records.ts'
import type { Scope } from '../domain/scope.ts'
import type { Database } from '../store/database.ts'
import { findMerchant } from '../store/merchants.ts'
import type { SettledAttempt } from './approve-attempt.ts'
import type { FlowContext } from './context.ts'
import { queueMail } from './queue-mail.ts'

/** How long an account's wish is remembered, so that a payment costs nothing more where no receipts are wanted. */
const rememberMs = 1_000
const maxRemembered = 10_000

interface Remembered {
  readonly merchant: MerchantRecord
  readonly at: number
}

const remembered = new WeakMap<FlowContext, Map<string, Remembered>>()

/** Queues the customer's receipt in the transaction that settles the payment, if the account wants receipts. */
export async function queueReceipt(
  context: FlowContext,
  scope: Scope,
  transaction: Database,
  { session, attempt, now }: SettledAttempt,
): Promise<void> {
  const { email } = session.customer
  if (email === undefined) return
  const merchant = await merchantOf(context, transaction, scope.merchantId)
  if (!merchant?.receipts) return
  const mail = receiptMail({ merchant, session, attempt, paidAt: now })
  const subject = scope.livemode ? mail.subject : `[TEST] ${mail.subject}`
  await queueMail(context, scope, transaction, { ...mail, subject, recipient: email, replyTo: merchant.contact_email })
}

async function merchantOf(
  context: FlowContext,
  transaction: Database,
  merchantId: string,
): Promise<MerchantRecord | null> {
  const known = remembered.get(context) ?? new Map<string, Remembered>()
  remembered.set(context, known)
  const now = context.clock.now().getTime()
  const before = known.get(merchantId)
  if (before && Math.abs(now - before.at) < rememberMs) return before.merchant
  const merchant = await findMerchant(transaction, merchantId)
  if (known.size >= maxRemembered) known.clear()
  if (merchant) known.set(merchantId, { merchant, at: now })
  return merchant
}
