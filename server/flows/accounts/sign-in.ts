import type { Caller } from '../../domain/accounts/caller.ts'
import { newDeviceToken } from '../../domain/accounts/device-token.ts'
import { newId } from '../../domain/ids.ts'
import type { LoginRecord, PersonRecord } from '../../domain/accounts/account-records.ts'
import { verifyPassword } from '../../domain/accounts/passwords.ts'
import { hashSecretToken, isSecretToken, newSecretToken } from '../../domain/crypto/secret-token.ts'
import { loggable } from '../../domain/text/loggable-error.ts'
import { outsideRequests } from '../../engines/postgres/request-time.ts'
import { inTransaction, type Database } from '../../store/sql/database.ts'
import {
  findLogin,
  finishLogin,
  forgetLogins,
  insertLogin,
  revokeLogin,
  revokeLogins,
  touchLogin,
} from '../../store/accounts/logins.ts'
import { hasSecondFactor } from '../../domain/accounts/second-factor.ts'
import { forgetInvitations } from '../../store/accounts/invitations.ts'
import { forgetOneTimeLinks } from '../../store/accounts/one-time-links.ts'
import { findMember, findMemberByEmail, findMemberById, type Member } from '../../store/accounts/people.ts'
import { audit } from '../audit.ts'
import type { FlowContext } from '../context.ts'
import { findEarlierKeys } from './earlier-keys.ts'
import { checkSecondFactor, type GivenFactor } from './check-second-factor.ts'
import { countSignIn, forgiveSignIns, visitorWaitSeconds, type TooMany, type Visitor } from './limit-sign-in.ts'
import { checkPasskey, type SignedForm } from './passkeys.ts'
import { inPasswordTurn, isTooMany } from './password-turns.ts'

/** A login ends after this much time without use. */
export const idleMs = 12 * 3600_000
/** A login ends after this much time even if it is in use. */
const longestMs = 30 * 24 * 3600_000
/**
 * How often the last use of a login is saved: precise enough for the list of logins, without a write for every page.
 */
const seenEveryMs = 60_000
const userAgentLength = 300

/**
 * A successful sign-in. `token` goes into the cookie. The database keeps only its hash, apart from the sealed result of
 * the form that signed the person in, which the worker empties within minutes (server/flows/accounts/form-results.ts).
 */
export interface SignedIn {
  readonly kind: 'signed_in'
  readonly token: string
  /** The second factor is missing, so the token opens no page yet. */
  readonly isPending: boolean
  readonly merchantId: string
  readonly personId: string
  /** The token that marks the browser as one in which the person has signed in. */
  readonly device: string
}

/** Signs a person in. Neither the answer nor its timing reveals whether an account exists. */
export async function signIn(
  context: FlowContext,
  visitor: Visitor,
  { email, password }: { email: string; password: string },
): Promise<PersonSignedIn | TooMany | { readonly kind: 'wrong' }> {
  const member = await findMemberByEmail(context.db, email)
  const checked = await checkSignIn(context, visitor, { email, password, person: member })
  if (checked.kind === 'too_many') return checked
  if (checked.kind === 'wrong' || !member) {
    if (member) noteRefusal(context, member, visitor)
    return { kind: 'wrong' }
  }
  return openLoginOfPerson(context, visitor, member, null)
}

/** A sign-in of a person whose account may have keys that somebody else made. */
export type PersonSignedIn = SignedIn & { readonly hasEarlierKeys: boolean }

async function openLoginOfPerson(
  context: FlowContext,
  visitor: Visitor,
  member: Member,
  provedAt: Date | null,
): Promise<PersonSignedIn> {
  const hasEarlierKeys = (await findEarlierKeys(context, context.db, member)) !== null
  const opened = await inTransaction(context.db, (transaction) =>
    openLogin(context, transaction, member, visitor, provedAt),
  )
  return { ...opened, hasEarlierKeys }
}

/** Signs a person in by a passkey alone: it is something that the person has, and the device checks who uses it. */
export async function signInByPasskey(
  context: FlowContext,
  visitor: Visitor,
  signed: SignedForm,
): Promise<PersonSignedIn | TooMany | { readonly kind: 'wrong' }> {
  const wait = await visitorWaitSeconds(context, visitor, 'sign_in')
  if (wait !== null) return { kind: 'too_many', retryAfterSeconds: wait }
  const personId = await checkPasskey(context, signed)
  const member = personId === null ? null : await findMemberById(context.db, personId)
  return member ? openLoginOfPerson(context, visitor, member, context.clock.now()) : { kind: 'wrong' }
}

/** Whether a visitor types the password of a person. Guesses are limited. `person`: null for an unknown address. */
export async function checkSignIn(
  context: FlowContext,
  visitor: Visitor,
  { email, password, person }: { email: string; password: string; person: PersonRecord | null },
): Promise<{ readonly kind: 'right' | 'wrong' } | TooMany> {
  const { wait, isKnown } = await countSignIn(context, visitor, email, person)
  if (wait !== null) return { kind: 'too_many', retryAfterSeconds: wait }
  const isRight = await inPasswordTurn(isKnown ? 'known' : 'stranger', () =>
    verifyPassword(password, person?.password_hash ?? null, context.settings.passwordCost),
  )
  if (isTooMany(isRight)) return isRight
  if (!isRight || !person) return { kind: 'wrong' }
  await forgiveSignIns(context, visitor, email)
  return { kind: 'right' }
}

/**
 * Leaves a line in the audit log, at most as many as the limits allow attempts. The reply does not wait for it: its
 * timing would reveal that the account exists.
 */
function noteRefusal(context: FlowContext, member: Member, visitor: Visitor): void {
  const stranger = { personId: null, actor: 'somebody', address: visitor.address }
  const { merchant_id: merchantId, email } = member
  const refused = { merchantId, livemode: null, action: 'login.refused', detail: { email } } as const
  outsideRequests(() => audit(context, context.db, stranger, refused)).catch((error: unknown) => {
    context.log.error({ error: loggable(error) }, 'a wrong password could not be recorded in the audit log')
  })
}

type LoginOwner = Pick<Member, 'id' | 'email' | 'merchant_id' | 'has_app' | 'has_passkey'>

/**
 * Creates a login in the transaction that has verified the person. `provedAt`: when the person gave a second factor.
 * The login of a person who has one and did not give it is pending.
 */
export async function openLogin(
  context: FlowContext,
  transaction: Database,
  member: LoginOwner,
  visitor: Visitor,
  provedAt: Date | null = null,
): Promise<SignedIn> {
  const now = context.clock.now()
  const { token, hash } = newSecretToken()
  const id = newId('lgn', now)
  const isPending = provedAt === null && hasSecondFactor(member)
  const from = { address: visitor.address, user_agent: visitor.userAgent?.slice(0, userAgentLength) ?? null }
  await insertLogin(transaction, hash, {
    id,
    person_id: member.id,
    merchant_id: member.merchant_id,
    created_at: now,
    is_pending: isPending,
    second_factor_at: provedAt,
    ...from,
  })
  if (!isPending) await noteLogin(context, transaction, { member, visitor, id })
  return signedIn(context, member, { token, isPending })
}

async function noteLogin(
  context: FlowContext,
  transaction: Database,
  { member, visitor, id }: { member: LoginOwner; visitor: Visitor; id: string },
): Promise<void> {
  const caller = { personId: member.id, actor: member.email, address: visitor.address }
  await audit(context, transaction, caller, {
    merchantId: member.merchant_id,
    livemode: null,
    action: 'login.created',
    detail: { login: id },
  })
}

function signedIn(
  context: FlowContext,
  { id: personId, merchant_id: merchantId }: LoginOwner,
  of: Pick<SignedIn, 'token' | 'isPending'>,
): SignedIn {
  const device = newDeviceToken(context.keyring, personId, context.clock.now())
  return { kind: 'signed_in', ...of, merchantId, personId, device }
}

/** How long a sign-in waits for the second factor. */
const pendingMs = 10 * 60_000

/** The sign-in of a cookie that waits for the second factor. Null: there is none, or it is too old. */
export async function findPendingLogin(context: FlowContext, token: string): Promise<ResumedLogin | null> {
  const login = await findAnyLogin(context, token)
  if (!login?.is_pending || login.revoked_at !== null) return null
  if (context.clock.now().getTime() - login.created_at.getTime() > pendingMs) return null
  const member = await findMember(context.db, login.person_id, login.merchant_id)
  return member && { login, member }
}

/** Completes a sign-in with the second factor. `gone`: the sign-in has ended in the meantime. */
export async function completeLogin(
  context: FlowContext,
  visitor: Visitor,
  pending: ResumedLogin,
  given: GivenFactor,
): Promise<PersonSignedIn | TooMany | { readonly kind: 'wrong' | 'gone' }> {
  const { member } = pending
  const checked = await checkSecondFactor(context, visitor, member, given)
  if (checked.kind === 'too_many') return checked
  if (checked.kind === 'wrong') return { kind: 'wrong' }
  const completed = await finish(context, visitor, pending)
  if (!completed) return { kind: 'gone' }
  return { ...completed, hasEarlierKeys: (await findEarlierKeys(context, context.db, member)) !== null }
}

function finish(context: FlowContext, visitor: Visitor, { login, member }: ResumedLogin): Promise<SignedIn | null> {
  return inTransaction(context.db, async (transaction) => {
    const { token, hash } = newSecretToken()
    if (!(await finishLogin(transaction, { id: login.id, hash }, context.clock.now()))) return null
    await noteLogin(context, transaction, { member, visitor, id: login.id })
    return signedIn(context, member, { token, isPending: false })
  })
}

/** The login of a cookie and its person. */
export interface ResumedLogin {
  readonly login: LoginRecord
  readonly member: Member
}

/** Null: the token is unknown, or its login was revoked, idle for too long or too old. */
export async function resumeLogin(context: FlowContext, token: string): Promise<ResumedLogin | null> {
  const login = isSecretToken(token) ? await findLogin(context.db, hashSecretToken(token)) : null
  const now = context.clock.now()
  if (!login || !isAlive(login, now)) return null
  const member = await findMember(context.db, login.person_id, login.merchant_id)
  if (!member) return null
  if (now.getTime() - login.last_seen_at.getTime() >= seenEveryMs) await touchLogin(context.db, login.id, now)
  return { login, member }
}

/** The login of a cookie, also after it has ended. */
export function findAnyLogin(context: FlowContext, token: string): Promise<LoginRecord | null> {
  return isSecretToken(token) ? findLogin(context.db, hashSecretToken(token)) : Promise.resolve(null)
}

function isAlive(login: LoginRecord, now: Date): boolean {
  const idle = now.getTime() - login.last_seen_at.getTime()
  const age = now.getTime() - login.created_at.getTime()
  return login.revoked_at === null && !login.is_pending && idle <= idleMs && age <= longestMs
}

/** Revokes one login of a person. False: there is no such login, or it has already ended. */
export function endLogin(
  context: FlowContext,
  caller: Caller,
  login: { merchantId: string; personId: string; id: string },
): Promise<boolean> {
  return inTransaction(context.db, async (transaction) => {
    const ended = await revokeLogin(transaction, login, context.clock.now())
    if (ended)
      await audit(context, transaction, caller, {
        merchantId: login.merchantId,
        livemode: null,
        action: 'login.ended',
        detail: { login: login.id },
      })
    return ended
  })
}

/** Revokes every login of a person except one, or all of them when `but` is null. Returns their number. */
export function endLogins(
  context: FlowContext,
  caller: Caller,
  of: { merchantId: string; personId: string; but: string | null },
): Promise<number> {
  return inTransaction(context.db, async (transaction) => {
    const ended = await revokeLogins(transaction, of.personId, of.but, context.clock.now())
    await audit(context, transaction, caller, {
      merchantId: of.merchantId,
      livemode: null,
      action: 'logins.ended',
      detail: { ended },
    })
    return ended
  })
}

/** Deletes a batch of logins and one-time links that ended long ago. The audit log keeps their entries. */
export async function forgetOldLogins(context: FlowContext): Promise<boolean> {
  const before = new Date(context.clock.now().getTime() - longestMs)
  const moreLogins = await forgetLogins(context.db, before)
  const moreLinks = await forgetOneTimeLinks(context.db, before)
  return (await forgetInvitations(context.db, before)) || moreLinks || moreLogins
}
