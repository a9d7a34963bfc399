import { createHmac } from 'node:crypto'
import { clearSignInAttempts, countSignInAttempt, forgetSignInAttempts } from '../store/sign-in-counts.ts'
import type { FlowContext } from './context.ts'

/** A visitor who is not signed in. */
export interface Visitor {
  /** For the audit log. */
  readonly address: string
  /** The address that attempts count against, or its network if one customer can have many addresses. */
  readonly countedAs: string
  readonly userAgent: string | null
}

/** Attempts in one time slot. Every attempt counts, successful or not. */
const slotMs = 15 * 60_000
const perAddress = 60
const perAccount = 10

/**
 * Counts a sign-in attempt before it runs. Returns the seconds to wait, or null when the attempt may proceed. With
 * `email` null, only the address counts.
 */
export async function signInWaitSeconds(
  context: FlowContext,
  visitor: Visitor,
  email: string | null,
): Promise<number | null> {
  const now = context.clock.now()
  const slot = slotOf(now)
  const allowed = new Map([[subjectOf(context, 'address', visitor.countedAs), perAddress]])
  if (email !== null) allowed.set(accountSubject(context, email), perAccount)
  const counts = await countSignInAttempt(context.db, slot, [...allowed.keys()])
  const isOver = [...allowed].some(([subject, limit]) => (counts.get(subject) ?? 0) > limit)
  return isOver ? Math.ceil((slot.getTime() + slotMs - now.getTime()) / 1000) : null
}

/** A successful sign-in resets the count of its account. */
export async function forgiveAttempts(context: FlowContext, email: string): Promise<void> {
  await clearSignInAttempts(context.db, slotOf(context.clock.now()), accountSubject(context, email))
}

/** Deletes a batch of counts of past slots. True: there may be more. */
export function forgetOldSignInAttempts(context: FlowContext): Promise<boolean> {
  return forgetSignInAttempts(context.db, slotOf(context.clock.now()))
}

function accountSubject(context: FlowContext, email: string): string {
  return subjectOf(context, 'account', email.toLowerCase())
}

function subjectOf(context: FlowContext, kind: string, text: string): string {
  const hash = createHmac('sha256', context.keyring.current.forms).update(`${kind} ${text}`).digest('hex')
  return `${kind} ${hash.slice(0, 32)}`
}

function slotOf(now: Date): Date {
  return new Date(Math.floor(now.getTime() / slotMs) * slotMs)
}
