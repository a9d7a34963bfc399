import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { formAssets, serveAsset } from '../../server/pages/form/form-assets.ts'
import { renderLinkPage, renderUnknownLink, type LinkPageView } from '../../server/pages/links/link-page.ts'
import { clientSecret, type FormHarness } from '../browser/form-harness.ts'

export const linkCode = 'k9m2v7q4x8z3'

export function activeLink(): LinkPageView {
  return {
    code: linkCode,
    isTest: true,
    merchantName: 'Harbour Theatre',
    amount: 4250,
    currency: 'GBP',
    description: 'Two tickets, Saturday 8 pm',
    reference: 'order-1001',
    supportEmail: 'help@shop.example',
    termsUrl: 'https://shop.example/terms',
    privacyUrl: null,
    processor: 'pay.example',
    status: 'active',
    kind: 'single',
    preview: null,
  }
}

export interface LinkPageServer {
  readonly address: string
  view: LinkPageView
  /** The reply to the call that opens the checkout: the form's session, an error, or a cut connection. */
  opening: 'session' | 'cut' | { readonly status: number; readonly code: string }
  /** Called on each request for a checkout, before the reply. */
  onOpening: () => void
  /** How many requests for a checkout have come. */
  opened: number
  close(): Promise<void>
}

/** Serves the page of a payment link, and passes the form's calls on to its harness. */
export async function startLinkPageServer(harness: FormHarness): Promise<LinkPageServer> {
  const assets = await formAssets()
  // A browser may close its connection during a request.
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()))
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '/'
    if (path.startsWith('/l/')) {
      const page =
        path === `/l/${linkCode}` ? renderLinkPage(links.view, 'en-GB', assets) : renderUnknownLink('en-GB', assets)
      return void response.writeHead(page.status, page.headers).end(page.body)
    }
    if (path === `/v1/form/payment_links/${linkCode}/checkout` && request.method === 'POST') {
      links.opened += 1
      links.onOpening()
      if (links.opening === 'cut') return void request.socket.destroy()
      const { status, code } = links.opening === 'session' ? { status: 200, code: '' } : links.opening
      const body = status === 200 ? { ...harness.session, client_secret: clientSecret } : { error: { code } }
      return void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    const asset =
      path.startsWith('/v1/form/assets/link.') &&
      serveAsset(assets, path.split('/').at(-1) ?? '', { acceptEncoding: undefined, ifNoneMatch: undefined })
    if (asset) return void response.writeHead(asset.status, asset.headers).end(asset.body)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { authorization = '', 'content-type': contentType = 'application/json' } = request.headers
    const options = request.method === 'POST' ? { method: 'POST', body: Buffer.concat(chunks) } : {}
    const reply = await fetch(harness.service + path, {
      ...options,
      headers: { authorization, 'content-type': contentType },
    })
    const kept = [...reply.headers].filter(([name]) =>
      /^(content-type|content-security-policy|cross-origin-resource-policy)$/.test(name),
    )
    response.writeHead(reply.status, Object.fromEntries(kept)).end(Buffer.from(await reply.arrayBuffer()))
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const links: LinkPageServer = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    view: activeLink(),
    opening: 'session',
    onOpening: () => {},
    opened: 0,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return links
}
