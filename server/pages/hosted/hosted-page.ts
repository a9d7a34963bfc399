import type { Texts } from '../../../form/texts/texts.ts'
import { html, verbatim, type InlineStyle, type Markup, type PageReply } from '../../markup/html.ts'
import { iconLink } from '../../markup/icon.ts'

/** A whole page that customers open: the same document around different contents. */
export interface HostedPage {
  readonly status: 200 | 404 | 503
  readonly title: string
  readonly locale: string
  readonly texts: Texts
  readonly style: InlineStyle
  /** The relative path from the page to the service's root, with a slash at the end. */
  readonly root: string
  /** More elements for the head, such as the preview that a chat shows of a link to this page. */
  readonly head?: Markup
  readonly content: Markup
  /** Rules of the content security policy beyond those that every page has. */
  readonly policy: readonly string[]
}

/** Addresses of these pages are secrets: no referrer header or cache may keep them, and only our own code runs here. */
export function hostedPage(page: HostedPage): PageReply {
  const { status, title, locale, texts, style, root, head, content, policy } = page
  const document = html`
    <!doctype html>
    <html lang="${locale}" dir="${texts.direction}" data-theme="auto">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width,initial-scale=1">
        <meta name="robots" content="noindex">
        <title>${title}</title>
        ${iconLink(root)}
        ${head}
        <style>${verbatim(style.css)}</style>
      </head>
      <body>${content}</body>
    </html>
  `
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': [
        "default-src 'none'",
        `style-src ${style.cspHash}`,
        "img-src 'self'",
        "base-uri 'none'",
        ...policy,
      ].join('; '),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': policy.includes("frame-ancestors 'none'") ? 'DENY' : 'SAMEORIGIN',
      'x-robots-tag': 'noindex',
    },
    body: document.text,
  }
}

/** What follows the explanation in the panel of an outcome. */
interface OutcomeParts {
  /** What was paid, above the title. */
  readonly amount?: string | false
  readonly receipt?: Markup
  /** The one link that leads on, shown as a button. */
  readonly action?: Markup | null
  readonly print?: Markup
}

/** The panel that says how something ended: a mark, a title and an explanation. */
export function outcome(tone: 'good' | 'bad', title: string, text: string, parts: OutcomeParts = {}): Markup {
  const { amount, receipt, action, print } = parts
  return html`
    <div class="outcome" data-tone="${tone}">
      <span class="mark" aria-hidden="true"></span>
      ${amount && html`<p class="sum">${amount}</p>`}
      <h1>${title}</h1>
      ${text !== '' && html`<p>${text}</p>`}
      ${receipt}
      ${action && html`<p class="action">${action}</p>`}
      ${print}
    </div>
  `
}
