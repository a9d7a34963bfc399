import { formatAmount } from '../../form/amount.ts'
import { fill, paidText } from '../../form/texts/fill.ts'
import { isSpoken, textsFor } from '../../form/texts/languages.ts'
import type { Texts } from '../../form/texts/texts.ts'
import type { FormAssets } from './form-assets.ts'
import { hostedPage, outcome, testBadge } from './hosted-page.ts'
import { html, type Markup, type PageReply } from '../markup/html.ts'

/** What the hosted page shows of a session. It knows no more, so it can tell no more. */
export interface HostedCheckoutView {
  readonly livemode: boolean
  /** Null while the account has no business name. */
  readonly merchantName: string | null
  /** Smallest unit of the currency. */
  readonly amount: number
  readonly currency: string
  readonly description: string | null
  readonly status: 'open' | 'processing' | 'paid' | 'failed' | 'expired' | 'refunded' | 'disputed'
  readonly cancelUrl: string | null
  readonly clientSecret: string
  /** The complete thank-you address once paid, otherwise null. */
  readonly redirectUrl: string | null
}

interface PageContext {
  readonly view: HostedCheckoutView
  readonly texts: Texts
  readonly amount: string
  readonly assets: FormAssets
}

const policy = ["script-src 'self'", "frame-src 'self'", "form-action 'none'", "frame-ancestors 'none'"]

/** `GET /checkout/{client_secret}` of a known session, in any state (Specification, "Hosted pages"). */
export function renderHostedCheckout(
  view: HostedCheckoutView,
  locale: string | undefined,
  assets: FormAssets,
): PageReply {
  const { texts, locale: tag } = textsFor(locale)
  const amount = formatAmount(view.amount, view.currency, tag)
  const context: PageContext = { view, texts, amount, assets }
  const title = `${view.merchantName ?? texts.shell.title} · ${amount}`
  const content = view.status === 'open' || view.status === 'processing' ? payPage(context) : endPage(context)
  return hostedPage({ status: 200, title, locale: tag, texts, style: assets.hostedStyle, content, policy })
}

/** An address that leads to no session, or carries a wrong secret. */
export function renderUnknownCheckout(locale: string | undefined, assets: FormAssets): PageReply {
  const { texts, locale: tag } = textsFor(locale)
  const { unknownTitle, unknown } = texts.hosted
  const content = html`<main>${outcome('bad', unknownTitle, unknown)}</main>`
  return hostedPage({
    status: 404,
    title: unknownTitle,
    locale: tag,
    texts,
    style: assets.hostedStyle,
    content,
    policy,
  })
}

/** The first language in `Accept-Language` that we speak, otherwise the first: browsers send them in the customer's order. */
export function preferredLocale(acceptLanguage: string | undefined): string | undefined {
  const tags = (acceptLanguage ?? '').split(',').map((entry) => entry.split(';')[0]?.trim() ?? '')
  return tags.find(isSpoken) ?? (tags[0] || undefined)
}

function payPage({ view, texts, amount, assets }: PageContext): Markup {
  const named = (text: string, otherwise: string): string =>
    view.merchantName ? fill(text, { merchant: view.merchantName }) : otherwise
  const [paidTo, payTo] = [
    named(texts.hosted.paidTo, texts.live.paidTitle),
    named(texts.hosted.payTo, texts.shell.title),
  ]
  const order = html`<div class="order"><p class="payee"><span id="payee" data-paid="${paidTo}" data-ended="${view.merchantName ?? texts.shell.title}">${payTo}</span>${testBadge(view.livemode, texts)}</p><h1>${amount}</h1><p class="description">${view.description}</p></div>`
  const form = html`<div class="form" data-client-secret="${view.clientSecret}" data-place="checkout"></div>`
  const cancel =
    view.cancelUrl &&
    html`<footer id="cancel"><a id="back" href="${view.cancelUrl}" data-ended="${texts.hosted.backToShop}">${texts.hosted.cancel}</a></footer>`
  const noScript = html`<noscript><div class="outcome"><p>${texts.shell.withoutScript}</p></div></noscript>`
  return html`<main class="pay">${order}<div>${form}${noScript}</div></main>${cancel}<script src="../v1/servicepay.js"></script>${hostedScript(assets)}`
}

function endPage(context: PageContext): Markup {
  const { view, texts, amount, assets } = context
  const order = html`<div class="order"><p class="payee"><span>${view.merchantName}</span>${testBadge(view.livemode, texts)}</p></div>`
  return html`<main>${order}${endOf(context, amount)}</main>${hostedScript(assets)}`
}

function endOf({ view, texts }: PageContext, amount: string): Markup {
  const { live, hosted } = texts
  const back = view.cancelUrl && html`<a href="${view.cancelUrl}">${hosted.backToShop}</a>`
  const onward = view.redirectUrl && html`<a href="${view.redirectUrl}" data-redirect>${hosted.continueToShop}</a>`
  switch (view.status) {
    case 'failed':
      return outcome('bad', live.failedTitle, live.failed, back || null)
    case 'expired':
      return outcome('bad', live.expiredTitle, live.expired, back || null)
    case 'refunded':
      return outcome('good', hosted.refundedTitle, fill(hosted.refunded, { amount }), null)
    default:
      // To the customer a disputed payment is a payment (decisions, "Status of pages").
      return outcome('good', live.paidTitle, paidText(live, amount, view.merchantName), onward || null)
  }
}

function hostedScript(assets: FormAssets): Markup {
  return html`<script src="../v1/form/assets/${assets.hostedScript.name}"></script>`
}
