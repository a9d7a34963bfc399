import { fill, paidText } from '../../form/texts/fill.ts'
import { html, type Markup, type PageReply } from '../markup/html.ts'
import type { FormAssets } from './form-assets.ts'
import { outcome } from './hosted-page.ts'
import {
  closed,
  pageScript,
  payable,
  paymentPage,
  renderPaymentPage,
  renderUnknownPayment,
  type PaymentPage,
  type PaymentPageKind,
  type PaymentView,
} from './payment-page.ts'

/** The part of a session that the hosted page may show. */
export interface HostedCheckoutView extends PaymentView {
  readonly status: 'open' | 'processing' | 'paid' | 'failed' | 'expired' | 'refunded' | 'disputed'
  readonly cancelUrl: string | null
  readonly clientSecret: string
  /** The complete thank-you address once paid, otherwise null. */
  readonly redirectUrl: string | null
}

const policy = ["script-src 'self'", "frame-src 'self'", "form-action 'none'", "frame-ancestors 'none'"]

const kindOf = ({ hostedStyle: style }: FormAssets): PaymentPageKind => ({ style, policy })

/** `GET /checkout/{client_secret}` of a known session, in any state. */
export function renderHostedCheckout(
  view: HostedCheckoutView,
  locale: string | undefined,
  assets: FormAssets,
): PageReply {
  const page = paymentPage(view, locale, assets)
  const isPayable = view.status === 'open' || view.status === 'processing'
  return renderPaymentPage(page, kindOf(assets), isPayable ? payablePage(page) : closedPage(page))
}

/** The page for an address with an unknown session or a wrong secret. */
export function renderUnknownCheckout(locale: string | undefined, assets: FormAssets): PageReply {
  return renderUnknownPayment(locale, kindOf(assets), ({ hosted }) => hosted)
}

function payablePage(page: PaymentPage<HostedCheckoutView>): Markup {
  const { clientSecret, cancelUrl } = page.view
  const { cancel, backToShop } = page.texts.hosted
  const form = html`<div class="form" data-client-secret="${clientSecret}" data-place="checkout"></div>`
  const footer =
    cancelUrl &&
    html`<footer id="cancel"><a id="back" href="${cancelUrl}" data-ended="${backToShop}">${cancel}</a></footer>`
  return payable(page, form, footer || null, page.assets.hostedScript)
}

function closedPage(page: PaymentPage<HostedCheckoutView>): Markup {
  return html`${closed(page, outcomeOf(page))}${pageScript(page.assets.hostedScript)}`
}

function outcomeOf({ view, texts, amount }: PaymentPage<HostedCheckoutView>): Markup {
  const { live, hosted } = texts
  const back = view.cancelUrl && html`<a href="${view.cancelUrl}">${hosted.backToShop}</a>`
  const onward = view.redirectUrl && html`<a href="${view.redirectUrl}" data-redirect>${hosted.continueToShop}</a>`
  switch (view.status) {
    case 'failed':
      return outcome('bad', live.failedTitle, live.failed, back || null)
    case 'expired':
      return outcome('bad', live.expiredTitle, live.expired, back || null)
    case 'refunded':
      return outcome('good', hosted.refundedTitle, fill(hosted.refunded, { amount }))
    default:
      // For the customer a disputed payment is still a payment.
      return outcome('good', live.paidTitle, paidText(live, amount, view.merchantName), onward || null)
  }
}
