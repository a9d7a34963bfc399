import { isCurrency } from '../../domain/money/amounts.ts'
import type { NotificationRecord, NotificationState } from '../../domain/acquirers/notification-records.ts'
import { storedJson } from '../../domain/stored-json.ts'
import { tag } from '../../markup/design/components.ts'
import { html, type Markup } from '../../markup/html.ts'
import type { ProcessorFact } from '../../processors/processor.ts'
import type { MemberVisit } from '../shell/page.ts'
import { money } from '../shell/words.ts'

// The dashboard's words for notifications of processors.

export const notificationStates: Readonly<Record<NotificationState, string>> = {
  received: 'Waiting',
  applied: 'Applied',
  known: 'Already known',
  no_effect: 'Nothing to do',
  unknown_reference: 'No such payment',
  mismatch: 'Does not match',
  failed: 'Failed',
}

const tones = {
  received: 'waiting',
  applied: 'good',
  known: 'good',
  no_effect: 'quiet',
  unknown_reference: 'bad',
  mismatch: 'bad',
  failed: 'bad',
} as const

export function isNotificationState(text: string): text is NotificationState {
  return text in notificationStates
}

export function notificationTag({ state }: Pick<NotificationRecord, 'state'>): Markup {
  return tag(notificationStates[state], tones[state])
}

/** What the state means, and what to do. */
export function notificationAdvice({ state, attempts, problem }: NotificationRecord): string {
  switch (state) {
    case 'received':
      if (attempts === 0) return 'The service will apply it within seconds.'
      return problem === 'error'
        ? 'The service could not apply it because of an internal error, and will try again. The error is in its log.'
        : 'It matches no payment of this account so far. The service keeps trying for seven days, because the ' +
            'payment ' +
            'or an earlier stage of the dispute may still arrive.'
    case 'applied':
      return 'The service has applied it.'
    case 'known':
      return 'The service already knew this, so nothing has changed.'
    case 'no_effect':
      return 'It does not affect the payments of this account. The service keeps it for your information.'
    case 'unknown_reference':
      return (
        'It matches no payment of this account, so it has changed nothing. Search for the reference at the ' +
        'processor: another system may use the same merchant account.'
      )
    case 'mismatch':
      return (
        'It does not match the payment that it names: the amount, the currency or the state differs, or somebody has ' +
        'refunded the payment at the processor. It has changed nothing. Compare the payment with the records there.'
      )
    case 'failed':
      return (
        'The service could not apply it within seven days. The error is in its log. Fix the cause, then apply ' +
        'it again.'
      )
  }
}

const stages = {
  notice: 'The bank asks about the payment',
  charged: 'Chargeback',
  reversed: 'Chargeback reversed',
  charged_again: 'Second chargeback',
  won: 'Dispute won',
  lost: 'Dispute lost',
} as const

const outcomes = {
  approved: 'Payment approved',
  declined: 'Payment refused',
  succeeded: 'Refund succeeded',
  pending: 'Refund received',
  failed: 'Refund failed',
  unreachable: 'Refund without an answer',
} as const

/** What the notification says in our terms, with the amount: `Payment approved, £10.00`. Null: nothing follows. */
export function factWords({ fact }: Pick<NotificationRecord, 'fact'>): string | null {
  if (fact === null) return null
  const read = storedJson(fact) as ProcessorFact | null
  if (!read) return 'Unreadable'
  const { amount, currency } = read.money
  return `${factName(read)}, ${isCurrency(currency) ? money({ amount, currency }) : `${amount} ${currency}`}`
}

function factName(fact: ProcessorFact): string {
  switch (fact.kind) {
    case 'purchase':
    case 'refund':
      return outcomes[fact.outcome.kind]
    case 'refund_reversed':
      return 'Refund came back'
    case 'captured':
      return 'Money captured'
    case 'capture_refused':
      return 'Capture refused'
    case 'capture_failed':
      return 'The money did not arrive'
    case 'chargeback':
      return stages[fact.stage]
  }
}

/** Our reference in a notification, without the number of a repeated order. Null: it has none. */
export function referenceOf({ fact }: Pick<NotificationRecord, 'fact'>): string | null {
  const read = fact === null ? null : (storedJson(fact) as ProcessorFact | null)
  return read && read.reference.replace(/\.\d+$/, '')
}

/** A link to the payment to which the notification belongs, or its reference. */
export function paymentOf(
  notification: Pick<NotificationRecord, 'fact'>,
  sessions: ReadonlyMap<string, string>,
  { to }: Pick<MemberVisit, 'to'>,
): Markup | null {
  const reference = referenceOf(notification)
  if (reference === null) return null
  const session = sessions.get(reference)
  return session === undefined
    ? html`<code>${reference}</code>`
    : html`<a href="${to(`payments/${session}`)}"><code>${session}</code></a>`
}
