import { createHmac, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto'
import type { Keyring } from '../crypto/keyring.ts'

/** As long as a login may be idle, so that a token never outlives the sign-in that it was made for. */
const validForMs = 12 * 3600_000

/**
 * The value of the hidden field in each dashboard form: `<key version>.<id>.<milliseconds>.<HMAC>`. The random id makes
 * a repeated submit recognisable; the HMAC proves that we made the form for `holder`, the login of the browser.
 */
export function newFormToken(keyring: Keyring, holder: string, now: Date): string {
  const { version, forms } = keyring.current
  const text = `${version}.${randomBytes(12).toString('base64url')}.${now.getTime().toString(36)}`
  return `${text}.${mac(forms, holder, text)}`
}

/** The form's id, or null when the token is forged, too old or made for another holder. */
export function openFormToken(
  keyring: Keyring,
  holder: string,
  token: string,
  now: Date,
  maxAgeMs = validForMs,
): string | null {
  const [, text = '', version = '', id = '', time = '', given = ''] =
    /^((\d{1,2})\.([\w-]{16})\.([0-9a-z]{1,9}))\.([\w-]{43})$/.exec(token) ?? []
  const key = keyring.versions.get(Number(version))
  if (!key || !timingSafeEqual(Buffer.from(mac(key.forms, holder, text)), Buffer.from(given))) return null
  return now.getTime() - parseInt(time, 36) <= maxAgeMs ? id : null
}

function mac(key: KeyObject, holder: string, text: string): string {
  return createHmac('sha256', key).update(`${holder}\n${text}`).digest('base64url')
}
