import type { PaymentLinkRecord } from '../../domain/links/link-records.ts'
import { paymentLinkUrl } from '../../domain/wire/payment-link.ts'
import { closePaymentLink } from '../../flows/links/expire-payment-link.ts'
import { readPaymentLink } from '../../flows/links/read-payment-links.ts'
import { breadcrumb, buttonLink, copyButton } from '../../markup/design/components.ts'
import { html, type Markup } from '../../markup/html.ts'
import { copyable, facts, section, time } from '../shell/format.ts'
import { renderForm } from '../shell/forms.ts'
import { page, problem, type DashboardPage, type MemberForm, type MemberVisit, type Shown } from '../shell/page.ts'
import { money } from '../shell/words.ts'
import { collected, kindWords, linkTag } from './links-page.ts'

const deactivate: MemberForm = {
  name: 'deactivate',
  needs: 'links',
  button: 'Deactivate the link',
  danger: true,
  fields: {},
  submit: async ({ context, caller, scope, params }) => {
    const link = await closePaymentLink(context, scope, params['id'] ?? '', 'deactivated', caller)
    if (!link) return problem(404)
    const ended = {
      active: 'The link is still active.',
      deactivated: 'The link is deactivated. Customers can no longer pay through it.',
      paid: 'The link was already paid, so nothing was changed.',
      expired: 'The link had already expired, so nothing was changed.',
    }
    return { kind: 'done', notice: { message: ended[link.status] } }
  },
}

/** One payment link: its address, its QR code and the payments through it. */
export const linkPage: DashboardPage = { path: 'links/{id}', needs: 'see', show, forms: [deactivate] }

async function show(visit: MemberVisit): Promise<Shown> {
  const { context, scope, params } = visit
  const link = await readPaymentLink(context, scope, params['id'] ?? '')
  if (!link) return problem(404)
  const body = html`
    <div class="split">
      <div>${about(visit, link)}${ending(visit, link)}</div>
      <div>${address(visit, link)}</div>
    </div>
  `
  const name = link.description === '' ? link.code : link.description
  return page(`Payment link for ${money(link)}`, body, {
    above: breadcrumb([[visit.to('links'), 'Payment links']], name),
    heading: html`<span class="unseen">Payment link for </span>${money(link)}`,
    beside: html`<p>${linkTag(link)}</p>`,
  })
}

function address({ context }: MemberVisit, link: PaymentLinkRecord): Markup {
  const url = paymentLinkUrl(context.settings.baseUrl, link.code)
  // A path without a host, because the page's policy allows images of this host only.
  const qr = `/l/${link.code}/qr.svg`
  const copy = copyButton('link-address', 'the address')
  const picture = html`
    <p class="qr"><img src="${qr}" width="220" height="220" alt="QR code of the address"></p>
    <p><a href="${qr}" download="payment-link-${link.code}.svg">Download the QR code (SVG)</a></p>
  `
  const content = html`
    <p class="address"><code id="link-address">${url}</code> ${copy}</p>
    <p>${buttonLink(url, 'Open it as a customer', { sign: 'external' })}</p>
    ${link.status === 'active' && picture}
  `
  return section('address', 'Address', content)
}

function about({ merchant, to }: MemberVisit, link: PaymentLinkRecord): Markup {
  const when = (at: Date | null): Markup | null => at && time(at, merchant.time_zone)
  const rows = facts([
    ['Status', linkTag(link)],
    ['Amount', money(link)],
    ['Kind', kindWords[link.kind]],
    ['For', link.description === '' ? null : link.description],
    ['Payments', String(link.payments_count)],
    ['Collected', html`${collected(link)} <span class="hint">paid minus refunded</span>`],
    [
      'Paid by',
      link.paid_session_id &&
        html`<a href="${to(`payments/${link.paid_session_id}`)}"><code>${link.paid_session_id}</code></a>`,
    ],
    ['Reference', link.reference],
    ['Customer', [link.customer.name, link.customer.email].filter((part) => part !== undefined).join(', ') || null],
    ['Thank-you address', link.success_url && html`<code>${link.success_url}</code>`],
    [link.status === 'expired' ? 'Expired' : 'Expires', when(link.expires_at) ?? 'Never'],
    ...Object.entries(link.metadata).map(([key, value]) => [`Metadata: ${key}`, value] as const),
    ['Created', time(link.created_at, merchant.time_zone)],
    ['Id', copyable(link.id)],
  ])
  const payments = html`<p><a href="${to('payments', { link: link.id })}">Payments of this link</a></p>`
  return section('about', 'Details', html`${rows}${payments}`)
}

function ending(visit: MemberVisit, link: PaymentLinkRecord): Markup | null {
  if (link.status !== 'active') return null
  const effect = html`
    <p>
      Customers can then no longer pay through the link. A customer who has the page open but has not sent a card sees
      that the link is closed. A payment that is already with the bank may still succeed.
    </p>
  `
  const name = link.description === '' ? money(link) : `“${link.description}”`
  const confirm = `Deactivate the link for ${name}? Customers can no longer pay through it, and you cannot undo this.`
  const form = renderForm(visit, `links/${link.id}`, { ...deactivate, confirm })
  return section('ending', 'Deactivate', html`${effect}${form}`)
}
