import type { Request, ResponseObject } from '@hapi/hapi'

export type CookieName = 'servicepay' | 'servicepay-visitor'

/** Bound to this very host, path and https; plain http has no such thing, and is good for localhost alone. */
function nameOf(name: CookieName, baseUrl: string): string {
  return isPlainLocal(baseUrl) ? name : `__Host-${name}`
}

function isPlainLocal(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl)
  return (
    protocol === 'http:' &&
    (hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname) || /(^|\.)localhost$/.test(hostname))
  )
}

/** Whether a browser would keep our cookies: it does not over http to another machine. */
export function canSignIn(baseUrl: string): boolean {
  return baseUrl.startsWith('https:') || isPlainLocal(baseUrl)
}

export function readCookie(request: Request, name: CookieName, baseUrl: string): string | null {
  const wanted = `${nameOf(name, baseUrl)}=`
  const found = (request.raw.req.headers.cookie ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(wanted))
  // Of two with one name nobody knows which is ours.
  return found.length === 1 ? (found[0]?.slice(wanted.length) ?? null) : null
}

/** Null: the browser forgets it. It ends with the browser's session too; how long a login lasts is our business. */
export function setCookie(response: ResponseObject, name: CookieName, value: string | null, baseUrl: string): void {
  const secure = isPlainLocal(baseUrl) ? '' : '; Secure'
  const end = value === null ? '; Max-Age=0' : ''
  response.header(
    'set-cookie',
    `${nameOf(name, baseUrl)}=${value ?? ''}; Path=/; HttpOnly; SameSite=Lax${secure}${end}`,
    { append: true },
  )
}
