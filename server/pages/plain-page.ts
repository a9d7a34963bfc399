import { html, inlineStyle, verbatim } from '../markup/html.ts'
import type { Markup, PageReply } from '../markup/html.ts'

const style = inlineStyle(
  ':root{color-scheme:light dark}body{font:1rem/1.6 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1.25rem}' +
    'h1{font-size:1.6rem}h2{margin-top:2.5rem}h2 a{color:inherit;text-decoration:none}dt{font-weight:600}dd{margin:0 0 .6rem}li{margin:.4rem 0}code{font-size:.95em}',
)

/** A page of text for anybody: no script, nothing from elsewhere, not to be framed. */
export function plainPage(title: string, content: Markup): PageReply {
  const body = html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${verbatim(style.css)}</style></head><body><main><h1>${title}</h1>${content}</main></body></html>`
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'content-security-policy': `default-src 'none'; style-src ${style.cspHash}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    },
    body: body.text,
  }
}
