import { inMajorUnits } from '../domain/major-units.ts'
import { oneLine } from '../domain/one-line.ts'
import type { AttemptRecord, MerchantRecord, SessionRecord } from '../domain/records.ts'

/** What a mail says. Plain text, one paragraph a line. */
export interface MailText {
  readonly kind: MailKind
  readonly subject: string
  readonly text: string
}

export type MailKind =
  'receipt' | 'password_reset' | 'dispute_opened' | 'endpoint_failing' | 'refund_failed' | 'return_refused'

/** A mail that holds a link with which somebody may act: only its recipient reads it. */
export function isSecretMail(kind: string): boolean {
  return kind === 'password_reset'
}

export interface PaidSession {
  readonly merchant: Pick<MerchantRecord, 'business_name' | 'contact_email' | 'time_zone'>
  readonly session: Pick<SessionRecord, 'id' | 'livemode' | 'amount' | 'currency' | 'description' | 'reference'>
  readonly attempt: Pick<AttemptRecord, 'card_brand' | 'card_last4'>
  readonly paidAt: Date
}

/** For the customer. Of the card only its brand and last four digits. */
export function receiptMail({ merchant, session, attempt, paidAt }: PaidSession): MailText {
  const shop = merchant.business_name === null ? null : oneLine(merchant.business_name)
  const amount = money(session.amount, session.currency)
  const rows = [
    ['What for', session.description],
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
      : `If you have a question, answer this mail or write to ${merchant.contact_email}.`
  return {
    kind: 'receipt',
    subject: `Your receipt${shop === null ? '' : ` from ${shop}`}: ${amount}`,
    text: paragraphs(testNote(session), thanks, listed.join('\n'), questions),
  }
}

/** What the mails about money have in common. */
export interface MoneyMatter {
  readonly livemode: boolean
  readonly amount: number
  readonly currency: string
  readonly sessionId: string
  /** Address of the payment in the dashboard. */
  readonly address: string
}

export function disputeMail(matter: MoneyMatter): MailText {
  const what = `The bank of a customer took back ${money(matter.amount, matter.currency)} of the payment ${matter.sessionId}. The customer disputes it.`
  const next =
    'The money is gone for now. It comes back if the bank decides for you. Look at the payment, and keep what shows that you delivered.'
  return {
    kind: 'dispute_opened',
    subject: `A payment of ${money(matter.amount, matter.currency)} is disputed`,
    text: paragraphs(testNote(matter), what, next, matter.address),
  }
}

export function refundFailedMail(matter: MoneyMatter, reason: string | null): MailText {
  const what = `The bank did not take a refund of ${money(matter.amount, matter.currency)} on the payment ${matter.sessionId}.${said(reason)}`
  const next = 'The customer has not got this money back. You can try again, or return it in another way.'
  return {
    kind: 'refund_failed',
    subject: `A refund of ${money(matter.amount, matter.currency)} failed`,
    text: paragraphs(testNote(matter), what, next, matter.address),
  }
}

/** About money that was taken and may not be kept. */
export function returnRefusedMail(matter: MoneyMatter, reason: string | null): MailText {
  const what = `A customer of the payment ${matter.sessionId} was charged ${money(matter.amount, matter.currency)} that you may not keep. We tried to give it back, and the bank refused.${said(reason)}`
  const next = 'We go on trying by ourselves. If the customer asks, this is why the money is not there yet.'
  return {
    kind: 'return_refused',
    subject: `${money(matter.amount, matter.currency)} could not be returned yet`,
    text: paragraphs(testNote(matter), what, next, matter.address),
  }
}

export function endpointFailingMail(of: {
  livemode: boolean
  url: string
  since: Date
  timeZone: string
  error: string | null
  address: string
}): MailText {
  const what = `Your webhook address has not taken any event since ${moment(of.since, of.timeZone)}:`
  const why = of.error === null ? null : `The last attempt: ${oneLine(of.error)}`
  const next =
    'Payments go on, but your server does not hear of them. Each event is tried seven times in about 31 hours and then given up; all of them stay readable, and can be sent again.'
  return {
    kind: 'endpoint_failing',
    subject: 'Your webhook address has failed for a day',
    text: paragraphs(testNote(of), what, of.url, why, next, of.address),
  }
}

function paragraphs(...parts: readonly (string | null)[]): string {
  return `${parts.filter((part) => part !== null).join('\n\n')}\n`
}

function testNote({ livemode }: { livemode: boolean }): string | null {
  return livemode ? null : 'This is about test mode: no real money moved.'
}

function said(reason: string | null): string {
  return reason === null ? '' : ` It said: ${oneLine(reason)}`
}

function money(amount: number, currency: string): string {
  return `${inMajorUnits(amount, currency)} ${currency}`
}

function moment(at: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'long', timeStyle: 'short' })
  return `${format.format(at)} (${timeZone.replaceAll('_', ' ')})`
}

const brandNames: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  maestro: 'Maestro',
}

function brandName(brand: string | null): string {
  return brand === null ? 'Card' : (brandNames[brand] ?? brand)
}
