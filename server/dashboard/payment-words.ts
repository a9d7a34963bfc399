import { formatAmount } from '../../form/amount.ts'
import type {
  AttemptRecord,
  DisputeRecord,
  RefundRecord,
  ReturnReason,
  ReturnRecord,
  SessionRecord,
} from '../domain/records.ts'
import type { SessionStatus } from '../domain/session-state.ts'
import { html } from '../markup/html.ts'
import type { Markup } from '../markup/html.ts'

// How payments, and what happens to them, are called everywhere in the dashboard.

/** `£10.00`: in English, with the decimals of the currency. */
export function money({ amount, currency }: { readonly amount: number; readonly currency: string }): string {
  return formatAmount(amount, currency, 'en-GB')
}

type Tone = 'good' | 'bad' | 'waiting' | 'quiet'

export function tag(text: string, tone: Tone): Markup {
  return html`<span class="tag ${tone}">${text}</span>`
}

export const statusWords: Readonly<Record<SessionStatus, string>> = {
  open: 'Open',
  processing: 'Processing',
  paid: 'Paid',
  failed: 'Failed',
  expired: 'Expired',
  refunded: 'Refunded',
  disputed: 'Disputed',
}

const statusTones: Readonly<Record<SessionStatus, Tone>> = {
  open: 'waiting',
  processing: 'waiting',
  paid: 'good',
  failed: 'bad',
  expired: 'quiet',
  refunded: 'quiet',
  disputed: 'bad',
}

export function paymentTag({ status, amount_refunded }: Pick<SessionRecord, 'status' | 'amount_refunded'>): Markup {
  return status === 'paid' && amount_refunded > 0
    ? tag('Partly refunded', 'good')
    : tag(statusWords[status], statusTones[status])
}

const brands: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}

/** `Visa •••• 0085`; null: no card is known. */
export function cardWords({ card_brand, card_last4 }: Pick<SessionRecord, 'card_brand' | 'card_last4'>): string | null {
  if (card_last4 === null) return null
  return `${card_brand === null ? 'Card' : (brands[card_brand] ?? card_brand)} •••• ${card_last4}`
}

export function refundTag({ status }: Pick<RefundRecord, 'status'>): Markup {
  return {
    succeeded: tag('Refunded', 'good'),
    pending: tag('Waiting for the bank', 'waiting'),
    failed: tag('Failed', 'bad'),
  }[status]
}

export const disputeWords: Readonly<Record<DisputeRecord['status'], string>> = {
  open: 'Open',
  won: 'Won',
  lost: 'Lost',
}

export function disputeTag({ status }: Pick<DisputeRecord, 'status'>): Markup {
  return tag(disputeWords[status], ({ open: 'waiting', won: 'good', lost: 'bad' } as const)[status])
}

/** What a dispute has done to the money. */
export function disputeEffect(dispute: DisputeRecord): string {
  const sum = money(dispute)
  switch (dispute.status) {
    case 'open':
      return `The cardholder’s bank has taken ${sum} back while it decides.`
    case 'won':
      return `It was decided for you: ${sum} came back.`
    case 'lost':
      return `It was decided for the cardholder: ${sum} stays with them.`
  }
}

export const returnReasons: Readonly<Record<ReturnReason, string>> = {
  second_approval: 'The bank approved a payment a second time that was paid already.',
  duplicate_link_payment: 'Somebody else had paid this one-off link already.',
  late_approval: 'The bank approved it after the payment had been given up.',
}

export function returnTag({ status, last_failure }: Pick<ReturnRecord, 'status' | 'last_failure'>): Markup {
  if (status === 'succeeded') return tag('Returned', 'good')
  return last_failure === null ? tag('Pending', 'waiting') : tag('Failing', 'bad')
}

/** What is being done about money that goes back by itself. Null: it is back. */
export function returnOutlook({ status, last_failure, orders }: ReturnRecord): string | null {
  if (status === 'succeeded') return null
  if (last_failure === null) return 'Ordered at the bank; we ask until it is done.'
  return `The bank refused it (${last_failure}). We have ordered it ${orders === 1 ? 'once' : `${orders} times`} and go on until it is done.`
}

/** What the cardholder’s bank asked of them; null: the attempt has not come so far. */
export function threeDSecureWords({
  three_d_secure,
  status,
}: Pick<AttemptRecord, 'three_d_secure' | 'status'>): string | null {
  if (three_d_secure === 'challenge') return '3-D Secure: the customer confirmed it with their bank.'
  if (three_d_secure === 'frictionless') return '3-D Secure: confirmed without asking the customer.'
  if (status === 'challenge') return '3-D Secure: the bank asks the customer to confirm it.'
  return status === 'processing' ? null : 'Without 3-D Secure.'
}
