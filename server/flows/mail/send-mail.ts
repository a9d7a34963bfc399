import { firstIdFrom } from '../../domain/ids.ts'
import { open, seal } from '../../domain/crypto/keyring.ts'
import { isSecretMail, unpackBody } from '../../engines/mail/mail-content.ts'
import { mailHtml } from '../../engines/mail/mail-html.ts'
import type { MailRecord } from '../../domain/mail/mail-records.ts'
import type { Scope } from '../../domain/scope.ts'
import type { SendResult } from '../../engines/mail/smtp-sender.ts'
import { claimMail, countMailSent, forgetMail, saveMail } from '../../store/mail/outgoing-mail.ts'
import { isSimulated, type FlowContext } from '../context.ts'
import type { DueWork } from '../work/due-queue.ts'
import { forgetOldMailCounts, takeMail } from './limit-mail.ts'
import { confirmedAddresses, mailPurpose } from './queue-mail.ts'
import { reportFailure } from '../work/report-failure.ts'

/** How long a claim keeps other workers away: one attempt, and time to record its result. */
const claimMs = 90_000

const minute = 60_000
const hour = 60 * minute
/** Pauses after the first, second, … failed attempt. The last one repeats. */
const pausesMs: readonly number[] = [minute, 5 * minute, 15 * minute, hour, 3 * hour, 6 * hour]

/** How long the service retries a mail. The link in a password mail works for an hour. */
const retryForMs = 72 * hour
const retrySecretForMs = hour

/** Mails are deleted after this time, because they name customers. */
const keptMs = 30 * 24 * hour

/**
 * Anyone can open an account with any texts and addresses. While no real money moves, an account therefore sends only
 * this many mails a day, and only to its own people, at addresses that they have confirmed.
 */
const simulatedMailsPerDay = 20

/**
 * Sends due mails. Workers claim each mail by its id. After a crash the mail is due again, so it may arrive twice, with
 * the same Message-ID.
 */
export const sendingMail: DueWork = {
  task: 'send_mail',
  slots: 5,
  slotsPerAccount: 2,
  itemsPerCall: 1,
  slotMs: 75_000,
  perform: async (context, scope, ids) => {
    for (const id of ids) await sendMail(context, scope, id)
  },
}

async function sendMail(context: FlowContext, scope: Scope, id: string): Promise<void> {
  const now = context.realClock.now()
  const mail = await claimMail(scope, context.db, id, { now, leasedUntil: new Date(now.getTime() + claimMs) })
  if (!mail) return
  try {
    await sendClaimed(context, scope, mail)
  } catch (error) {
    // Without an end of its retries, a mail that cannot be prepared would be tried until it is deleted.
    reportFailure(context, 'send_mail', error, { merchantId: scope.merchantId, id })
    await retryLater(context, scope, mail, 'The service could not send it because of an error, which its log shows.')
  }
}

async function sendClaimed(context: FlowContext, scope: Scope, mail: MailRecord): Promise<void> {
  const reason = await reasonToWithhold(context, scope, mail)
  if (reason !== null) return finish(context, scope, mail, { sentAt: null, error: reason })
  const text = open(context.keyring, mailPurpose(scope.merchantId), mail.sealed_text)
  if (text === null)
    return finish(context, scope, mail, { sentAt: null, error: 'The keys of this server cannot decrypt the text.' })
  const taken = await takeMail(context, scope, mail)
  if (taken.kind === 'wait') return postpone(context, scope, mail, { until: taken.until, problem: tooManyMails })
  const { id, recipient, reply_to, subject, created_at } = mail
  let result: SendResult = { kind: 'failed', problem: noMailServer }
  try {
    const html = htmlOf(context, scope, mail)
    const message = { id, recipient, replyTo: reply_to, subject, text, html, at: created_at }
    result = (await context.mailSender?.send(message)) ?? result
  } finally {
    if (result.kind !== 'sent') await taken.giveBack()
  }
  await record(context, scope, mail, result)
}

/** Null: the release before, which sends text only, has queued the mail. */
function htmlOf(context: FlowContext, scope: Scope, { subject, sealed_body: sealed }: MailRecord): string | null {
  const packed = sealed === null ? null : open(context.keyring, mailPurpose(scope.merchantId), sealed)
  const body = packed === null ? null : unpackBody(packed)
  return body && mailHtml(subject, body)
}

const tooManyMails = 'There were too many emails in a short time.'
const noMailServer = 'This server sends no email, because SMTP_URL is not set.'

/** Why the service withholds a mail, which the dashboard then shows. Null: the mail may be sent. */
async function reasonToWithhold(context: FlowContext, scope: Scope, mail: MailRecord): Promise<string | null> {
  if (!context.mailSender) {
    if (isSecretMail(mail.kind))
      context.log.warn(
        { merchantId: scope.merchantId },
        'someone asked for a new password, but this server sends no email: ' +
          '`npm run account -- <merchant_id> --reset-password <email>` creates a link',
      )
    return noMailServer
  }
  if (isSecretMail(mail.kind) || !isSimulated(context, scope.livemode)) return null
  const own = await confirmedAddresses(context.db, scope.merchantId)
  if (!own.some((address) => address.toLowerCase() === mail.recipient.toLowerCase()))
    return 'While no real money moves, email goes only to members of the account who have confirmed their address.'
  const since = new Date(context.realClock.now().getTime() - 24 * hour)
  return (await countMailSent(scope, context.db, firstIdFrom('mail', since))) < simulatedMailsPerDay
    ? null
    : `While no real money moves, an account sends at most ${simulatedMailsPerDay} emails a day.`
}

async function record(context: FlowContext, scope: Scope, mail: MailRecord, result: SendResult): Promise<void> {
  const now = context.realClock.now()
  const fields = { mailId: mail.id, kind: mail.kind, merchantId: scope.merchantId, attempt: mail.attempts }
  if (result.kind === 'sent') {
    await finish(context, scope, mail, { sentAt: now, error: null })
    return context.log.info(fields, 'mail sent')
  }
  context.log.warn({ ...fields, problem: result.problem }, 'email not sent')
  await retryLater(context, scope, mail, result.problem)
}

/** Plans the next attempt after a pause. The pauses grow. */
async function retryLater(context: FlowContext, scope: Scope, mail: MailRecord, problem: string): Promise<void> {
  const pauseMs = pausesMs[mail.attempts - 1] ?? pausesMs.at(-1) ?? hour
  await postpone(context, scope, mail, { until: new Date(context.realClock.now().getTime() + pauseMs), problem })
}

/** Plans the next attempt, or gives the mail up when that would be too late. */
async function postpone(
  context: FlowContext,
  scope: Scope,
  mail: MailRecord,
  { until, problem }: { until: Date; problem: string },
): Promise<void> {
  const lastChance = mail.created_at.getTime() + (isSecretMail(mail.kind) ? retrySecretForMs : retryForMs)
  if (until.getTime() > lastChance) return finish(context, scope, mail, { sentAt: null, error: `Given up. ${problem}` })
  await saveMail(scope, context.db, mail.id, {
    sent_at: null,
    next_attempt_at: until,
    last_error: problem,
    sealed_text: null,
  })
}

/** Ends the retries of a mail. Deletes the text of a mail that contains a sign-in link. */
async function finish(
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

/** Deletes a batch of old mails and of their counts. True: there may be more. */
export async function forgetOldMail(context: FlowContext): Promise<boolean> {
  const before = new Date(context.realClock.now().getTime() - keptMs)
  const more = await Promise.all([forgetMail(context.db, before), forgetOldMailCounts(context)])
  return more.includes(true)
}
