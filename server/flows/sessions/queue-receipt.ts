import { receiptMail, refundMail, type CustomerPayment } from '../../engines/mail/customer-mails.ts'
import { asSimulated, type MailContent } from '../../engines/mail/mail-content.ts'
import { Memory } from '../../domain/memory.ts'
import { receiptUrl } from '../../domain/sessions/attempt-token.ts'
import { payerOf } from '../../domain/sessions/payer.ts'
import type { MerchantRecord } from '../../domain/accounts/account-records.ts'
import type { AttemptRecord, SessionRecord } from '../../domain/sessions/session-records.ts'
import type { Scope } from '../../domain/scope.ts'
import type { SessionAttempt } from '../../domain/sessions/session-attempt.ts'
import type { Database } from '../../store/sql/database.ts'
import { findMerchant, loadMerchant } from '../../store/accounts/merchants.ts'
import { findAttempt } from '../../store/sessions/card-attempts.ts'
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
  return merchant ? mailing(context, scope, merchant, { session, attempt, paidAt: now }, receiptMail) : []
}

/** The customer's mail about a refund that has succeeded, which is queued together with it. */
export function queuingRefundMail(
  context: FlowContext,
  scope: Scope,
  { merchant, session, attempt, amount }: RefundedCustomer & { session: SessionRecord; amount: number },
): readonly Write[] {
  const payment = { session, attempt, paidAt: session.paid_at }
  return mailing(context, scope, merchant, payment, (details) => refundMail(details, amount))
}

function mailing(
  context: FlowContext,
  scope: Scope,
  merchant: MerchantRecord,
  payment: Pick<CustomerPayment, 'paidAt'> & SessionAttempt,
  write: (payment: CustomerPayment) => MailContent,
): readonly Write[] {
  const { email } = payment.session.customer
  if (email === undefined) return []
  const { keyring, settings } = context
  const address = receiptUrl({ keyring, baseUrl: settings.baseUrl }, scope, payment.attempt)
  const mail = write({ ...payment, merchant, receiptUrl: address, host: new URL(settings.baseUrl).host })
  return queuingMail(context, scope, {
    ...(isSimulated(context, scope.livemode) ? asSimulated(mail) : mail),
    recipient: email,
    replyTo: merchant.contact_email,
  })
}

/** Who gets a mail about a refund. */
export interface RefundedCustomer {
  readonly merchant: MerchantRecord
  readonly attempt: AttemptRecord
}

/** The customer who gets a mail when money of this session is refunded. Null: nobody does. */
export async function refundedCustomer(
  context: FlowContext,
  scope: Scope,
  db: Database,
  { session, attemptId }: { readonly session: SessionRecord; readonly attemptId: string },
): Promise<RefundedCustomer | null> {
  if (session.customer.email === undefined) return null
  const merchant = await receiptsOf(context, scope, db)
  const attempt = merchant && (await findAttempt(scope, db, attemptId))
  return attempt && { merchant, attempt }
}

/** The account whose customer gets a receipt once this attempt is approved. Null: there is no receipt. */
export async function receiptSender(
  context: FlowContext,
  scope: Scope,
  db: Database,
  { session, attempt }: SessionAttempt,
): Promise<MerchantRecord | null> {
  const { customer } = payerOf(session, attempt)
  return customer.email === undefined ? null : receiptsOf(context, scope, db)
}

/** The account, if its customers get mails. */
async function receiptsOf(context: FlowContext, scope: Scope, db: Database): Promise<MerchantRecord | null> {
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
