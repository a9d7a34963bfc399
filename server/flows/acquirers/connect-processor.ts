import type { Caller } from '../../domain/accounts/caller.ts'
import {
  earlierNameOf,
  inSentence,
  problemsOfValues,
  type CredentialField,
  type CredentialValues,
} from '../../domain/acquirers/credentials.ts'
import type { Acquirer } from '../../processors/acquirer.ts'
import { lockMerchant } from '../../store/accounts/merchants.ts'
import {
  deleteProcessorCredentials,
  findProcessorCredentials,
  outstandingAt,
  saveProcessorCredentials,
  type Outstanding,
  type ProcessorCredentialsRecord,
  type ShownSecret,
} from '../../store/acquirers/processor-credentials.ts'
import { inTransaction, type Database } from '../../store/sql/database.ts'
import { audit } from '../audit.ts'
import type { FlowContext } from '../context.ts'
import { openSecrets, sealSecrets, valuesOf, type Secrets } from './processor-credentials.ts'

export type Connected =
  | { readonly kind: 'connected'; readonly isNew: boolean }
  /** One sentence for each wrong field. Nothing has changed. */
  | { readonly kind: 'invalid'; readonly problems: Readonly<Record<string, string>> }
  /** Somebody else has changed the credentials since the page was shown. */
  | { readonly kind: 'changed_meanwhile' }

interface Connection {
  readonly merchantId: string
  readonly acquirer: Acquirer
}

/**
 * Connects an account to an acquirer, or replaces some of its credentials, within a transaction that has locked the
 * account. All processes use the new credentials within a second.
 */
export async function connectProcessorLocked(
  context: FlowContext,
  caller: Caller,
  transaction: Database,
  { merchantId, acquirer, given, seen }: Connection & { given: CredentialValues; seen?: number | null },
): Promise<Connected> {
  const current = await findProcessorCredentials(transaction, { merchantId, processor: acquirer.name })
  if (seen !== undefined && (current?.revision ?? null) !== seen) return { kind: 'changed_meanwhile' }
  const secrets = current && openSecrets(context.keyring, current)
  const change = { merchantId, acquirer, given, current, secrets }
  const problems = {
    ...missingFields(change),
    ...(await moveProblem(transaction, change)),
    ...problemsOfValues(acquirer.fields, given),
  }
  if (Object.keys(problems).length > 0) return { kind: 'invalid', problems }
  const record = changedRecord(context, caller, change)
  await saveProcessorCredentials(transaction, record)
  const changed = Object.keys(acquirer.fields).filter((name) => (given[name] ?? null) !== null)
  await audit(context, transaction, caller, {
    merchantId,
    livemode: true,
    action: current ? 'processor.credentials_changed' : 'processor.connected',
    detail: { processor: acquirer.name, ...record.settings, changed, ...shownEnds(record) },
  })
  return { kind: 'connected', isNew: !current }
}

/** Connects an acquirer for a person in the dashboard. `seen`: the revision that the page showed. */
export async function connectProcessor(
  context: FlowContext,
  caller: Caller,
  change: Connection & { given: CredentialValues; seen: number | null },
): Promise<Connected> {
  return inTransaction(context.db, async (transaction) => {
    await lockMerchant(transaction, change.merchantId)
    return connectProcessorLocked(context, caller, transaction, change)
  })
}

type Disconnected =
  | { readonly kind: 'disconnected' }
  | { readonly kind: 'outstanding'; readonly outstanding: Outstanding }
  | { readonly kind: 'changed_meanwhile' }

/** Deletes an account's credentials, unless the acquirer still has to decide payments, refunds or returns. */
export async function disconnectProcessor(
  context: FlowContext,
  caller: Caller,
  { merchantId, processor, seen }: { merchantId: string; processor: string; seen: number },
): Promise<Disconnected> {
  const key = { merchantId, processor }
  return inTransaction(context.db, async (transaction) => {
    await lockMerchant(transaction, merchantId)
    const current = await findProcessorCredentials(transaction, key)
    if (current?.revision !== seen) return { kind: 'changed_meanwhile' }
    const outstanding = await outstandingAt(transaction, key)
    if (isAnyOutstanding(outstanding)) return { kind: 'outstanding', outstanding }
    await deleteProcessorCredentials(transaction, key)
    const detail = { processor, ...current.settings }
    await audit(context, transaction, caller, { merchantId, livemode: true, action: 'processor.disconnected', detail })
    return { kind: 'disconnected' }
  })
}

/** Ends the time for which an earlier value of a field stays valid. False: the credentials have changed. */
export async function removeEarlierValue(
  context: FlowContext,
  caller: Caller,
  { merchantId, processor, field, seen }: { merchantId: string; processor: string; field: string; seen: number },
): Promise<boolean> {
  const name = earlierNameOf(field)
  return inTransaction(context.db, async (transaction) => {
    await lockMerchant(transaction, merchantId)
    const current = await findProcessorCredentials(transaction, { merchantId, processor })
    const opened = current && openSecrets(context.keyring, current)
    if (current?.revision !== seen || opened?.[name] === undefined) return false
    const { [name]: _removed, ...sealed } = opened
    const { [name]: _shown, ...secrets } = current.secrets
    await saveProcessorCredentials(transaction, {
      ...current,
      revision: current.revision + 1,
      sealed_secrets: sealSecrets(context.keyring, current, sealed),
      secrets,
      changed_at: context.clock.now(),
    })
    const detail = { processor, removed: name }
    await audit(context, transaction, caller, {
      merchantId,
      livemode: true,
      action: 'processor.credentials_changed',
      detail,
    })
    return true
  })
}

function isAnyOutstanding({ payments, captures, refunds, returns }: Outstanding): boolean {
  return payments + captures + refunds + returns > 0
}

interface Change extends Connection {
  readonly given: CredentialValues
  readonly current: ProcessorCredentialsRecord | null
  /** Null: the account has none, or the keyring does not open them. */
  readonly secrets: Secrets | null
}

/** What the acquirer needs and the account has not entered. */
function missingFields({ acquirer, given, current, secrets }: Change): Record<string, string> {
  const kept = valuesOf(acquirer.fields, current ?? { settings: {} }, secrets ?? {})
  const names = Object.keys(acquirer.fields)
  const values = Object.fromEntries(names.map((name) => [name, given[name] ?? kept[name] ?? null]))
  const missing = names.filter((name) => acquirer.fields[name]?.isRequired && values[name] === null)
  return { ...acquirer.problemsOf(values), ...Object.fromEntries(missing.map((name) => [name, 'This is missing.'])) }
}

/** An acquirer knows a payment only under the name of the account that took it. */
async function moveProblem(
  transaction: Database,
  { acquirer, given, current }: Change,
): Promise<Record<string, string>> {
  const moved = Object.entries(acquirer.fields).find(([name, { isAccountName }]) => {
    const value = given[name] ?? null
    return isAccountName && current && value !== null && value !== current.settings[name]
  })
  if (!moved || !current) return {}
  const waiting = await outstandingAt(transaction, { merchantId: current.merchant_id, processor: acquirer.name })
  if (!isAnyOutstanding(waiting)) return {}
  const [name, { label }] = moved
  return {
    [name]: `Payments or refunds of the current ${inSentence(label)} are not finished. Change it when they are.`,
  }
}

const dayMs = 24 * 3600_000

function changedRecord(
  { clock, keyring }: FlowContext,
  caller: Caller,
  { merchantId, acquirer, given, current, secrets }: Change,
): Omit<ProcessorCredentialsRecord, 'checked_at' | 'check_result'> {
  const now = clock.now()
  const row = { merchant_id: merchantId, processor: acquirer.name }
  const settings: Record<string, string | null> = {}
  const sealed: Record<string, string> = { ...secrets }
  const shown: Record<string, ShownSecret> = { ...current?.secrets }
  for (const [name, field] of Object.entries(acquirer.fields)) {
    const value = given[name] ?? null
    if (!field.isSecret) settings[name] = value ?? current?.settings[name] ?? null
    else if (value !== null) {
      const earlier = earlierOf(field, secrets?.[name], value)
      if (earlier) {
        const until = new Date(now.getTime() + earlier.validDays * dayMs).toISOString()
        sealed[earlierNameOf(name)] = earlier.value
        shown[earlierNameOf(name)] = { ...shownSecret(caller, now, earlier.value), until }
      }
      sealed[name] = value
      shown[name] = shownSecret(caller, now, value)
    }
  }
  return {
    ...row,
    revision: (current?.revision ?? 0) + 1,
    settings,
    sealed_secrets: sealSecrets(keyring, row, sealed),
    secrets: shown,
    connected_at: current?.connected_at ?? now,
    connected_by: current?.connected_by ?? caller.actor,
    changed_at: now,
  }
}

/** The value that stays valid for some time after another one has replaced it. */
function earlierOf(
  { earlier }: CredentialField,
  present: string | undefined,
  next: string,
): { value: string; validDays: number } | null {
  if (!earlier || present === undefined || earlier.isSame(present, next)) return null
  return { value: present, validDays: earlier.validDays }
}

/** A short secret, such as a password, shows nothing. */
function shownSecret(caller: Caller, now: Date, value: string): ShownSecret {
  return { end: value.length < minShown ? null : value.slice(-4), at: now.toISOString(), by: caller.actor }
}

const minShown = 16

function shownEnds({ secrets }: Pick<ProcessorCredentialsRecord, 'secrets'>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(secrets).flatMap(([name, { end }]) => (end === null ? [] : [[name, `…${end}`]])),
  )
}
