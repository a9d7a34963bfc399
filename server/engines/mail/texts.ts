import { inMajorUnits } from '../../domain/money/major-units.ts'
import type { AttemptRecord, SessionRecord } from '../../domain/sessions/session-records.ts'
import type { MerchantRecord } from '../../domain/accounts/account-records.ts'
import { brandName } from '../../domain/sessions/card-rules.ts'
import { oneLine } from '../../domain/text/one-line.ts'

/** The content of a mail, in plain text. */
export interface MailText {
  readonly kind: MailKind
  readonly subject: string
  readonly text: string
}

export type MailKind =
  | 'receipt'
  | 'password_reset'
  | 'email_change'
  | 'email_changed'
  | 'sign_up'
  | 'dispute_opened'
  | 'endpoint_failing'
  | 'refund_failed'
  | 'refund_too_large'
  | 'return_refused'
  | 'capture_failed'

const secretKinds: ReadonlySet<string> = new Set<MailKind>(['password_reset', 'email_change', 'email_changed'])

/** Whether a mail is about signing in, and may contain a one-time link. Only its recipient may read such a mail. */
export function isSecretMail(kind: string): boolean {
  return secretKinds.has(kind)
}

export interface PaidSession {
  readonly merchant: Pick<MerchantRecord, 'business_name' | 'contact_email' | 'time_zone'>
  readonly session: Pick<SessionRecord, 'id' | 'amount' | 'currency' | 'description' | 'reference'>
  readonly attempt: Pick<AttemptRecord, 'card_brand' | 'card_last4'>
  readonly paidAt: Date
}

/** The receipt for the customer. Of the card it shows only the brand and the last four digits. */
export function receiptMail({ merchant, session, attempt, paidAt }: PaidSession): MailText {
  const shop = merchant.business_name === null ? null : oneLine(merchant.business_name)
  const amount = money(session.amount, session.currency)
  const rows = [
    ['Description', session.description],
    ['Order', session.reference],
    ['Card', `${brandName(attempt.card_brand)} ending in ${attempt.card_last4}`],
    ['Paid', moment(paidAt, merchant.time_zone)],
    ['Payment', session.id],
  ] as const
  const listed = rows.flatMap(([name, value]) => (value === null ? [] : [`${name}: ${oneLine(value)}`]))
  const thanks = `Thank you for your payment. ${shop ?? 'The shop'} has received ${amount}.`
  const questions =
    merchant.contact_email === null
      ? 'If you have a question, please write to the shop.'
      : `If you have a question, reply to this email or write to ${merchant.contact_email}.`
  return {
    kind: 'receipt',
    subject: `Your receipt${shop === null ? '' : ` from ${shop}`}: ${amount}`,
    text: paragraphs(thanks, listed.join('\n'), questions),
  }
}

/** The data that all mails about a payment need. */
export interface PaymentNotice {
  readonly amount: number
  readonly currency: string
  readonly sessionId: string
  /** URL of the payment in the dashboard. */
  readonly address: string
}

function amountOf({ amount, currency }: PaymentNotice): string {
  return money(amount, currency)
}

function about({ address }: PaymentNotice, kind: MailKind, subject: string, what: string, next: string): MailText {
  return { kind, subject, text: paragraphs(what, next, address) }
}

export function disputeMail(notice: PaymentNotice): MailText {
  const amount = amountOf(notice)
  const what = `A customer has disputed the payment ${notice.sessionId}, and their bank has taken back ${amount}.`
  const next =
    'You get the money back if the bank decides in your favour. ' +
    'Please check the payment, and keep your proof of delivery.'
  return about(notice, 'dispute_opened', `A payment of ${amount} is disputed`, what, next)
}

/** The bank asks about a payment, and may take its money later. */
export function disputeNoticeMail(notice: PaymentNotice): MailText {
  const amount = amountOf(notice)
  const what =
    `A customer’s bank has asked about ${amount} of the payment ${notice.sessionId}. No money has moved ` + `so far.`
  const next =
    'If the bank is not satisfied, it takes the money back. Please answer in time, or refund the payment. The ' +
    'dashboard shows the deadline.'
  return about(notice, 'dispute_opened', `A bank asks about a payment of ${amount}`, what, next)
}

/** The bank has taken money back that the merchant had won. */
export function secondChargebackMail(notice: PaymentNotice): MailText {
  const amount = amountOf(notice)
  const what = `A customer’s bank has taken back ${amount} of the payment ${notice.sessionId} a second time.`
  const next = 'The dispute is lost: this money will not come back.'
  return about(notice, 'dispute_opened', `A dispute over ${amount} is lost`, what, next)
}

/** The bank has decided for the cardholder after the merchant had won. */
export function disputeLostMail(notice: PaymentNotice): MailText {
  const amount = amountOf(notice)
  const what =
    `A customer’s bank has decided the dispute over ${amount} of the payment ${notice.sessionId} ` +
    'for the customer, although you had already got the money back.'
  const next = 'The bank will take this money again. Do not refund the payment: the customer would get the money twice.'
  return about(notice, 'dispute_opened', `A dispute over ${amount} is lost`, what, next)
}

/** The money of an approved payment did not arrive. */
export function captureFailedMail(notice: PaymentNotice): MailText {
  const amount = amountOf(notice)
  const what = `The bank approved the payment ${notice.sessionId}, but its ${amount} did not arrive.`
  const next =
    'You will not get this money. If you have not delivered the order yet, please do not deliver it. Otherwise, ' +
    'ask the customer to pay again.'
  return about(notice, 'capture_failed', `${amount} of a payment did not arrive`, what, next)
}

/** A refund failed after the bank had first reported its success. */
export function refundReversedMail(notice: PaymentNotice, reason: string): MailText {
  const amount = amountOf(notice)
  const what =
    `A refund of ${amount} for the payment ${notice.sessionId} failed, although the bank had accepted it. ` +
    `The money is back with you.${reasonSentence(reason)}`
  const next = 'The customer has not received this money. You can try again, or return it in another way.'
  return about(notice, 'refund_failed', `A refund of ${amount} failed`, what, next)
}

/** The bank returned more than the payment had left, usually because somebody refunded it at the acquirer again. */
export function refundTooLargeMail(notice: PaymentNotice): MailText {
  const amount = amountOf(notice)
  const what = `The bank returned ${amount} for the payment ${notice.sessionId}, which is more than was left to refund.`
  const next =
    'The customer now has more than they paid. Somebody probably refunded the payment at your acquirer as well. ' +
    'The payment’s page shows each refund.'
  return about(notice, 'refund_too_large', `A refund of ${amount} was more than was left`, what, next)
}

export function refundFailedMail(notice: PaymentNotice, reason: string | null): MailText {
  const amount = amountOf(notice)
  const what = `The bank refused a refund of ${amount} for the payment ${notice.sessionId}.${reasonSentence(reason)}`
  const next = 'The customer has not received this money. You can try again, or return it in another way.'
  return about(notice, 'refund_failed', `A refund of ${amount} failed`, what, next)
}

/** The bank refused an automatic return of money that the account may not keep. */
export function returnRefusedMail(notice: PaymentNotice, reason: string | null): MailText {
  const amount = amountOf(notice)
  const charged = `For the payment ${notice.sessionId}, a customer was charged ${amount} that you may not keep.`
  const what = `${charged} We tried to return the money, but the bank refused.${reasonSentence(reason)}`
  const next =
    'You do not need to do anything: we keep trying. If the customer asks, this is why the money has not arrived yet.'
  return about(notice, 'return_refused', `${amount} could not be returned yet`, what, next)
}

export function endpointFailingMail(of: {
  url: string
  since: Date
  timeZone: string
  error: string | null
  address: string
}): MailText {
  const what = `Your webhook address has not accepted any event since ${moment(of.since, of.timeZone)}:`
  const why = of.error === null ? null : `Result of the last attempt: ${oneLine(of.error)}`
  const next =
    'Payments continue, but your server does not receive their events. We try to deliver each event seven times ' +
    'within about 31 hours. You can still read every event in the dashboard, and send it again.'
  return {
    kind: 'endpoint_failing',
    subject: 'Your webhook address has been failing for a day',
    text: paragraphs(what, of.url, why, next, of.address),
  }
}

function paragraphs(...parts: readonly (string | null)[]): string {
  return `${parts.filter((part) => part !== null).join('\n\n')}\n`
}

/** Where a request for a mail came from, and when. */
export interface Asking {
  readonly address: string
  readonly at: Date
}

/** Says where the request came from, because the recipient may not have made it. */
export function askedFrom({ address, at }: Asking): string {
  return `The request came from the IP address ${oneLine(address)} on ${moment(at, 'UTC')}.`
}

/** The mail with the link that opens an account. */
export function signUpMail(link: string, asked: Asking): MailText {
  return {
    kind: 'sign_up',
    subject: 'Confirm your email address',
    text: paragraphs(
      'Somebody asked for an account with this email address.',
      askedFrom(asked),
      'If it was you, continue here within a day:',
      link,
      'If it was not you, do nothing. Without this link, other people cannot open an account with your address.',
    ),
  }
}

/**
 * The mail with the link that claims the account of a key. The key may be a stranger's, who would keep access to the
 * account, so the mail must not look like the confirmation of an address.
 */
export function claimMail(of: {
  readonly link: string
  readonly asked: Asking
  readonly account: string
  readonly name: string | null
  readonly openedAt: Date
}): MailText {
  const name = of.name === null ? 'has no name' : `calls itself “${withoutLinks(of.name)}”`
  return {
    kind: 'sign_up',
    subject: 'Somebody wants you to take over an existing account',
    text: paragraphs(
      'Somebody who has the secret key of an existing account asked that you become its owner.',
      `The account ${of.account} was opened on ${moment(of.openedAt, 'UTC')} and ${name}.`,
      askedFrom(of.asked),
      'Continue only if you asked for this yourself. The key, and everything that was set up with it, keeps ' +
        'working until you end it: the first page shows what there is. The link works for a day:',
      of.link,
      'If it was not you, do nothing. Without this link, the account cannot be connected with your address.',
    ),
  }
}

/** A text from a stranger, changed so that mail programs find no address in it to turn into a link. */
function withoutLinks(text: string): string {
  return oneLine(text).replace(/(?<=\S)[.:/@](?=\S)/g, ' $& ')
}

/** The mail to a person who already signs in with the address. */
export function takenAddressMail(dashboard: string, asked: Asking): MailText {
  return {
    kind: 'sign_up',
    subject: 'You already have an account',
    text: paragraphs(
      'Somebody asked for an account with this email address, but you already have one.',
      askedFrom(asked),
      `If it was you, sign in at ${dashboard}/sign-in or choose a new password at ${dashboard}/forgot.`,
      'If it was not you, do nothing. Your account has not changed.',
    ),
  }
}

const emailChangeSubject = 'Confirm your new email address'

/** The mail with the link that makes an address the one that the person signs in with. */
export function emailChangeMail(link: string, asked: Asking): MailText {
  return {
    kind: 'email_change',
    subject: emailChangeSubject,
    text: paragraphs(
      'Somebody wants to sign in with this email address from now on.',
      askedFrom(asked),
      'If it was you, confirm it here within a day:',
      link,
      'If it was not you, do nothing. The address changes only through this link.',
    ),
  }
}

/** The mail to an address with which somebody already signs in. Senders must not learn that from its subject. */
export function emailTakenMail(asked: Asking): MailText {
  return {
    kind: 'email_change',
    subject: emailChangeSubject,
    text: paragraphs(
      'Somebody wants to use this email address for their sign-in, but you already sign in with it.',
      askedFrom(asked),
      'If it was you, use another address: each address belongs to one sign-in.',
      'If it was not you, do nothing. Your sign-in has not changed.',
    ),
  }
}

/** The note to the current address when somebody asks for another one. */
export function emailChangeNote(dashboard: string): MailText {
  return {
    kind: 'email_changed',
    subject: 'Your email address may change',
    text: paragraphs(
      'Somebody who knows your password asked to sign in to your account with another email address.',
      'If it was you, follow the link in the email to the new address.',
      `If it was not you, choose a new password now at ${dashboard}/forgot. That also ends the request.`,
    ),
  }
}

/** The note to the former address. */
export function emailChangedMail(email: string): MailText {
  return {
    kind: 'email_changed',
    subject: 'Your email address has changed',
    text: paragraphs(
      `From now on, you sign in to your account with ${email}, and emails about it go there.`,
      'If it was not you, contact the operator of the service immediately.',
    ),
  }
}

/** Marks a mail about simulated money. `livemode`: whether it comes from a rehearsal of live mode. */
export function asSimulated(mail: MailText, livemode: boolean): MailText {
  const note = livemode
    ? 'This is about a rehearsal of live mode: no real money moved.'
    : 'This is about test mode: no real money moved.'
  return { ...mail, subject: `[TEST] ${mail.subject}`, text: paragraphs(note, mail.text.trimEnd()) }
}

function reasonSentence(reason: string | null): string {
  return reason === null ? '' : ` It said: ${oneLine(reason)}`
}

function money(amount: number, currency: string): string {
  return `${inMajorUnits(amount, currency)} ${currency}`
}

function moment(at: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'long', timeStyle: 'short' })
  return `${format.format(at)} (${timeZone.replaceAll('_', ' ')})`
}
