import { createHmac, timingSafeEqual } from 'node:crypto'
import { idBodyLength } from './ids.ts'
import type { DataKey, Keyring } from './keyring.ts'
import type { Scope } from './scope.ts'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
/** 128 bits of the HMAC, in base 32. */
const macLength = 26

const shape = new RegExp(
  `^(cs_(test|live)_[0-9a-z]{${idBodyLength}})_secret_([0-9a-z])([0-9a-z]{${idBodyLength}})([0-9a-z]{${macLength}})$`,
)

export interface OpenedClientSecret {
  readonly scope: Scope
  readonly sessionId: string
}

/**
 * The client secret of a session: `<session_id>_secret_<key version><merchant><HMAC>` (Specification, Resources). It is
 * derived, not stored, and carries its merchant, so that one look-up by key finds the session. A data key stays in the
 * keyring for ever, so a rotation changes no secret that is out already.
 */
export function clientSecretOf(keyring: Keyring, scope: Scope, sessionId: string): string {
  const merchant = scope.merchantId.slice('mer_'.length)
  const version = alphabet.charAt(keyring.current.version)
  return `${sessionId}_secret_${version}${merchant}${mac(keyring.current, sessionId, merchant)}`
}

/** Whose session a client secret opens, or null when it is missing, malformed or forged. */
export function openClientSecret(keyring: Keyring, clientSecret: string): OpenedClientSecret | null {
  const parts = shape.exec(clientSecret)
  if (!parts) return null
  const [, sessionId = '', mode, version = '', merchant = '', given = ''] = parts
  const key = keyring.versions.get(alphabet.indexOf(version))
  if (!key || !timingSafeEqual(Buffer.from(mac(key, sessionId, merchant)), Buffer.from(given))) return null
  return { scope: { merchantId: `mer_${merchant}`, livemode: mode === 'live' }, sessionId }
}

function mac(key: DataKey, sessionId: string, merchant: string): string {
  const digest = createHmac('sha256', key.clientSecrets).update(`${sessionId}.${merchant}`).digest()
  let text = ''
  for (let index = 0; index < macLength; index++) text += alphabet.charAt(bitsAt(digest, index * 5))
  return text
}

/** Five bits of `bytes`, from bit `offset` on. */
function bitsAt(bytes: Buffer, offset: number): number {
  const word = bytes.readUInt16BE(offset >> 3)
  return (word >> (11 - (offset & 7))) & 31
}
