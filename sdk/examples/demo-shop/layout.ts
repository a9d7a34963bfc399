import { html, type Markup } from './html.ts'

export interface Page {
  readonly title: string
  readonly content: Markup
  readonly status?: number
  /** Scripts besides the shop's own. The page with the form needs the script of the payment service. */
  readonly scripts?: readonly string[]
}

const sections = [
  ['/', 'Shop'],
  ['/orders', 'Orders'],
  ['/links', 'Payment links'],
  ['/webhooks', 'Webhook log'],
] as const

export function layout({ title, content, scripts = [] }: Page): string {
  const links = sections.map(([path, name]) => html`<a href="${path}">${name}</a>`)
  const sources = [...scripts, '/shop.js'].map((source) => html`<script src="${source}" defer></script>`)
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title} · Demo shop</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
${sources}
</head>
<body>
<header><p class="name">Demo shop</p><nav aria-label="Shop">${links}</nav></header>
<main>
${content}
</main>
<footer><p>Test mode: no money moves.
Pay with the card <span class="code">4012 0000 0006 0085</span>, any future expiry date and any code.
The bank declines <span class="code">4111 1100 0000 0922</span>.</p></footer>
</body>
</html>
`.text
}
