import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto'
import type { Keyring } from './keyring.ts'

/** The address at which the service says what it sees of a request of `npm run doctor`. */
export const doctorPath = '/doctor'

/** A token is valid this long before and after its time. The doctor takes the time from the database. */
const toleranceMs = 15 * 60_000

/** What the service sees of a request. */
export interface SeenRequest {
  readonly release: string
  /** The clock of the process, in milliseconds. */
  readonly now: number
  /** The address that counts as the client's. */
  readonly clientAddress: string
  /** The address at the other end of the connection. */
  readonly peerAddress: string
  /** `X-Forwarded-For` as it arrived. Null: no such header. */
  readonly forwardedFor: string | null
  readonly bodyBytes: number
  /** SHA-256 of the body, as hex digits. */
  readonly bodyHash: string
}

/** Proves to the service that the doctor has the same keys: `<key version>.<milliseconds>.<HMAC>`. */
export function newDoctorToken(keyring: Keyring, now: Date): string {
  const { version, forms } = keyring.current
  const text = `${version}.${now.getTime().toString(36)}`
  return `${text}.${mac(forms, text)}`
}

/** `other time`: the token is genuine, but too old or too new by the clock of this process. */
export type DoctorToken = 'valid' | 'other time' | 'forged'

export function readDoctorToken(keyring: Keyring, token: string, now: Date): DoctorToken {
  const [, text = '', version = '', time = '', given = ''] =
    /^((\d{1,2})\.([0-9a-z]{1,9}))\.([\w-]{43})$/.exec(token) ?? []
  const key = keyring.versions.get(Number(version))
  if (!key || !timingSafeEqual(Buffer.from(mac(key.forms, text)), Buffer.from(given))) return 'forged'
  return Math.abs(now.getTime() - parseInt(time, 36)) <= toleranceMs ? 'valid' : 'other time'
}

function mac(key: KeyObject, text: string): string {
  return createHmac('sha256', key).update(`doctor\n${text}`).digest('base64url')
}
