import type { Request, ResponseObject } from '@hapi/hapi'

export type CookieName = 'servicepay' | 'servicepay-visitor' | 'servicepay-device' | 'servicepay-left'

/**
 * The prefix `__Host-` binds a cookie to this host and to https. Browsers refuse it over plain http, which only
 * localhost may use.
 */
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

/** Whether browsers keep our cookies. Over http they do so for localhost only. */
export function canSignIn(baseUrl: string): boolean {
  return baseUrl.startsWith('https:') || isPlainLocal(baseUrl)
}

export function readCookie(request: Request, name: CookieName, baseUrl: string): string | null {
  const wanted = `${nameOf(name, baseUrl)}=`
  const found = (request.raw.req.headers.cookie ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(wanted))
  // Of two cookies with one name, another site may have set either, so neither counts.
  return found.length === 1 ? (found[0]?.slice(wanted.length) ?? null) : null
}

/** The longest value that browsers keep for certain, with the name of the cookie. */
const maxValue = 3_800
/** As long as a link for a new password works. */
const leftSeconds = 3_600

/**
 * Keeps where a person was who has to sign in first: the address of a page, or a sealed draft of a form. Not every way
 * back leads through the sign-in page that has it, for example not the one through a new password. `otherwise`: in
 * place of a draft that is too long.
 */
export function keepLeft(response: ResponseObject, left: string, baseUrl: string, otherwise = ''): ResponseObject {
  const value = [left, otherwise].map(encodeURIComponent).find(({ length }) => length <= maxValue)
  if (value) setCookie(response, 'servicepay-left', value, baseUrl, leftSeconds)
  return response
}

/** What `keepLeft` has kept. Anybody may have changed it. */
export function readLeft(request: Request, baseUrl: string): string | null {
  try {
    return decodeURIComponent(readCookie(request, 'servicepay-left', baseUrl) ?? '') || null
  } catch {
    return null
  }
}

/**
 * Sets a cookie for the browser's session, or for `keepSeconds`; a null value deletes it. The server decides how long a
 * login lasts, so the cookie of a login has no lifetime of its own.
 */
export function setCookie(
  response: ResponseObject,
  name: CookieName,
  value: string | null,
  baseUrl: string,
  keepSeconds?: number,
): void {
  const secure = isPlainLocal(baseUrl) ? '' : '; Secure'
  const lifetime = value === null ? 0 : keepSeconds
  const end = lifetime === undefined ? '' : `; Max-Age=${lifetime}`
  response.header(
    'set-cookie',
    `${nameOf(name, baseUrl)}=${value ?? ''}; Path=/; HttpOnly; SameSite=Lax${secure}${end}`,
    { append: true },
  )
}
