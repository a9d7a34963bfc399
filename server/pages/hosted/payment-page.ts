import { formatAmount } from '../../../form/amount.ts'
import { fill } from '../../../form/texts/fill.ts'
import { textsFor } from '../../../form/texts/languages.ts'
import type { Texts } from '../../../form/texts/texts.ts'
import { html, type InlineStyle, type Markup, type PageReply } from '../../markup/html.ts'
import type { Asset, FormAssets } from '../form/form-assets.ts'
import { languageList, pageFoot, type FootView } from '../replies/page-foot.ts'
import { hostedPage, outcome } from './hosted-page.ts'

/** What the hosted page of a session and the page of a payment link both show of a payment. */
export interface PaymentView extends FootView {
  /** No real money moves: test mode, or a rehearsal of live mode. */
  readonly isTest: boolean
  /** Null while the account has no business name. */
  readonly merchantName: string | null
  /** Smallest unit of the currency. */
  readonly amount: number
  readonly currency: string
  readonly description: string | null
  /** The merchant's order id. */
  readonly reference: string | null
}

/** One request for such a page. */
export interface PaymentPage<View extends PaymentView> {
  readonly view: View
  readonly texts: Texts
  /** Language tag of the page. */
  readonly locale: string
  /** The amount as people write it in that language. */
  readonly amount: string
  readonly title: string
  readonly assets: FormAssets
}

/** The relative path from these pages to the service's root. */
const root = '../'

export function paymentPage<View extends PaymentView>(
  view: View,
  requestedLocale: string | undefined,
  assets: FormAssets,
): PaymentPage<View> {
  const { texts, locale } = textsFor(requestedLocale)
  const amount = formatAmount(view.amount, view.currency, locale)
  const name = `${view.merchantName ?? texts.shell.title} · ${amount}`
  return { view, texts, locale, amount, title: view.isTest ? `${texts.shell.testMode} · ${name}` : name, assets }
}

/** The parts of the document in which the kinds of payment page differ. */
export interface PaymentPageKind {
  readonly style: InlineStyle
  readonly policy: readonly string[]
}

export function renderPaymentPage(
  { view, title, locale, texts }: PaymentPage<PaymentView>,
  { style, policy }: PaymentPageKind,
  page: Markup,
  head: Markup = html``,
): PageReply {
  // Everyone can open a test account under any name, so these words come before all of the account's own.
  const content = view.isTest ? html`<header class="test-bar">${texts.hosted.testNote}</header>${page}` : page
  return hostedPage({ status: 200, title, locale, texts, style, root, head, content, policy })
}

/** The page for an address that belongs to no payment. */
export function renderUnknownPayment(
  requestedLocale: string | undefined,
  { style, policy }: PaymentPageKind,
  textsOf: (texts: Texts) => { readonly unknownTitle: string; readonly unknown: string },
): PageReply {
  const { texts, locale } = textsFor(requestedLocale)
  const { unknownTitle: title, unknown } = textsOf(texts)
  const content = html`<main>${outcome('bad', title, unknown)}<div class="foot">${languageList(texts)}</div></main>`
  return hostedPage({ status: 404, title, locale, texts, style, root, content, policy })
}

/** The page while the database does not work. Without a link to it, the customer reloads the page. */
export function renderUnavailablePayment(
  requestedLocale: string | undefined,
  { style, policy }: PaymentPageKind,
  { hasLink }: { hasLink: boolean },
): PageReply {
  const { texts, locale } = textsFor(requestedLocale)
  const title = texts.live.unavailableTitle
  const action = hasLink ? html`<a href="">${texts.live.alerts.tryAgain}</a>` : null
  const content = html`
    <main>
      ${outcome('bad', title, texts.live.loadFailed, { action })}
      <div class="foot">${languageList(texts)}</div>
    </main>
  `
  const page = hostedPage({ status: 503, title, locale, texts, style, root, content, policy })
  return { ...page, headers: { ...page.headers, 'retry-after': '5' } }
}

/** The page with the form: `form` is the form's place, `below` comes under it, and `script` mounts the form. */
export function payable(
  { view, texts, amount }: PaymentPage<PaymentView>,
  form: Markup,
  below: Markup | null,
  script: Asset,
): Markup {
  const { merchantName: merchant } = view
  const payTo = merchant ? fill(texts.hosted.payTo, { merchant }) : texts.shell.title
  const ended = merchant ?? texts.shell.title
  return html`
    <main class="pay">
      <div class="order">
        <p class="payee">
          ${monogram(view)}
          <span id="payee" data-ended="${ended}">${payTo}</span>
        </p>
        <h1>${amount}</h1>
        <p class="description">${view.description}</p>
        ${view.reference && html`<p class="reference">${texts.receipt.reference} <bdi>${view.reference}</bdi></p>`}
      </div>
      <div class="side">
        ${form}
        <noscript><div class="outcome"><p>${texts.shell.withoutScript}</p></div></noscript>
        ${withoutForm(texts)}
        ${below}
      </div>
      ${pageFoot(view, texts)}
    </main>
    <script src="${root}v1/servicepay.js"></script>
    ${pageScript(script)}
  `
}

/** Appears after some seconds, unless a script has mounted the form: something has blocked the scripts. */
function withoutForm({ live, shell }: Texts): Markup {
  return html`
    <div class="late" id="late">
      <div class="outcome">
        <h2>${live.unavailableTitle}</h2>
        <p>${shell.otherBrowser}</p>
        <p class="action"><a href="">${shell.tryAgain}</a></p>
      </div>
    </div>
  `
}

/** The page of a payment that can no longer be made; `end` says why. */
export function closed({ view, texts }: PaymentPage<PaymentView>, end: Markup): Markup {
  return html`
    <main>
      <div class="order">
        <p class="payee">${monogram(view)}<span>${view.merchantName}</span></p>
      </div>
      ${end}
      ${pageFoot(view, texts)}
    </main>
  `
}

/** The first letter of the merchant's name, as a mark. */
function monogram({ merchantName }: PaymentView): Markup | null {
  const [letter] = [...(merchantName ?? '')]
  return letter === undefined ? null : html`<span class="monogram" aria-hidden="true">${letter.toUpperCase()}</span>`
}

/** Where the page says why there is no way out (`data-way-out`) while a payment is under way. */
export function stayNote({ cancel }: Texts): Markup {
  return html`<p class="stay" id="stay" role="status" data-paying="${cancel.wait}"></p>`
}

export function pageScript({ name }: Asset): Markup {
  return html`<script src="${root}v1/form/assets/${name}"></script>`
}
