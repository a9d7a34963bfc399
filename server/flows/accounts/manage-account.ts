import { isDeepStrictEqual } from 'node:util'
import type { Caller } from '../../domain/accounts/caller.ts'
import { optionOf, type CredentialValues } from '../../domain/acquirers/credentials.ts'
import { isLoopback } from '../../domain/loopback.ts'
import { isCurrency } from '../../domain/money/amounts.ts'
import { newId } from '../../domain/ids.ts'
import type { MerchantRecord } from '../../domain/accounts/account-records.ts'
import { newSecretKey } from '../../domain/accounts/secret-key.ts'
import { timeZones } from '../../domain/time/time-zones.ts'
import { formats, lengthOf } from '../../../spec/lib/formats.ts'
import type { Acquirer } from '../../processors/acquirer.ts'
import { inTransaction, type Database } from '../../store/sql/database.ts'
import { findMerchant, listMerchants, lockMerchant, updateMerchant } from '../../store/accounts/merchants.ts'
import {
  insertSecretKey,
  listSecretKeys,
  revokeSecretKey,
  type SecretKeyRecord,
} from '../../store/accounts/secret-keys.ts'
import {
  listProcessorCredentials,
  type ProcessorCredentialsRecord,
} from '../../store/acquirers/processor-credentials.ts'
import { findWebhookEndpoint } from '../../store/webhooks/webhook-endpoints.ts'
import { audit } from '../audit.ts'
import { connectProcessorLocked } from '../acquirers/connect-processor.ts'
import type { FlowContext } from '../context.ts'

/** How many accounts a list shows at most. */
const listed = 100

/** Characters of a URL (spec/decisions/requests.md#urls). */
const maxUrlLength = 2_048

/** An account with its keys and webhook endpoints, without any secret. */
export interface Account {
  readonly merchant: MerchantRecord
  readonly keys: readonly SecretKeyRecord[]
  readonly endpoints: readonly {
    readonly id: string
    readonly livemode: boolean
    readonly url: string
    readonly created_at: Date
  }[]
  /** One for each acquirer that the account has connected. */
  readonly credentials: readonly ProcessorCredentialsRecord[]
}

/** The changes of one call: either all of them happen, or none. */
export interface AccountChanges {
  /** True also creates a new live key. */
  readonly liveAccess?: boolean
  /** Replaces the current list. Codes may be in upper or lower case. */
  readonly currencies?: readonly string[]
  /** Null removes the address of the mode. */
  readonly thankYouUrl?: { readonly livemode: boolean; readonly url: string | null }
  /** Where customers of test mode go back to if a session has no `cancel_url`. Null removes it. */
  readonly cancelUrlTest?: string | null
  /** Id of a key of this account. */
  readonly revokeKey?: string
  /** Customers see it on payment pages and receipts. Null removes it. */
  readonly businessName?: string | null
  /** IANA name. */
  readonly timeZone?: string
  /** Whether customers get a receipt by mail. */
  readonly receipts?: boolean
  /** The address that customers may write to, or null. */
  readonly contactEmail?: string | null
  /** Pages of the account that payment pages link to. Null removes the link. */
  readonly termsUrl?: string | null
  readonly privacyUrl?: string | null
  /** From when on everyone of the account needs a second factor. Null: no longer. */
  readonly secondFactorFrom?: Date | null
  /** By the name of the acquirer: connects it for live mode, or replaces the credentials that are not null. */
  readonly credentials?: Readonly<Record<string, CredentialValues>>
}

export type RefusalCode =
  | 'account_not_found'
  | 'cancel_url_invalid'
  | 'changed_meanwhile'
  | 'claim_not_reviewed'
  | 'contact_email_invalid'
  | 'credentials_invalid'
  | 'currency_invalid'
  | 'key_not_found'
  | 'live_access_ended'
  | 'privacy_url_invalid'
  | 'public_demo'
  | 'terms_url_invalid'
  | 'thank_you_url_invalid'
  | 'time_zone_invalid'

/** `message` is one sentence for the person who asked for the change. */
export interface Refusal {
  readonly kind: 'refused'
  readonly code: RefusalCode
  readonly message: string
}

export interface Changed {
  readonly kind: 'changed'
  /** The service keeps only the hash, so the secret is shown once. */
  readonly liveKey: { readonly id: string; readonly secret: string } | null
  readonly revokedKey: SecretKeyRecord | null
  /** The acquirers that the call connected, or whose credentials it changed. */
  readonly connected: readonly string[]
}

/** The account, or null when there is no account with this id. */
export async function readAccount(context: FlowContext, merchantId: string): Promise<Account | null> {
  const merchant = await findMerchant(context.db, merchantId)
  if (!merchant) return null
  const [keys, credentials, ...endpoints] = await Promise.all([
    listSecretKeys(context.db, merchantId),
    listProcessorCredentials(context.db, merchantId),
    ...[false, true].map((livemode) => findWebhookEndpoint({ merchantId, livemode }, context.db)),
  ])
  const shown = endpoints
    .filter((endpoint) => endpoint !== null)
    .map(({ id, livemode, url, created_at }) => ({ id, livemode, url, created_at }))
  return { merchant, keys, endpoints: shown, credentials }
}

/** The newest accounts. */
export function readAccounts(context: FlowContext): Promise<MerchantRecord[]> {
  return listMerchants(context.db, listed)
}

/**
 * Changes an account in one transaction. Running processes notice within a second. Open sessions and links keep a
 * currency or an address that the change removes. `seen`: the account as the caller read it; the change is refused if
 * its settings are different by now.
 */
export async function changeAccount(
  context: FlowContext,
  caller: Caller,
  merchantId: string,
  changes: AccountChanges,
  seen: MerchantRecord | null = null,
): Promise<Changed | Refusal> {
  const unusable =
    currenciesRefusal(changes.currencies) ??
    wayOutRefusal('thank_you_url_invalid', 'thank-you address', changes.thankYouUrl) ??
    wayOutRefusal('cancel_url_invalid', 'cancel address', cancelSettingOf(changes)) ??
    timeZoneRefusal(changes.timeZone) ??
    contactRefusal(changes.contactEmail) ??
    pageRefusal('terms_url_invalid', 'terms', changes.termsUrl) ??
    pageRefusal('privacy_url_invalid', 'privacy policy', changes.privacyUrl)
  if (unusable) return unusable
  const { credentials = {}, ...others } = changes
  const connected = Object.keys(credentials)
  const changed = inTransaction(context.db, async (transaction) => {
    const merchant = await lockMerchant(transaction, merchantId)
    if (!merchant) return refused('account_not_found', `There is no account ${merchantId}.`)
    if (seen && !isDeepStrictEqual(merchant, seen))
      return refused('changed_meanwhile', 'The account has changed in the meantime.')
    if (connected.length > 0 && merchant.public_demo) return refused('public_demo', publicDemoRefusal)
    for (const [processor, given] of Object.entries(credentials)) {
      const acquirer = context.acquirers.get(processor)
      if (!acquirer) throw new Error(`Bug: there is no acquirer ${processor}`)
      const result = await connectProcessorLocked(context, caller, transaction, { merchantId, acquirer, given })
      if (result.kind === 'invalid') throw new RolledBack(credentialsRefusal(acquirer, result.problems))
    }
    if (connected.length > 0 && Object.keys(others).length === 0)
      return { kind: 'changed' as const, liveKey: null, revokedKey: null, connected }
    const result = await changeLocked(context, caller, transaction, { merchant, changes: others })
    if (result.kind === 'refused') throw new RolledBack(result)
    return { ...result, connected }
  })
  return changed.catch((error: unknown) => {
    if (error instanceof RolledBack) return error.refusal
    throw error
  })
}

/** Undoes the changes before a refusal, so that a call makes all of its changes or none. */
class RolledBack extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

const publicDemoRefusal = 'The key of the public demo account is public, so the account cannot go live.'

const notReviewed =
  'Its owner has claimed this account, and has not yet reviewed the keys and addresses from before. ' +
  'The dashboard asks the owner at the next sign-in.'

/** Names the options of the account command, because only that command connects acquirers with other changes. */
function credentialsRefusal({ name, fields }: Acquirer, problems: Readonly<Record<string, string>>): Refusal {
  const lines = Object.entries(fields).flatMap(([key, field]) =>
    problems[key] === undefined ? [] : [`--${optionOf(name, key, field)}: ${problems[key]}`],
  )
  return refused('credentials_invalid', lines.join('\n'))
}

/** Changes an account that this transaction has locked. The caller has validated `changes`. */
export async function changeLocked(
  context: FlowContext,
  caller: Caller,
  transaction: Database,
  { merchant, changes }: { merchant: MerchantRecord; changes: Omit<AccountChanges, 'credentials'> },
): Promise<Changed | Refusal> {
  const { merchant_id: merchantId } = merchant
  if (merchant.public_demo && changes.liveAccess) return refused('public_demo', publicDemoRefusal)
  if (merchant.held_since && changes.liveAccess) return refused('claim_not_reviewed', notReviewed)
  const now = context.clock.now()
  const revokedKey =
    changes.revokeKey === undefined
      ? null
      : await revokeSecretKey(transaction, { merchantId, id: changes.revokeKey }, now)
  if (changes.revokeKey !== undefined && !revokedKey)
    return refused('key_not_found', `The account has no key ${changes.revokeKey}.`)
  await updateMerchant(transaction, changedMerchant(merchant, changes, now))
  const liveKey = changes.liveAccess ? await makeLiveKey(transaction, merchantId, now) : null
  await audit(context, transaction, caller, {
    merchantId,
    livemode: null,
    action: 'account.changed',
    detail: { ...changes, ...(liveKey && { liveKey: liveKey.id }) },
  })
  return { kind: 'changed', revokedKey, liveKey, connected: [] }
}

async function makeLiveKey(
  transaction: Database,
  merchantId: string,
  now: Date,
): Promise<{ id: string; secret: string }> {
  const { hash, last4, secret } = newSecretKey(true)
  const id = newId('key', now)
  await insertSecretKey(transaction, { hash, id, merchant_id: merchantId, livemode: true, last4, created_at: now })
  return { id, secret }
}

function changedMerchant(
  merchant: MerchantRecord,
  changes: Omit<AccountChanges, 'credentials'>,
  now: Date,
): MerchantRecord {
  const { liveAccess, currencies, thankYouUrl, businessName, timeZone, receipts } = changes
  const { contactEmail, termsUrl, privacyUrl, secondFactorFrom } = changes
  const thankYou = thankYouUrl && {
    [thankYouUrl.livemode ? 'thank_you_url_live' : 'thank_you_url_test']: thankYouUrl.url,
  }
  return {
    ...merchant,
    business_name: businessName === undefined ? merchant.business_name : businessName,
    live_access: liveAccess ?? merchant.live_access,
    live_access_ended_at: liveAccess === undefined ? merchant.live_access_ended_at : liveAccess ? null : now,
    currencies: currencies ? canonicalCurrencies(currencies) : merchant.currencies,
    ...thankYou,
    cancel_url_test: changes.cancelUrlTest === undefined ? merchant.cancel_url_test : changes.cancelUrlTest,
    time_zone: timeZone ?? merchant.time_zone,
    receipts: receipts ?? merchant.receipts,
    contact_email: contactEmail === undefined ? merchant.contact_email : contactEmail,
    terms_url: termsUrl === undefined ? merchant.terms_url : termsUrl,
    privacy_url: privacyUrl === undefined ? merchant.privacy_url : privacyUrl,
    second_factor_from: secondFactorFrom === undefined ? merchant.second_factor_from : secondFactorFrom,
  }
}

function canonicalCurrencies(currencies: readonly string[]): string[] {
  return [...new Set(currencies.map((code) => code.toUpperCase()))]
}

function currenciesRefusal(currencies: readonly string[] | undefined): Refusal | null {
  if (!currencies) return null
  if (currencies.length === 0) return refused('currency_invalid', 'An account needs at least one currency.')
  const unknown = currencies.find((code) => !/^[a-z]{3}$/i.test(code) || !isCurrency(code.toUpperCase()))
  return unknown === undefined
    ? null
    : refused('currency_invalid', `${JSON.stringify(unknown)} is not a currency code of three letters (ISO 4217).`)
}

function timeZoneRefusal(timeZone: string | undefined): Refusal | null {
  if (timeZone === undefined || timeZones.includes(timeZone)) return null
  return refused('time_zone_invalid', 'This is not a known time zone. Use a name like Europe/London.')
}

function contactRefusal(contactEmail: string | null | undefined): Refusal | null {
  if (contactEmail == null || formats['email']?.test(contactEmail)) return null
  return refused('contact_email_invalid', 'The contact address is not an email address.')
}

function cancelSettingOf({ cancelUrlTest }: AccountChanges): AccountChanges['thankYouUrl'] {
  return cancelUrlTest === undefined ? undefined : { livemode: false, url: cancelUrlTest }
}

/**
 * https without user info. In test mode also http to loopback, so that a shop on a laptop works
 * (spec/decisions/requests.md#urls).
 */
function wayOutRefusal(code: RefusalCode, name: string, setting: AccountChanges['thankYouUrl']): Refusal | null {
  if (!setting || setting.url === null) return null
  const wrong = (what: string): Refusal => refused(code, `The ${name} ${what}.`)
  const mistake = mistakeInUrl(setting.url)
  if (mistake !== null) return wrong(mistake)
  const { protocol, hostname } = new URL(setting.url)
  if (protocol === 'https:' || (protocol === 'http:' && !setting.livemode && isLoopback(hostname))) return null
  return wrong(setting.livemode ? 'of live mode must be https' : 'must be https, or http to this machine (localhost)')
}

function pageRefusal(code: RefusalCode, name: string, url: string | null | undefined): Refusal | null {
  if (url == null) return null
  const mistake = mistakeInUrl(url) ?? (new URL(url).protocol === 'https:' ? null : 'must be https')
  return mistake === null ? null : refused(code, `The address of the ${name} ${mistake}.`)
}

/** What is wrong with a web address, apart from its scheme. */
function mistakeInUrl(url: string): string | null {
  if (!formats['uri']?.test(url)) return 'must be a complete web address without user name and password'
  return lengthOf(url) > maxUrlLength ? `must have at most ${maxUrlLength} characters` : null
}

function refused(code: RefusalCode, message: string): Refusal {
  return { kind: 'refused', code, message }
}
