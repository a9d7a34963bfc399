import { createHash } from 'node:crypto'
import type { NotificationItem, NotificationMessage, ProcessorFact } from '../../../server/processors/processor.ts'
import { processorWith } from '../../support/processor-with.ts'
import type { Answer, TestService } from '../../support/service.ts'
import { sql } from '../../support/sql.ts'

/** An item as the tests send it. The processor below reads it. */
export interface SentItem {
  readonly id: string
  readonly type: string
  readonly fact: ProcessorFact | null
  readonly note?: string
  /** The adapter cannot use the item. */
  readonly isBroken?: true
}

const secret = 'the key of the test'

/** Lets the simulated bank of live mode send notifications, signed with a hash over the raw body. */
export function letBankNotify(service: Pick<TestService, 'app'>): void {
  const { sandbox, context, workContext } = service.app
  const bank = processorWith(sandbox, {
    readNotification: ({ headers, body }: NotificationMessage) => {
      if (headers['signature'] !== signatureOf(body))
        return { kind: 'refused', status: 401, reason: 'The signature is wrong.' }
      const text = body.toString()
      if (text === 'crash') throw new Error('Bug: the adapter crashed')
      const sent = JSON.parse(text) as SentItem[]
      const refusedParts = sent.flatMap(({ id, isBroken }) => (isBroken ? [`The item ${id} is broken.`] : []))
      const usable = sent.filter(({ isBroken }) => !isBroken)
      const items = usable.map((item): NotificationItem => ({
        ...item,
        occurredAt: new Date('2026-11-21T10:00:00Z'),
        content: { eventCode: item.type, note: item.note ?? null },
      }))
      return { kind: 'accepted', items, refusedParts, reply: '[accepted]' }
    },
  })
  const processorFor: typeof context.processorFor = async (_scope, name = 'sandbox') =>
    name === 'sandbox' ? bank : null
  Object.assign(context, { processorFor })
  Object.assign(workContext, { processorFor })
}

function signatureOf(body: Buffer): string {
  return createHash('sha256').update(secret).update(body).digest('hex')
}

export interface Sent {
  readonly merchantId?: string
  readonly processor?: string
  readonly signature?: string
}

/** A signed notification. */
export function notificationOf(items: readonly SentItem[] | string): {
  readonly body: string
  readonly headers: { readonly Signature: string }
} {
  const body = typeof items === 'string' ? items : JSON.stringify(items)
  return { body, headers: { Signature: signatureOf(Buffer.from(body)) } }
}

/** Sends a notification as the bank does. */
export function notify(service: TestService, items: readonly SentItem[] | string, sent: Sent = {}): Promise<Answer> {
  const { body, headers } = notificationOf(items)
  const { merchantId = service.merchantId, processor = 'sandbox', signature = headers.Signature } = sent
  return service.call('POST', `/v1/processor_notifications/${processor}/${merchantId}`, body, { Signature: signature })
}

/** An approval of a payment, as the bank reports it. */
export function approvalOf(reference: string, { id = `${reference}:approved`, amount = 2500 } = {}): SentItem {
  const outcome = { kind: 'approved', authorizationCode: '123456', threeDSecure: null } as const
  return {
    id,
    type: 'AUTHORISATION',
    fact: { kind: 'purchase', reference, outcome, money: { amount, currency: 'GBP' } },
  }
}

export interface StoredItem {
  readonly id: string
  readonly item_id: string
  readonly state: string
  readonly attempts: number
  readonly next_attempt_at: Date | null
  readonly problem: string | null
}

/** The stored items, oldest first. */
export function storedItems(service: TestService, itemIds: readonly string[]): Promise<StoredItem[]> {
  return sql(
    service,
    `select id, item_id, state, attempts, next_attempt_at, problem from processor_notifications
     where item_id = any(?) order by id`,
    [itemIds],
  )
}
