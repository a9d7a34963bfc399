import type { PaymentLinkKind, PaymentLinkRecord } from '../../domain/links/link-records.ts'
import { paymentLinkStatuses, type PaymentLinkStatus } from '../../domain/links/payment-link-state.ts'
import { readPaymentLinks } from '../../flows/links/read-payment-links.ts'
import { buttonLink, chips, emptyState, tag } from '../../markup/design/components.ts'
import { html, type Markup } from '../../markup/html.ts'
import { pager, table, time } from '../shell/format.ts'
import { may, page, type DashboardPage, type MemberVisit, type Shown } from '../shell/page.ts'
import { money } from '../shell/words.ts'

const path = 'links'
const rowsOnAPage = 50

const statusWords: Readonly<Record<PaymentLinkStatus, string>> = {
  active: 'Active',
  paid: 'Paid',
  expired: 'Expired',
  deactivated: 'Deactivated',
}
const statusTones = { active: 'good', paid: 'good', expired: 'quiet', deactivated: 'quiet' } as const

export const kindWords: Readonly<Record<PaymentLinkKind, string>> = { single: 'One payment', reusable: 'Many payments' }

export function linkTag({ status }: Pick<PaymentLinkRecord, 'status'>): Markup {
  return tag(statusWords[status], statusTones[status])
}

/** The money that came through a link: paid minus refunded. */
export function collected({ amount_collected: amount, currency }: PaymentLinkRecord): string {
  return money({ amount, currency })
}

/** The payment links of a mode, newest first. */
export const linksPage: DashboardPage = { path, needs: 'see', nav: 'Links', lists: () => 'pl', show, forms: [] }

async function show(visit: MemberVisit): Promise<Shown> {
  const { context, scope, query, to } = visit
  const asked = (query['status'] ?? '').trim()
  const status = paymentLinkStatuses.find((known) => known === asked) ?? null
  const after = query['after'] ?? null
  const isKnown = asked === '' || status !== null
  const { links, hasMore } = isKnown
    ? await readPaymentLinks(context, scope, { status, after, limit: rowsOnAPage })
    : { links: [], hasMore: false }
  const last = links.at(-1)
  const more = pager(
    after === null ? null : to(path, { status }),
    hasMore && last ? to(path, { status, after: last.id }) : null,
  )
  const create = may(visit, 'links') && buttonLink(to('links/new'), 'New payment link', { kind: 'main', sign: 'plus' })
  const isEmpty = links.length === 0 && asked === '' && after === null
  const content = links.length > 0 ? linkTable(visit, links) : isEmpty ? noneYet : noMatch(isKnown)
  return page('Payment links', html`${!isEmpty && statusChips(visit, asked)}${content}${more}`, {
    ...(create && { beside: html`<div class="acts">${create}</div>` }),
  })
}

const noneYet = emptyState(
  'link',
  'There are no payment links yet.',
  'A link is a short address that you send to a customer, who opens it and pays.',
)

function noMatch(isKnown: boolean): Markup {
  const text = isKnown ? 'No link has this status.' : 'There is no such status. Choose one above.'
  return emptyState('search', 'No payment link matches.', text)
}

function linkTable(visit: MemberVisit, links: readonly PaymentLinkRecord[]): Markup {
  const rows = links.map((link) => [
    html`<a href="${visit.to(`${path}/${link.id}`)}">${link.description === '' ? link.code : link.description}</a>`,
    money(link),
    kindWords[link.kind],
    linkTag(link),
    String(link.payments_count),
    collected(link),
    time(link.created_at, visit.merchant.time_zone),
  ])
  return table(
    'Payment links, newest first',
    ['For', { figures: 'Amount' }, 'Kind', 'Status', { figures: 'Payments' }, { figures: 'Collected' }, 'Created'],
    rows,
  )
}

function statusChips(visit: MemberVisit, status: string): Markup {
  const all = [['', 'All'] as const, ...paymentLinkStatuses.map((known) => [known, statusWords[known]] as const)]
  return chips(all, status, (known) => visit.to(path, { status: known || null }), 'Show only')
}
