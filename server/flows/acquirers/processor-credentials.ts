import {
  earlierNameOf,
  type CredentialFields,
  type Credentials,
  type CredentialValues,
} from '../../domain/acquirers/credentials.ts'
import { open, seal, type Keyring } from '../../domain/crypto/keyring.ts'
import type { ProcessorCredentialsRecord } from '../../store/acquirers/processor-credentials.ts'
import type { FlowContext } from '../context.ts'

/** Where a processor must send the notifications about an account. */
export function notificationUrl(
  { settings }: Pick<FlowContext, 'settings'>,
  { merchantId, processor }: { merchantId: string; processor: string },
): string {
  return `${settings.baseUrl}/v1/processor_notifications/${processor}/${merchantId}`
}

/** The secrets of an account at a processor, by the names of their fields. They are sealed as one JSON object. */
export type Secrets = Readonly<Record<string, string>>

/** Binds the sealed secrets to their row, so that a copy in another row cannot be decrypted. */
function purposeOf({ merchant_id, processor }: Row): string {
  return `processor credentials ${merchant_id} ${processor}`
}

type Row = Pick<ProcessorCredentialsRecord, 'merchant_id' | 'processor'>

export function sealSecrets(keyring: Keyring, row: Row, secrets: Secrets): string {
  return seal(keyring, purposeOf(row), JSON.stringify(secrets))
}

/** Null: the keyring does not open them. */
export function openSecrets(keyring: Keyring, record: ProcessorCredentialsRecord): Secrets | null {
  const text = open(keyring, purposeOf(record), record.sealed_secrets)
  return text === null ? null : (JSON.parse(text) as Secrets)
}

/** The value of each field. */
export function valuesOf(
  fields: CredentialFields,
  { settings }: Pick<ProcessorCredentialsRecord, 'settings'>,
  secrets: Secrets,
): CredentialValues {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { isSecret }]) => [name, (isSecret ? secrets : settings)[name] ?? null]),
  )
}

/** The credentials as they are at a time. Null: the keyring does not open their secrets. */
export function credentialsOf(
  keyring: Keyring,
  fields: CredentialFields,
  record: ProcessorCredentialsRecord,
  now: Date,
): Credentials | null {
  const secrets = openSecrets(keyring, record)
  if (!secrets) return null
  const earlier = Object.keys(fields).flatMap((name) => {
    const kept = earlierNameOf(name)
    const until = record.secrets[kept]?.until
    const value = secrets[kept]
    return value !== undefined && until !== undefined && new Date(until) > now ? [[name, value] as const] : []
  })
  return { values: valuesOf(fields, record, secrets), earlier: Object.fromEntries(earlier) }
}
