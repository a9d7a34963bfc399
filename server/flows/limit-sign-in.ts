import { createHmac } from 'node:crypto'
import { clearSignInAttempts, countSignInAttempt, forgetSignInAttempts } from '../store/sign-in-counts.ts'
import type { FlowContext } from './context.ts'

/** Somebody who has not signed in: where they come from. */
export interface Visitor {
  /** For the audit log. */
  readonly address: string
  /** By what attempts are counted: a network, where one customer has many addresses. */
  readonly countedAs: string
  readonly userAgent: string | null
}

/** Attempts in a slot. Whether they succeed does not matter before they are made. */
const slotMs = 15 * 60_000
const perAddress = 60
const perAccount = 10

/**
 * Counts an attempt to get in, before it is made. Null: go on; otherwise the seconds to wait. `email` null: no account is
 * tried, only the address counts.
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

/** Whoever gets in has not been guessing. */
export async function forgiveAttempts(context: FlowContext, email: string): Promise<void> {
  await clearSignInAttempts(context.db, slotOf(context.clock.now()), accountSubject(context, email))
}

/** Forgets counts of past slots. */
export async function forgetOldSignInAttempts(context: FlowContext): Promise<void> {
  await forgetSignInAttempts(context.db, slotOf(context.clock.now()))
}

function accountSubject(context: FlowContext, email: string): string {
  return subjectOf(context, 'account', email.toLowerCase())
}

function subjectOf(context: FlowContext, kind: string, text: string): string {
  return `${kind} ${createHmac('sha256', context.keyring.current.forms).update(`${kind} ${text}`).digest('hex').slice(0, 32)}`
}

function slotOf(now: Date): Date {
  return new Date(Math.floor(now.getTime() / slotMs) * slotMs)
}
