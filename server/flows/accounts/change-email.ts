import { fingerprintOf, newEmailChangeToken, openEmailChangeToken } from '../../domain/accounts/email-change-token.ts'
import { emailChangedMail, emailChangeMail, emailChangeNote, emailTakenMail } from '../../engines/mail/sign-in-mails.ts'
import { setMerchantEmail } from '../../store/accounts/merchants.ts'
import { invalidateOneTimeLinks } from '../../store/accounts/one-time-links.ts'
import { findMemberByEmail, findMemberById, setEmail, type Member } from '../../store/accounts/people.ts'
import { inTransaction, violates, type Database } from '../../store/sql/database.ts'
import { audit } from '../audit.ts'
import type { FlowContext } from '../context.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { visitorWaitSeconds, type TooMany, type Visitor } from './limit-sign-in.ts'
import { addressProblem } from './open-account.ts'

interface EmailProblem {
  readonly kind: 'invalid'
  readonly field: 'email'
  readonly message: string
}

/**
 * Asks to sign in with another address, for a person who has just typed the password. The new address gets a link that
 * confirms it, and the current address gets a note. Without a mail server the address changes at once. The answer is
 * the same if another person signs in with the new address already, so that members learn nothing about other accounts.
 */
export async function askToChangeEmail(
  context: FlowContext,
  visitor: Visitor,
  member: Member,
  email: string,
): Promise<{ readonly kind: 'asked' | 'changed' } | EmailProblem> {
  const problem = addressProblem(email)
  if (problem) return { kind: 'invalid', field: 'email', message: problem.message }
  if (email.toLowerCase() === member.email.toLowerCase())
    return { kind: 'invalid', field: 'email', message: 'You already sign in with this address.' }
  if (context.mailSender === null) {
    const isChanged = await changeEmail(context, visitor, member, { email, confirmed: false })
    return isChanged
      ? { kind: 'changed' }
      : { kind: 'invalid', field: 'email', message: 'This address cannot be used.' }
  }
  await inTransaction(context.db, (transaction) => mailLink(context, visitor, transaction, { member, email }))
  return { kind: 'asked' }
}

async function mailLink(
  context: FlowContext,
  visitor: Visitor,
  transaction: Database,
  { member, email }: { member: Member; email: string },
): Promise<void> {
  const { baseUrl } = context.settings
  const token = newEmailChangeToken(context.keyring, member, email, context.clock.now())
  const isTaken = (await findMemberByEmail(transaction, email)) !== null
  const asked = { address: visitor.address, at: context.clock.now() }
  const mail = isTaken ? emailTakenMail(asked) : emailChangeMail(`${baseUrl}/dashboard/new-address/${token}`, asked)
  const scope = { merchantId: member.merchant_id, livemode: false }
  await queueMail(context, scope, transaction, { ...mail, recipient: email })
  await queueMail(context, scope, transaction, { ...emailChangeNote(`${baseUrl}/dashboard`), recipient: member.email })
  await audit(context, transaction, callerOf(visitor, member), {
    merchantId: member.merchant_id,
    livemode: null,
    action: 'email.change_asked',
    detail: { to: email },
  })
}

/** The person and the address that a link confirms. Null: it is too old, or their address or password has changed. */
export async function readEmailChange(
  context: FlowContext,
  token: string,
): Promise<{ readonly member: Member; readonly email: string } | null> {
  const change = openEmailChangeToken(context.keyring, token, context.clock.now())
  const member = change && (await findMemberById(context.db, change.personId))
  return member && fingerprintOf(member) === change.fingerprint ? { member, email: change.email } : null
}

/** Changes the address with the link, which works once. Sign-ins go on. */
export async function confirmNewEmail(
  context: FlowContext,
  visitor: Visitor,
  token: string,
): Promise<{ readonly kind: 'changed' | 'link_gone' } | TooMany> {
  const wait = await visitorWaitSeconds(context, visitor, 'reset_password')
  if (wait !== null) return { kind: 'too_many', retryAfterSeconds: wait }
  const change = await readEmailChange(context, token)
  if (!change) return { kind: 'link_gone' }
  const { member, email } = change
  return { kind: (await changeEmail(context, visitor, member, { email, confirmed: true })) ? 'changed' : 'link_gone' }
}

/** False: another person has the address, or the person's own address has changed in the meantime. */
async function changeEmail(
  context: FlowContext,
  visitor: Visitor,
  member: Member,
  { email, confirmed }: { email: string; confirmed: boolean },
): Promise<boolean> {
  const now = context.clock.now()
  const of = { merchantId: member.merchant_id, from: member.email, to: email }
  try {
    return await inTransaction(context.db, async (transaction) => {
      const change = { personId: member.id, from: member.email, to: email, confirmedAt: confirmed ? now : null }
      if (!(await setEmail(transaction, change))) return false
      await setMerchantEmail(transaction, of)
      // Their links are in mails to the address that the person has given up.
      await invalidateOneTimeLinks(transaction, member.merchant_id, 'password_reset', now)
      const scope = { merchantId: member.merchant_id, livemode: false }
      if (context.mailSender)
        await queueMail(context, scope, transaction, { ...emailChangedMail(email), recipient: member.email })
      await audit(context, transaction, callerOf(visitor, member), {
        merchantId: member.merchant_id,
        livemode: null,
        action: 'email.changed',
        detail: { from: member.email, to: email },
      })
      return true
    })
  } catch (error) {
    if (violates(error, 'one_person_per_email')) return false
    throw error
  }
}

function callerOf(visitor: Visitor, member: Member) {
  return { personId: member.id, actor: member.email, address: visitor.address }
}
