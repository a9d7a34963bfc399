import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { Keyring } from './keyring.ts'

/** As long as a login may be idle: a page that is older belongs to nobody who is signed in. */
const goodForMs = 12 * 3600_000

/**
 * The hidden field of each form: a random id, so that a form counts once, and proof that we made it for this browser
 * (`<key version>.<id>.<milliseconds>.<HMAC>`). `holder` is what the browser's cookie stands for.
 */
export function newFormToken(keyring: Keyring, holder: string, now: Date): string {
  const { version, forms } = keyring.current
  const text = `${version}.${randomBytes(12).toString('base64url')}.${now.getTime().toString(36)}`
  return `${text}.${mac(forms, holder, text)}`
}

/** The id of a form that we made for this holder not long ago, or null. */
export function openFormToken(keyring: Keyring, holder: string, token: string, now: Date): string | null {
  const [, text = '', version = '', id = '', time = '', given = ''] =
    /^((\d{1,2})\.([\w-]{16})\.([0-9a-z]{1,9}))\.([\w-]{43})$/.exec(token) ?? []
  const key = keyring.versions.get(Number(version))
  if (!key || !timingSafeEqual(Buffer.from(mac(key.forms, holder, text)), Buffer.from(given))) return null
  return now.getTime() - parseInt(time, 36) <= goodForMs ? id : null
}

function mac(key: KeyObject, holder: string, text: string): string {
  return createHmac('sha256', key).update(`${holder}\n${text}`).digest('base64url')
}
