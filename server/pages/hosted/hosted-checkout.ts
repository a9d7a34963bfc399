import { formatAmount } from '../../../form/amount.ts'
import { isWhole, type Payment } from '../../../form/receipt.ts'
import { fill, paidText, withoutCharge } from '../../../form/texts/fill.ts'
import { html, verbatim, type Markup, type PageReply } from '../../markup/html.ts'
import type { FormAssets } from '../form/form-assets.ts'
import { outcome } from './hosted-page.ts'
import {
  closed,
  pageScript,
  payable,
  paymentPage,
  renderPaymentPage,
  renderUnavailablePayment,
  renderUnknownPayment,
  stayNote,
  type PaymentPage,
  type PaymentPageKind,
  type PaymentView,
} from './payment-page.ts'
import { printButton, receipt } from './receipt.ts'

/** The part of a session that the hosted page may show. */
export interface HostedCheckoutView extends PaymentView, Payment {
  readonly status: 'open' | 'processing' | 'paid' | 'failed' | 'expired' | 'refunded' | 'disputed'
  /** Why the last card attempt failed, if it did. */
  readonly failure_code: string | null
  /** A bank may have taken money in an attempt without an outcome. It then goes back. */
  readonly mayBeCharged: boolean
  readonly cancelUrl: string | null
  readonly clientSecret: string
  /** The complete thank-you address once paid, otherwise null. */
  readonly redirectUrl: string | null
  /** The customer has just paid, for example on the bank's page, and continues to the shop without a click. */
  readonly isJustPaid: boolean
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

/** Every payment page while the database does not work. */
export function renderUnavailable(locale: string | undefined, assets: FormAssets, hasLink: boolean): PageReply {
  return renderUnavailablePayment(locale, kindOf(assets), { hasLink })
}

function payablePage(page: PaymentPage<HostedCheckoutView>): Markup {
  const { clientSecret, cancelUrl, status } = page.view
  const { cancel, backToShop } = page.texts.hosted
  const form = html`
    <div class="form" data-client-secret="${clientSecret}" data-status="${status}" data-place="checkout"></div>
    ${stayNote(page.texts)}
  `
  const link = html`<a id="back" href="${cancelUrl}" data-ended="${backToShop}">${cancel}</a>`
  const footer = cancelUrl === null ? null : html`<footer id="cancel" data-way-out>${link}</footer>`
  return payable(page, form, footer, page.assets.hostedScript)
}

function closedPage(page: PaymentPage<HostedCheckoutView>): Markup {
  return html`${closed(page, outcomeOf(page))}${pageScript(page.assets.hostedScript)}`
}

function outcomeOf(page: PaymentPage<HostedCheckoutView>): Markup {
  const { view, texts, locale, amount } = page
  const { live, hosted, link } = texts
  if (!view.receipt && (view.status === 'failed' || view.status === 'expired')) {
    // After an unfinished bank check, money that the bank took goes back, as the text of an expired checkout says.
    const isUnfinished = view.failure_code === 'processor_unavailable'
    const [title, text] =
      view.status === 'failed'
        ? [live.failedTitle, isUnfinished ? live.expired : live.failed]
        : [live.expiredTitle, view.mayBeCharged ? live.expired : withoutCharge(live.expired, link)]
    const back = view.cancelUrl !== null && html`<a href="${view.cancelUrl}">${hosted.backToShop}</a>`
    return outcome('bad', title, text, { action: back || null })
  }
  // All visitors of a one-off link share its checkout, and this one may not have paid.
  if (!view.receipt) return outcome('good', link.paidTitle, paidText(link, amount, view.merchantName))
  const redirect = view.isJustPaid && verbatim(' data-redirect')
  const onward =
    view.redirectUrl !== null && html`<a href="${view.redirectUrl}"${redirect}>${hosted.continueToShop}</a>`
  return outcome('good', ...paidTexts(page), {
    amount: isWhole(view) && amount,
    receipt: receipt(view, texts, locale),
    action: onward || null,
    print: printButton(texts),
  })
}

/** Title and explanation of a page that shows a receipt. */
function paidTexts({ view, texts, locale, amount }: PaymentPage<HostedCheckoutView>): [string, string] {
  const { live, hosted, receipt: words } = texts
  const refunded = view.receipt?.amount_refunded ?? 0
  if (view.receipt?.paid_at === null) return [words.lateTitle, fill(words.late, { amount })]
  if (view.status === 'refunded') return [hosted.refundedTitle, fill(hosted.refunded, { amount })]
  if (refunded > 0)
    return [words.partTitle, fill(hosted.refunded, { amount: formatAmount(refunded, view.currency, locale) })]
  // For the customer a disputed payment is still a payment.
  return [live.paidTitle, view.merchantName === null ? '' : fill(hosted.paidTo, { merchant: view.merchantName })]
}
