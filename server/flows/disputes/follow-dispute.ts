import type { DisputeState, DisputeStep } from '../../domain/disputes/dispute-state.ts'
import { holdsMoney } from '../../domain/disputes/dispute-steps.ts'
import type { DisputeRecord } from '../../domain/disputes/dispute-records.ts'
import type { SessionRecord } from '../../domain/sessions/session-records.ts'
import type { SessionAttempt } from '../../domain/sessions/session-attempt.ts'
import { disputeEvents, type SessionTrigger } from '../../domain/sessions/session-state.ts'
import { makeEvent } from '../../domain/webhooks/event.ts'
import { sessionData } from '../../domain/wire/checkout-session.ts'
import { wireDispute } from '../../domain/wire/dispute.ts'
import type { MailContent } from '../../engines/mail/mail-content.ts'
import {
  captureFailedMail,
  disputeLostMail,
  disputeMail,
  disputeNoticeMail,
  disputeWonMail,
  secondChargebackMail,
  type DisputeNotice,
} from '../../engines/mail/payment-mails.ts'
import { disputesOf } from '../../store/disputes/disputes.ts'
import { findMerchant } from '../../store/accounts/merchants.ts'
import { execute } from '../../store/sql/writes.ts'
import { insertingEvent } from '../../store/webhooks/events.ts'
import { dashboardAddress, mailAccount } from '../mail/queue-mail.ts'
import { changeSession } from '../sessions/change-session.ts'
import type { FactWork } from '../sessions/fact-work.ts'

/** A dispute whose reports this report has changed. */
export interface ChangedDispute {
  readonly dispute: DisputeRecord
  /** Null: the dispute is new to the service. */
  readonly before: DisputeState | null
  readonly after: DisputeState
}

type News = keyof typeof disputeEvents

/**
 * The service notifies the merchant's program of every dispute, whatever the status of its session. The status shows
 * the disputes of the attempt that paid the session, and whether a bank has its money.
 */
export async function followInSession(
  { scope, transaction, now }: FactWork,
  { session, attempt }: SessionAttempt,
  changed: readonly ChangedDispute[],
): Promise<void> {
  const isTaken = (await disputesOf(scope, transaction, attempt.id)).some(holdsMoney)
  let current = session
  let events = 0
  for (const { dispute, before, after } of changed)
    for (const news of newsOf(before, after)) {
      const trigger = attempt.status === 'approved' ? triggerOf(current, news, isTaken) : null
      const eventData = { dispute: wireDispute(dispute) }
      // Events of one session have rising times.
      const at = new Date(now.getTime() + events)
      events += 1
      if (trigger) {
        current = await changeSession(scope, transaction, current, { trigger, eventData }, at)
        continue
      }
      const data = { ...sessionData(current), ...eventData }
      const event = { type: disputeEvents[news], data, sessionId: session.id }
      await execute(transaction, insertingEvent(scope, makeEvent(scope, event, at)))
    }
}

/** What is new for the merchant. A dispute may have ended before the service first receives a report about it. */
function newsOf(before: DisputeState | null, after: DisputeState): News[] {
  const wasHeld = before?.holdsMoney === true
  const isWon = after.status === 'won' && after.stage !== 'notice'
  const wasWon = before?.status === 'won' && before.stage !== 'notice'
  const news: News[] = []
  if (!wasHeld && (after.holdsMoney || (isWon && !wasWon))) news.push('opened')
  if (isWon && !wasWon) news.push('won')
  if (isLostForGood(after) && !(before && isLostForGood(before))) news.push('lost')
  return news
}

function isLostForGood({ status, holdsMoney: isHeld }: DisputeState): boolean {
  return status === 'lost' && isHeld
}

/** Null: the status of the session stays. */
function triggerOf(session: SessionRecord, news: News, isTaken: boolean): SessionTrigger | null {
  const { status, amount, amount_refunded } = session
  if (news === 'opened') return status === 'paid' ? 'chargeback_opened' : null
  if (status !== 'disputed') return null
  if (news === 'lost') return 'chargeback_lost'
  if (isTaken) return null
  return amount_refunded >= amount ? 'chargeback_won_after_refund' : 'chargeback_won'
}

export async function mailStage(
  work: FactWork,
  { session }: SessionAttempt,
  step: DisputeStep,
  changed: readonly ChangedDispute[],
): Promise<void> {
  const { amount, currency } = step
  for (const { dispute, before, after } of changed) {
    const notice = await disputeNotice(work, session, { ...dispute, amount, currency })
    const mail = mailOf(notice, step, before, after)
    if (mail) return mailAccount(work.context, work.scope, work.transaction, mail)
  }
}

export async function disputeNotice(
  { context, scope, transaction }: Omit<FactWork, 'now'>,
  { id, reference, customer }: SessionRecord,
  { amount, currency, respond_by, processor }: DisputeRecord,
): Promise<DisputeNotice> {
  const merchant = await findMerchant(transaction, scope.merchantId)
  return {
    amount,
    currency,
    sessionId: id,
    address: dashboardAddress(context, scope, `payments/${id}`),
    respondBy: respond_by,
    timeZone: merchant?.time_zone ?? 'UTC',
    reference,
    customer: customer.email ?? customer.name ?? null,
    answerAt: context.acquirers.get(processor)?.label ?? 'the page of the dispute, in test mode',
  }
}

/** Null: the report needs no mail, or comes after a later stage. */
function mailOf(
  notice: DisputeNotice,
  { stage }: DisputeStep,
  before: DisputeState | null,
  after: DisputeState,
): MailContent | null {
  if (stage === 'capture_failed') return captureFailedMail(notice)
  if (stage === 'charged_again') return secondChargebackMail(notice)
  if (stage === 'charged' && after.holdsMoney && before?.holdsMoney !== true) return disputeMail(notice)
  if (after.status === 'won' && before?.status !== 'won') return disputeWonMail(notice, after.stage !== 'notice')
  if (after.status === 'lost' && before?.status !== 'lost') {
    const isTaken = after.stage !== 'notice'
    return disputeLostMail(notice, { isWonBefore: before?.status === 'won' && isTaken, isTaken })
  }
  const isNew = stage === 'notice' && after.stage === 'notice' && after.status === 'open'
  return isNew ? disputeNoticeMail(notice) : null
}
