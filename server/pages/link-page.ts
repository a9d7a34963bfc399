import { formatAmount } from '../../form/amount.ts'
import { fill } from '../../form/texts/fill.ts'
import { textsFor } from '../../form/texts/languages.ts'
import type { Texts } from '../../form/texts/texts.ts'
import type { FormAssets } from './form-assets.ts'
import { hostedPage, outcome, testBadge } from './hosted-page.ts'
import { html, type Markup, type PageReply } from '../markup/html.ts'

/** What the page of a payment link shows. It knows no more, so it can tell no more. */
export interface LinkPageView {
  readonly code: string
  readonly livemode: boolean
  /** Null while the account has no business name. */
  readonly merchantName: string | null
  /** Smallest unit of the currency. */
  readonly amount: number
  readonly currency: string
  readonly description: string | null
  readonly status: 'active' | 'paid' | 'expired' | 'deactivated'
  readonly kind: 'single' | 'reusable'
}

interface PageContext {
  readonly view: LinkPageView
  readonly texts: Texts
  readonly amount: string
  readonly assets: FormAssets
}

/** `'self'`, since the script asks for the checkout, and the loader frames the form. */
const policy = [
  "script-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
]

/**
 * `GET /l/{code}` of a known link, in any state. It creates nothing: chats and mail scanners open links all day (decisions, "Opening a link").
 * The page's script asks for the checkout.
 */
export function renderLinkPage(view: LinkPageView, locale: string | undefined, assets: FormAssets): PageReply {
  const { texts, locale: tag } = textsFor(locale)
  const amount = formatAmount(view.amount, view.currency, tag)
  const context: PageContext = { view, texts, amount, assets }
  const title = `${view.merchantName ?? texts.shell.title} · ${amount}`
  const content = view.status === 'active' ? payPage(context) : endPage(context)
  return hostedPage({
    status: 200,
    title,
    locale: tag,
    texts,
    style: assets.linkStyle,
    head: preview(title, view),
    content,
    policy,
  })
}

/** A code that no link has. */
export function renderUnknownLink(locale: string | undefined, assets: FormAssets): PageReply {
  const { texts, locale: tag } = textsFor(locale)
  const { unknownTitle, unknown } = texts.link
  const content = html`<main>${outcome('bad', unknownTitle, unknown)}</main>`
  return hostedPage({ status: 404, title: unknownTitle, locale: tag, texts, style: assets.linkStyle, content, policy })
}

/** What a chat shows of the link. No picture: a chat would fetch it once more. */
function preview(title: string, { description }: LinkPageView): Markup {
  const about = description && html`<meta property="og:description" content="${description}">`
  return html`<meta property="og:type" content="website"><meta property="og:title" content="${title}">${about}`
}

function payPage({ view, texts, amount, assets }: PageContext): Markup {
  const named = (text: string, otherwise: string): string =>
    view.merchantName ? fill(text, { merchant: view.merchantName }) : otherwise
  const [paidTo, payTo] = [
    named(texts.hosted.paidTo, texts.live.paidTitle),
    named(texts.hosted.payTo, texts.shell.title),
  ]
  const order = html`<div class="order"><p class="payee"><span id="payee" data-paid="${paidTo}" data-ended="${view.merchantName ?? texts.shell.title}">${payTo}</span>${testBadge(view.livemode, texts)}</p><h1>${amount}</h1><p class="description">${view.description}</p></div>`
  const checkout = html`<div id="loading" class="loading" role="status" hidden><span class="visually-hidden">${texts.shell.loading}</span></div><div class="form" id="form" data-code="${view.code}" data-place="link"></div>`
  const noScript = html`<noscript><div class="outcome"><p>${texts.shell.withoutScript}</p></div></noscript>`
  return html`<main class="pay">${order}<div class="checkout">${checkout}${problems(texts)}${noScript}</div></main>${waysOn(view, texts)}<script src="../v1/servicepay.js"></script><script src="../v1/form/assets/${assets.linkScript.name}"></script>`
}

/** Everything that may keep the form away, in markup, so that the script has only to show one. */
function problems({ link, live, shell }: Texts): Markup {
  const problem = (id: string, title: string, text: string): Markup =>
    html`<div class="outcome" id="${id}" hidden><span class="mark" aria-hidden="true"></span><h2>${title}</h2><p>${text}</p></div>`
  const retry = html`<p class="outcome" id="retry" hidden><button type="button">${shell.tryAgain}</button></p>`
  return html`<div role="alert">${[
    problem('closed', link.closedTitle, link.closed),
    problem('busy', link.unavailableTitle, live.tooManyTries),
    problem('unreachable', link.unavailableTitle, link.unreachable),
  ]}</div>${retry}`
}

/** For whoever is through with this checkout: the same address opens the link anew. */
function waysOn({ code, kind }: LinkPageView, { link }: Texts): Markup {
  const again = (id: string, text: string): Markup =>
    html`<footer id="${id}" hidden><a href="${encodeURIComponent(code)}">${text}</a></footer>`
  return html`${again('after-failure', link.startAgain)}${kind === 'reusable' && again('after-payment', link.payAgain)}`
}

function endPage({ view, texts, amount }: PageContext): Markup {
  const order = html`<div class="order"><p class="payee"><span>${view.merchantName}</span>${testBadge(view.livemode, texts)}</p></div>`
  return html`<main>${order}${endOf(view, texts, amount)}</main>`
}

function endOf({ status, merchantName }: LinkPageView, { link }: Texts, amount: string): Markup {
  switch (status) {
    case 'paid':
      return outcome(
        'good',
        link.paidTitle,
        merchantName ? fill(link.paid, { amount, merchant: merchantName }) : fill(link.paidWithoutName, { amount }),
      )
    case 'expired':
      return outcome('bad', link.expiredTitle, link.expired)
    default:
      return outcome('bad', link.deactivatedTitle, link.deactivated)
  }
}
