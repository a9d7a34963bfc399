import { createHmac } from 'node:crypto'
import type { DeclineLimits } from '../domain/decline-limits.ts'
import type { AttemptRecord, SessionRecord } from '../domain/records.ts'
import type { Scope } from '../domain/scope.ts'
import { addDecline, countDeclines, forgetDeclines } from '../store/decline-counts.ts'
import type { Database } from '../store/database.ts'
import type { FlowContext } from './context.ts'

const hourMs = 3600_000

/**
 * The seconds to wait when this client address, link or account has had too many declined cards in this hour. Null: the
 * customer may try a card.
 */
export async function declineWaitSeconds(
  context: FlowContext,
  scope: Scope,
  session: SessionRecord,
  clientAddress: string,
): Promise<number | null> {
  const limits = context.settings.declineLimits
  if (!applies(limits, scope.livemode)) return null
  const now = context.clock.now()
  const allowed = allowances(context, scope.merchantId, session.payment_link_id, addressSubject(context, clientAddress))
  const counts = await countDeclines(context.db, hourOf(now), [...allowed.keys()])
  const isOver = [...allowed].some(([subject, limit]) => (counts.get(subject) ?? 0) >= limit)
  return isOver ? Math.ceil((hourOf(now).getTime() + hourMs - now.getTime()) / 1000) : null
}

/** Counts a declined card in the transaction that records the decline. */
export async function countDecline(
  context: FlowContext,
  transaction: Database,
  attempt: AttemptRecord,
  session: SessionRecord,
  now: Date,
): Promise<void> {
  if (!applies(context.settings.declineLimits, attempt.livemode)) return
  const subjects = allowances(context, attempt.merchant_id, session.payment_link_id, attempt.client_address)
  await addDecline(transaction, hourOf(now), [...subjects.keys()])
}

/** Deletes a batch of counts of past hours. True: there may be more. */
export function forgetOldDeclines(context: FlowContext): Promise<boolean> {
  return forgetDeclines(context.db, hourOf(context.clock.now()))
}

function applies(limits: DeclineLimits, livemode: boolean): boolean {
  return limits.modes === 'all' || (limits.modes === 'live' && livemode)
}

function allowances(
  context: FlowContext,
  merchantId: string,
  linkId: string | null,
  address: string | null,
): Map<string, number> {
  const { perAddress, perLink, perAccount } = context.settings.declineLimits
  const allowed = new Map([[`account ${merchantId}`, perAccount]])
  if (linkId !== null) allowed.set(`link ${linkId}`, perLink)
  if (address !== null) allowed.set(address, perAddress)
  return allowed
}

/** A keyed hash of a client address. The table then does not reveal the addresses. */
export function addressSubject(context: FlowContext, clientAddress: string): string {
  const hash = createHmac('sha256', context.keyring.current.clientSecrets)
    .update(`address ${clientAddress}`)
    .digest('hex')
  return `address ${hash.slice(0, 32)}`
}

function hourOf(now: Date): Date {
  return new Date(Math.floor(now.getTime() / hourMs) * hourMs)
}
