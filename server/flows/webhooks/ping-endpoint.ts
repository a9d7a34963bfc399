import { operator, type Caller } from '../../domain/accounts/caller.ts'
import { fail, type Failure } from '../../domain/failure.ts'
import { newId } from '../../domain/ids.ts'
import type { Scope } from '../../domain/scope.ts'
import { makeEvent } from '../../domain/webhooks/event.ts'
import { inTransaction } from '../../store/sql/database.ts'
import { execute } from '../../store/sql/writes.ts'
import type { DueDelivery } from '../../store/webhooks/due-deliveries.ts'
import { insertingEvent } from '../../store/webhooks/events.ts'
import { findWebhookEndpoint } from '../../store/webhooks/webhook-endpoints.ts'
import type { DeliveryResult } from '../../webhooks/deliver.ts'
import { audit } from '../audit.ts'
import type { FlowContext } from '../context.ts'
import { attemptDelivery } from './attempt-delivery.ts'

/** Keeps the worker from claiming the delivery before this flow does. A ping may wait 15 s for its turn. */
const ownClaimMs = 60_000

/** The result of a `test.ping`, and the id of its delivery in the log. */
export type PingResult = DeliveryResult & { readonly deliveryId: string }

/** Sends a `test.ping` for a member, in the receiver's turn. Null: the mode has no address. */
export async function pingInTurn(
  context: FlowContext,
  scope: Scope,
  caller: Caller,
): Promise<PingResult | Failure<'rate_limited'> | null> {
  const endpoint = await findWebhookEndpoint(scope, context.db)
  if (!endpoint) return null
  const due = newPing(context, scope)
  const ping = (): Promise<PingResult | null> => pingEndpoint(context, scope, caller, due)
  const ran = await context.endpointLimits.pings.run(due, endpoint.url, ping)
  return ran ? ran.result : fail('rate_limited', { message: 'Another test.ping is still in progress.' })
}

/**
 * Sends a `test.ping` to the webhook address of a mode, with one attempt, and returns its result
 * (spec/decisions/webhooks.md#test-ping). Null: the mode has no address.
 */
export async function pingEndpoint(
  context: FlowContext,
  scope: Scope,
  caller: Caller = operator,
  due = newPing(context, scope),
): Promise<PingResult | null> {
  const endpoint = await findWebhookEndpoint(scope, context.db)
  if (!endpoint) return null
  const now = context.clock.now()
  const data = { object: 'webhook_endpoint', id: endpoint.id, message: 'Your webhook endpoint works.' }
  const event = makeEvent(scope, { type: 'test.ping', data, sessionId: null }, now)
  const { id, dueAt } = due
  await inTransaction(context.db, async (transaction) => {
    await execute(transaction, insertingEvent(scope, event, { id, dueAt, single: true }))
    await audit(context, transaction, caller, { ...scope, action: 'webhook.pinged', detail: { event: event.id } })
  })
  context.announceEvents(scope)
  const result = await attemptDelivery(context, due)
  return result && result !== 'not_sent' ? { ...result, deliveryId: id } : null
}

function newPing(context: FlowContext, scope: Scope): DueDelivery {
  const now = context.clock.now()
  return { scope, id: newId('del', now), dueAt: new Date(now.getTime() + ownClaimMs) }
}
