import type { AuditAction } from '../../domain/accounts/audit-actions.ts'
import type { Caller } from '../../domain/accounts/caller.ts'
import { newDeviceToken } from '../../domain/accounts/device-token.ts'
import { hashPassword, passwordProblem } from '../../domain/accounts/passwords.ts'
import { hashSecretToken, newSecretToken } from '../../domain/crypto/secret-token.ts'
import { inTransaction, type Database } from '../../store/sql/database.ts'
import { revokeLogins } from '../../store/accounts/logins.ts'
import {
  countResetLinks,
  invalidateOneTimeLinks,
  findOneTimeLink,
  insertOneTimeLink,
  redeemOneTimeLink,
} from '../../store/accounts/one-time-links.ts'
import {
  confirmEmail,
  findMember,
  findMemberByEmail,
  findMemberOf,
  lockPerson,
  setPasswordHash,
  type Member,
} from '../../store/accounts/people.ts'
import { passwordResetMail } from '../../engines/mail/sign-in-mails.ts'
import { audit } from '../audit.ts'
import type { FlowContext } from '../context.ts'
import { forgiveAccount, resetWaitSeconds, visitorWaitSeconds, type TooMany, type Visitor } from './limit-sign-in.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { inPasswordTurn, isTooMany } from './password-turns.ts'

/** How long a password reset link works. */
const resetLinkMs = 3600_000

/**
 * How many reset links a person gets by mail in this time. Each works on when a newer one follows, so that strangers
 * who ask for links do not end the link of the person, and the newest link works for at least half an hour.
 */
const mailedLinks = 5
const mailedLinksMs = 1800_000

export interface PasswordProblem {
  readonly kind: 'invalid'
  readonly field: 'password' | 'link'
  readonly message: string
}

/** Changes the password of a person who has just typed the current one. Ends every other login of the person. */
export async function changePassword(
  context: FlowContext,
  visitor: Visitor,
  member: Member,
  { password, loginId }: { password: string; loginId: string },
): Promise<{ readonly kind: 'changed' } | TooMany | PasswordProblem> {
  const problem = passwordProblem(password, member.email)
  if (problem !== null) return { kind: 'invalid', field: 'password', message: problem }
  const hash = await inPasswordTurn('known', () => hashPassword(password, context.settings.passwordCost))
  if (isTooMany(hash)) return hash
  const caller = { personId: member.id, actor: member.email, address: visitor.address }
  await inTransaction(context.db, (transaction) =>
    replacePassword(context, transaction, { member, hash, keep: loginId, action: 'password.changed' }, caller),
  )
  return { kind: 'changed' }
}

interface Replacement {
  readonly member: Member
  readonly hash: string
  readonly keep: string | null
  readonly action: AuditAction
}

async function replacePassword(
  context: FlowContext,
  transaction: Database,
  { member, hash, keep, action }: Replacement,
  caller: Caller,
): Promise<void> {
  const now = context.clock.now()
  await setPasswordHash(transaction, member.id, hash)
  await revokeLogins(transaction, member.id, keep, now)
  await invalidateOneTimeLinks(transaction, member.merchant_id, 'password_reset', now)
  await audit(context, transaction, caller, { merchantId: member.merchant_id, livemode: null, action })
}

/**
 * Creates a password reset link for a person of this account. Null: no person of this account has the email address.
 */
export async function makeResetLink(
  context: FlowContext,
  caller: Caller,
  of: { merchantId: string; email: string },
): Promise<string | null> {
  const member = await findMemberOf(context.db, of)
  if (!member) return null
  return inTransaction(context.db, (transaction) => insertResetLink(context, transaction, caller, member))
}

/** Mails a password reset link if a person has this email address. The answer is the same if not. */
export async function requestPasswordReset(
  context: FlowContext,
  visitor: Visitor,
  email: string,
): Promise<{ readonly kind: 'requested' } | TooMany> {
  const wait = await resetWaitSeconds(context, visitor, email)
  if (wait !== null) return { kind: 'too_many', retryAfterSeconds: wait }
  const member = await findMemberByEmail(context.db, email)
  // Runs after the answer, so that the response time does not reveal whether the person exists.
  if (member) context.track(mailResetLink(context, visitor, member))
  return { kind: 'requested' }
}

async function mailResetLink(context: FlowContext, visitor: Visitor, member: Member): Promise<void> {
  await inTransaction(context.db, async (transaction) => {
    // Requests at the same moment must not exceed the number of links together.
    await lockPerson(transaction, member.id)
    const recent = new Date(context.clock.now().getTime() + resetLinkMs - mailedLinksMs)
    if ((await countResetLinks(transaction, member, recent)) >= mailedLinks) return
    const caller = { personId: null, actor: member.email, address: visitor.address }
    const link = await insertResetLink(context, transaction, caller, member)
    const asked = { address: visitor.address, at: context.clock.now() }
    const mail = passwordResetMail(link, asked, context.settings.baseUrl)
    const scope = { merchantId: member.merchant_id, livemode: false }
    await queueMail(context, scope, transaction, { ...mail, recipient: member.email })
  })
}

async function insertResetLink(
  context: FlowContext,
  transaction: Database,
  caller: Caller,
  member: Member,
): Promise<string> {
  const now = context.clock.now()
  const { token, hash } = newSecretToken()
  const link = { purpose: 'password_reset', merchant_id: member.merchant_id, person_id: member.id } as const
  await insertOneTimeLink(transaction, hash, {
    ...link,
    created_at: now,
    expires_at: new Date(now.getTime() + resetLinkMs),
  })
  await audit(context, transaction, caller, {
    merchantId: member.merchant_id,
    livemode: null,
    action: 'password_reset_link.created',
    detail: { email: member.email },
  })
  return `${context.settings.baseUrl}/dashboard/reset/${token}`
}

/** Whether the link still works. This check does not use it up. */
export async function isResetLink(context: FlowContext, token: string): Promise<boolean> {
  return (await findOneTimeLink(context.db, hashSecretToken(token), 'password_reset', context.clock.now())) !== null
}

/** Sets a new password with a reset link, which works once. Ends every login of the person. */
export async function resetPassword(
  context: FlowContext,
  visitor: Visitor,
  { token, password }: { token: string; password: string },
): Promise<{ readonly kind: 'changed'; readonly device: string } | TooMany | PasswordProblem> {
  const wait = await visitorWaitSeconds(context, visitor, 'reset_password')
  if (wait !== null) return { kind: 'too_many', retryAfterSeconds: wait }
  const linkHash = hashSecretToken(token)
  const gone = { kind: 'invalid', field: 'link', message: 'This link has already been used, or is too old.' } as const
  const link = await findOneTimeLink(context.db, linkHash, 'password_reset', context.clock.now())
  const member = link?.person_id ? await findMember(context.db, link.person_id, link.merchant_id) : null
  if (!member) return gone
  const problem = passwordProblem(password, member.email)
  if (problem !== null) return { kind: 'invalid', field: 'password', message: problem }
  const hash = await inPasswordTurn('known', () => hashPassword(password, context.settings.passwordCost))
  if (isTooMany(hash)) return hash
  const done = await inTransaction(context.db, async (transaction) => {
    if (!(await redeemOneTimeLink(transaction, linkHash, 'password_reset', context.clock.now()))) return gone
    const caller = { personId: member.id, actor: member.email, address: visitor.address }
    await replacePassword(context, transaction, { member, hash, keep: null, action: 'password.reset' }, caller)
    await confirmEmail(transaction, member.id, context.clock.now())
    return { kind: 'changed', device: newDeviceToken(context.keyring, member.id, context.clock.now()) } as const
  })
  if (done.kind === 'changed') await forgiveAccount(context, visitor, member.email)
  return done
}
