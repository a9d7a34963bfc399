import { fail, type Failure } from '../../domain/failure.ts'
import { newId, sessionIdPrefix } from '../../domain/ids.ts'
import { linkCheckoutMs } from '../../domain/links/payment-link-state.ts'
import type { PaymentLinkRecord } from '../../domain/links/link-records.ts'
import type { SessionRecord } from '../../domain/sessions/session-records.ts'
import { linkClosed } from '../../domain/refusals.ts'
import type { Scope } from '../../domain/scope.ts'
import { bytesWritten } from '../../domain/sandbox/test-storage.ts'
import type { FormView } from '../../domain/wire/form-session.ts'
import { loadSharedSession, sharedSessionOf } from '../../store/sessions/checkout-sessions.ts'
import { insertSession, insertSessionOfLink, recordOf, type LinkSession } from '../../store/sessions/new-sessions.ts'
import { inTransaction } from '../../store/sql/database.ts'
import { lockPaymentLink } from '../../store/links/payment-links.ts'
import type { FlowContext } from '../context.ts'
import { expireSession, isOverdue } from '../sessions/expire-session.ts'
import { isLinkClosed } from '../sessions/payment-link-of-session.ts'
import { formViewOf } from '../sessions/read-form-session.ts'
import { readPaymentLinkByCode } from './read-payment-links.ts'
import { unchargeable } from '../sessions/unchargeable.ts'

export interface LinkCheckout {
  readonly kind: 'checkout'
  readonly scope: Scope
  readonly view: FormView
}

/**
 * Returns the checkout for a customer who opens a link: the shared one of a one-off link, or a new one of a reusable
 * link (spec/decisions/links.md#opening-a-link).
 */
export async function openLinkCheckout(
  service: FlowContext,
  code: string,
): Promise<LinkCheckout | Failure<'not_found' | 'session_not_payable' | 'rate_limited'>> {
  const found = await readPaymentLinkByCode(service, code)
  if (!found)
    return fail('not_found', { message: 'There is no such payment link.', fix: 'Check the address of the link.' })
  const { scope, link } = found
  const context = await service.testClocks.inTimeOf(service, scope)
  if (isLinkClosed(link, context.clock.now())) return linkClosed(link)
  if (!(await isChargeable(context, scope, link))) return linkClosed(link)
  const opened = await (link.kind === 'single' ? openShared(context, scope, link) : openSeparate(context, scope, link))
  if (opened?.kind === 'failure') return opened
  const view = opened && (await formViewOf(context, scope, opened.session))
  return view ? { kind: 'checkout', scope, view } : linkClosed(link)
}

/** The account may have another acquirer now than when it made the link. */
async function isChargeable(context: FlowContext, scope: Scope, link: PaymentLinkRecord): Promise<boolean> {
  const processor = await context.processorFor(scope)
  return processor !== null && unchargeable(processor, link) === null
}

/**
 * What the form of an active link shows before a person acts. Creates nothing. Null: the link has a checkout already,
 * so that opening it creates nothing either, or it takes no payment.
 */
export async function previewLinkCheckout(
  context: FlowContext,
  scope: Scope,
  link: PaymentLinkRecord,
): Promise<FormView | null> {
  const now = context.clock.now()
  if (isLinkClosed(link, now) || !(await isChargeable(context, scope, link))) return null
  const shared = link.kind === 'single' ? await loadSharedSession(scope, context.db, link.id) : null
  if (shared && !isOverdue(shared, now)) return null
  return formViewOf(context, scope, recordOf(scope, sessionOfLink(scope, link, now)))
}

/** Null: the link is closed. */
type Opened = { readonly kind: 'opened'; readonly session: SessionRecord } | Failure<'rate_limited'> | null

/** The visitors of a one-off link share a checkout, which the first one creates. */
async function openShared(context: FlowContext, scope: Scope, link: PaymentLinkRecord): Promise<Opened> {
  const now = context.clock.now()
  const existing = await loadSharedSession(scope, context.db, link.id)
  if (existing && !isOverdue(existing, now)) return { kind: 'opened', session: existing }
  const full = takeStorage(context, scope, link)
  if (full) return full
  // Before the link is locked, because a transaction that holds a link must not wait for an open session.
  if (existing) await expireSession(context, scope, existing.id)
  const session = await inTransaction(context.db, async (transaction) => {
    const locked = await lockPaymentLink(scope, transaction, link.id)
    if (!locked || isLinkClosed(locked, now)) return null
    const shared = await sharedSessionOf(scope, transaction, link.id)
    return shared ?? insertSession(scope, transaction, sessionOfLink(scope, locked, now))
  })
  return session && { kind: 'opened', session }
}

async function openSeparate(context: FlowContext, scope: Scope, link: PaymentLinkRecord): Promise<Opened> {
  const full = takeStorage(context, scope, link)
  if (full) return full
  const session = await insertSessionOfLink(scope, context.db, sessionOfLink(scope, link, context.clock.now()))
  return session && { kind: 'opened', session }
}

function takeStorage(
  context: FlowContext,
  scope: Scope,
  { metadata }: PaymentLinkRecord,
): Failure<'rate_limited'> | null {
  return context.testStorage.take(scope, bytesWritten(JSON.stringify(metadata).length), 'visitor')
}

/** A session with the terms of the link. */
export function sessionOfLink(scope: Scope, link: PaymentLinkRecord, now: Date): LinkSession {
  const latest = now.getTime() + linkCheckoutMs
  return {
    id: newId(sessionIdPrefix(scope.livemode), now),
    amount: link.amount,
    currency: link.currency,
    reference: link.reference,
    description: link.description,
    customer: link.customer,
    success_url: link.success_url,
    expires_at: new Date(link.expires_at ? Math.min(latest, link.expires_at.getTime()) : latest),
    created_at: now,
    metadata: { ...link.metadata, payment_link: link.id },
    payment_link_id: link.id,
    shared: link.kind === 'single',
  }
}
