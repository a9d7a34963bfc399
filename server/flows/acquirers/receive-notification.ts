import { newId } from '../../domain/ids.ts'
import { FairQueue } from '../../domain/queues/fair-queue.ts'
import { RateLimit } from '../../domain/queues/rate-limit.ts'
import type { Scope } from '../../domain/scope.ts'
import { loggable } from '../../domain/text/loggable-error.ts'
import { lengthened } from '../../domain/time/time-outs.ts'
import type {
  NotificationItem,
  NotificationMessage,
  NotificationReading,
  Processor,
} from '../../processors/processor.ts'
import {
  clearNotificationContents,
  insertNotifications,
  type NewNotification,
} from '../../store/acquirers/processor-notifications.ts'
import { forgetRefusedNotifications, insertRefusedNotification } from '../../store/acquirers/refused-notifications.ts'
import type { FlowContext } from '../context.ts'
import { daysAgo } from '../work/days-ago.ts'
import { reportFailure } from '../work/report-failure.ts'
import { waitAtMost } from '../work/wait-at-most.ts'
import { applyNotifications } from './apply-notifications.ts'

/** How a notification is answered. `reply`: the text that the processor expects. */
export type Received =
  { readonly kind: 'stored'; readonly reply: string } | { readonly kind: 'refused'; readonly status: 400 | 401 }

/** How long the reply waits until the items are applied. Acquirers wait for a reply for ten seconds or more. */
const applyWaitMs = 3_000

/** Rows per hour and account about refused notifications. Anyone can send one. */
const refusedPerHour = 30

/** How long refused notifications are kept. */
const refusedDays = 30

/**
 * Receives the notifications of processors for one process. It stores the items of each in one statement, then applies
 * them. After a crash, and while too many are being applied, the worker applies them.
 */
export class NotificationReceiver {
  readonly #context: FlowContext
  readonly #applying = new FairQueue({ slots: 8, ownSlots: 3, waiting: 200, ownWaiting: 50, waitMs: applyWaitMs })
  readonly #refused: RateLimit

  constructor(context: FlowContext) {
    this.#context = context
    this.#refused = new RateLimit(context.clock, { capacity: refusedPerHour, perSeconds: 3_600 })
  }

  /** `account`: an account with live access. Its payments at the processor may be older than its credentials. */
  async receive(
    { merchantId, processor: name }: { merchantId: string; processor: string },
    message: NotificationMessage,
  ): Promise<Received> {
    const scope = { merchantId, livemode: true }
    const processor = await this.#context.processorFor(scope, name)
    const reading = processor ? read(this.#context, scope, processor, message) : notConnected
    if (reading.kind === 'refused') {
      this.#noteRefused(scope, name, { reason: reading.reason, bytes: message.body.length })
      return { kind: 'refused', status: reading.status }
    }
    const bytes = message.body.length
    for (const reason of new Set(reading.refusedParts)) this.#noteRefused(scope, name, { reason, bytes })
    const ids = await this.#store(scope, name, reading.items)
    await this.#apply(scope, ids)
    return { kind: 'stored', reply: reading.reply ?? '' }
  }

  /** The ids of the items to apply: those that no earlier notification has brought. */
  async #store(scope: Scope, processor: string, items: readonly NotificationItem[]): Promise<string[]> {
    const now = this.#context.clock.now()
    const rows = items.map((item) => rowOf(processor, item, now))
    const stored = rows.length === 0 ? [] : await insertNotifications(scope, this.#context.db, rows)
    const isNew = new Set(stored)
    return rows.flatMap(({ id, fact }) => (isNew.has(id) && fact !== null ? [id] : []))
  }

  /** Applies new items in their order. Returns after `applyWaitMs` at the latest; the rest goes on. */
  async #apply(scope: Scope, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    const applied = this.#applying
      .run(scope.merchantId, () => applyNotifications(this.#context, scope, ids))
      .catch((error: unknown) =>
        reportFailure(this.#context, 'apply_notifications', error, { merchantId: scope.merchantId }),
      )
    this.#context.track(applied)
    await waitAtMost(lengthened(applyWaitMs), applied)
  }

  /** Does not delay the reply, so that its time says nothing about the account. */
  #noteRefused(scope: Scope, processor: string, { reason, bytes }: { reason: string; bytes: number }): void {
    if (this.#refused.take(scope.merchantId) !== null) return
    this.#context.log.warn({ merchantId: scope.merchantId, processor, reason }, 'refused a notification')
    const now = this.#context.clock.now()
    const row = { id: newId('nrf', now), processor, refused_at: now, reason: textOf(reason, 300), bytes }
    this.#context.track(
      insertRefusedNotification(scope, this.#context.db, row).catch((error: unknown) =>
        this.#context.log.warn({ error: loggable(error) }, 'could not record a refused notification'),
      ),
    )
  }
}

const notConnected: NotificationReading = {
  kind: 'refused',
  status: 401,
  reason: 'The account is not connected to this processor.',
}

function read(
  context: FlowContext,
  { merchantId }: Scope,
  processor: Processor,
  message: NotificationMessage,
): NotificationReading {
  if (!processor.readNotification) return notConnected
  try {
    return processor.readNotification(message)
  } catch (error) {
    context.log.error(
      { merchantId, processor: processor.name, error: loggable(error) },
      'could not read a notification',
    )
    return { kind: 'refused', status: 400, reason: 'The service could not read it. The error is in its log.' }
  }
}

function rowOf(processor: string, item: NotificationItem, now: Date): NewNotification {
  return {
    id: newId('ntf', now),
    processor,
    item_id: textOf(item.id, 200),
    type: textOf(item.type, 100),
    occurred_at: isUsualTime(item.occurredAt) ? item.occurredAt : now,
    received_at: now,
    content: contentOf(item),
    fact: item.fact && JSON.stringify(item.fact),
    state: item.fact ? 'received' : 'no_effect',
    next_attempt_at: item.fact && now,
  }
}

/** The content as JSON. A processor may nest it so deeply that writing it fails. */
function contentOf({ content }: NotificationItem): string {
  try {
    return JSON.stringify(content)
  } catch {
    return '{"note":"The service could not keep the content."}'
  }
}

/** Text that PostgreSQL can store. */
function textOf(text: string, max: number): string {
  return text.replaceAll('\0', '\u{fffd}').slice(0, max).toWellFormed()
}

/** Whether a time that a processor sent is one that PostgreSQL and people can read. */
function isUsualTime(time: Date): boolean {
  return time.getTime() > 0 && time.getUTCFullYear() < 10_000
}

/** Deletes a batch of old contents and of old refused notifications. True: there may be more. */
export async function forgetNotifications(context: FlowContext): Promise<boolean> {
  const more = await Promise.all([
    clearNotificationContents(context.db, daysAgo(context, context.settings.retention.deliveryBodyDays)),
    forgetRefusedNotifications(context.db, daysAgo(context, refusedDays)),
  ])
  return more.includes(true)
}
