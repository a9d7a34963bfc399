import { formatAmount } from '../../../form/amount.ts'
import { receiptLines, receiptTime } from '../../../form/receipt.ts'
import { fill, paidText } from '../../../form/texts/fill.ts'
import { textsFor } from '../../../form/texts/languages.ts'
import type { AttemptRecord, SessionRecord } from '../../domain/sessions/session-records.ts'
import type { MerchantRecord } from '../../domain/accounts/account-records.ts'
import { oneLine } from '../../domain/text/one-line.ts'
import type { MailContent, MailPart, MailRow } from './mail-content.ts'

// Mails to customers are in the language in which they paid (spec/decisions/mail.md#the-customers-language).

/** A payment of which the customer gets a mail. */
export interface CustomerPayment {
  readonly merchant: Pick<MerchantRecord, 'business_name' | 'contact_email' | 'time_zone'>
  readonly session: Pick<SessionRecord, 'id' | 'amount' | 'amount_refunded' | 'currency' | 'description' | 'reference'>
  readonly attempt: Pick<AttemptRecord, 'card_brand' | 'card_last4' | 'locale'>
  /** Null: the payment was approved too late, and counts as none. */
  readonly paidAt: Date | null
  /** Where our receipt of the payment is. */
  readonly receiptUrl: string
  /** The host name of the service. */
  readonly host: string
}

/** The receipt for the customer. Of the card it shows only the brand and the last four digits. */
export function receiptMail(payment: CustomerPayment): MailContent {
  const { texts, write, shop } = languageOf(payment)
  const amount = write(payment.session.amount)
  const paid = paidText(texts.live, amount, shop)
  return mailOf(payment, {
    kind: 'receipt',
    subject: subjectOf(texts.mail.receipt, texts.mail.receiptWithoutName, amount, shop),
    title: texts.mail.thanks,
    amount,
    texts: [paid],
    // The amount is above them.
    rows: linesOf(payment, 0).slice(1),
  })
}

/** The mail to the customer about money that the merchant has returned. `amount`: the sum of this refund. */
export function refundMail(payment: CustomerPayment, amount: number): MailContent {
  const { texts, write, shop } = languageOf(payment)
  const { session } = payment
  const refunded = write(amount)
  const isAll = session.amount_refunded >= session.amount
  return mailOf(payment, {
    kind: 'refund',
    subject: subjectOf(texts.mail.refund, texts.mail.refundWithoutName, refunded, shop),
    title: isAll ? texts.hosted.refundedTitle : texts.receipt.partTitle,
    amount: refunded,
    texts: [fill(texts.hosted.refunded, { amount: refunded }), texts.mail.refundTime],
    rows: linesOf(payment, session.amount_refunded),
  })
}

interface Written extends Pick<MailContent, 'kind' | 'subject'> {
  readonly title: string
  readonly amount: string
  readonly texts: readonly string[]
  readonly rows: readonly MailRow[]
}

function mailOf(
  payment: CustomerPayment,
  { kind, subject, title, amount, texts: sentences, rows }: Written,
): MailContent {
  const { texts, locale, shop } = languageOf(payment)
  const { contact_email: email } = payment.merchant
  const ask = email === null ? texts.mail.askShop : fill(texts.mail.ask, { email })
  const asText = (text: string): MailPart => ({ kind: 'text', text })
  return {
    kind,
    subject,
    body: {
      ...{ locale, shop, title, amount },
      parts: [
        ...sentences.map(asText),
        { kind: 'rows', rows: [...rows, [texts.mail.payment, payment.session.id]] },
        { kind: 'link', label: texts.mail.view, address: payment.receiptUrl },
        asText(ask),
      ],
      foot: fill(texts.trust.processedBy, { name: payment.host }),
      isTest: false,
    },
  }
}

function languageOf({ attempt, session, merchant }: CustomerPayment) {
  const { texts, locale } = textsFor(attempt.locale ?? undefined)
  const write = (amount: number): string => formatAmount(amount, session.currency, locale)
  return { texts, locale, write, shop: merchant.business_name === null ? null : oneLine(merchant.business_name) }
}

function subjectOf(named: string, withoutName: string, amount: string, shop: string | null): string {
  return shop === null ? fill(withoutName, { amount }) : fill(named, { amount, merchant: shop })
}

/** The lines of the receipt, with times in the merchant's zone, because nobody knows the customer's. */
function linesOf(payment: CustomerPayment, refunded: number): MailRow[] {
  const { session, attempt, paidAt, merchant } = payment
  const { texts, locale, write } = languageOf(payment)
  const format = new Intl.DateTimeFormat(locale, {
    ...receiptTime,
    timeZone: merchant.time_zone,
    timeZoneName: 'short',
  })
  const { card_brand, card_last4 } = attempt
  const paid_at = paidAt?.toISOString() ?? null
  const receipt = { paid_at, card_brand, card_last4, amount_refunded: refunded, returned: [] }
  const lines = receiptLines({ ...session, receipt }, texts.receipt, write)
  return lines.map(({ label, value, time }) => [label, value ?? (time === null ? '' : format.format(new Date(time)))])
}
