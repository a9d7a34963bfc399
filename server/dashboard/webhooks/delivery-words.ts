import { eventTypes } from '../../../generated/operations.ts'
import { reorderedMs, type WebhookFault } from '../../domain/sandbox/test-faults.ts'
import type { DeliveryRecord } from '../../domain/webhooks/webhook-records.ts'
import { tag } from '../../markup/design/components.ts'
import { html, type Markup } from '../../markup/html.ts'
import { deliveryState, type DeliveryState, type LoggedAttempt } from '../../store/webhooks/delivery-log.ts'
import { time } from '../shell/format.ts'
import type { MemberVisit } from '../shell/page.ts'

// The dashboard's words for deliveries and events.

export const stateWords: Readonly<Record<DeliveryState, string>> = {
  delivered: 'Delivered',
  waiting: 'Waiting',
  failing: 'Failing',
  abandoned: 'Given up',
}

const stateTones = { delivered: 'good', waiting: 'waiting', failing: 'bad', abandoned: 'bad' } as const

export function deliveryTag(delivery: Pick<DeliveryRecord, 'status' | 'failed_attempts'>): Markup {
  const state = deliveryState(delivery)
  return tag(stateWords[state], stateTones[state])
}

/** What the faults of the account have done to a delivery. */
export const faultWords: Readonly<Record<WebhookFault, string>> = {
  duplicated: 'Sent a second time on purpose',
  reordered: `Held back for ${String(reorderedMs / 1000)} seconds on purpose`,
}

/** The options of a filter by event type. */
export const typeOptions: readonly (readonly [string, string])[] = [
  ['', 'Any'],
  ...eventTypes.map((type) => [type, type] as const),
]

export function isEventType(text: string): boolean {
  return eventTypes.some((type) => type === text)
}

/** The time of a delivery's next try. Null: there is none. */
export function nextTry(
  { next_attempt_at }: Pick<DeliveryRecord, 'next_attempt_at'>,
  { context, merchant }: Pick<MemberVisit, 'context' | 'merchant'>,
): Markup | null {
  if (!next_attempt_at) return null
  return next_attempt_at <= context.clock.now() ? html`Now` : time(next_attempt_at, merchant.time_zone)
}

/** The result of one attempt, in a few words. */
export function attemptResult({ status, error }: Pick<LoggedAttempt, 'status' | 'error'>): string {
  return error ?? `Answered ${String(status)}`
}
