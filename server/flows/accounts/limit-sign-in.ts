import { createHmac } from 'node:crypto'
import { countedClient, type CountedClient } from '../card-testing/counted-client.ts'
import type { PersonRecord } from '../../domain/accounts/account-records.ts'
import type { KnownDevice } from '../../domain/accounts/device-token.ts'
import { addressesOfPerson } from '../../store/accounts/logins.ts'
import { clearSignInAttempts, countSignInAttempt, forgetSignInAttempts } from '../../store/accounts/sign-in-counts.ts'
import type { FlowContext } from '../context.ts'

/** A visitor who is not signed in. */
export interface Visitor {
  /** For the audit log. */
  readonly address: string
  readonly client: CountedClient
  readonly userAgent: string | null
  /** The person who has signed in with this browser before. */
  readonly device: KnownDevice | null
}

/** The refusal of an attempt. */
export interface TooMany {
  readonly kind: 'too_many'
  readonly retryAfterSeconds: number
}

/** What a visitor attempts. Each has its own counts, so that guesses at a password do not prevent its reset. */
type Purpose = 'sign_in' | 'second_factor' | 'open_account' | 'change_password' | 'request_reset' | 'reset_password'

/** A count and its limit in a time slot. Every attempt counts, successful or not. */
interface Count {
  readonly kind: 'address' | 'network' | 'account' | 'pair' | 'device' | 'login'
  readonly of: string
  readonly limit: number
}

const slotMs = 15 * 60_000
const perAddress = 60
const perNetwork = 300
/** One address, or one known browser, at one account. */
const perPair = 10
/** All strangers together at one account. */
const perAccount = 30

/** How long an address stays known after a sign-in. */
const knownForMs = 30 * 24 * 3600_000

/**
 * Counts a sign-in attempt before it runs. `wait`: the seconds to wait, or null when it may proceed. `isKnown`:
 * the person has signed in with this browser or from this address before. Wrong passwords of strangers do not count
 * against such a visitor (spec/decisions/accounts.md#sign-in). `member`: the person with this email address.
 */
export async function countSignIn(
  context: FlowContext,
  visitor: Visitor,
  email: string,
  member: Pick<PersonRecord, 'id'> | null,
): Promise<{ readonly wait: number | null; readonly isKnown: boolean }> {
  const pair: Count = { kind: 'pair', of: pairOf(visitor, email), limit: perPair }
  const known: Count | null =
    member && visitor.device?.personId === member.id
      ? { kind: 'device', of: visitor.device.id, limit: perPair }
      : (await isKnownAddress(context, visitor, member))
        ? pair
        : null
  if (known) return { wait: await waitSeconds(context, 'sign_in', [known]), isKnown: true }
  const account: Count = { kind: 'account', of: email.toLowerCase(), limit: perAccount }
  const wait =
    (await visitorWaitSeconds(context, visitor, 'sign_in')) ?? (await waitSeconds(context, 'sign_in', [pair, account]))
  return { wait, isKnown: false }
}

/** Counts an attempt by the visitor's address and network alone. */
export function visitorWaitSeconds(context: FlowContext, visitor: Visitor, purpose: Purpose): Promise<number | null> {
  return waitSeconds(context, purpose, [
    { kind: 'address', of: visitor.client.address, limit: perAddress },
    { kind: 'network', of: visitor.client.network, limit: perNetwork },
  ])
}

/** Counts a request for a new password. Requests of others do not prevent those of the person. */
export async function resetWaitSeconds(context: FlowContext, visitor: Visitor, email: string): Promise<number | null> {
  const pair: Count = { kind: 'pair', of: pairOf(visitor, email), limit: perPair }
  return (await visitorWaitSeconds(context, visitor, 'request_reset')) ?? waitSeconds(context, 'request_reset', [pair])
}

/** Counts a password that someone who is signed in has typed. */
export function changeWaitSeconds(context: FlowContext, loginId: string): Promise<number | null> {
  return waitSeconds(context, 'change_password', [{ kind: 'login', of: loginId, limit: perPair }])
}

/**
 * Counts a second factor that a person gives after the password. Who knows the password uses up only the attempts of
 * strangers, and not those of a browser in which the person has signed in before.
 */
export function secondFactorWaitSeconds(
  context: FlowContext,
  visitor: Visitor,
  personId: string,
): Promise<number | null> {
  return waitSeconds(context, 'second_factor', [secondFactorCount(visitor, personId)])
}

/** The right second factor forgives the attempts before it. */
export async function forgiveSecondFactors(context: FlowContext, visitor: Visitor, personId: string): Promise<void> {
  const { kind, of } = secondFactorCount(visitor, personId)
  await clearSignInAttempts(context.db, slotOf(context.clock.now()), [subjectOf(context, 'second_factor', kind, of)])
}

function secondFactorCount({ device }: Visitor, personId: string): Count {
  return device?.personId === personId
    ? { kind: 'device', of: device.id, limit: perPair }
    : { kind: 'account', of: personId, limit: perPair }
}

/** The right password forgives the attempts of the login. */
export async function forgiveChanges(context: FlowContext, loginId: string): Promise<void> {
  await clearSignInAttempts(context.db, slotOf(context.clock.now()), [
    subjectOf(context, 'change_password', 'login', loginId),
  ])
}

/** A successful sign-in forgives the visitor's own attempts at the account. */
export async function forgiveSignIns(context: FlowContext, visitor: Visitor, email: string): Promise<void> {
  const subjects = [subjectOf(context, 'sign_in', 'pair', pairOf(visitor, email))]
  if (visitor.device) subjects.push(subjectOf(context, 'sign_in', 'device', visitor.device.id))
  await clearSignInAttempts(context.db, slotOf(context.clock.now()), subjects)
}

/** A new password forgives everyone's attempts at the account. */
export async function forgiveAccount(context: FlowContext, visitor: Visitor, email: string): Promise<void> {
  await forgiveSignIns(context, visitor, email)
  const subjects = [subjectOf(context, 'sign_in', 'account', email.toLowerCase())]
  await clearSignInAttempts(context.db, slotOf(context.clock.now()), subjects)
}

/** Deletes a batch of counts of past slots. True: there may be more. */
export function forgetOldSignInAttempts(context: FlowContext): Promise<boolean> {
  return forgetSignInAttempts(context.db, slotOf(context.clock.now()))
}

async function waitSeconds(context: FlowContext, purpose: Purpose, allowed: readonly Count[]): Promise<number | null> {
  const now = context.clock.now()
  const slot = slotOf(now)
  const limits = new Map(allowed.map(({ kind, of, limit }) => [subjectOf(context, purpose, kind, of), limit]))
  const counts = await countSignInAttempt(context.db, slot, [...limits.keys()])
  const isOver = [...limits].some(([subject, limit]) => (counts.get(subject) ?? 0) > limit)
  return isOver ? Math.ceil((slot.getTime() + slotMs - now.getTime()) / 1000) : null
}

async function isKnownAddress(
  context: FlowContext,
  visitor: Visitor,
  member: Pick<PersonRecord, 'id'> | null,
): Promise<boolean> {
  const since = new Date(context.clock.now().getTime() - knownForMs)
  // Asks about an unknown person too, so that the response time does not reveal whether an account exists.
  const addresses = await addressesOfPerson(context.db, member?.id ?? '', since)
  return addresses.some((address) => countedClient(address).address === visitor.client.address)
}

function pairOf(visitor: Visitor, email: string): string {
  return `${visitor.client.address} ${email.toLowerCase()}`
}

function subjectOf(context: FlowContext, purpose: Purpose, kind: Count['kind'], text: string): string {
  const hash = createHmac('sha256', context.keyring.current.forms).update(`${purpose} ${kind} ${text}`).digest('hex')
  return `${kind} ${hash.slice(0, 32)}`
}

function slotOf(now: Date): Date {
  return new Date(Math.floor(now.getTime() / slotMs) * slotMs)
}
