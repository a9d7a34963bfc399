import { idBodyLength } from './ids.ts'
import type { Keyring } from './keyring.ts'
import { isMac, keyOfVersion, macLength, macOf, versionOf } from './mac.ts'
import type { Scope } from './scope.ts'

const shape = new RegExp(
  `^(att_[0-9a-z]{${idBodyLength}})_(test|live)_([0-9a-z])([0-9a-z]{${idBodyLength}})([0-9a-z]{${macLength}})$`,
)

export interface OpenedChallengeToken {
  readonly scope: Scope
  readonly attemptId: string
}

/**
 * Gives access to the bank's confirmation of one card attempt: `<attempt_id>_<mode>_<key version><merchant><HMAC>`.
 * It is part of an address, where the client secret must not be.
 */
export function challengeTokenOf(keyring: Keyring, scope: Scope, attemptId: string): string {
  const merchant = scope.merchantId.slice('mer_'.length)
  const name = `${attemptId}_${scope.livemode ? 'live' : 'test'}`
  return `${name}_${versionOf(keyring.current)}${merchant}${macOf(keyring.current, subjectOf(name, merchant))}`
}

/** The card attempt that a token opens, or null when the token is malformed or forged. */
export function openChallengeToken(keyring: Keyring, token: string): OpenedChallengeToken | null {
  const parts = shape.exec(token)
  if (!parts) return null
  const [, attemptId = '', mode = '', version = '', merchant = '', given = ''] = parts
  const key = keyOfVersion(keyring, version)
  if (!key || !isMac(key, subjectOf(`${attemptId}_${mode}`, merchant), given)) return null
  return { scope: { merchantId: `mer_${merchant}`, livemode: mode === 'live' }, attemptId }
}

function subjectOf(name: string, merchant: string): string {
  return `challenge ${name}.${merchant}`
}
