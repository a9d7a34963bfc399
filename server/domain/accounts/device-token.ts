import { createHmac, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto'
import type { Keyring } from '../crypto/keyring.ts'

/** How long a browser stays known. */
export const deviceDays = 180

/** A browser in which a person has signed in. Limits count it apart from strangers. */
export interface KnownDevice {
  readonly id: string
  readonly personId: string
}

/**
 * The value of the cookie that marks a browser: `<key version>.<id>.<milliseconds>.<person>.<HMAC>`. It does not sign
 * the person in, and the database does not keep it.
 */
export function newDeviceToken(keyring: Keyring, personId: string, now: Date): string {
  const { version, forms } = keyring.current
  const text = `${version}.${randomBytes(12).toString('base64url')}.${now.getTime().toString(36)}.${personId}`
  return `${text}.${mac(forms, text)}`
}

/** Null: the token is forged or too old. */
export function openDeviceToken(keyring: Keyring, token: string, now: Date): KnownDevice | null {
  const [, text = '', version = '', id = '', time = '', personId = '', given = ''] =
    /^((\d{1,2})\.([\w-]{16})\.([0-9a-z]{1,9})\.(per_[0-9a-z]{1,40}))\.([\w-]{43})$/.exec(token) ?? []
  const key = keyring.versions.get(Number(version))
  if (!key || !timingSafeEqual(Buffer.from(mac(key.forms, text)), Buffer.from(given))) return null
  return now.getTime() - parseInt(time, 36) <= deviceDays * 86_400_000 ? { id, personId } : null
}

function mac(key: KeyObject, text: string): string {
  return createHmac('sha256', key).update(`device\n${text}`).digest('base64url')
}
