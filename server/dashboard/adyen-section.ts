import { adyen, notificationUrl } from '../flows/adyen-credentials.ts'
import { isRefused } from '../flows/check-connection.ts'
import type { ConnectionResult } from '../processors/adyen/check-connection.ts'
import { html } from '../markup/html.ts'
import type { Markup } from '../markup/html.ts'
import { findProcessorCredentials } from '../store/processor-credentials.ts'
import type { ProcessorCredentialsRecord, ShownSecret } from '../store/processor-credentials.ts'
import { checkForm, connectForm, disconnectForm, removeKeyForm, replaceForm, resultWords } from './adyen-forms.ts'
import { facts, section, time } from './format.ts'
import { renderForm } from './forms.ts'
import { notificationState } from './notification-state.ts'
import type { MemberForm, MemberVisit } from './page.ts'

export const adyenForms: readonly MemberForm[] = [connectForm, replaceForm, checkForm, removeKeyForm, disconnectForm]

/**
 * The account's connection to Adyen. Null: this server does not use Adyen, and the account has no credentials from
 * before.
 */
export async function adyenSection(visit: MemberVisit, path: string): Promise<Markup | null> {
  const { context, scope, merchant } = visit
  const key = { merchantId: scope.merchantId, processor: adyen }
  const record = await findProcessorCredentials(context.db, key)
  if (!record && (context.liveProcessor !== adyen || merchant.public_demo)) return null
  return record ? await connected(visit, path, record) : section('adyen-account', 'Adyen', notConnected(visit, path))
}

function notConnected(visit: MemberVisit, path: string): Markup {
  return html`
    <p class="alert">
      The account is not connected to Adyen, so creating a live checkout or link fails
      with <code>account_configuration</code>. Connect it here.
    </p>
    <p>
      Enter the credentials from Adyen’s Customer Area. <a href="/docs/adyen">Take real payments with Adyen</a> says
      where to find them. We encrypt the keys and never show them again.
    </p>
    ${webhookAddress(visit)}
    ${renderForm(visit, path, connectForm, { seen: '' })}
  `
}

async function connected(visit: MemberVisit, path: string, record: ProcessorCredentialsRecord): Promise<Markup> {
  const { context, merchant } = visit
  const { settings, secrets, connected_at, connected_by, revision } = record
  const at = (date: Date): Markup => time(date, merchant.time_zone)
  const seen = { seen: String(revision) }
  const platform = context.settings.adyen.environment === 'live' ? 'Live' : 'Test: no real money moves'
  const previous = secrets['previousHmacKey']
  const isPreviousValid = previous?.until !== undefined && new Date(previous.until) > context.clock.now()
  const state = facts([
    ['Merchant account', settings['merchantAccount'] ?? null],
    ['Adyen’s platform', platform],
    ['Connected', html`${at(connected_at)} by ${connected_by}`],
    ['API key', shown(visit, secrets['apiKey'])],
    ['HMAC key', shown(visit, secrets['hmacKey'])],
    [
      'Earlier HMAC key',
      isPreviousValid ? html`ends in <code>${previous.end}</code>, valid until ${at(new Date(previous.until))}` : null,
    ],
    ['Live prefix', settings['livePrefix'] ?? null],
    ['User name of notifications', settings['notificationUser'] ?? null],
    ['Last check', record.checked_at && html`${at(record.checked_at)}${acceptance(record)}`],
  ])
  const remove = isPreviousValid && renderForm(visit, path, removeKeyForm, seen)
  const unused =
    context.liveProcessor !== adyen &&
    html`
      <p class="note">
        This server does not use Adyen for new payments. It uses these credentials to finish earlier ones.
      </p>
    `
  const about = html`
    ${checkResult(record)}${unused}${state}
    <div class="pair">${renderForm(visit, path, checkForm)}${remove}</div>
  `
  const change = html`
    <p>
      New keys work within a second. We accept notifications with the earlier HMAC key for 30 more days, or until you
      remove it, so that you can change the key at Adyen afterwards.
    </p>
    ${renderForm(visit, path, replaceForm, {
      ...seen,
      merchantAccount: settings['merchantAccount'] ?? '',
      livePrefix: settings['livePrefix'] ?? '',
      notificationUser: settings['notificationUser'] ?? '',
    })}
  `
  const notifications = html`${webhookAddress(visit)}${await notificationState(visit)}`
  const end = html`
    <p>Live payments then stop, and refunds of payments that Adyen took are no longer possible here.</p>
    ${renderForm(visit, path, disconnectForm, seen)}
  `
  return html`
    ${section('adyen-account', 'Adyen', about)}
    ${section('adyen-webhook', 'Notifications from Adyen', notifications)}
    ${section('adyen-credentials', 'Change the connection', change)}
    ${section('adyen-end', 'Disconnect Adyen', end)}
  `
}

function acceptance({ check_result }: ProcessorCredentialsRecord): string {
  return check_result === ('ok' satisfies ConnectionResult) ? `: ${resultWords.ok}` : ''
}

/** What a person should know or do. */
function checkResult(record: ProcessorCredentialsRecord): Markup | null {
  const words = resultWords[record.check_result as ConnectionResult] as string | undefined
  if (words === undefined || words === resultWords.ok) return null
  if (!isRefused(record)) return html`<p class="note">${words}</p>`
  return html`
    <p class="alert">
      ${words} Until then, creating a live checkout or link fails with <code>account_configuration</code>.
    </p>
  `
}

function shown({ merchant }: MemberVisit, secret: ShownSecret | undefined): Markup | null {
  if (!secret) return null
  const end = secret.end !== null && html`ends in <code>${secret.end}</code>, `
  return html`${end}set ${time(new Date(secret.at), merchant.time_zone)} by ${secret.by}`
}

function webhookAddress({ context, scope }: MemberVisit): Markup {
  const address = html`<code>${notificationUrl(context, scope.merchantId)}</code>`
  return html`
    <p>
      Adyen must tell us what happens later: refunds, disputes, late outcomes. In the Customer Area (Developers →
      Webhooks), add a standard webhook with this address.
    </p>
    ${facts([['Address', address]])}
  `
}
