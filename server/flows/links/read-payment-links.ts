import type { PaymentLinkStatus } from '../../domain/links/payment-link-state.ts'
import type { PaymentLinkRecord } from '../../domain/links/link-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { findPaymentLinkCode, listPaymentLinks, loadPaymentLink } from '../../store/links/payment-links.ts'
import type { FlowContext } from '../context.ts'
import { isLinkOverdue } from '../sessions/payment-link-of-session.ts'
import { closePaymentLink } from './expire-payment-link.ts'

/** A link in its current state: an overdue link expires first. */
export async function readPaymentLink(
  context: FlowContext,
  scope: Scope,
  linkId: string,
): Promise<PaymentLinkRecord | null> {
  const link = await loadPaymentLink(scope, context.db, linkId)
  return link && current(context, scope, link)
}

/** No other text can be a code, and PostgreSQL rejects some texts. */
const codeShape = /^[0-9a-z]{1,32}$/

/**
 * The link with a code, and the account and mode that own it. A code in capitals is the same: people type it from a
 * poster, and the most compact QR codes have no lower case.
 */
export async function readPaymentLinkByCode(
  context: FlowContext,
  typed: string,
): Promise<{ scope: Scope; link: PaymentLinkRecord } | null> {
  const code = typed.toLowerCase()
  const named = codeShape.test(code) ? await findPaymentLinkCode(context.db, code) : null
  const inTime = named && (await context.testClocks.inTimeOf(context, named.scope))
  const link = inTime && (await readPaymentLink(inTime, named.scope, named.id))
  return named && link ? { scope: named.scope, link } : null
}

/** Newest first. `after`: the last id of the previous page. */
export async function readPaymentLinks(
  context: FlowContext,
  scope: Scope,
  filter: { status: PaymentLinkStatus | null; after?: string | null; limit: number },
): Promise<{ links: PaymentLinkRecord[]; hasMore: boolean }> {
  const found = await listPaymentLinks(scope, context.db, {
    ...filter,
    limit: filter.limit + 1,
    now: context.clock.now(),
  })
  const links = await Promise.all(found.slice(0, filter.limit).map((link) => current(context, scope, link)))
  return { links, hasMore: found.length > filter.limit }
}

async function current(context: FlowContext, scope: Scope, link: PaymentLinkRecord): Promise<PaymentLinkRecord> {
  if (!isLinkOverdue(link, context.clock.now())) return link
  return (await closePaymentLink(context, scope, link.id, 'time_passed')) ?? link
}
