import type { Keyring } from '../crypto/keyring.ts'
import { isMac, keyOfVersion, macLength, macOf, versionOf } from '../crypto/mac.ts'
import { idBodyLength } from '../ids.ts'
import type { Scope } from '../scope.ts'

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
 * so a rotation does not invalidate secrets (spec/decisions/sessions.md#client-secrets).
 */
export function clientSecretOf(keyring: Keyring, scope: Scope, sessionId: string): string {
  const merchant = scope.merchantId.slice('mer_'.length)
  const mac = macOf(keyring.current, `${sessionId}.${merchant}`)
  return `${sessionId}_secret_${versionOf(keyring.current)}${merchant}${mac}`
}

/** The session that a client secret opens, or null when the secret is missing, malformed or forged. */
export function openClientSecret(keyring: Keyring, clientSecret: string): OpenedClientSecret | null {
  const parts = shape.exec(clientSecret)
  if (!parts) return null
  const [, sessionId = '', mode, version = '', merchant = '', given = ''] = parts
  const key = keyOfVersion(keyring, version)
  if (!key || !isMac(key, `${sessionId}.${merchant}`, given)) return null
  return { scope: { merchantId: `mer_${merchant}`, livemode: mode === 'live' }, sessionId }
}
