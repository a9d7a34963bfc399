import { createHmac, timingSafeEqual } from 'node:crypto'
import { idBodyLength } from './ids.ts'
import type { DataKey, Keyring } from './keyring.ts'
import type { Scope } from './scope.ts'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
/** 26 characters of base 32 hold 130 bits of the HMAC. */
const macLength = 26

const shape = new RegExp(
  `^(cs_(test|live)_[0-9a-z]{${idBodyLength}})_secret_([0-9a-z])([0-9a-z]{${idBodyLength}})([0-9a-z]{${macLength}})$`,
)

export interface OpenedClientSecret {
  readonly scope: Scope
  readonly sessionId: string
}

/**
 * The client secret of a session: `<session_id>_secret_<key version><merchant><HMAC>`. It is derived instead of stored,
 * and contains the merchant, so that one look-up by primary key finds the session. Old data keys stay in the keyring,
 * so a rotation does not invalidate secrets (spec/decisions.md#client-secrets).
 */
export function clientSecretOf(keyring: Keyring, scope: Scope, sessionId: string): string {
  const merchant = scope.merchantId.slice('mer_'.length)
  const version = alphabet.charAt(keyring.current.version)
  return `${sessionId}_secret_${version}${merchant}${mac(keyring.current, sessionId, merchant)}`
}

/** The session that a client secret opens, or null when the secret is missing, malformed or forged. */
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

/** Five bits of `bytes`, starting at bit `offset`. */
function bitsAt(bytes: Buffer, offset: number): number {
  const word = bytes.readUInt16BE(offset >> 3)
  return (word >> (11 - (offset & 7))) & 31
}
