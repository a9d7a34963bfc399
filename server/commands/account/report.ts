import { earlierNameOf, inSentence, jsonNameOf } from '../../domain/acquirers/credentials.ts'
import type { MerchantRecord } from '../../domain/accounts/account-records.ts'
import { invitationDays } from '../../flows/accounts/invite.ts'
import type { Account, Changed } from '../../flows/accounts/manage-account.ts'
import { notificationUrl } from '../../flows/acquirers/processor-credentials.ts'
import type { FlowContext } from '../../flows/context.ts'
import type { Acquirer } from '../../processors/acquirer.ts'
import type { SecretKeyRecord } from '../../store/accounts/secret-keys.ts'
import type { ProcessorCredentialsRecord, ShownSecret } from '../../store/acquirers/processor-credentials.ts'
import type { DeliveryResult } from '../../webhooks/deliver.ts'

/** The outcome of a command for one account: the account as it is now, and what the command did. */
export interface Report {
  readonly account: Account
  readonly changed: Changed | null
  readonly ping: DeliveryResult | null
  /** The link works once. */
  readonly resetLink: string | null
  /** The email address of the person whose second factors were removed. */
  readonly secondFactorOf: string | null
  /** The link for the first sign-in works once. */
  readonly entryLink: string | null
  /** With the settings of this environment. */
  readonly context: Pick<FlowContext, 'acquirers' | 'liveProcessor' | 'settings'>
}

/** The report for scripts, with times as in the API. */
export function reportJson(report: Report): object {
  const { context, account, changed, ping, resetLink, secondFactorOf, entryLink } = report
  const { merchant, keys, endpoints } = account
  return {
    account: {
      ...accountJson(merchant),
      live_processor: context.liveProcessor,
      cancel_url: { test: merchant.cancel_url_test },
      thank_you_url: { test: merchant.thank_you_url_test, live: merchant.thank_you_url_live },
      webhook_endpoints: endpoints.map(({ id, url, livemode, created_at }) => ({ id, url, livemode, created_at })),
      keys: keys.map(keyJson),
      ...Object.fromEntries([...context.acquirers.values()].map((one) => [one.name, connectionJson(report, one)])),
    },
    ...(changed?.liveKey && { live_key: changed.liveKey }),
    ...(changed?.revokedKey && { revoked_key: keyJson(changed.revokedKey) }),
    ...(resetLink !== null && { reset_link: resetLink }),
    ...(secondFactorOf !== null && { second_factor_removed: secondFactorOf }),
    ...(entryLink !== null && { first_link: entryLink }),
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

function connectionJson(report: Report, acquirer: Acquirer): object | null {
  const record = recordOf(report, acquirer)
  if (!record) return null
  const { connected_at, connected_by, checked_at, check_result } = record
  const fields = Object.entries(acquirer.fields).flatMap(([name, { isSecret, earlier }]): [string, unknown][] => {
    if (!isSecret) return [[jsonNameOf(name), record.settings[name] ?? null]]
    const names = earlier ? [name, earlierNameOf(name)] : [name]
    return names.map((each) => [jsonNameOf(each), secretJson(record.secrets[each])])
  })
  return {
    environment: acquirer.testSetting === null ? 'live' : 'test',
    ...Object.fromEntries(fields),
    notification_url: urlFor(report, acquirer),
    connected_at,
    connected_by,
    check: checked_at && { at: checked_at, result: check_result },
  }
}

function recordOf({ account }: Report, { name }: Acquirer): ProcessorCredentialsRecord | undefined {
  return account.credentials.find(({ processor }) => processor === name)
}

/** Where the acquirer must send its notifications. Null: it sends none. */
function urlFor({ context, account }: Report, { name, notificationsStep }: Acquirer): string | null {
  const { merchant_id: merchantId } = account.merchant
  return notificationsStep === null ? null : notificationUrl(context, { merchantId, processor: name })
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
    ['Cancel, test', merchant.cancel_url_test ?? '(none)'],
    ['Thank-you, test', merchant.thank_you_url_test ?? '(none)'],
    ['Thank-you, live', merchant.thank_you_url_live ?? '(none)'],
    ...[...report.context.acquirers.values()].flatMap((acquirer) => connectionRows(report, acquirer)),
    ...[false, true].map(
      (live) =>
        [`Webhooks, ${modeOf(live)}`, endpoints.find(({ livemode }) => livemode === live)?.url ?? '(none)'] as const,
    ),
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  const lines = [
    ...actionLines(report),
    ...rows.map(([name, value]) => `${name.padEnd(width)}  ${printable(value)}`),
    'Keys',
    ...keys.map((key) => `  ${keyText(key)}`),
  ]
  return `${lines.join('\n')}\n`
}

function connectionRows(report: Report, acquirer: Acquirer): [string, string][] {
  const { label, fields, testSetting } = acquirer
  const record = recordOf(report, acquirer)
  if (!record) return [[label, '(not connected)']]
  const url = urlFor(report, acquirer)
  const rows = Object.entries(fields).flatMap(([name, field]): [string, string][] => {
    const title = `${label} ${inSentence(field.label)}`
    const value = record.settings[name] ?? null
    if (!field.isSecret) return value === null ? [] : [[title, value]]
    const secret = record.secrets[name]
    const earlier = record.secrets[earlierNameOf(name)]
    return [
      ...(secret || field.isRequired ? [[title, secretText(secret)] satisfies [string, string]] : []),
      ...(earlier?.until === undefined
        ? []
        : [
            [
              `Earlier ${inSentence(field.label)}`,
              `ends in ${earlier.end ?? '…'}, valid until ${earlier.until}`,
            ] satisfies [string, string],
          ]),
    ]
  })
  return [
    [label, `${testSetting === null ? 'live' : 'test'} platform`],
    ...rows,
    ...(url === null ? [] : [['Notifications', url] satisfies [string, string]]),
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

function actionLines(report: Report): string[] {
  const { context, account, changed, ping, resetLink, secondFactorOf, entryLink } = report
  const { acquirers, liveProcessor } = context
  const lines: string[] = []
  if (changed?.liveKey) lines.push(`New live key (shown only this once): ${changed.liveKey.secret}`)
  if (changed?.liveKey && liveProcessor === null)
    lines.push(
      'LIVE_PROCESSOR is not set here. If the service does not have it either, live calls fail with ' +
        'account_configuration.',
    )
  const acquirer = acquirers.get(liveProcessor ?? '')
  if (changed && acquirer && account.merchant.live_access && !recordOf(report, acquirer))
    lines.push(`The account is not connected to ${acquirer.label} yet: its live calls fail with account_configuration.`)
  for (const name of changed?.connected ?? []) lines.push(...connectedLines(report, acquirers.get(name)))
  if (changed?.revokedKey) lines.push(`Revoked: ${keyText(changed.revokedKey)}`)
  if (resetLink !== null) lines.push(`Link to choose a new password (works once, within an hour): ${resetLink}`)
  if (secondFactorOf !== null)
    lines.push(`Second factors removed, and every sign-in ended: ${printable(secondFactorOf)}`)
  if (entryLink !== null)
    lines.push(`Link for the first sign-in (works once, within ${invitationDays} days): ${entryLink}`)
  if (ping) lines.push(pingText(ping))
  if (changed && lines.length === 0) lines.push(`Changed: ${account.merchant.merchant_id}`)
  return lines.length === 0 ? [] : [...lines, '']
}

function connectedLines(report: Report, acquirer: Acquirer | undefined): string[] {
  if (!acquirer) return []
  const { name, label, fields, notificationsStep } = acquirer
  const account = Object.entries(fields).find(([, { isAccountName }]) => isAccountName)
  const value = account && recordOf(report, acquirer)?.settings[account[0]]
  const url = urlFor(report, acquirer)
  return [
    account ? `${label} is connected: ${inSentence(account[1].label)} ${value ?? ''}.` : `${label} is connected.`,
    ...(url === null ? [] : [`${notificationsStep ?? ''}: ${url}`]),
    ...(report.context.liveProcessor === name
      ? []
      : [`LIVE_PROCESSOR is not ${name} here. New live payments use ${label} once the service has that setting.`]),
  ]
}

function pingText({ kind, status, error, durationMs }: DeliveryResult): string {
  const answered = status === null ? 'no reply' : `status ${status}`
  const took = `${answered} after ${Math.round(durationMs)} ms`
  return kind === 'delivered'
    ? `Ping delivered: ${took}`
    : `Ping failed: ${took}${error === null ? '' : ` (${printable(error)})`}`
}

function liveAccessText({ account, context: { liveProcessor } }: Report): string {
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
