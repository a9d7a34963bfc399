import type { Caller } from '../../domain/accounts/caller.ts'
import type { LoginRecord } from '../../domain/accounts/account-records.ts'
import { hashPassword, passwordProblem } from '../../domain/accounts/passwords.ts'
import { hasDuty, hasRefundLimit, roles, rolesGivenBy, type Role } from '../../domain/accounts/roles.ts'
import { hashSecretToken, newSecretToken } from '../../domain/crypto/secret-token.ts'
import { newId } from '../../domain/ids.ts'
import { invitationMail } from '../../engines/mail/sign-in-mails.ts'
import {
  acceptInvitation,
  findInvitation,
  insertInvitation,
  openInvitations,
  withdrawInvitation,
  type InvitationRecord,
} from '../../store/accounts/invitations.ts'
import { revokeLogin, revokeLoginsOfMember } from '../../store/accounts/logins.ts'
import { findMerchant, lockMerchant } from '../../store/accounts/merchants.ts'
import {
  deleteMembership,
  findMember,
  findPersonByEmail,
  insertMembership,
  insertPerson,
  membersOf,
  setRole,
  type Member,
} from '../../store/accounts/people.ts'
import { inTransaction, type Database } from '../../store/sql/database.ts'
import { audit } from '../audit.ts'
import type { FlowContext } from '../context.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { addressProblem, type FieldProblem } from './open-account.ts'
import { visitorWaitSeconds, type TooMany, type Visitor } from './limit-sign-in.ts'
import { inPasswordTurn } from './password-turns.ts'
import { checkSignIn, openLogin, type SignedIn } from './sign-in.ts'

// The people of an account: who invites, changes and removes whom. Every change locks the account, so that two of them
// at once cannot leave it without an owner.

const invitationMs = 7 * 24 * 3600_000

/** How many people an account may have, with those who are invited: more than a company has, and few enough to list. */
const maxPeople = 100

export interface RefusedChange {
  readonly kind: 'refused'
  readonly message: string
}

/** What the account wants a person to be. */
export interface WantedRole {
  readonly role: Role
  /** In major units of the payment's currency. Ignored by roles without a limit. */
  readonly refundLimit: number | null
}

export type InvitedMember =
  | { readonly kind: 'invited'; readonly link: string; readonly isMailed: boolean }
  | RefusedChange
  | { readonly kind: 'invalid'; readonly message: string }

/** Invites somebody to the account of `member`. The link works once, for a week; it is mailed if the service can. */
export async function inviteMember(
  context: FlowContext,
  caller: Caller,
  member: Member,
  { email, ...wanted }: WantedRole & { email: string },
): Promise<InvitedMember> {
  const problem = addressProblem(email)
  if (problem) return { kind: 'invalid', message: problem.message }
  if (!rolesGivenBy(member.role).includes(wanted.role)) return mayNotGive(wanted.role)
  const { merchant_id: merchantId } = member
  const isMailed = context.mailSender !== null
  return inTransaction(context.db, async (transaction) => {
    const merchant = await lockMerchant(transaction, merchantId)
    if (!merchant || merchant.public_demo)
      return refused('This account takes no further people, because everyone shares it.')
    const now = context.clock.now()
    const [members, invited] = [
      await membersOf(transaction, merchantId),
      await openInvitations(transaction, merchantId, now),
    ]
    if (members.some((one) => isSame(one.email, email)))
      return { kind: 'invalid', message: 'This person is in the account already.' }
    if (members.length + invited.length >= maxPeople)
      return refused(`This account already has ${maxPeople} people and invitations. Remove some first.`)
    for (const earlier of invited.filter((one) => isSame(one.email, email)))
      await withdrawInvitation(transaction, { merchantId, id: earlier.id }, now)
    const { token, hash } = newSecretToken()
    const id = newId('inv', now)
    const limit = limitOf(wanted)
    await insertInvitation(transaction, hash, {
      id,
      merchant_id: merchantId,
      email,
      role: wanted.role,
      refund_limit: limit,
      is_mailed: isMailed,
      invited_by: member.email,
      created_at: now,
      expires_at: new Date(now.getTime() + invitationMs),
    })
    const link = `${context.settings.baseUrl}/dashboard/join/${token}`
    if (isMailed) {
      const mail = invitationMail({
        link,
        by: member.email,
        account: merchant.business_name ?? merchantId,
        role: roles[wanted.role].label,
        service: context.settings.baseUrl,
      })
      await queueMail(context, { merchantId, livemode: false }, transaction, { ...mail, recipient: email })
    }
    const detail = { invitation: id, email, role: wanted.role, ...(limit !== null && { refund_limit: limit }) }
    await audit(context, transaction, caller, { merchantId, livemode: null, action: 'person.invited', detail })
    return { kind: 'invited', link, isMailed }
  })
}

/** Null: the account has no such invitation, or it has ended. */
export function withdrawMemberInvitation(
  context: FlowContext,
  caller: Caller,
  member: Member,
  id: string,
): Promise<InvitationRecord | RefusedChange | null> {
  const { merchant_id: merchantId } = member
  return inTransaction(context.db, async (transaction) => {
    const now = context.clock.now()
    const found = (await openInvitations(transaction, merchantId, now)).find((one) => one.id === id)
    if (!found) return null
    if (!rolesGivenBy(member.role).includes(found.role)) return mayNotGive(found.role)
    const ended = await withdrawInvitation(transaction, { merchantId, id }, now)
    if (!ended) return null
    const detail = { invitation: id, email: ended.email }
    await audit(context, transaction, caller, { merchantId, livemode: null, action: 'invitation.withdrawn', detail })
    return ended
  })
}

/** An open invitation, and what its page needs. Null: the link is unknown, used, withdrawn or too old. */
export async function readMemberInvitation(
  context: FlowContext,
  token: string,
): Promise<{
  readonly invitation: InvitationRecord
  readonly account: string
  readonly hasPassword: boolean
} | null> {
  const invitation = await findInvitation(context.db, hashSecretToken(token), context.clock.now())
  if (!invitation) return null
  const [merchant, person] = await Promise.all([
    findMerchant(context.db, invitation.merchant_id),
    findPersonByEmail(context.db, invitation.email),
  ])
  return { invitation, account: merchant?.business_name ?? invitation.merchant_id, hasPassword: person !== null }
}

/**
 * Makes the holder of the link a member, signed in. A person who has a sign-in already types its password; anyone else
 * chooses one.
 */
export async function joinAccount(
  context: FlowContext,
  visitor: Visitor,
  { token, password }: { token: string; password: string },
): Promise<SignedIn | TooMany | FieldProblem> {
  const hash = hashSecretToken(token)
  const invitation = await findInvitation(context.db, hash, context.clock.now())
  if (!invitation) return linkGone
  const { email, merchant_id: merchantId } = invitation
  const person = await findPersonByEmail(context.db, email)
  const passwordHash = person
    ? await knownPerson(context, visitor, { email, password, person })
    : await newPassword(context, visitor, { email, password })
  if (typeof passwordHash !== 'string') return passwordHash
  return inTransaction(context.db, async (transaction) => {
    await lockMerchant(transaction, merchantId)
    const now = context.clock.now()
    const accepted = await acceptInvitation(transaction, hash, now)
    if (!accepted) return linkGone
    const id = person?.id ?? newId('per', now)
    const isInserted =
      person !== null ||
      (await insertPerson(transaction, {
        id,
        email,
        password_hash: passwordHash,
        created_at: now,
        // Only a mailed link proves that the person reads mail at the address.
        email_confirmed_at: accepted.is_mailed ? now : null,
        earlier_keys_reviewed_at: now,
      }))
    // The transaction rolls back, so the link still works and now asks for the password of that sign-in.
    if (!isInserted) throw new Error('Somebody opened an account with the invited address at the same moment')
    const { role, refund_limit: refundLimit } = accepted
    await insertMembership(transaction, { personId: id, merchantId, role, refundLimit }, now)
    const caller = { personId: id, actor: email, address: visitor.address }
    const detail = { invitation: accepted.id, role }
    await audit(context, transaction, caller, { merchantId, livemode: null, action: 'person.joined', detail })
    const joined = await findMember(transaction, id, merchantId)
    if (!joined) throw new Error('Bug: a person who has joined is a member')
    return openLogin(context, transaction, joined, visitor)
  })
}

/** The hash of the password that the person has, or why it is refused. */
async function knownPerson(
  context: FlowContext,
  visitor: Visitor,
  of: Parameters<typeof checkSignIn>[2] & { readonly person: object },
): Promise<string | TooMany | FieldProblem> {
  const checked = await checkSignIn(context, visitor, of)
  if (checked.kind === 'too_many') return checked
  if (checked.kind === 'right') return of.person.password_hash ?? ''
  return { kind: 'invalid', field: 'password', message: 'This is not the password of your sign-in.' }
}

async function newPassword(
  context: FlowContext,
  visitor: Visitor,
  { email, password }: { email: string; password: string },
): Promise<string | TooMany | FieldProblem> {
  const problem = passwordProblem(password, email)
  if (problem !== null) return { kind: 'invalid', field: 'password', message: problem }
  const wait = await visitorWaitSeconds(context, visitor, 'open_account')
  if (wait !== null) return { kind: 'too_many', retryAfterSeconds: wait }
  return inPasswordTurn('stranger', () => hashPassword(password, context.settings.passwordCost))
}

const linkGone: FieldProblem = {
  kind: 'invalid',
  field: 'link',
  message: 'This invitation has been used or withdrawn, or it is too old.',
}

/** Changes what a person may do. Null: the account has no such person. */
export function changeRole(
  context: FlowContext,
  caller: Caller,
  member: Member,
  { personId, ...wanted }: WantedRole & { personId: string },
): Promise<{ readonly kind: 'changed'; readonly email: string } | RefusedChange | null> {
  return changeMember(context, member, personId, async (transaction, changed, others) => {
    if (!rolesGivenBy(member.role).includes(wanted.role)) return mayNotGive(wanted.role)
    if (wanted.role !== 'owner' && changed.role === 'owner' && !others.some(({ role }) => role === 'owner'))
      return lastOwner
    const limit = limitOf(wanted)
    const { merchant_id: merchantId } = member
    await setRole(transaction, { personId, merchantId, role: wanted.role, refundLimit: limit })
    const detail = {
      email: changed.email,
      from: changed.role,
      to: wanted.role,
      ...(limit !== null && { refund_limit: limit }),
    }
    await audit(context, transaction, caller, { merchantId, livemode: null, action: 'person.role_changed', detail })
    return { kind: 'changed', email: changed.email }
  })
}

/** Takes a person out of the account, and ends their sign-ins there. Null: the account has no such person. */
export function removeMember(
  context: FlowContext,
  caller: Caller,
  member: Member,
  personId: string,
): Promise<{ readonly kind: 'changed'; readonly email: string } | RefusedChange | null> {
  return changeMember(context, member, personId, async (transaction, removed, others) => {
    if (removed.role === 'owner' && !others.some(({ role }) => role === 'owner')) return lastOwner
    const { merchant_id: merchantId } = member
    await deleteMembership(transaction, { personId, merchantId })
    await revokeLoginsOfMember(transaction, { personId, merchantId }, context.clock.now())
    const detail = { email: removed.email, role: removed.role }
    await audit(context, transaction, caller, { merchantId, livemode: null, action: 'person.removed', detail })
    return { kind: 'changed', email: removed.email }
  })
}

/** Locks the account, and checks that the person who changes another one still may. */
function changeMember<Result>(
  context: FlowContext,
  { id, merchant_id: merchantId }: Member,
  personId: string,
  change: (transaction: Database, changed: Member, others: readonly Member[]) => Promise<Result | RefusedChange>,
): Promise<Result | RefusedChange | null> {
  return inTransaction(context.db, async (transaction) => {
    await lockMerchant(transaction, merchantId)
    const members = await membersOf(transaction, merchantId)
    const [changed, by] = [personId, id].map((one) => members.find((each) => each.id === one))
    if (!changed) return null
    if (!by || !hasDuty(by.role, 'people')) return refused('You may no longer change the people of this account.')
    if (!rolesGivenBy(by.role).includes(changed.role)) return refused('Only an owner can change or remove an owner.')
    return change(
      transaction,
      changed,
      members.filter((each) => each !== changed),
    )
  })
}

/** Ends this sign-in and opens one in another account of the person. Null: the person is not in that account. */
export function switchAccount(
  context: FlowContext,
  visitor: Visitor,
  { member, login, merchantId }: { member: Member; login: LoginRecord; merchantId: string },
): Promise<SignedIn | null> {
  return inTransaction(context.db, async (transaction) => {
    const there = await findMember(transaction, member.id, merchantId)
    if (!there) return null
    await revokeLogin(transaction, { personId: member.id, id: login.id }, context.clock.now())
    return openLogin(context, transaction, there, visitor, login.second_factor_at)
  })
}

function limitOf({ role, refundLimit }: WantedRole): number | null {
  return hasRefundLimit(role) ? refundLimit : null
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

const lastOwner = refused('An account needs an owner. Make somebody else an owner first.')

function mayNotGive(role: Role): RefusedChange {
  return refused(`Only an owner can give or take away the role “${roles[role].label}”.`)
}

function refused(message: string): RefusedChange {
  return { kind: 'refused', message }
}
