import { adyenCheckoutUrl, adyenFieldNames, adyenProblems } from '../domain/adyen-access.ts'
import type { AdyenFields } from '../domain/adyen-access.ts'
import type { Caller } from '../domain/caller.ts'
import type { Database } from '../store/database.ts'
import { inTransaction } from '../store/database.ts'
import { lockMerchant } from '../store/merchants.ts'
import {
  deleteProcessorCredentials,
  findProcessorCredentials,
  outstandingAt,
  saveProcessorCredentials,
} from '../store/processor-credentials.ts'
import type { Outstanding, ProcessorCredentialsRecord, ShownSecret } from '../store/processor-credentials.ts'
import { adyen, openSecrets, previousHmacKeyDays, sealSecrets } from './adyen-credentials.ts'
import type { AdyenSecrets } from './adyen-credentials.ts'
import { audit } from './audit.ts'
import type { FlowContext } from './context.ts'

export type AdyenField = keyof AdyenFields

export type AdyenConnected =
  | { readonly kind: 'connected'; readonly isNew: boolean }
  /** One sentence for each wrong field. Nothing has changed. */
  | { readonly kind: 'invalid'; readonly problems: Partial<Record<AdyenField, string>> }
  /** Somebody else has changed the credentials since the page was shown. */
  | { readonly kind: 'changed_meanwhile' }

/**
 * Connects an account to Adyen, or replaces some of its credentials, within a transaction that has locked the account.
 * All processes use the new credentials within a second.
 */
export async function connectAdyenLocked(
  context: FlowContext,
  caller: Caller,
  transaction: Database,
  { merchantId, fields, seen }: { merchantId: string; fields: AdyenFields; seen?: number | null },
): Promise<AdyenConnected> {
  const current = await findProcessorCredentials(transaction, { merchantId, processor: adyen })
  if (seen !== undefined && (current?.revision ?? null) !== seen) return { kind: 'changed_meanwhile' }
  const secrets = current && openSecrets(context.keyring, current)
  const problems = {
    ...missingFields(context, fields, current, secrets),
    ...(await moveProblem(transaction, fields, current)),
    ...adyenProblems(fields),
  }
  if (Object.keys(problems).length > 0) return { kind: 'invalid', problems }
  const record = changedRecord(context, caller, { merchantId, fields, current, secrets })
  await saveProcessorCredentials(transaction, record)
  const changed = adyenFieldNames.filter((name) => fields[name] !== null)
  await audit(context, transaction, caller, {
    merchantId,
    livemode: true,
    action: current ? 'processor.credentials_changed' : 'processor.connected',
    detail: { processor: adyen, ...record.settings, changed, ...shownEnds(record) },
  })
  return { kind: 'connected', isNew: !current }
}

/** Connects Adyen for a person in the dashboard. `seen`: the revision that the page showed. */
export async function connectAdyen(
  context: FlowContext,
  caller: Caller,
  merchantId: string,
  change: { fields: AdyenFields; seen: number | null },
): Promise<AdyenConnected> {
  return inTransaction(context.db, async (transaction) => {
    await lockMerchant(transaction, merchantId)
    return connectAdyenLocked(context, caller, transaction, { merchantId, ...change })
  })
}

type AdyenDisconnected =
  | { readonly kind: 'disconnected' }
  | { readonly kind: 'outstanding'; readonly outstanding: Outstanding }
  | { readonly kind: 'changed_meanwhile' }

/** Deletes an account's credentials, unless Adyen still has to decide payments, refunds or returns. */
export async function disconnectAdyen(
  context: FlowContext,
  caller: Caller,
  merchantId: string,
  seen: number,
): Promise<AdyenDisconnected> {
  const key = { merchantId, processor: adyen }
  return inTransaction(context.db, async (transaction) => {
    await lockMerchant(transaction, merchantId)
    const current = await findProcessorCredentials(transaction, key)
    if (current?.revision !== seen) return { kind: 'changed_meanwhile' }
    const outstanding = await outstandingAt(transaction, key)
    if (isAnyOutstanding(outstanding)) return { kind: 'outstanding', outstanding }
    await deleteProcessorCredentials(transaction, key)
    const detail = { processor: adyen, ...current.settings }
    await audit(context, transaction, caller, { merchantId, livemode: true, action: 'processor.disconnected', detail })
    return { kind: 'disconnected' }
  })
}

/** Stops accepting notifications that Adyen signs with the earlier key. False: the credentials have changed. */
export async function removePreviousHmacKey(
  context: FlowContext,
  caller: Caller,
  merchantId: string,
  seen: number,
): Promise<boolean> {
  return inTransaction(context.db, async (transaction) => {
    await lockMerchant(transaction, merchantId)
    const current = await findProcessorCredentials(transaction, { merchantId, processor: adyen })
    const opened = current && openSecrets(context.keyring, current)
    if (current?.revision !== seen || opened?.previousHmacKey === undefined) return false
    const { previousHmacKey: _removed, ...sealed } = opened
    const { previousHmacKey: _shown, ...secrets } = current.secrets
    await saveProcessorCredentials(transaction, {
      ...current,
      revision: current.revision + 1,
      sealed_secrets: sealSecrets(context.keyring, merchantId, sealed),
      secrets,
      changed_at: context.clock.now(),
    })
    const detail = { processor: adyen, removed: 'previousHmacKey' }
    await audit(context, transaction, caller, {
      merchantId,
      livemode: true,
      action: 'processor.credentials_changed',
      detail,
    })
    return true
  })
}

function isAnyOutstanding({ payments, refunds, returns }: Outstanding): boolean {
  return payments + refunds + returns > 0
}

/** What Adyen needs and the account has not entered. */
function missingFields(
  context: FlowContext,
  fields: AdyenFields,
  current: ProcessorCredentialsRecord | null,
  secrets: AdyenSecrets | null,
): Partial<Record<AdyenField, string>> {
  const settings = current?.settings
  const user = fields.notificationUser ?? settings?.['notificationUser'] ?? null
  const password = fields.notificationPassword ?? secrets?.notificationPassword ?? null
  const prefix = fields.livePrefix ?? settings?.['livePrefix'] ?? null
  const missing: [AdyenField, boolean, string][] = [
    ['merchantAccount', (fields.merchantAccount ?? settings?.['merchantAccount'] ?? null) === null, 'This is missing.'],
    ['apiKey', (fields.apiKey ?? secrets?.apiKey ?? null) === null, 'This is missing.'],
    ['hmacKey', (fields.hmacKey ?? secrets?.hmacKey ?? null) === null, 'This is missing.'],
    ['notificationUser', user === null && password !== null, 'The password needs its user name.'],
    ['notificationPassword', password === null && user !== null, 'The user name needs its password.'],
    [
      'livePrefix',
      adyenCheckoutUrl(context.settings.adyen, prefix) === null,
      'This server uses Adyen’s live platform, whose addresses begin with this prefix.',
    ],
  ]
  return Object.fromEntries(missing.flatMap(([name, isMissing, text]) => (isMissing ? [[name, text]] : [])))
}

/** Adyen knows a payment only under the merchant account that took it. */
async function moveProblem(
  transaction: Database,
  { merchantAccount }: AdyenFields,
  current: ProcessorCredentialsRecord | null,
): Promise<Partial<Record<AdyenField, string>>> {
  if (!current || merchantAccount === null || merchantAccount === current.settings['merchantAccount']) return {}
  const waiting = await outstandingAt(transaction, { merchantId: current.merchant_id, processor: adyen })
  if (!isAnyOutstanding(waiting)) return {}
  return {
    merchantAccount: 'Payments or refunds of the present merchant account are not finished. Change it when they are.',
  }
}

function changedRecord(
  context: FlowContext,
  caller: Caller,
  change: {
    merchantId: string
    fields: AdyenFields
    current: ProcessorCredentialsRecord | null
    secrets: AdyenSecrets | null
  },
): Omit<ProcessorCredentialsRecord, 'checked_at' | 'check_result'> {
  const { merchantId, fields, current, secrets } = change
  const now = context.clock.now()
  const set = (value: string, more: Partial<ShownSecret> = {}): ShownSecret => ({
    end: value.length < 16 ? null : value.slice(-4),
    at: now.toISOString(),
    by: caller.actor,
    ...more,
  })
  const isHmacNew = fields.hmacKey !== null && secrets !== null && !isSameKey(fields.hmacKey, secrets.hmacKey)
  const until = new Date(now.getTime() + previousHmacKeyDays * 24 * 3600_000).toISOString()
  const sealed = {
    ...secrets,
    apiKey: fields.apiKey ?? secrets?.apiKey ?? '',
    hmacKey: fields.hmacKey ?? secrets?.hmacKey ?? '',
    ...(isHmacNew && { previousHmacKey: secrets.hmacKey }),
    ...(fields.notificationPassword !== null && { notificationPassword: fields.notificationPassword }),
  }
  return {
    merchant_id: merchantId,
    processor: adyen,
    revision: (current?.revision ?? 0) + 1,
    settings: {
      merchantAccount: fields.merchantAccount ?? current?.settings['merchantAccount'] ?? null,
      notificationUser: fields.notificationUser ?? current?.settings['notificationUser'] ?? null,
      livePrefix: fields.livePrefix ?? current?.settings['livePrefix'] ?? null,
    },
    sealed_secrets: sealSecrets(context.keyring, merchantId, sealed),
    secrets: {
      ...current?.secrets,
      ...(fields.apiKey !== null && { apiKey: set(fields.apiKey) }),
      ...(fields.hmacKey !== null && { hmacKey: set(fields.hmacKey) }),
      ...(isHmacNew && { previousHmacKey: set(secrets.hmacKey, { until }) }),
      ...(fields.notificationPassword !== null && { notificationPassword: { ...set(''), end: null } }),
    },
    connected_at: current?.connected_at ?? now,
    connected_by: current?.connected_by ?? caller.actor,
    changed_at: now,
  }
}

function isSameKey(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

function shownEnds({ secrets }: Pick<ProcessorCredentialsRecord, 'secrets'>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(secrets).flatMap(([name, { end }]) => (end === null ? [] : [[name, `…${end}`]])),
  )
}
