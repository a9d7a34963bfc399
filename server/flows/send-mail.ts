import { firstIdFrom } from '../domain/ids.ts'
import { open, seal } from '../domain/keyring.ts'
import { loggable } from '../domain/loggable-error.ts'
import { isSecretMail } from '../mail/mail-texts.ts'
import type { MailRecord } from '../domain/records.ts'
import type { Scope } from '../domain/scope.ts'
import type { SendResult } from '../mail/smtp-sender.ts'
import type { Due } from '../store/due.ts'
import { claimMail, countMailSent, forgetMail, mailDue, saveMail } from '../store/outgoing-mail.ts'
import type { FlowContext } from './context.ts'
import { addressesOfAccount, mailPurpose } from './queue-mail.ts'

/** Mails read in one look, and sent at one time. */
const batch = 50
const atOneTime = 5

/** How long a claimed mail is left alone: one attempt, and time to write it down. */
const claimMs = 90_000

const minute = 60_000
const hour = 60 * minute
/** After the first, second, … failed attempt; then the last again and again. */
const pausesMs: readonly number[] = [minute, 5 * minute, 15 * minute, hour, 3 * hour, 6 * hour]

/** A mail that could not be sent for so long is given up. The link in a password mail works for an hour. */
const patienceMs = 72 * hour
const secretPatienceMs = hour

/** Mails are forgotten after this: they name customers. */
const keptMs = 30 * 24 * hour

/** Anybody may open a test account and type anybody's address into it: it sends this many mails a day, and only to its own people. */
const testMailsPerDay = 20

const sending = new WeakMap<FlowContext, Promise<void>>()

/**
 * Begins to send what is due, unless that is under way; the sweep does not wait for a slow mail server. The table is the memory:
 * each mail is claimed by its key, and one whose worker was killed comes due again. Sent once, or twice after a crash between
 * sending and writing it down, under the same Message-ID.
 */
export async function sendDueMail(context: FlowContext): Promise<void> {
  if (sending.has(context)) return
  const work = sendAll(context)
    .catch((error: unknown) => context.log.error({ error: loggable(error) }, 'could not send mail'))
    .finally(() => sending.delete(context))
  sending.set(context, work)
  context.track(work)
}

async function sendAll(context: FlowContext): Promise<void> {
  while (!context.isStopping()) {
    const due = await mailDue(context.db, context.clock.now(), batch)
    for (let first = 0; first < due.length && !context.isStopping(); first += atOneTime) {
      await Promise.all(due.slice(first, first + atOneTime).map((mail) => sendOne(context, mail)))
    }
    if (due.length < batch) return
  }
}

async function sendOne(context: FlowContext, { scope, id }: Due): Promise<void> {
  const now = context.clock.now()
  const mail = await claimMail(scope, context.db, id, { now, leasedUntil: new Date(now.getTime() + claimMs) })
  if (!mail) return
  const reason = await reasonToWithhold(context, scope, mail)
  if (reason !== null) return end(context, scope, mail, { sentAt: null, error: reason })
  const text = open(context.keyring, mailPurpose(scope.merchantId), mail.sealed_text)
  if (text === null)
    return end(context, scope, mail, { sentAt: null, error: 'Its text cannot be opened with the keys of this server.' })
  const { recipient, reply_to, subject, created_at } = mail
  const result = (await context.mailSender?.send({
    id,
    recipient,
    replyTo: reply_to,
    subject,
    text,
    at: created_at,
  })) ?? { kind: 'failed', problem: noServer }
  await record(context, scope, mail, result)
}

const noServer = 'This server sends no mail: it has no SMTP_URL.'

/** Why a mail is shown in the dashboard instead of being sent; null: it may go. */
async function reasonToWithhold(context: FlowContext, scope: Scope, mail: MailRecord): Promise<string | null> {
  if (!context.mailSender) {
    if (isSecretMail(mail.kind))
      context.log.warn(
        { merchantId: scope.merchantId },
        'somebody asked for a new password, and this server sends no mail: `npm run account -- <merchant_id> --reset-password <email>` makes a link',
      )
    return noServer
  }
  if (scope.livemode || isSecretMail(mail.kind)) return null
  const own = await addressesOfAccount(context.db, scope.merchantId)
  if (!own.some((address) => address.toLowerCase() === mail.recipient.toLowerCase()))
    return 'In test mode mail goes only to people of the account.'
  const since = new Date(context.clock.now().getTime() - 24 * hour)
  return (await countMailSent(scope, context.db, firstIdFrom('mail', since))) < testMailsPerDay
    ? null
    : `In test mode an account sends ${testMailsPerDay} mails a day.`
}

async function record(context: FlowContext, scope: Scope, mail: MailRecord, result: SendResult): Promise<void> {
  const now = context.clock.now()
  const fields = { mailId: mail.id, kind: mail.kind, merchantId: scope.merchantId, attempt: mail.attempts }
  if (result.kind === 'sent') {
    await end(context, scope, mail, { sentAt: now, error: null })
    return context.log.info(fields, 'mail sent')
  }
  context.log.warn({ ...fields, problem: result.problem }, 'mail not sent')
  const next = new Date(now.getTime() + (pausesMs[mail.attempts - 1] ?? pausesMs.at(-1) ?? hour))
  const lastChance = mail.created_at.getTime() + (isSecretMail(mail.kind) ? secretPatienceMs : patienceMs)
  if (next.getTime() > lastChance)
    return end(context, scope, mail, { sentAt: null, error: `Given up. ${result.problem}` })
  await saveMail(scope, context.db, mail.id, {
    sent_at: null,
    next_attempt_at: next,
    last_error: result.problem,
    sealed_text: null,
  })
}

/** The mail is not tried again. A link in it is not kept. */
async function end(
  context: FlowContext,
  scope: Scope,
  mail: MailRecord,
  { sentAt, error }: { sentAt: Date | null; error: string | null },
): Promise<void> {
  const emptied = isSecretMail(mail.kind) ? seal(context.keyring, mailPurpose(scope.merchantId), '') : null
  await saveMail(scope, context.db, mail.id, {
    sent_at: sentAt,
    next_attempt_at: null,
    last_error: error,
    sealed_text: emptied,
  })
}

export async function forgetOldMail(context: FlowContext): Promise<void> {
  await forgetMail(context.db, new Date(context.clock.now().getTime() - keptMs))
}
