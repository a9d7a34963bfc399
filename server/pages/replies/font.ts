import { pageFont } from '../../markup/design/font.ts'
import type { StoredReply } from './stored-reply.ts'

/** `GET /fonts/{name}`. Null: there is no such font. */
export function renderFont(name: string): StoredReply | null {
  const { path, bytes } = pageFont()
  if (path !== `/fonts/${name}`) return null
  return {
    status: 200,
    headers: {
      'content-type': 'font/woff2',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    },
    body: bytes,
  }
}
