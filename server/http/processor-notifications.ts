import { setTimeout as pause } from 'node:timers/promises'
import type { Request, ResponseObject, ResponseToolkit, Server } from '@hapi/hapi'
import { countedClient } from '../flows/card-testing/counted-client.ts'
import type { FlowContext } from '../flows/context.ts'
import type { Observation } from '../flows/observation.ts'
import { NotificationReceiver, type Received } from '../flows/acquirers/receive-notification.ts'
import { collectBytes, leaveBodyUnread } from './requests/collect-body.ts'
import { LiveAccounts } from './callers/live-accounts.ts'
import type { NewLimit } from '../domain/queues/rate-limit.ts'
import { NotificationLimits, type Sender } from './limits/notification-limits.ts'
import { waitWithoutSlot } from './limits/share-request-slots.ts'

/** Larger than any notification of an acquirer, which has a few kilobytes for each item. */
export const maxNotificationBytes = 1024 * 1024

/**
 * A refusal takes at least this long. So its time does not tell whether the account exists, is connected to the
 * processor, or only has another key.
 */
const refusalMs = 250

/** What an id of an account and a name of a processor can look like. */
const possibleId = /^[a-z0-9_]{1,64}$/

interface Answer {
  readonly status: 200 | 400 | 401 | 413 | 429
  readonly text: string
  readonly result: Extract<Observation, { kind: 'notification_received' }>['result']
  readonly retryAfterSeconds?: number
  /** The body may still arrive, so the connection cannot carry another request. */
  readonly closes?: boolean
}

const refusedText = {
  400: 'The service could not read this notification.\n',
  401:
    'The service could not verify this notification. Check the address, the key that signs notifications, ' +
    'and the user name and password.\n',
} as const

const incomplete: Answer = {
  status: 400,
  text: 'The body did not arrive in time, or it is incomplete.\n',
  result: 'refused',
  closes: true,
}

const tooLarge: Answer = {
  status: 413,
  text: `The body is larger than ${maxNotificationBytes / 1024} KB.\n`,
  result: 'too_large',
  closes: true,
}

/**
 * The address to which processors send notifications. Only processors call it, so the contract for merchants does not
 * list it, and its replies are short texts.
 */
export function bindProcessorNotifications(
  server: Server,
  context: FlowContext,
  { addressOf, newLimit }: { addressOf(request: Request): string; readonly newLimit: NewLimit },
): void {
  const receiver = new NotificationReceiver(context)
  const accounts = new LiveAccounts(context.clock, context.db)
  const limits = new NotificationLimits(context.clock, newLimit)

  const receive = async (request: Request, sender: Sender): Promise<Answer> => {
    const wait = await limits.take(sender)
    if (wait !== null) return limited(wait)
    const leaveRoom = limits.takeRoom(sender, announcedBytes(request))
    if (!leaveRoom) return limited(1)
    try {
      const collected = await collectBytes(request.raw.req, maxNotificationBytes)
      if (collected.kind === 'too_large') return tooLarge
      if (collected.kind === 'incomplete') return incomplete
      const received = await read(request, sender, collected.bytes)
      if (!received) return limited(1)
      if (received.kind === 'refused')
        return { status: received.status, text: refusedText[received.status], result: 'refused' }
      limits.noteGenuine(sender)
      return { status: 200, text: received.reply, result: 'stored' }
    } finally {
      leaveRoom()
    }
  }

  /** Null: the service looks up too many accounts at once. */
  const read = async (request: Request, { merchantId }: Sender, body: Buffer): Promise<Received | null> => {
    const processor = String(request.params.processor)
    if (!possibleId.test(merchantId) || !possibleId.test(processor)) return { kind: 'refused', status: 401 }
    const isLive = await accounts.has(merchantId)
    if (isLive === null) return null
    if (!isLive) return { kind: 'refused', status: 401 }
    const message = { headers: headersOf(request), body }
    return receiver.receive({ merchantId, processor }, message)
  }

  server.route({
    method: 'POST',
    path: '/v1/processor_notifications/{processor}/{merchantId}',
    options: { auth: false, payload: leaveBodyUnread },
    handler: async (request, toolkit) => {
      const startedAt = performance.now()
      const sender = {
        merchantId: String(request.params.merchantId).slice(0, 65),
        address: countedClient(addressOf(request)).address,
      }
      const answer = await receive(request, sender)
      context.observe({ kind: 'notification_received', result: answer.result })
      if (answer.result === 'refused')
        await waitWithoutSlot(request, () => pause(Math.max(0, startedAt + refusalMs - performance.now())))
      return send(toolkit, answer)
    },
  })
}

function limited(retryAfterSeconds: number): Answer {
  return { status: 429, text: 'There are too many notifications at once.\n', result: 'limited', retryAfterSeconds }
}

/** The memory that the body may need. Without a length it may need the most. */
function announcedBytes(request: Request): number {
  const length = Number(request.raw.req.headers['content-length'] ?? maxNotificationBytes)
  return Number.isSafeInteger(length) ? Math.min(length, maxNotificationBytes) : maxNotificationBytes
}

function headersOf(request: Request): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(request.raw.req.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  )
}

function send(toolkit: ResponseToolkit, { status, text, retryAfterSeconds, closes }: Answer): ResponseObject {
  const response = toolkit.response(text).code(status).type('text/plain')
  if (retryAfterSeconds !== undefined) response.header('Retry-After', String(retryAfterSeconds))
  if (closes) response.header('Connection', 'close')
  return response
}
