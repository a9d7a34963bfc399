import { earlierNameOf, inSentence } from '../../domain/acquirers/credentials.ts'
import { isRefused } from '../../flows/acquirers/check-connection.ts'
import { notificationUrl } from '../../flows/acquirers/processor-credentials.ts'
import { html, type Markup } from '../../markup/html.ts'
import type { Acquirer, ConnectionResult } from '../../processors/acquirer.ts'
import { acquirers } from '../../processors/acquirers.ts'
import {
  listProcessorCredentials,
  type ProcessorCredentialsRecord,
  type ShownSecret,
} from '../../store/acquirers/processor-credentials.ts'
import { facts, section, time } from '../shell/format.ts'
import { renderForm } from '../shell/forms.ts'
import type { MemberForm, MemberVisit } from '../shell/page.ts'
import { acquirerOf, connectionFormsOf, type ConnectionForms } from './connection-forms.ts'
import { notificationState } from './notification-state.ts'

const rows = acquirers.map((declared) => ({ declared, forms: connectionFormsOf(declared) }))

export const connectionForms: readonly MemberForm[] = rows.flatMap(({ forms }) => [
  forms.connect,
  forms.replace,
  forms.check,
  ...forms.removeEarlier.values(),
  forms.disconnect,
])

/**
 * The account's connections to acquirers: to the one that this server uses for live mode, and to those that it has
 * connected before.
 */
export async function connectionSections(visit: MemberVisit, path: string): Promise<readonly Markup[]> {
  const { context, scope, merchant } = visit
  const records = await listProcessorCredentials(context.db, scope.merchantId)
  const shown = rows.map(async ({ declared, forms }) => {
    const acquirer = acquirerOf(context, declared)
    const record = records.find(({ processor }) => processor === acquirer.name)
    if (record) return connected(visit, path, { acquirer, forms, record })
    if (context.liveProcessor !== acquirer.name || merchant.public_demo) return html``
    return section(`${acquirer.name}-account`, acquirer.label, notConnected(visit, path, { acquirer, forms }))
  })
  return Promise.all(shown)
}

interface Shown {
  readonly acquirer: Acquirer
  readonly forms: ConnectionForms
}

function notConnected(visit: MemberVisit, path: string, { acquirer, forms }: Shown): Markup {
  const { label, guide, credentialsAt } = acquirer
  return html`
    <p class="alert">
      The account is not connected to ${label}, so creating a live checkout or link fails
      with <code>account_configuration</code>. Connect it here.
    </p>
    <p>
      Enter the credentials from ${credentialsAt}. <a href="${guide}">Take real payments with ${label}</a> says
      where to find them. We encrypt the keys and never show them again.
    </p>
    ${webhookAddress(visit, acquirer)}
    ${renderForm(visit, path, forms.connect, { seen: '' })}
  `
}

async function connected(
  visit: MemberVisit,
  path: string,
  { acquirer, forms, record }: Shown & { readonly record: ProcessorCredentialsRecord },
): Promise<Markup> {
  const { context, merchant } = visit
  const { name, label, fields } = acquirer
  const { settings, connected_at, connected_by, revision } = record
  const at = (date: Date): Markup => time(date, merchant.time_zone)
  const seen = { seen: String(revision) }
  const valid = [...forms.removeEarlier].filter(([field]) => earlierUntil(visit, record, field) !== null)
  const state = facts([
    [`${label}’s platform`, acquirer.testSetting === null ? 'Live' : 'Test: no real money moves'],
    ['Credentials entered', html`${at(connected_at)} by ${connected_by}`],
    ...Object.keys(fields).flatMap((field) => rowsOf(visit, acquirer, record, field)),
    ['Last check', record.checked_at && html`${at(record.checked_at)}${acceptance(acquirer, record)}`],
  ])
  const unused =
    context.liveProcessor !== name &&
    html`
      <p class="note">
        This server does not use ${label} for new payments. It uses these credentials to finish earlier ones.
      </p>
    `
  const about = html`
    ${checkResult(acquirer, record)}${unused}${state}
    <div class="pair">
      ${renderForm(visit, path, forms.check)}${valid.map(([, form]) => renderForm(visit, path, form, seen))}
    </div>
  `
  const present = Object.entries(fields).filter(([, { isSecret }]) => !isSecret)
  const change = html`
    <p>${changeWords(acquirer)}</p>
    ${renderForm(visit, path, forms.replace, {
      ...seen,
      ...Object.fromEntries(present.map(([field]) => [field, settings[field] ?? ''])),
    })}
  `
  const notifications =
    acquirer.notificationsStep !== null &&
    section(
      `${name}-webhook`,
      `Notifications from ${label}`,
      html`${webhookAddress(visit, acquirer)}${await notificationState(visit)}`,
    )
  const end = html`
    <p>Live payments then stop, and refunds of payments that ${label} took are no longer possible here.</p>
    ${renderForm(visit, path, forms.disconnect, seen)}
  `
  return html`
    ${section(`${name}-account`, label, about)}
    ${notifications}
    ${section(`${name}-credentials`, 'Change the connection', change)}
    ${section(`${name}-end`, `Disconnect ${label}`, end)}
  `
}

type FactRow = readonly [string, string | Markup | null]

/** What people may see of one field. */
function rowsOf(
  visit: MemberVisit,
  { fields }: Acquirer,
  record: ProcessorCredentialsRecord,
  name: string,
): readonly FactRow[] {
  const field = fields[name]
  if (!field) return []
  const { label, isSecret, choices, earlier } = field
  const value = record.settings[name] ?? null
  if (!isSecret) return [[label, choices?.find(([one]) => one === value)?.[1] ?? value]]
  const row: FactRow = [label, shown(visit, record.secrets[name])]
  return earlier ? [row, [`Earlier ${inSentence(label)}`, earlierShown(visit, record, name)]] : [row]
}

function changeWords({ label, fields }: Acquirer): string {
  const kept = Object.values(fields).flatMap(({ label: title, earlier }) =>
    earlier
      ? [
          `We accept the earlier ${inSentence(title)} for ${earlier.validDays} more days, or until you remove it, ` +
            `so that you have time to change it at ${label}.`,
        ]
      : [],
  )
  return ['New keys work within a second.', ...kept].join(' ')
}

function acceptance({ checkResults }: Acquirer, { check_result }: ProcessorCredentialsRecord): string {
  return check_result === ('ok' satisfies ConnectionResult) ? `: ${checkResults.ok}` : ''
}

/** What a person should know or do. */
function checkResult({ checkResults }: Acquirer, record: ProcessorCredentialsRecord): Markup | null {
  const words = checkResults[record.check_result as ConnectionResult] as string | undefined
  if (words === undefined || words === checkResults.ok) return null
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

/** Until when the earlier value of a field is valid. Null: there is none. */
function earlierUntil({ context }: MemberVisit, { secrets }: ProcessorCredentialsRecord, field: string): Date | null {
  const { until } = secrets[earlierNameOf(field)] ?? {}
  return until !== undefined && new Date(until) > context.clock.now() ? new Date(until) : null
}

function earlierShown(visit: MemberVisit, record: ProcessorCredentialsRecord, field: string): Markup | null {
  const until = earlierUntil(visit, record, field)
  const end = record.secrets[earlierNameOf(field)]?.end ?? null
  const ends = end !== null && html`ends in <code>${end}</code>, `
  return until && html`${ends}valid until ${time(until, visit.merchant.time_zone)}`
}

function webhookAddress({ context, scope }: MemberVisit, { name, label, notificationsStep }: Acquirer): Markup | null {
  if (notificationsStep === null) return null
  const address = notificationUrl(context, { merchantId: scope.merchantId, processor: name })
  return html`
    <p>
      ${label} must notify us of what happens later: refunds, disputes, late outcomes. ${notificationsStep}.
    </p>
    ${facts([['Address', html`<code>${address}</code>`]])}
  `
}
