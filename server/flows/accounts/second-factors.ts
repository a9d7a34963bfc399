import type { AuditAction } from '../../domain/accounts/audit-actions.ts'
import type { Caller } from '../../domain/accounts/caller.ts'
import { hashRecoveryCode, newRecoveryCodes } from '../../domain/accounts/recovery-code.ts'
import { hasSecondFactor } from '../../domain/accounts/second-factor.ts'
import type { MailContent } from '../../engines/mail/mail-content.ts'
import { secondFactorsResetMail } from '../../engines/mail/sign-in-mails.ts'
import { deleteApp } from '../../store/accounts/authenticator-apps.ts'
import { revokeLogins } from '../../store/accounts/logins.ts'
import { deletePasskeys } from '../../store/accounts/passkeys.ts'
import { findMember, findMemberOf, lockPerson, type Member } from '../../store/accounts/people.ts'
import { deleteRecoveryCodes, replaceRecoveryCodes } from '../../store/accounts/recovery-codes.ts'
import { inTransaction, type Database } from '../../store/sql/database.ts'
import { audit } from '../audit.ts'
import type { FlowContext } from '../context.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Visitor } from './limit-sign-in.ts'

/** The purpose for which the secret of an authenticator app is encrypted. */
export function appPurpose(personId: string): string {
  return `authenticator app ${personId}`
}

/** Leaves a line in the audit log, and a mail to the person if there is one to send. */
export async function noteFactor(
  context: FlowContext,
  db: Database,
  of: {
    readonly visitor: Pick<Visitor, 'address'>
    readonly member: Member
    readonly action: AuditAction
    readonly detail?: Record<string, unknown>
    readonly mail?: MailContent
  },
): Promise<void> {
  const { visitor, member, action, detail, mail } = of
  const caller = { personId: member.id, actor: member.email, address: visitor.address }
  const { merchant_id: merchantId } = member
  await audit(context, db, caller, { merchantId, livemode: null, action, ...(detail && { detail }) })
  if (mail && context.mailSender)
    await queueMail(context, { merchantId, livemode: false }, db, { ...mail, recipient: member.email })
}

/** The result of a second factor that was added. `codes`: recovery codes, if the person had none. */
export interface AddedFactor {
  readonly kind: 'added'
  readonly codes: readonly string[] | null
}

/**
 * What follows when a person has added a second factor. After the first one the person gets recovery codes, and every
 * other sign-in ends, because the password was enough for it. `member`: as before.
 */
export async function afterAdding(
  context: FlowContext,
  transaction: Database,
  { member, loginId }: { member: Member; loginId: string },
): Promise<AddedFactor> {
  if (hasSecondFactor(member)) return { kind: 'added', codes: null }
  const now = context.clock.now()
  await revokeLogins(transaction, member.id, loginId, now)
  return { kind: 'added', codes: await makeCodes(transaction, member.id, now) }
}

/** What follows when a person removes a second factor: recovery codes without one have no use. */
export async function afterRemoval(transaction: Database, { id, merchant_id: merchantId }: Member): Promise<void> {
  const member = await findMember(transaction, id, merchantId)
  if (member && !hasSecondFactor(member)) await deleteRecoveryCodes(transaction, id)
}

async function makeCodes(transaction: Database, personId: string, now: Date): Promise<string[]> {
  const codes = newRecoveryCodes()
  const hashes = codes.flatMap((code) => hashRecoveryCode(code) ?? [])
  await replaceRecoveryCodes(transaction, { personId, hashes }, now)
  return codes
}

/** New recovery codes. Those from before count no more. Null: the person has no second factor. */
export function renewRecoveryCodes(
  context: FlowContext,
  visitor: Visitor,
  { id, merchant_id: merchantId }: Member,
): Promise<readonly string[] | null> {
  return inTransaction(context.db, async (transaction) => {
    await lockPerson(transaction, id)
    const member = await findMember(transaction, id, merchantId)
    if (!member || !hasSecondFactor(member)) return null
    await noteFactor(context, transaction, { visitor, member, action: 'second_factor.recovery_codes_made' })
    return makeCodes(transaction, id, context.clock.now())
  })
}

/**
 * Removes every second factor of a person of an account and ends their sign-ins, for a person who has lost them. The
 * person gets a mail. False: no person of this account has the email address.
 */
export async function resetSecondFactors(
  context: FlowContext,
  caller: Caller,
  of: { merchantId: string; email: string },
): Promise<boolean> {
  const member = await findMemberOf(context.db, of)
  if (!member) return false
  await inTransaction(context.db, async (transaction) => {
    await lockPerson(transaction, member.id)
    await deleteApp(transaction, member.id)
    await deletePasskeys(transaction, member.id)
    await deleteRecoveryCodes(transaction, member.id)
    await revokeLogins(transaction, member.id, null, context.clock.now())
    const entry = { merchantId: of.merchantId, livemode: null, action: 'second_factor.reset' } as const
    await audit(context, transaction, caller, { ...entry, detail: { email: member.email } })
    const mail = secondFactorsResetMail(`${context.settings.baseUrl}/dashboard`)
    const scope = { merchantId: of.merchantId, livemode: false }
    if (context.mailSender) await queueMail(context, scope, transaction, { ...mail, recipient: member.email })
  })
  return true
}
