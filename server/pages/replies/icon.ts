import type { PageReply } from '../../markup/html.ts'
import { iconSvg } from '../../markup/icon.ts'

/** `GET /favicon.svg`, and `/favicon.ico` for clients that ask for it unprompted. */
export function renderIcon(): PageReply {
  return {
    status: 200,
    headers: {
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=86400',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    },
    body: iconSvg,
  }
}
