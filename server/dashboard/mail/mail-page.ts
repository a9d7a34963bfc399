import { open } from '../../domain/crypto/keyring.ts'
import { isSecretMail } from '../../engines/mail/mail-content.ts'
import type { MailRecord } from '../../domain/mail/mail-records.ts'
import { mailPurpose } from '../../flows/mail/queue-mail.ts'
import { html, type Markup } from '../../markup/html.ts'
import { listMail } from '../../store/mail/outgoing-mail.ts'
import { pager, time } from '../shell/format.ts'
import { page, type DashboardPage, type MemberVisit } from '../shell/page.ts'

const path = 'settings/mail'
const listed = 20

/** The mails of an account, sent or not. Mails with one-time links are listed without their text. */
export const mailPage: DashboardPage = {
  path,
  needs: 'audit',
  lists: () => 'mail',
  show: async (visit) => page('Mail', await body(visit)),
  forms: [],
}

async function body(visit: MemberVisit): Promise<Markup> {
  const { context, scope, query } = visit
  const after = query['after'] ?? null
  const mails = await listMail(scope, context.db, { after, limit: listed + 1 })
  const shown = mails.slice(0, listed)
  const last = mails.length > listed ? shown.at(-1) : undefined
  const about = context.mailSender
    ? html`<p>Receipts to your customers, and messages to you about your account. Kept for 30 days.</p>`
    : html`
        <p class="note">
          This server sends no email, because <code>SMTP_URL</code> is not set. It keeps the emails that it would send
          here for 30 days.
        </p>
      `
  const list =
    shown.length === 0
      ? html`<p>There is no mail here.</p>`
      : html`<ul class="mails">${shown.map((mail) => entry(visit, mail))}</ul>`
  const pages = pager(after === null ? null : visit.to(path), last ? visit.to(path, { after: last.id }) : null)
  return html`${about}<section>${list}${pages}</section>`
}

function entry(visit: MemberVisit, mail: MailRecord): Markup {
  const zone = visit.merchant.time_zone
  return html`
    <li>
      <details><summary>${mail.subject}</summary>${textOf(visit, mail)}</details>
      <p class="hint">To ${mail.recipient}, ${time(mail.created_at, zone)}</p>
      ${stateOf(mail, zone)}
    </li>
  `
}

function textOf({ context }: MemberVisit, mail: MailRecord): Markup {
  if (isSecretMail(mail.kind))
    return html`<p class="hint">This email is about signing in, so only its recipient can read it.</p>`
  const text = open(context.keyring, mailPurpose(mail.merchant_id), mail.sealed_text)
  return text === null ? html`<p class="hint">Its text can no longer be read.</p>` : html`<pre dir="auto">${text}</pre>`
}

function stateOf({ sent_at, next_attempt_at, last_error }: MailRecord, zone: string): Markup {
  if (sent_at) return html`<p><span class="tag">Sent</span> ${time(sent_at, zone)}</p>`
  if (!next_attempt_at) return html`<p><span class="tag">Not sent</span> ${last_error}</p>`
  const retry = last_error !== null && html`${last_error} Next try ${time(next_attempt_at, zone)}.`
  return html`<p><span class="tag">Waiting</span> ${retry}</p>`
}
