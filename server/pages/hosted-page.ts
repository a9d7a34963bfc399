import type { Texts } from '../../form/texts/texts.ts'
import { html, verbatim, type InlineStyle, type Markup, type PageReply } from '../markup/html.ts'

/** A whole page of ours that customers open: the same frame around different contents. */
export interface HostedPage {
  readonly status: 200 | 400 | 404
  readonly title: string
  readonly locale: string
  readonly texts: Texts
  readonly style: InlineStyle
  /** More for the head: what a chat shows of a link to this page. */
  readonly head?: Markup
  readonly content: Markup
  /** Source rules of the policy beyond style; `default-src` and `base-uri` are `'none'` on every page. */
  readonly policy: readonly string[]
}

/** Promise 5: what such an address opens goes to nobody as a referrer and into no cache, and nothing runs here but our own. */
export function hostedPage({ status, title, locale, texts, style, head, content, policy }: HostedPage): PageReply {
  const page = html`<!doctype html><html lang="${locale}" dir="${texts.direction}" data-theme="auto"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title>${head}<style>${verbatim(style.css)}</style></head><body>${content}</body></html>`
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': [
        "default-src 'none'",
        `style-src ${style.cspHash}`,
        "base-uri 'none'",
        ...policy,
      ].join('; '),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': policy.includes("frame-ancestors 'none'") ? 'DENY' : 'SAMEORIGIN',
      'x-robots-tag': 'noindex',
    },
    body: page.text,
  }
}

/** How something ended: a mark, what happened, what it means, and perhaps a way on. */
export function outcome(tone: 'good' | 'bad', title: string, text: string, action: Markup | null = null): Markup {
  return html`<div class="outcome" data-tone="${tone}"><span class="mark" aria-hidden="true"></span><h1>${title}</h1><p>${text}</p>${action && html`<p class="action">${action}</p>`}</div>`
}

export function testBadge(livemode: boolean, texts: Texts): Markup | false {
  return !livemode && html`<span class="badge">${texts.shell.testMode}</span>`
}
