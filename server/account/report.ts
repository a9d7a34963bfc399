import type { AdyenPlatform } from '../domain/adyen-access.ts'
import type { MerchantRecord } from '../domain/records.ts'
import type { Account, Changed } from '../flows/manage-account.ts'
import type { ShownSecret } from '../store/processor-credentials.ts'
import type { SecretKeyRecord } from '../store/secret-keys.ts'
import type { DeliveryResult } from '../webhooks/deliver.ts'

/** The outcome of a command for one account: the account as it is now, and what the command did. */
export interface Report {
  readonly account: Account
  readonly changed: Changed | null
  readonly ping: DeliveryResult | null
  /** The link works once. */
  readonly resetLink: string | null
  /** The processor of live mode in this environment. Null: there is none. */
  readonly liveProcessor: string | null
  /** The settings for Adyen in this environment. */
  readonly adyen: AdyenPlatform & { readonly notificationUrl: string }
}

/** The report for scripts, with times as in the API. */
export function reportJson(report: Report): object {
  const { account, changed, ping, resetLink, liveProcessor } = report
  const { merchant, keys, endpoints } = account
  return {
    account: {
      ...accountJson(merchant),
      live_processor: liveProcessor,
      thank_you_url: { test: merchant.thank_you_url_test, live: merchant.thank_you_url_live },
      webhook_endpoints: endpoints.map(({ id, url, livemode, created_at }) => ({ id, url, livemode, created_at })),
      keys: keys.map(keyJson),
      adyen: adyenJson(report),
    },
    ...(changed?.liveKey && { live_key: changed.liveKey }),
    ...(changed?.revokedKey && { revoked_key: keyJson(changed.revokedKey) }),
    ...(resetLink !== null && { reset_link: resetLink }),
    ...(ping && { ping: pingJson(ping) }),
  }
}

/** An account in a list for scripts. */
export function accountJson(merchant: MerchantRecord): object {
  const { merchant_id, business_name, email, live_access, public_demo, currencies, created_at } = merchant
  return { id: merchant_id, business_name, email, live_access, public_demo, currencies, created_at }
}

function keyJson({ id, livemode, last4, created_at, revoked_at }: SecretKeyRecord): object {
  return { id, livemode, last4, created_at, revoked_at }
}

function adyenJson({ account, adyen }: Report): object | null {
  if (!account.adyen) return null
  const { settings, secrets, connected_at, connected_by, checked_at, check_result } = account.adyen
  return {
    environment: adyen.environment,
    merchant_account: settings['merchantAccount'],
    live_prefix: settings['livePrefix'],
    notification_user: settings['notificationUser'],
    notification_url: adyen.notificationUrl,
    api_key: secretJson(secrets['apiKey']),
    hmac_key: secretJson(secrets['hmacKey']),
    previous_hmac_key: secretJson(secrets['previousHmacKey']),
    connected_at,
    connected_by,
    check: checked_at && { at: checked_at, result: check_result },
  }
}

function secretJson(secret: ShownSecret | undefined): object | null {
  return secret
    ? { ends_in: secret.end, set_at: secret.at, set_by: secret.by, valid_until: secret.until ?? null }
    : null
}

function pingJson({ kind, status, error, durationMs }: DeliveryResult): object {
  return { result: kind, status, error, duration_ms: Math.round(durationMs) }
}

/** The report for people: first what the command did, then the account. */
export function reportText(report: Report): string {
  const { merchant, keys, endpoints } = report.account
  const rows: readonly (readonly [string, string])[] = [
    ['Account', merchant.merchant_id],
    ['Name', merchant.business_name ?? '(none)'],
    ['Email', merchant.email],
    ['Live access', liveAccessText(report)],
    ['Currencies', merchant.currencies.join(', ')],
    ['Thank-you, test', merchant.thank_you_url_test ?? '(none)'],
    ['Thank-you, live', merchant.thank_you_url_live ?? '(none)'],
    ...adyenRows(report),
    ...[false, true].map(
      (live) =>
        [`Webhooks, ${modeOf(live)}`, endpoints.find(({ livemode }) => livemode === live)?.url ?? '(none)'] as const,
    ),
  ]
  const lines = [
    ...actionLines(report),
    ...rows.map(([name, value]) => `${name.padEnd(16)}  ${printable(value)}`),
    'Keys',
    ...keys.map((key) => `  ${keyText(key)}`),
  ]
  return `${lines.join('\n')}\n`
}

function adyenRows({ account, adyen }: Report): [string, string][] {
  if (!account.adyen) return [['Adyen', '(not connected)']]
  const { settings, secrets } = account.adyen
  const previous = secrets['previousHmacKey']
  return [
    ['Adyen', `merchant account ${settings['merchantAccount'] ?? ''}, ${adyen.environment} platform`],
    ['Adyen API key', secretText(secrets['apiKey'])],
    ['Adyen HMAC key', secretText(secrets['hmacKey'])],
    ...(previous?.until === undefined
      ? []
      : [['Earlier HMAC key', `ends in ${previous.end ?? '…'}, valid until ${previous.until}`] as [string, string]]),
    ['Notifications', adyen.notificationUrl],
    ...(settings['notificationUser'] ? [['Adyen user name', settings['notificationUser']] as [string, string]] : []),
  ]
}

function secretText(secret: ShownSecret | undefined): string {
  if (!secret) return '(none)'
  return `${secret.end === null ? 'set' : `ends in ${secret.end}, set`} ${secret.at} by ${secret.by}`
}

/** The list for people: one line for each account. */
export function listText(merchants: readonly MerchantRecord[]): string {
  if (merchants.length === 0) return 'There are no accounts.\n'
  const lines = merchants.map((merchant) =>
    [
      merchant.merchant_id,
      merchant.live_access ? 'live' : 'test',
      merchant.created_at.toISOString(),
      merchant.email,
      merchant.business_name ?? '',
    ].join('  '),
  )
  return `${lines.map((line) => printable(line).trimEnd()).join('\n')}\n`
}

function actionLines({ account, changed, ping, resetLink, liveProcessor, adyen }: Report): string[] {
  const lines: string[] = []
  if (changed?.liveKey) lines.push(`New live key (this is the only time that it is shown): ${changed.liveKey.secret}`)
  if (changed?.liveKey && liveProcessor === null)
    lines.push('LIVE_PROCESSOR is not set here. If the service lacks it too, live calls get account_configuration.')
  if (changed && liveProcessor === 'adyen' && account.merchant.live_access && !account.adyen)
    lines.push('The account is not connected to Adyen yet: its live calls get account_configuration.')
  if (changed?.isAdyenChanged)
    lines.push(
      `Adyen is connected: merchant account ${account.adyen?.settings['merchantAccount'] ?? ''}.`,
      `In Adyen's Customer Area, send standard notifications to ${adyen.notificationUrl}`,
    )
  if (changed?.isAdyenChanged && liveProcessor !== 'adyen')
    lines.push('LIVE_PROCESSOR is not adyen here. New live payments use Adyen once the service has that setting.')
  if (changed?.revokedKey) lines.push(`Revoked: ${keyText(changed.revokedKey)}`)
  if (resetLink !== null) lines.push(`Link to choose a new password (works once, within an hour): ${resetLink}`)
  if (ping) lines.push(pingText(ping))
  if (changed && lines.length === 0) lines.push(`Changed: ${account.merchant.merchant_id}`)
  return lines.length === 0 ? [] : [...lines, '']
}

function pingText({ kind, status, error, durationMs }: DeliveryResult): string {
  const answered = status === null ? 'no reply' : `status ${status}`
  const took = `${answered} after ${Math.round(durationMs)} ms`
  return kind === 'delivered'
    ? `Ping delivered: ${took}`
    : `Ping failed: ${took}${error === null ? '' : ` (${printable(error)})`}`
}

function liveAccessText({ account, liveProcessor }: Report): string {
  if (!account.merchant.live_access) return 'no'
  return liveProcessor === null ? 'yes, but LIVE_PROCESSOR is not set here' : `yes, on the processor ${liveProcessor}`
}

function keyText({ id, livemode, last4, created_at, revoked_at }: SecretKeyRecord): string {
  const revoked = revoked_at === null ? '' : `, revoked ${revoked_at.toISOString()}`
  return `${id}  ${modeOf(livemode)}  …${last4}  created ${created_at.toISOString()}${revoked}`
}

/** Merchants choose these texts: their control characters must not reach the operator's terminal. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '?')
}

function modeOf(livemode: boolean): string {
  return livemode ? 'live' : 'test'
}
