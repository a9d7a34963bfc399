import type { components } from '../../../generated/types.ts'
import { paidText } from '../../../form/texts/fill.ts'
import type { Texts } from '../../../form/texts/texts.ts'
import { dataBlock, html, type Markup, type PageReply } from '../../markup/html.ts'
import type { FormAssets } from '../form/form-assets.ts'
import { loading } from '../form/form-frame.ts'
import { outcome } from '../hosted/hosted-page.ts'
import {
  closed,
  payable,
  paymentPage,
  renderPaymentPage,
  renderUnknownPayment,
  stayNote,
  type PaymentPage,
  type PaymentPageKind,
  type PaymentView,
} from '../hosted/payment-page.ts'

/** The part of a payment link that its page may show. */
export interface LinkPageView extends PaymentView {
  readonly code: string
  readonly status: 'active' | 'paid' | 'expired' | 'deactivated'
  readonly kind: 'single' | 'reusable'
  /** What the form shows before a person acts. Null: the page opens the checkout, which exists already. */
  readonly preview: components['schemas']['FormSession'] | null
}

/** The page's script opens the checkout (`connect-src`), and the loader frames the form (`frame-src`). */
const policy = [
  "script-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
]

const kindOf = ({ linkStyle: style }: FormAssets): PaymentPageKind => ({ style, policy })

/**
 * `GET /l/{code}` of a known link, in any state. The request creates nothing, because chats and mail scanners open
 * links all day, and some of them run scripts: the form opens the checkout when a person acts in it.
 */
export function renderLinkPage(view: LinkPageView, locale: string | undefined, assets: FormAssets): PageReply {
  const page = paymentPage(view, locale, assets)
  const content = view.status === 'active' ? payablePage(page) : closed(page, outcomeOf(page))
  return renderPaymentPage(page, kindOf(assets), content, chatPreview(page))
}

/** The page for a code that no link has. */
export function renderUnknownLink(locale: string | undefined, assets: FormAssets): PageReply {
  return renderUnknownPayment(locale, kindOf(assets), ({ link }) => link)
}

/** What a chat shows of the link. It has no picture, because a chat would fetch that with another request. */
function chatPreview({ title, texts, view: { description, isTest } }: PaymentPage<LinkPageView>): Markup {
  const words = [isTest && texts.hosted.testNote, description].filter(Boolean).join(' ')
  return html`
    <meta property="og:type" content="website">
    <meta property="og:title" content="${title}">
    ${words !== '' && html`<meta property="og:description" content="${words}">`}
  `
}

function payablePage(page: PaymentPage<LinkPageView>): Markup {
  const { view, texts, assets } = page
  const form = html`
    <div class="drawing" id="loading" hidden>${loading(texts.shell)}</div>
    <div class="form" id="form" data-code="${view.code}" data-place="link"></div>
    ${view.preview && dataBlock('preview', view.preview)}
    ${stayNote(texts)}
    ${problems(texts)}
  `
  return payable(page, form, furtherCheckouts(view, texts), assets.linkScript)
}

/** A panel for each problem that can keep the form from opening. The script only has to reveal one of them. */
function problems({ link, live, shell }: Texts): Markup {
  const problem = (id: string, title: string, text: string): Markup => html`
    <div class="outcome" id="${id}" hidden>
      <span class="mark" aria-hidden="true"></span>
      <h2>${title}</h2>
      <p>${text}</p>
    </div>
  `
  return html`
    <div role="alert">
      ${problem('closed', link.closedTitle, link.closed)}
      ${problem('busy', link.unavailableTitle, live.tooManyTries)}
      ${problem('unreachable', link.unavailableTitle, link.unreachable)}
    </div>
    <p class="outcome" id="retry" hidden><button type="button">${shell.tryAgain}</button></p>
  `
}

/** Links to a new checkout after this one has ended. Opening the same address again starts one. */
function furtherCheckouts({ kind }: LinkPageView, { link }: Texts): Markup {
  // An empty address is the page's own, with the language that the customer chose.
  const again = (id: string, text: string): Markup => html`<footer id="${id}" hidden><a href="">${text}</a></footer>`
  return html`
    ${again('after-failure', link.startAgain)}
    ${kind === 'reusable' && again('after-payment', link.payAgain)}
  `
}

function outcomeOf({ view, texts: { link }, amount }: PaymentPage<LinkPageView>): Markup {
  switch (view.status) {
    case 'paid':
      return outcome('good', link.paidTitle, paidText(link, amount, view.merchantName))
    case 'expired':
      return outcome('bad', link.expiredTitle, link.expired)
    default:
      return outcome('bad', link.deactivatedTitle, link.deactivated)
  }
}
