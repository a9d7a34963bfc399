import type { Keyring } from '../crypto/keyring.ts'
import { isMac, keyOfVersion, macLength, macOf, versionOf } from '../crypto/mac.ts'
import { idBodyLength } from '../ids.ts'
import type { Scope } from '../scope.ts'

const shape = new RegExp(
  `^(att_[0-9a-z]{${idBodyLength}})_(test|live)_([0-9a-z])([0-9a-z]{${idBodyLength}})([0-9a-z]{${macLength}})$`,
)

/** The path to which the bank's page sends the customer back. A token with the use `return` follows it. */
export const challengeReturnPath = '/v1/form/challenge_returns/'

/** The path of the receipt for the customer who paid. A token with the use `receipt` follows it. */
const receiptPath = '/receipt/'

/**
 * `page`: opens our page with the bank's confirmation; the customer's form has it. `return`: brings the bank's answer;
 * the processor has it. `receipt`: shows the receipt; the customer's mail has it. None can be used as another.
 */
export type AttemptTokenUse = 'page' | 'return' | 'receipt'

const subjects: Readonly<Record<AttemptTokenUse, string>> = {
  page: 'challenge',
  return: 'challenge return',
  receipt: 'receipt',
}

export interface OpenedAttemptToken {
  readonly scope: Scope
  readonly attemptId: string
}

/**
 * Gives access to one thing about one card attempt: `<attempt_id>_<mode>_<key version><merchant><HMAC>`. It is part of
 * an address, where the client secret must not be.
 */
export function attemptTokenOf(
  keyring: Keyring,
  scope: Scope,
  attemptId: string,
  use: AttemptTokenUse = 'page',
): string {
  const merchant = scope.merchantId.slice('mer_'.length)
  const name = `${attemptId}_${scope.livemode ? 'live' : 'test'}`
  return `${name}_${versionOf(keyring.current)}${merchant}${macOf(keyring.current, subjectOf(use, name, merchant))}`
}

/** The card attempt that a token opens, or null when the token is malformed or forged. */
export function openAttemptToken(
  keyring: Keyring,
  token: string,
  use: AttemptTokenUse = 'page',
): OpenedAttemptToken | null {
  const parts = shape.exec(token)
  if (!parts) return null
  const [, attemptId = '', mode = '', version = '', merchant = '', given = ''] = parts
  const key = keyOfVersion(keyring, version)
  if (!key || !isMac(key, subjectOf(use, `${attemptId}_${mode}`, merchant), given)) return null
  return { scope: { merchantId: `mer_${merchant}`, livemode: mode === 'live' }, attemptId }
}

function subjectOf(use: AttemptTokenUse, name: string, merchant: string): string {
  return `${subjects[use]} ${name}.${merchant}`
}

/** Where the customer reads the receipt later, in the language of the mail. It shows no more than the mail does. */
export function receiptUrl(
  { keyring, baseUrl }: { readonly keyring: Keyring; readonly baseUrl: string },
  scope: Scope,
  { id, locale }: { readonly id: string; readonly locale: string | null },
): string {
  const query = locale === null ? '' : `?locale=${locale}`
  return `${baseUrl}${receiptPath}${attemptTokenOf(keyring, scope, id, 'receipt')}${query}`
}
