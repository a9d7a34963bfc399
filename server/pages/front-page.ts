import manifest from '../../package.json' with { type: 'json' }
import { html, type Markup, type PageReply } from '../markup/html.ts'
import { plainPage } from './replies/plain-page.ts'

/** `GET /`: for a person who opens the service's address without knowing what it is. */
export function renderFrontPage(): PageReply {
  return plainPage(
    'Card payment service',
    html`
      <p>
        This address takes card payments for websites. The customer pays in a form of this service, so the card never
        reaches the shop, and the shop gets a signed message with the result.
      </p>
      <p>If somebody sent you here to pay, open the complete address that they gave you.</p>
      <div class="ways">
        ${way('/docs/quick-start', 'I build a shop', 'Take a first test payment in five minutes.')}
        ${way('/dashboard', 'I take payments', 'See payments, send links and refund in the dashboard.')}
        ${way('/docs/running', 'I run the service', 'Set it up, update it, back it up and watch it.')}
      </div>
      <p>
        This is version ${manifest.version}, and it is running. <a href="/readyz">Its status</a> says whether it can
        take payments at this moment. All pages: <a href="/docs">documentation</a>.
      </p>
    `,
  )
}

function way(address: string, reader: string, what: string): Markup {
  return html`<a href="${address}"><strong>${reader}</strong><span>${what}</span></a>`
}
