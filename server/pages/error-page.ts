import { html, type PageReply } from '../markup/html.ts'
import type { FormAssets } from './form/form-assets.ts'
import { renderUnavailable, renderUnknownCheckout } from './hosted/hosted-checkout.ts'
import { renderUnknownLink } from './links/link-page.ts'
import { plainPage } from './replies/plain-page.ts'

/** A request that a person made, and that the service did not answer with its page. */
interface FailedVisit {
  readonly path: string
  readonly status: number
  readonly locale: string | undefined
  /** The person can try again with a link. */
  readonly hasLink: boolean
}

/** The page in place of an error reply. Customers open addresses of checkouts and links, and read their language. */
export function renderErrorPage({ path, status, locale, hasLink }: FailedVisit, assets: FormAssets): PageReply {
  if (status >= 500 || status === 429) return { ...renderUnavailable(locale, assets, hasLink), status }
  const [, first = ''] = path.toLowerCase().split('/')
  const { headers, body } =
    first === 'l'
      ? renderUnknownLink(locale, assets)
      : first === 'checkout'
        ? renderUnknownCheckout(locale, assets)
        : unknownAddress()
  return { status, headers, body }
}

function unknownAddress(): PageReply {
  return plainPage(
    'Page not found',
    html`
      <p>There is no page at this address. If somebody sent you here to pay, open the complete address again.</p>
      <p><a href="/">Start page</a></p>
    `,
    404,
  )
}

/** Leads on to another address of ours. `query` begins with `?`, or is empty. */
export function redirection(address: string, query: string): PageReply {
  const headers = { location: address + query, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }
  return { status: 301, headers, body: '' }
}
