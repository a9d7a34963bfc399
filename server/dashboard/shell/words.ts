import { formatAmount } from '../../../form/amount.ts'
import { brandName } from '../../domain/sessions/card-rules.ts'
import {
  countedSteps,
  disputeStatuses,
  type DisputeReason,
  type DisputeStage,
  type DisputeStatus,
} from '../../domain/disputes/dispute-state.ts'
import type { CaptureRecord } from '../../domain/sessions/captures.ts'
import type { Contradiction } from '../../domain/acquirers/contradiction.ts'
import type { AttemptRecord, ReturnReason, ReturnRecord, SessionRecord } from '../../domain/sessions/session-records.ts'
import type { FailureCode } from '../../domain/sessions/failure-codes.ts'
import type { DisputeRecord } from '../../domain/disputes/dispute-records.ts'
import type { RefundRecord } from '../../domain/refunds/refund-records.ts'
import type { RefundStatus } from '../../domain/refunds/refund-state.ts'
import { sessionStatuses, type SessionStatus } from '../../domain/sessions/session-state.ts'
import { tag, type Tone } from '../../markup/design/components.ts'
import { html, type Markup } from '../../markup/html.ts'
import type { LatestStates } from '../../store/sessions/latest-states.ts'
import type { PaymentSums } from '../../store/sessions/payment-sums.ts'

// The dashboard's words for payments and their history.

/** `£10.00`: in English format, with the decimals of the currency. */
export function money({ amount, currency }: { readonly amount: number; readonly currency: string }): string {
  return formatAmount(amount, currency, 'en-GB')
}

const inWords = new Intl.ListFormat('en-GB')

/** How many match, and the sums of their amounts. `note`: what the sums leave out, if anything. */
export function sumsLine(
  { count, amounts }: PaymentSums,
  [one, many]: readonly [one: string, many: string],
  note = '',
): Markup {
  const number = count.toLocaleString('en-GB')
  if (amounts === null) return html`<span>More than ${number} ${many} match, so they are not added up.</span>`
  const sums = [...amounts].sort().map(([currency, amount]) => money({ amount, currency }))
  const matching = count === 1 ? `1 ${one} matches` : `${number} ${many} match`
  return html`<span>${matching}: <strong>${inWords.format(sums)}</strong> in all${note}.</span>`
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

export const disputeWords: Readonly<Record<DisputeStatus, string>> = {
  open: 'Open',
  won: 'Won',
  lost: 'Lost',
}

const disputeTones: Readonly<Record<DisputeStatus, Tone>> = { open: 'waiting', won: 'good', lost: 'bad' }

export function disputeTag({ status }: Pick<DisputeRecord, 'status'>): Markup {
  return tag(disputeWords[status], disputeTones[status])
}

export const disputeReasons: Readonly<Record<DisputeReason, string>> = {
  fraudulent: 'Fraud',
  product_not_received: 'Not received',
  product_unacceptable: 'Not as described',
  duplicate: 'Paid twice',
  credit_not_processed: 'Refund not received',
  capture_failed: 'Money never arrived',
  general: 'Other',
}

/** The state of a payment. A payment whose refund failed is not green, because the customer waits for the money. */
export function paymentTag(
  { status, amount_refunded }: Pick<SessionRecord, 'status' | 'amount_refunded'>,
  { dispute, refund }: LatestStates,
): Markup {
  const disputed = dispute && tag(`Dispute ${disputeWords[dispute].toLowerCase()}`, disputeTones[dispute])
  if (status === 'disputed' && disputed) return disputed
  const refunding = refund && refundTags[refund]
  const own =
    status === 'paid' && amount_refunded > 0
      ? tag('Partly refunded', 'quiet')
      : tag(statusWords[status], refund === 'failed' && status === 'paid' ? 'quiet' : statusTones[status])
  const tags = [own, status === 'paid' && refunding, disputed].filter((one) => one !== false && one !== null)
  return html`${tags.map((one, index) => html`${index > 0 && ' '}${one}`)}`
}

const refundTags: Readonly<Record<RefundStatus, Markup | null>> = {
  pending: tag('Refund pending', 'waiting'),
  succeeded: null,
  failed: tag('Refund failed', 'bad'),
}

/** What the filters of payments offer: the statuses, and the states of disputes as `dispute_…`. */
export const paymentStates: readonly (readonly [string, string])[] = [
  ...sessionStatuses.map(
    (status) => [status, status === 'disputed' ? 'Disputed (open or lost)' : statusWords[status]] as const,
  ),
  ['partly_refunded', 'Partly refunded'],
  ...disputeStatuses.map((status) => [`dispute_${status}`, `Dispute ${status}`] as const),
]

/** `Visa •••• 0085`, or `Visa •••• 0008, network Cartes Bancaires`. Null: no card is known. */
export function cardWords({
  card_brand,
  card_last4,
  card_network,
}: Pick<SessionRecord, 'card_brand' | 'card_last4' | 'card_network'>): string | null {
  if (card_last4 === null) return null
  const card = `${brandName(card_brand)} •••• ${card_last4}`
  return card_network === null ? card : `${card}, network ${brandName(card_network)}`
}

/** The merchant's words for each failure code. */
export const failureWords: Readonly<Record<FailureCode, string>> = {
  card_declined: 'Declined by the bank',
  invalid_card: 'Card number not accepted',
  expired_card: 'Card expired',
  risk_declined: 'Declined as a risk',
  authentication_failed: '3-D Secure failed',
  processing_error: 'Error at the bank',
  processor_unavailable: 'Bank not reached',
  account_configuration: 'Account not set up for it',
}

/** Why a card attempt failed. Null: it did not. */
export function causeWords({
  status,
  failure_code,
  abandoned,
  left_at_bank,
}: Pick<AttemptRecord, 'status' | 'failure_code' | 'abandoned' | 'left_at_bank'>): string | null {
  if (status !== 'failed') return null
  if (abandoned || left_at_bank) return 'Cancelled by the customer'
  return failure_code && failureWords[failure_code]
}

export function refundTag({ status }: Pick<RefundRecord, 'status'>): Markup {
  return {
    succeeded: tag('Refunded', 'good'),
    pending: tag('Waiting for the bank', 'waiting'),
    failed: tag('Failed', 'bad'),
  }[status]
}

export function captureTag({ status }: Pick<CaptureRecord, 'status'>): Markup {
  return {
    due: tag('Waiting', 'waiting'),
    requested: tag('Requested', 'waiting'),
    captured: tag('Captured', 'good'),
    refused: tag('Refused', 'bad'),
    failed: tag('Failed', 'bad'),
  }[status]
}

/** The next step of a capture. Null: it has succeeded. */
export function captureOutlook({ status, checks, refusal }: CaptureRecord): string | null {
  switch (status) {
    case 'due':
      return checks < 4
        ? 'We are requesting it now.'
        : 'The processor is not accepting our request. We keep trying. Check the connection on the page “Live access”.'
    case 'requested':
      return (
        'The processor has our request. If it reports no outcome within a day, look up the payment at the ' +
        'processor.'
      )
    case 'captured':
      return null
    case 'refused':
      return (
        `The processor refused it (${refusal?.replace(/\.$/, '') ?? 'without a reason'}), so no money was taken. ` +
        `Capture the payment at ` +
        'the processor before its approval expires. It then counts as paid again. Otherwise do not deliver.'
      )
    case 'failed':
      return 'No money was taken, and this payment can no longer be captured. Ask the customer to pay again.'
  }
}

/** What came back of a dispute, which fees and exchange rates may change. Null: its reports do not say. */
function cameBack(dispute: DisputeRecord): string | null {
  const back = countedSteps(dispute.steps).filter(({ stage }) => stage === 'reversed')
  const last = back.at(-1)
  return last ? money(last) : null
}

/** The effect of a dispute on the money. */
export function disputeEffect(dispute: DisputeRecord): string {
  const sum = money(dispute)
  if (dispute.reason === 'capture_failed')
    return dispute.status === 'won'
      ? `The bank refused the capture of ${sum} at first. It has taken the money since.`
      : `The bank approved the payment, but ${sum} did not arrive.`
  const isNotice = dispute.stage === 'notice'
  switch (dispute.status) {
    case 'open':
      return isNotice
        ? `The cardholder’s bank asks about ${sum}. It has taken no money so far.`
        : `The cardholder’s bank has taken ${sum} back while it decides.`
    case 'won':
      return isNotice ? `You won: you keep ${sum}.` : `You won: ${cameBack(dispute) ?? sum} came back.`
    case 'lost':
      return isNotice ? `You lost: the bank is going to take ${sum}.` : `You lost: the cardholder keeps ${sum}.`
  }
}

export const disputeStages: Readonly<Record<DisputeStage, string>> = {
  notice: 'Notice: the bank asks',
  chargeback: 'Chargeback',
  second_chargeback: 'Second chargeback',
}

export const returnReasons: Readonly<Record<ReturnReason, string>> = {
  second_approval: 'The payment was already paid, and the bank approved it a second time.',
  duplicate_link_payment: 'Another customer had already paid this one-off link.',
  late_approval: 'The bank approved the payment after we had given up on it.',
}

export function returnTag({ status, last_failure }: Pick<ReturnRecord, 'status' | 'last_failure'>): Markup {
  if (status === 'succeeded') return tag('Returned', 'good')
  return last_failure === null ? tag('Pending', 'waiting') : tag('Failing', 'bad')
}

/** The state of an automatic return, and the next step. Null: the money is back. */
export function returnOutlook({ status, last_failure, orders }: ReturnRecord): string | null {
  if (status === 'succeeded') return null
  if (last_failure === null) return 'We have requested it from the bank, and keep asking until it is done.'
  const tries = orders === 1 ? 'once' : `${orders} times`
  return `The bank refused it (${last_failure}). We have requested it ${tries} and keep trying until it is done.`
}

/**
 * Whether the cardholder confirmed the payment with their bank. Null: the attempt has not reached that step, or it
 * failed and the service does not know. Banks say how they confirmed a customer only when they approve.
 */
export function threeDSecureWords({
  three_d_secure,
  status,
  abandoned,
  left_at_bank,
  failure_code,
}: Pick<AttemptRecord, 'three_d_secure' | 'status' | 'abandoned' | 'left_at_bank' | 'failure_code'>): string | null {
  if (abandoned) return '3-D Secure: the customer cancelled it. Nothing was charged.'
  if (left_at_bank) return '3-D Secure: the customer cancelled it. If the bank still takes the money, we return it.'
  if (three_d_secure === 'challenge') return '3-D Secure: the customer confirmed it with their bank.'
  if (three_d_secure === 'frictionless') return '3-D Secure: confirmed without asking the customer.'
  if (status === 'challenge') return '3-D Secure: the bank asks the customer to confirm it.'
  if (failure_code === 'authentication_failed') return '3-D Secure: the bank could not confirm the customer.'
  return status === 'approved' || status === 'returned' ? 'The bank did not report 3-D Secure.' : null
}

const contradicted = {
  reference: 'was about another payment, with the reference',
  amount: 'was about another amount:',
  processor_id: 'was about another payment, with the processor’s id',
  account: 'was about another merchant account:',
} as const satisfies Record<Contradiction['about'], string>

const contradictedOrder = {
  ...contradicted,
  reference: 'was about another order, with the reference',
  processor_id: 'was about another payment or order, with the processor’s id',
} as const satisfies Record<Contradiction['about'], string>

/** What the processor said about an attempt although it must mean another one. Null: nothing. */
export function contradictionWords({ contradiction }: Pick<AttemptRecord, 'contradiction'>): Markup | null {
  return contradiction && wrongAnswer(contradicted[contradiction.about], contradiction)
}

/** What the processor said about a waiting order although it must mean another one. Null: nothing. */
export function wrongReceiptWords({ contradiction }: Pick<RefundRecord, 'contradiction'>): Markup | null {
  return contradiction && wrongAnswer(contradictedOrder[contradiction.about], contradiction)
}

function wrongAnswer(what: string, { found }: Contradiction): Markup {
  return html`<strong>A reply from the processor ${what}</strong> <code>${found}</code>. It changed nothing here.
    Compare both with the processor’s records.`
}
