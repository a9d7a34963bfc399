import { html, inlineStyle, verbatim, type Markup, type PageReply } from '../../markup/html.ts'
import { iconLink } from '../../markup/icon.ts'

const style = inlineStyle(
  [
    ':root{color-scheme:light dark}',
    'body{font:1rem/1.6 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1.25rem}',
    'h1{font-size:1.6rem}',
    'a{color:inherit}',
    '.ways{display:grid;grid-template-columns:repeat(auto-fit,minmax(12rem,1fr));gap:1rem;margin:1.5rem 0}',
    '.ways a{padding:1rem;border:1px solid;border-radius:10px;text-decoration:none}',
    '.ways :is(strong,span){display:block}',
    '.ways a:is(:hover,:focus-visible) strong{text-decoration:underline}',
  ].join(''),
)

const policy = [
  "default-src 'none'",
  `style-src ${style.cspHash}`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** A public page of text: no script, no third party, not to be framed. */
export function plainPage(title: string, content: Markup, status = 200): PageReply {
  const document = html`
    <!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width,initial-scale=1">
        <title>${title}</title>
        ${iconLink('/')}
        <style>${verbatim(style.css)}</style>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>
  `
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': status === 200 ? 'public, max-age=300' : 'no-store',
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    },
    body: document.text,
  }
}
