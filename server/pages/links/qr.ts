import { memoized } from '../../domain/memory.ts'
import type { PageReply } from '../../markup/html.ts'
import { qrSvg } from '../../markup/qr.ts'

/** The code of an address never changes. One hour covers a move of the service to another base address. */
const caching = 'public, max-age=3600'

/** The most images in memory, of about 4 KB each. */
const maxKept = 200

/** Drawing an image costs several times as much as the rest of the request. */
const keptQrSvg = memoized(qrSvg, maxKept)

/** `GET /l/{code}/qr.svg` of a known link, in any state. Any page may show it. */
export function renderLinkQr(url: string): PageReply {
  return {
    status: 200,
    headers: {
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': caching,
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
    body: keptQrSvg(url),
  }
}
