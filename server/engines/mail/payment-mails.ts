import { inMajorUnits } from '../../domain/money/major-units.ts'
import { oneLine } from '../../domain/text/one-line.ts'
import type { MailContent, MailKind, MailPart, MailRow } from './mail-content.ts'
import { linkTo, moment, ownMail } from './own-mail.ts'

/** The data that all mails about a payment need. */
export interface PaymentNotice {
  readonly amount: number
  readonly currency: string
  readonly sessionId: string
  /** URL of the payment in the dashboard. */
  readonly address: string
}

function amountOf({ amount, currency }: PaymentNotice): string {
  return `${inMajorUnits(amount, currency)} ${currency}`
}

function about({ address }: PaymentNotice, kind: MailKind, subject: string, texts: readonly string[]): MailContent {
  return ownMail(kind, subject, [...texts, linkTo('Open the payment', address)])
}

/** What a person needs in order to answer a dispute, or to book its end. */
export interface DisputeNotice extends PaymentNotice {
  /** Until when the merchant can answer. Null: the bank did not say. */
  readonly respondBy: Date | null
  readonly timeZone: string
  /** The merchant's reference of the order. */
  readonly reference: string | null
  /** Email address or name. */
  readonly customer: string | null
  /** Where the merchant answers, such as the name of the acquirer. */
  readonly answerAt: string
}

function disputeRows(notice: DisputeNotice, isOpen: boolean): MailPart {
  const rows: readonly (readonly [string, string | null])[] = [
    ['Amount', amountOf(notice)],
    ['Answer by', isOpen && notice.respondBy ? moment(notice.respondBy, notice.timeZone) : null],
    ['Answer at', isOpen ? notice.answerAt : null],
    ['Order', notice.reference],
    ['Customer', notice.customer],
    ['Payment', notice.sessionId],
  ]
  return { kind: 'rows', rows: rows.flatMap(([label, value]) => (value === null ? [] : [[label, value] as const])) }
}

function aboutDispute(notice: DisputeNotice, subject: string, texts: readonly string[], isOpen: boolean): MailContent {
  return ownMail('dispute_opened', subject, [
    ...texts,
    disputeRows(notice, isOpen),
    linkTo('Open the payment', notice.address),
  ])
}

export function disputeMail(notice: DisputeNotice): MailContent {
  const amount = amountOf(notice)
  const what = `A customer has disputed a payment, and their bank has taken back ${amount}.`
  const next =
    'You get the money back if the bank decides in your favour. Send your proof, such as that of the delivery, ' +
    'before the time to answer ends.'
  return aboutDispute(notice, `A payment of ${amount} is disputed`, [what, next], true)
}

/** The bank asks about a payment, and may take its money later. */
export function disputeNoticeMail(notice: DisputeNotice): MailContent {
  const amount = amountOf(notice)
  const what = `A customer’s bank has asked about a payment of ${amount}.`
  const next =
    'No money has moved so far. If the bank is not satisfied, it takes the money back. Please answer in time, or ' +
    'refund the payment.'
  return aboutDispute(notice, `A bank asks about a payment of ${amount}`, [what, next], true)
}

/** The time to answer ends soon. */
export function disputeReminderMail(notice: DisputeNotice): MailContent {
  const amount = amountOf(notice)
  const what = `The time to answer the dispute over ${amount} ends soon.`
  const next =
    'Without an answer, the bank decides for the customer. If you have answered already, you need not do anything.'
  return aboutDispute(notice, `Please answer the dispute over ${amount}`, [what, next], true)
}

/** The bank has taken money back that the merchant had won. */
export function secondChargebackMail(notice: DisputeNotice): MailContent {
  const amount = amountOf(notice)
  const what = `A customer’s bank has taken back ${amount} a second time.`
  const next = 'The dispute is lost: this money will not come back.'
  return aboutDispute(notice, `A dispute over ${amount} is lost`, [what, next], false)
}

/** `isWonBefore`: the merchant had got the money back already. `isTaken`: the bank has the money. */
export function disputeLostMail(
  notice: DisputeNotice,
  { isWonBefore, isTaken }: { isWonBefore: boolean; isTaken: boolean },
): MailContent {
  const amount = amountOf(notice)
  const before = isWonBefore ? ', although you had already got the money back' : ''
  const what = `A customer’s bank has decided the dispute over ${amount} for the customer${before}.`
  const money =
    isTaken && !isWonBefore ? 'The customer keeps the money.' : 'The bank is going to take the money: set it aside.'
  const next = `${money} Do not refund the payment: the customer would get the money twice.`
  return aboutDispute(notice, `A dispute over ${amount} is lost`, [what, next], false)
}

/** `isMoneyBack`: false after a notice, for which no money had moved. */
export function disputeWonMail(notice: DisputeNotice, isMoneyBack: boolean): MailContent {
  const amount = amountOf(notice)
  const what = `A customer’s bank has decided the dispute over ${amount} in your favour.`
  const next = isMoneyBack
    ? 'The money came back. This may not be final: for some weeks the bank can take it again. Keep your documents.'
    : 'You keep the money. The bank can still take it back later. Keep your documents.'
  return aboutDispute(notice, `A dispute over ${amount} is won`, [what, next], false)
}

/** The money of an approved payment did not arrive. */
export function captureFailedMail(notice: PaymentNotice): MailContent {
  const amount = amountOf(notice)
  const what = `The bank approved the payment ${notice.sessionId}, but its ${amount} did not arrive.`
  const next =
    'You will not get this money. If you have not delivered the order yet, please do not deliver it. Otherwise, ' +
    'ask the customer to pay again.'
  return about(notice, 'capture_failed', `${amount} of a payment did not arrive`, [what, next])
}

/** A refund failed after the bank had first reported its success. */
export function refundReversedMail(notice: PaymentNotice, reason: string): MailContent {
  const amount = amountOf(notice)
  const what =
    `A refund of ${amount} for the payment ${notice.sessionId} failed, although the bank had accepted it. ` +
    `The money is back with you.${reasonSentence(reason)}`
  const next = 'The customer has not received this money. You can try again, or return it in another way.'
  return about(notice, 'refund_failed', `A refund of ${amount} failed`, [what, next])
}

/** The bank returned more than the payment had left, usually because somebody refunded it at the acquirer again. */
export function refundTooLargeMail(notice: PaymentNotice): MailContent {
  const amount = amountOf(notice)
  const what = `The bank returned ${amount} for the payment ${notice.sessionId}, which is more than was left to refund.`
  const next =
    'The customer now has more than they paid. Somebody probably refunded the payment at your acquirer as well. ' +
    'The payment’s page shows each refund.'
  return about(notice, 'refund_too_large', `A refund of ${amount} was more than was left`, [what, next])
}

export function refundFailedMail(notice: PaymentNotice, reason: string | null): MailContent {
  const amount = amountOf(notice)
  const what = `The bank refused a refund of ${amount} for the payment ${notice.sessionId}.${reasonSentence(reason)}`
  const next = 'The customer has not received this money. You can try again, or return it in another way.'
  return about(notice, 'refund_failed', `A refund of ${amount} failed`, [what, next])
}

/** The bank refused an automatic return of money that the account may not keep. */
export function returnRefusedMail(notice: PaymentNotice, reason: string | null): MailContent {
  const amount = amountOf(notice)
  const charged = `For the payment ${notice.sessionId}, a customer was charged ${amount} that you may not keep.`
  const what = `${charged} We tried to return the money, but the bank refused.${reasonSentence(reason)}`
  const next =
    'You do not need to do anything: we keep trying. If the customer asks, this is why the money has not arrived yet.'
  return about(notice, 'return_refused', `${amount} could not be returned yet`, [what, next])
}

export function endpointFailingMail(of: {
  url: string
  since: Date
  timeZone: string
  error: string | null
  address: string
}): MailContent {
  const what = `Your webhook address has not accepted any event since ${moment(of.since, of.timeZone)}:`
  const next =
    'Payments continue, but your server does not receive their events. We try to deliver each event seven times ' +
    'within about 31 hours. You can still read every event in the dashboard, and send it again.'
  const result: readonly MailRow[] = of.error === null ? [] : [['Result of the last attempt', of.error]]
  return ownMail('endpoint_failing', 'Your webhook address has been failing for a day', [
    what,
    { kind: 'rows', rows: [['Address', of.url], ...result] },
    next,
    linkTo('Open the webhooks', of.address),
  ])
}

function reasonSentence(reason: string | null): string {
  return reason === null ? '' : ` It said: ${oneLine(reason)}`
}
