import type { AuditAction } from '../../domain/accounts/audit-actions.ts'
import type { Caller } from '../../domain/accounts/caller.ts'
import { newId } from '../../domain/ids.ts'
import { hashOfNoPassword, hashPassword, passwordProblem } from '../../domain/accounts/passwords.ts'
import { hashSecretKey } from '../../domain/accounts/secret-key.ts'
import { hashSecretToken, newSecretToken } from '../../domain/crypto/secret-token.ts'
import { formats } from '../../../spec/lib/formats.ts'
import { inTransaction, type Database } from '../../store/sql/database.ts'
import {
  invalidateOneTimeLinks,
  findOneTimeLink,
  insertOneTimeLink,
  redeemOneTimeLink,
} from '../../store/accounts/one-time-links.ts'
import { holdMerchant, lockMerchant } from '../../store/accounts/merchants.ts'
import { findMemberByEmail, insertMembership, insertPerson, membersOf } from '../../store/accounts/people.ts'
import { listSecretKeys, loadSecretKey } from '../../store/accounts/secret-keys.ts'
import { audit } from '../audit.ts'
import type { FlowContext } from '../context.ts'
import { insertAccount, insertTestKey } from './create-account.ts'
import { visitorWaitSeconds, type TooMany, type Visitor } from './limit-sign-in.ts'
import { inPasswordTurn, isTooMany } from './password-turns.ts'
import { openLogin, type SignedIn } from './sign-in.ts'

/** How long the link that start-up prints works. An invitation of the operator may work longer. */
const firstLinkMs = 24 * 3600_000

export interface Credentials {
  readonly email: string
  readonly password: string
}

/** A field with a problem, and one sentence about it. */
export interface FieldProblem {
  readonly kind: 'invalid'
  readonly field: 'email' | 'password' | 'secret_key' | 'link'
  readonly message: string
}

/** The operator does not let everyone open an account. */
export interface NotOpen {
  readonly kind: 'not_open'
}

/**
 * Creates an account with its first person, signed in. The test key is shown once. `confirmed`: the person has proved
 * to read mail at the address.
 */
export async function signUp(
  context: FlowContext,
  visitor: Visitor,
  owner: Credentials & { businessName: string | null; confirmed: boolean },
): Promise<(SignedIn & { readonly secretKey: string }) | NotOpen | TooMany | FieldProblem> {
  if (context.settings.signUp !== 'open') return { kind: 'not_open' }
  const person = await newPerson(context, visitor, owner)
  if (person.kind !== 'person') return person
  return inUndoableTransaction(context, async (transaction) => {
    // Not after the first key of the account, which the person made too.
    const joinedAt = context.clock.now()
    const account = await insertAccount(context, transaction, owner)
    const signedIn = await join(
      context,
      transaction,
      {
        ...person,
        joinedAt,
        merchantId: account.merchantId,
        action: 'account.created',
        confirmed: owner.confirmed,
        // Others may have opened accounts with a confirmed address before.
        isReviewed: !owner.confirmed,
      },
      visitor,
    )
    return 'token' in signedIn ? { ...signedIn, secretKey: account.secretKey } : signedIn
  })
}

/**
 * Creates a test account for somebody who only wants to look, signed in. The person has no password and no address that
 * mail can reach, so nobody can sign in again. Its key goes on working.
 */
export async function openGuestAccount(
  context: FlowContext,
  visitor: Visitor,
): Promise<(SignedIn & { readonly secretKey: string; readonly email: string }) | NotOpen> {
  if (context.settings.signUp !== 'open') return { kind: 'not_open' }
  const id = newId('per', context.clock.now())
  const person: NewPerson = {
    kind: 'person',
    id,
    // No such domain can exist (RFC 6761, section 6.4).
    email: `${id.replace('per_', 'guest-')}@no-mail.invalid`,
    passwordHash: hashOfNoPassword(context.settings.passwordCost),
  }
  const { email } = person
  return inTransaction(context.db, async (transaction) => {
    const { merchantId, secretKey } = await insertAccount(context, transaction, { email, businessName: 'Example shop' })
    const joining = { ...person, merchantId, action: 'account.created', confirmed: false, isReviewed: true } as const
    const signedIn = await join(context, transaction, joining, visitor)
    if (signedIn.kind === 'invalid') throw new Error(`Bug: a new account refuses its guest: ${signedIn.message}`)
    return { ...signedIn, secretKey, email }
  })
}

/** Claims an account that has no person yet: the holder of its key becomes its first person, signed in. */
export async function claimAccount(
  context: FlowContext,
  visitor: Visitor,
  { secretKey, ...owner }: Credentials & { secretKey: string },
): Promise<SignedIn | TooMany | FieldProblem> {
  const person = await newPerson(context, visitor, owner)
  if (person.kind !== 'person') return person
  const key = await keyToClaim(context, secretKey)
  if (key.kind === 'invalid') return key
  // Others may have the key too.
  const { merchantId, hasLiveKey } = key
  const joining = {
    ...person,
    merchantId,
    hasLiveKey,
    action: 'account.claimed',
    confirmed: false,
    isReviewed: false,
    isHeld: true,
  } as const
  return inUndoableTransaction(context, (transaction) => join(context, transaction, joining, visitor, 'secret_key'))
}

/** Claims an account by a mailed link, whose holder has shown the key before. */
export async function claimByLink(
  context: FlowContext,
  visitor: Visitor,
  { merchantId, hasLiveKey, ...owner }: Credentials & { merchantId: string; hasLiveKey: boolean },
): Promise<SignedIn | TooMany | FieldProblem> {
  const person = await newPerson(context, visitor, owner)
  if (person.kind !== 'person') return person
  const joining = {
    ...person,
    merchantId,
    hasLiveKey,
    action: 'account.claimed',
    confirmed: true,
    isReviewed: false,
    isHeld: true,
  } as const
  return inUndoableTransaction(context, (transaction) => join(context, transaction, joining, visitor, 'link'))
}

/** A working key, and the account that it claims. */
interface ClaimingKey {
  readonly kind: 'key'
  readonly merchantId: string
  readonly hasLiveKey: boolean
}

/**
 * A test key must not give what only live keys can do. It may lie in a repository, or in a shop's staging system, and
 * the operator may have given the account live access before anyone claimed it.
 */
const needsLiveKey =
  'This account takes live payments, so a test key cannot claim it. Use its live key, or ask the operator for a link.'

export async function keyToClaim(context: FlowContext, secretKey: string): Promise<ClaimingKey | FieldProblem> {
  const key = await loadSecretKey(context.db, hashSecretKey(secretKey))
  const hasEnded = !key || key.revoked_at !== null || (key.expires_at !== null && key.expires_at <= context.clock.now())
  if (hasEnded) return invalid('secret_key', 'There is no account with this key. Check that you copied all of it.')
  if (key.public_demo)
    return invalid('secret_key', 'This is the public demo key. Everyone shares its account, so it cannot be claimed.')
  if (key.live_access && !key.livemode) return invalid('secret_key', needsLiveKey)
  return { kind: 'key', merchantId: key.merchant_id, hasLiveKey: key.livemode }
}

/**
 * Creates a link that makes its holder the first person of an account. Earlier links stop working. Null: the account
 * already has a person.
 */
export async function makeFirstSignInLink(
  context: FlowContext,
  caller: Caller,
  merchantId: string,
  validForMs = firstLinkMs,
): Promise<string | null> {
  if ((await membersOf(context.db, merchantId)).length > 0) return null
  return inTransaction(context.db, (transaction) =>
    insertFirstSignInLink(context, transaction, { caller, merchantId, validForMs }),
  )
}

/** Creates the link as part of a larger transaction. */
export async function insertFirstSignInLink(
  context: FlowContext,
  transaction: Database,
  { caller, merchantId, validForMs }: { caller: Caller; merchantId: string; validForMs: number },
): Promise<string> {
  const now = context.clock.now()
  const { token, hash } = newSecretToken()
  await invalidateOneTimeLinks(transaction, merchantId, 'first_sign_in', now)
  await insertOneTimeLink(transaction, hash, {
    purpose: 'first_sign_in',
    merchant_id: merchantId,
    person_id: null,
    created_at: now,
    expires_at: new Date(now.getTime() + validForMs),
  })
  await audit(context, transaction, caller, { merchantId, livemode: null, action: 'first_sign_in_link.created' })
  return `${context.settings.baseUrl}/dashboard/welcome/${token}`
}

/** Whether the link still works. This check does not use it up. */
export async function isFirstSignInLink(context: FlowContext, token: string): Promise<boolean> {
  return (await findOneTimeLink(context.db, hashSecretToken(token), 'first_sign_in', context.clock.now())) !== null
}

/**
 * Makes the holder of the link the first person of the account, signed in. The link works once. `secretKey`: the first
 * key of an account that had none, such as one that the operator opened for an invitation.
 */
export async function useFirstSignInLink(
  context: FlowContext,
  visitor: Visitor,
  { token, ...owner }: Credentials & { token: string },
): Promise<(SignedIn & { readonly secretKey: string | null }) | TooMany | FieldProblem> {
  const person = await newPerson(context, visitor, owner)
  if (person.kind !== 'person') return person
  return inUndoableTransaction(context, async (transaction) => {
    const link = await redeemOneTimeLink(transaction, hashSecretToken(token), 'first_sign_in', context.clock.now())
    if (!link) return invalid('link', 'This link has already been used, or is too old.')
    const { merchant_id: merchantId } = link
    const isNew = (await listSecretKeys(transaction, merchantId)).length === 0
    const signedIn = await join(
      context,
      transaction,
      { ...person, merchantId, action: 'account.claimed', confirmed: false, isReviewed: isNew },
      visitor,
      'link',
    )
    if (signedIn.kind === 'invalid') return signedIn
    return { ...signedIn, secretKey: isNew ? await insertTestKey(context, transaction, merchantId) : null }
  })
}

interface NewPerson {
  readonly kind: 'person'
  readonly id: string
  readonly email: string
  readonly passwordHash: string
}

/** Validates the input and counts the attempt before the expensive password hash. */
async function newPerson(
  context: FlowContext,
  visitor: Visitor,
  { email, password }: Credentials,
): Promise<NewPerson | TooMany | FieldProblem> {
  const wrongAddress = addressProblem(email)
  if (wrongAddress) return wrongAddress
  const problem = passwordProblem(password, email)
  if (problem !== null) return invalid('password', problem)
  const wait = await visitorWaitSeconds(context, visitor, 'open_account')
  if (wait !== null) return { kind: 'too_many', retryAfterSeconds: wait }
  if (await findMemberByEmail(context.db, email)) return takenEmail()
  const passwordHash = await inPasswordTurn('stranger', () => hashPassword(password, context.settings.passwordCost))
  if (isTooMany(passwordHash)) return passwordHash
  return { kind: 'person', id: newId('per', context.clock.now()), email, passwordHash }
}

export function addressProblem(email: string): FieldProblem | null {
  if (formats['email']?.test(email)) return null
  return invalid('email', 'Enter a complete email address, like ada@example.com.')
}

interface Joining extends NewPerson {
  readonly confirmed: boolean
  /** Whether the person made or knows every key of the account. */
  readonly isReviewed: boolean
  /** Whether deliveries and live access wait for the review. Default: false. */
  readonly isHeld?: boolean
  /** Of a claim: whether the claim is by a live key. Others need none. */
  readonly hasLiveKey?: boolean
  /** Default: now. */
  readonly joinedAt?: Date
  readonly merchantId: string
  readonly action: AuditAction
}

async function join(
  context: FlowContext,
  transaction: Database,
  person: Joining,
  visitor: Visitor,
  by: FieldProblem['field'] = 'email',
): Promise<SignedIn | FieldProblem> {
  const now = person.joinedAt ?? context.clock.now()
  if (
    !(await insertPerson(transaction, {
      id: person.id,
      email: person.email,
      password_hash: person.passwordHash,
      created_at: now,
      email_confirmed_at: person.confirmed ? now : null,
      earlier_keys_reviewed_at: person.isReviewed ? now : null,
    }))
  )
    return takenEmail()
  const { id: personId, merchantId } = person
  const merchant = await lockMerchant(transaction, merchantId)
  // The operator may have given live access since the link was mailed.
  if (person.hasLiveKey === false && merchant?.live_access) return invalid(by, needsLiveKey)
  // Only an invitation adds a person to an account that has one.
  const isClaimed = (await membersOf(transaction, merchantId)).length > 0
  const membership = { personId, merchantId, role: 'owner', refundLimit: null } as const
  if (isClaimed || !(await insertMembership(transaction, membership, now)))
    return invalid(by, 'This account has already been claimed. Sign in with the email address that claimed it.')
  if (person.isHeld === true) await holdMerchant(transaction, merchantId, now)
  await audit(
    context,
    transaction,
    { personId, actor: person.email, address: visitor.address },
    { merchantId, livemode: null, action: person.action },
  )
  const owner = { id: personId, email: person.email, merchant_id: merchantId, has_app: false, has_passkey: false }
  return openLogin(context, transaction, owner, visitor)
}

/**
 * Runs `work` in a transaction and rolls it back on a problem, so that a refusal leaves no account, no person and no
 * used link.
 */
async function inUndoableTransaction<Done extends SignedIn>(
  context: FlowContext,
  work: (transaction: Database) => Promise<Done | FieldProblem>,
): Promise<Done | FieldProblem> {
  class Refused extends Error {
    readonly problem: FieldProblem
    constructor(problem: FieldProblem) {
      super(problem.message)
      this.problem = problem
    }
  }
  try {
    return await inTransaction(context.db, async (transaction) => {
      const done = await work(transaction)
      if (done.kind === 'invalid') throw new Refused(done)
      return done
    })
  } catch (error) {
    if (error instanceof Refused) return error.problem
    throw error
  }
}

function takenEmail(): FieldProblem {
  return invalid('email', 'There is already a sign-in with this email address. Sign in, or use another address.')
}

function invalid(field: FieldProblem['field'], message: string): FieldProblem {
  return { kind: 'invalid', field, message }
}
