import { html, type PageReply } from '../markup/html.ts'
import { plainPage } from './replies/plain-page.ts'

/** `GET /`: links for a person who opens the service's address. */
export function renderFrontPage(): PageReply {
  return plainPage(
    'Card payment service',
    html`
      <p>
        This address takes card payments for websites. If somebody sent you here to pay, open the complete address that
        they gave you.
      </p>
      <ul>
        <li><a href="/docs">Documentation</a></li>
        <li><a href="/docs/errors">Errors explained</a></li>
        <li><a href="/openapi.json">The contract (OpenAPI 3.1)</a></li>
      </ul>
    `,
  )
}
