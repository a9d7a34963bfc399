import { newId } from '../../domain/ids.ts'
import { seal } from '../../domain/crypto/keyring.ts'
import { asSimulated, packBody, plainText, type MailContent } from '../../engines/mail/mail-content.ts'
import { oneLine } from '../../domain/text/one-line.ts'
import { getsAccountMail } from '../../domain/accounts/roles.ts'
import type { Scope } from '../../domain/scope.ts'
import { isAddress } from '../../engines/mail/settings.ts'
import type { Database } from '../../store/sql/database.ts'
import { findMerchant } from '../../store/accounts/merchants.ts'
import { insertingMail } from '../../store/mail/outgoing-mail.ts'
import { membersOf } from '../../store/accounts/people.ts'
import { execute, type Write } from '../../store/sql/writes.ts'
import { isSimulated, type FlowContext } from '../context.ts'

export interface Mail extends MailContent {
  readonly recipient: string
  readonly replyTo?: string | null
}

/** Binds an encrypted mail to its account. */
export function mailPurpose(merchantId: string): string {
  return `mail ${merchantId}`
}

/**
 * Queues a mail, together with the change that it reports. Skips an invalid recipient instead of failing the change.
 */
export function queuingMail(
  context: FlowContext,
  scope: Scope,
  { kind, recipient, replyTo, subject, body }: Mail,
): readonly Write[] {
  if (!isAddress(recipient)) return []
  const now = context.realClock.now()
  const sealed = (text: string): string => seal(context.keyring, mailPurpose(scope.merchantId), text)
  const mail = {
    id: newId('mail', now),
    kind,
    recipient,
    reply_to: replyTo != null && isAddress(replyTo) ? replyTo : null,
    subject: oneLine(subject),
    // The dashboard shows the text, and the release before sends it.
    sealed_text: sealed(plainText(body)),
    sealed_body: sealed(packBody(body)),
    created_at: now,
  }
  return [insertingMail(scope, mail)]
}

/** The same in the transaction of the change. */
export function queueMail(context: FlowContext, scope: Scope, transaction: Database, mail: Mail): Promise<void> {
  return execute(transaction, ...queuingMail(context, scope, mail))
}

/**
 * Queues a mail to the people whose role acts on such news, or to the account's first address when it has no person
 * yet.
 */
export async function mailAccount(
  context: FlowContext,
  scope: Scope,
  transaction: Database,
  mail: MailContent,
): Promise<void> {
  const addresses = await addressesOfAccount(transaction, scope.merchantId)
  await execute(transaction, ...mailingAccount(context, scope, addresses, mail))
}

/** The same for addresses that `addressesOfAccount` has read. */
export function mailingAccount(
  context: FlowContext,
  scope: Scope,
  addresses: readonly string[],
  mail: MailContent,
): readonly Write[] {
  const sent = isSimulated(context, scope.livemode) ? asSimulated(mail) : mail
  return addresses.flatMap((recipient) => queuingMail(context, scope, { ...sent, recipient }))
}

export async function addressesOfAccount(db: Database, merchantId: string): Promise<string[]> {
  const members = await membersOf(db, merchantId)
  if (members.length > 0) return members.filter(({ role }) => getsAccountMail(role)).map(({ email }) => email)
  const merchant = await findMerchant(db, merchantId)
  return merchant && !merchant.public_demo ? [merchant.email] : []
}

/**
 * The addresses that may get mail while no real money moves. Anyone can open an account with somebody else's address,
 * so the owners of the addresses must have confirmed them.
 */
export async function confirmedAddresses(db: Database, merchantId: string): Promise<string[]> {
  const members = await membersOf(db, merchantId)
  return members
    .filter(({ role, email_confirmed_at: at }) => getsAccountMail(role) && at !== null)
    .map(({ email }) => email)
}

/** The dashboard page that a mail links to. */
export function dashboardAddress(context: FlowContext, scope: Scope, path: string): string {
  return `${context.settings.baseUrl}/dashboard/${scope.livemode ? 'live' : 'test'}/${path}`
}
