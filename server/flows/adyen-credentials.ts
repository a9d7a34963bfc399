import type { AdyenAccess } from '../domain/adyen-access.ts'
import { open, seal } from '../domain/keyring.ts'
import type { Keyring } from '../domain/keyring.ts'
import type { ProcessorCredentialsRecord } from '../store/processor-credentials.ts'
import type { FlowContext } from './context.ts'

export const adyen = 'adyen'

/** How long Adyen may still sign with the key that another one replaced, unless the account removes it sooner. */
export const previousHmacKeyDays = 30

/** Where Adyen must send the standard notifications of an account. */
export function notificationUrl({ settings }: Pick<FlowContext, 'settings'>, merchantId: string): string {
  return `${settings.baseUrl}/v1/processor_notifications/adyen/${merchantId}`
}

/** The secrets of an account at Adyen, as one sealed JSON object. */
export interface AdyenSecrets {
  readonly apiKey: string
  readonly hmacKey: string
  readonly previousHmacKey?: string
  readonly notificationPassword?: string
}

/** Binds the sealed secrets to their account, so that a copy in another row cannot be decrypted. */
function purposeOf(merchantId: string): string {
  return `processor credentials ${merchantId} ${adyen}`
}

export function sealSecrets(keyring: Keyring, merchantId: string, secrets: AdyenSecrets): string {
  return seal(keyring, purposeOf(merchantId), JSON.stringify(secrets))
}

/** Null: the keyring does not open them. */
export function openSecrets(keyring: Keyring, record: ProcessorCredentialsRecord): AdyenSecrets | null {
  const text = open(keyring, purposeOf(record.merchant_id), record.sealed_secrets)
  return text === null ? null : (JSON.parse(text) as AdyenSecrets)
}

/** The access as it is at a time. Null: the keyring does not open its secrets. */
export function accessOf(keyring: Keyring, record: ProcessorCredentialsRecord, now: Date): AdyenAccess | null {
  const secrets = openSecrets(keyring, record)
  if (!secrets) return null
  const { merchantAccount, notificationUser, livePrefix } = record.settings
  const { apiKey, hmacKey, previousHmacKey, notificationPassword } = secrets
  const until = record.secrets['previousHmacKey']?.until
  const isPreviousValid = previousHmacKey !== undefined && until !== undefined && new Date(until) > now
  return {
    merchantAccount: merchantAccount ?? '',
    apiKey,
    hmacKeys: isPreviousValid ? [hmacKey, previousHmacKey] : [hmacKey],
    notifications:
      notificationUser != null && notificationPassword !== undefined
        ? { user: notificationUser, password: notificationPassword }
        : null,
    livePrefix: livePrefix ?? null,
  }
}
