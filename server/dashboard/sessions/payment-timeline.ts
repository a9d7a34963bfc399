import { failureMessages } from '../../domain/sessions/failure-codes.ts'
import type { CaptureRecord } from '../../domain/sessions/captures.ts'
import type { AttemptRecord, ReturnRecord, SessionRecord } from '../../domain/sessions/session-records.ts'
import type { DisputeRecord } from '../../domain/disputes/dispute-records.ts'
import type { RefundRecord } from '../../domain/refunds/refund-records.ts'
import { movedBy } from '../../domain/refunds/refund-state.ts'
import { tag } from '../../markup/design/components.ts'
import { html, type Markup } from '../../markup/html.ts'
import type { PaymentEvent } from '../../store/webhooks/payment-events.ts'
import { copyable, time } from '../shell/format.ts'
import type { MemberVisit } from '../shell/page.ts'
import { isCut, type PaymentHistory } from './payment-history.ts'
import {
  captureOutlook,
  captureTag,
  cardWords,
  contradictionWords,
  disputeEffect,
  disputeTag,
  money,
  refundTag,
  returnOutlook,
  returnReasons,
  returnTag,
  threeDSecureWords,
  wrongReceiptWords,
} from '../shell/words.ts'

interface Step {
  readonly at: Date
  /** The API request that caused it, if that is known. */
  readonly requestId?: string | null
  readonly what: Markup
  readonly more: readonly (Markup | string | null | false)[]
}

/** The history of a payment in chronological order. `requestId`: marks what this API request caused. */
export function timeline(
  visit: MemberVisit,
  session: SessionRecord,
  history: PaymentHistory,
  requestId: string | null = null,
): Markup {
  const steps = [
    createdStep(session),
    ...[...history.attempts].reverse().map(attemptStep),
    ...(session.paid_at
      ? [{ at: session.paid_at, what: html`<strong>Paid: ${money(session)}</strong>`, more: [] }]
      : []),
    ...[...history.captures].reverse().map((one) => captureStep(visit, one)),
    ...[...history.returns].reverse().map((one) => returnStep(visit, one)),
    ...[...history.refunds].reverse().map((one) => refundStep(visit, one)),
    ...[...history.disputes].reverse().flatMap((one) => disputeSteps(visit, one)),
    ...[...history.events].reverse().map((one) => eventStep(visit, one)),
  ].sort((a, b) => a.at.getTime() - b.at.getTime())
  const items = steps.map(({ at, what, more, requestId: cause }) => {
    const own = requestId !== null && cause === requestId && tag('By this request', 'quiet')
    const lines = more.filter((line) => line !== null && line !== false && line !== '')
    const hints = lines.map((line) => html`<p class="hint">${line}</p>`)
    return html`<li><p class="step">${what} ${own} ${time(at, visit.merchant.time_zone)}</p>${hints}</li>`
  })
  const cut =
    isCut(history) &&
    html`<p class="hint">Only the newest of each kind are shown. The API lists all refunds and events.</p>`
  return html`${cut}<ol class="timeline">${items}</ol>`
}

function createdStep(session: SessionRecord): Step {
  return {
    at: session.created_at,
    what: html`<strong>Checkout created</strong>`,
    more: [session.payment_link_id === null ? null : 'Through a payment link.'],
  }
}

const attemptTags: Readonly<Record<AttemptRecord['status'], Markup>> = {
  processing: tag('With the bank', 'waiting'),
  challenge: tag('Customer is asked', 'waiting'),
  approved: tag('Approved', 'good'),
  failed: tag('Failed', 'bad'),
  returned: tag('Approved, and returned', 'quiet'),
}

function attemptStep(attempt: AttemptRecord): Step {
  const { failure_code: code, abandoned, left_at_bank, status, authorization_code } = attempt
  const failure = code !== null && html`<code>${code}</code> ${!abandoned && !left_at_bank && failureMessages[code]}`
  return {
    at: attempt.created_at,
    requestId: attempt.request_id,
    what: html`<strong>Card tried: ${cardWords(attempt)}</strong> ${attemptTags[status]}`,
    more: [
      failure,
      contradictionWords(attempt),
      threeDSecureWords(attempt),
      authorization_code === null ? null : html`Authorization code <code>${authorization_code}</code>`,
      copyable(attempt.id),
    ],
  }
}

function captureStep(visit: MemberVisit, capture: CaptureRecord): Step {
  const { created_at, requested_at, settled_at, status } = capture
  const at = (date: Date): Markup => time(date, visit.merchant.time_zone)
  return {
    at: created_at,
    what: html`<strong>Capture of ${money(capture)}</strong> ${captureTag(capture)}`,
    more: [
      requested_at && html`Ordered ${at(requested_at)}`,
      settled_at && status === 'captured' && html`Captured ${at(settled_at)}`,
      wrongReceiptWords(capture),
      captureOutlook(capture),
    ],
  }
}

function refundStep(visit: MemberVisit, refund: RefundRecord): Step {
  const { settled_at, status, failure_message, reason } = refund
  const moved = movedBy(refund)
  const settled =
    settled_at && status === 'succeeded' && html`Returned to the card ${time(settled_at, visit.merchant.time_zone)}`
  return {
    at: refund.created_at,
    requestId: refund.request_id,
    what: html`<strong>Refund of ${money(moved)}</strong> ${refundTag(refund)}`,
    more: [
      countedPart(refund),
      reason && html`Reason: ${reason}`,
      settled,
      status === 'failed' ? html`${keptWords(refund)}: ${failure_message ?? 'the bank refused it.'}` : null,
      status === 'pending' ? wrongReceiptWords(refund) : null,
      status === 'pending' ? 'The bank has not confirmed it yet. We keep asking.' : null,
      copyable(refund.id),
    ],
  }
}

function keptWords({ kept_amount, currency }: RefundRecord): string {
  return kept_amount === null ? 'Nothing was returned' : `Only ${money({ amount: kept_amount, currency })} was returned`
}

/** Null: all of the money counts as refunded. */
function countedPart(refund: RefundRecord): string | null {
  if (refund.booked_amount === null || refund.status === 'failed') return null
  return `Of this payment, ${money(refund)} counts as refunded.`
}

function disputeSteps(visit: MemberVisit, dispute: DisputeRecord): Step[] {
  const link = html`<a href="${visit.to(`disputes/${dispute.id}`)}">Dispute of ${money(dispute)}</a>`
  const opened: Step = {
    at: dispute.opened_at,
    what: html`<strong>${link}</strong> opened`,
    more: dispute.closed_at ? [] : [disputeEffect(dispute), answerWords(visit, dispute)],
  }
  if (!dispute.closed_at) return [opened]
  return [
    opened,
    {
      at: dispute.closed_at,
      what: html`<strong>Dispute of ${money(dispute)}</strong> ${disputeTag(dispute)}`,
      more: [disputeEffect(dispute)],
    },
  ]
}

/** Until when and where the merchant answers an open dispute. */
function answerWords({ context, merchant, scope }: MemberVisit, { respond_by, processor }: DisputeRecord): Markup {
  const until = respond_by && html`Answer by ${time(respond_by, merchant.time_zone)}. `
  const label = context.acquirers.get(processor)?.label
  if (!scope.livemode) return html`${until}In test mode you decide it on the page of the dispute.`
  return html`${until}You answer at ${label ?? 'your acquirer'}, not here.`
}

function returnStep(visit: MemberVisit, record: ReturnRecord): Step {
  const { settled_at } = record
  return {
    at: record.created_at,
    what: html`<strong>Automatic return of ${money(record)}</strong> ${returnTag(record)}`,
    more: [
      returnReasons[record.reason],
      record.status === 'pending' ? wrongReceiptWords(record) : null,
      returnOutlook(record),
      settled_at && html`Returned to the card ${time(settled_at, visit.merchant.time_zone)}`,
      copyable(record.id),
    ],
  }
}

const deliveryTags = {
  delivered: tag('Delivered', 'good'),
  pending: tag('Waiting', 'waiting'),
  abandoned: tag('Given up', 'bad'),
} as const

function eventStep(visit: MemberVisit, event: PaymentEvent): Step {
  const deliveries = event.deliveries.map(({ id, status, failed_attempts: failed }) => {
    const tries = failed > 0 && html` after ${failed} failed ${failed === 1 ? 'try' : 'tries'}`
    return html`<a href="${visit.to(`deliveries/${id}`)}">Delivery</a> ${deliveryTags[status]}${tries}`
  })
  return {
    at: event.created_at,
    requestId: event.deliveries.at(-1)?.request_id ?? null,
    what: html`Event <code>${event.type}</code>`,
    more: deliveries.length === 0 ? ['Not sent: there was no webhook address.'] : deliveries,
  }
}
