import { newId } from '../domain/ids.ts'
import { seal } from '../domain/keyring.ts'
import { asSimulated } from '../mail/mail-texts.ts'
import type { MailText } from '../mail/mail-texts.ts'
import { oneLine } from '../domain/one-line.ts'
import type { Scope } from '../domain/scope.ts'
import { isAddress } from '../mail/settings.ts'
import type { Database } from '../store/database.ts'
import { findMerchant } from '../store/merchants.ts'
import { insertMail } from '../store/outgoing-mail.ts'
import { membersOf } from '../store/people.ts'
import type { FlowContext } from './context.ts'
import { isSimulated } from './context.ts'

export interface Mail extends MailText {
  readonly recipient: string
  readonly replyTo?: string | null
}

/** Binds an encrypted mail to its account. */
export function mailPurpose(merchantId: string): string {
  return `mail ${merchantId}`
}

/**
 * Queues a mail in the transaction of the change that it reports. Skips an invalid recipient instead of failing the
 * change.
 */
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

/**
 * Queues a mail to everyone who can sign in to the account, or to its first address when there is no such person yet.
 */
export async function mailAccount(
  context: FlowContext,
  scope: Scope,
  transaction: Database,
  mail: MailText,
): Promise<void> {
  const sent = isSimulated(context, scope.livemode) ? asSimulated(mail, scope.livemode) : mail
  for (const recipient of await addressesOfAccount(transaction, scope.merchantId))
    await queueMail(context, scope, transaction, { ...sent, recipient })
}

async function addressesOfAccount(db: Database, merchantId: string): Promise<string[]> {
  const members = await membersOf(db, merchantId)
  if (members.length > 0) return members.map(({ email }) => email)
  const merchant = await findMerchant(db, merchantId)
  return merchant && !merchant.public_demo ? [merchant.email] : []
}

/**
 * The addresses that may get mail while no real money moves. Anybody can open an account with anybody's address, so
 * their owners must have confirmed them.
 */
export async function confirmedAddresses(db: Database, merchantId: string): Promise<string[]> {
  const members = await membersOf(db, merchantId)
  return members.filter(({ email_confirmed_at: at }) => at !== null).map(({ email }) => email)
}

/** The dashboard page that a mail links to. */
export function dashboardAddress(context: FlowContext, scope: Scope, path: string): string {
  return `${context.settings.baseUrl}/dashboard/${scope.livemode ? 'live' : 'test'}/${path}`
}
