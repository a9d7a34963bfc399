import { newId } from '../domain/ids.ts'
import { seal } from '../domain/keyring.ts'
import type { MailText } from '../mail/mail-texts.ts'
import { oneLine } from '../domain/one-line.ts'
import type { Scope } from '../domain/scope.ts'
import { isAddress } from '../mail/settings.ts'
import type { Database } from '../store/database.ts'
import { findMerchant } from '../store/merchants.ts'
import { insertMail } from '../store/outgoing-mail.ts'
import { membersOf } from '../store/people.ts'
import type { FlowContext } from './context.ts'

export interface Mail extends MailText {
  readonly recipient: string
  readonly replyTo?: string | null
}

/** Binds a sealed mail to its account. */
export function mailPurpose(merchantId: string): string {
  return `mail ${merchantId}`
}

/** Puts a mail into the queue, in the transaction of what it tells about. What is no address gets none: nothing else may fail by it. */
export async function queueMail(
  context: FlowContext,
  scope: Scope,
  transaction: Database,
  { kind, recipient, replyTo, subject, text }: Mail,
): Promise<void> {
  if (!isAddress(recipient)) return
  const now = context.clock.now()
  await insertMail(scope, transaction, {
    id: newId('mail', now),
    kind,
    recipient,
    reply_to: replyTo != null && isAddress(replyTo) ? replyTo : null,
    subject: oneLine(subject),
    sealed_text: seal(context.keyring, mailPurpose(scope.merchantId), text),
    created_at: now,
  })
}

/** A mail to everybody who signs in to the account; to the address it was opened with when nobody does yet. */
export async function mailAccount(
  context: FlowContext,
  scope: Scope,
  transaction: Database,
  mail: MailText,
): Promise<void> {
  const subject = scope.livemode ? mail.subject : `[TEST] ${mail.subject}`
  for (const recipient of await addressesOfAccount(transaction, scope.merchantId))
    await queueMail(context, scope, transaction, { ...mail, subject, recipient })
}

/** Who is told what happens in an account. */
export async function addressesOfAccount(db: Database, merchantId: string): Promise<string[]> {
  const members = await membersOf(db, merchantId)
  if (members.length > 0) return members.map(({ email }) => email)
  const merchant = await findMerchant(db, merchantId)
  return merchant && !merchant.public_demo ? [merchant.email] : []
}

/** Where somebody who got a mail looks further. */
export function dashboardAddress(context: FlowContext, scope: Scope, path: string): string {
  return `${context.settings.baseUrl}/dashboard/${scope.livemode ? 'live' : 'test'}/${path}`
}
