import { listDisputes } from '../../../server/store/disputes/disputes.ts'
import { newId } from '../../../server/domain/ids.ts'
import { seal } from '../../../server/domain/crypto/keyring.ts'
import { signingSecretPurpose } from '../../../server/flows/webhooks/set-webhook-endpoint.ts'
import { newSigningSecret } from '../../../server/webhooks/signing.ts'
import { recordDeliveryAttempt } from '../../../server/store/webhooks/deliveries.ts'
import { membersOf } from '../../../server/store/accounts/people.ts'
import { listSecretKeys } from '../../../server/store/accounts/secret-keys.ts'
import { createLink } from '../../links/link-calls.ts'
import { paidSession } from '../../support/pay.ts'
import { insertingEvent } from '../../../server/store/webhooks/events.ts'
import { execute } from '../../../server/store/sql/writes.ts'
import { insertNotifications } from '../../../server/store/acquirers/processor-notifications.ts'
import { replaceWebhookEndpoint } from '../../../server/store/webhooks/webhook-endpoints.ts'
import { makeEvent } from '../../../server/domain/webhooks/event.ts'
import type { TestService } from '../../support/service.ts'
import { sql } from '../../support/sql.ts'
import { until } from '../../support/until.ts'

/**
 * For each page with an id in its path: makes an object in the service's own account, and gives the path with its id.
 */
export const samples: Readonly<Record<string, (service: TestService) => Promise<string>>> = {
  'payments/{id}': async (service) => {
    const fields = { reference: 'order-1001', description: 'Two tickets', metadata: { seat: 'A7' } }
    return `payments/${(await paidSession(service, fields)).id}`
  },
  'payments/{id}/refund': async (service) => `payments/${(await paidSession(service)).id}/refund`,
  'disputes/{id}': async (service) => {
    const { id } = await paidSession(service)
    await service.call('POST', `/v1/test_helpers/checkout/sessions/${id}/dispute`)
    const [dispute] = await listDisputes({ merchantId: service.merchantId, livemode: false }, service.app.context.db, {
      status: null,
      sessionId: id,
      olderThan: null,
      limit: 1,
    })
    return `disputes/${dispute?.id ?? ''}`
  },
  'links/{id}': async (service) => `links/${(await createLink(service, { metadata: { campaign: 'spring' } })).id}`,
  'deliveries/{id}': async (service) => `deliveries/${(await deliveredEvent(service)).deliveryId}`,
  'events/{id}': async (service) => `events/${(await deliveredEvent(service)).eventId}`,
  'api-requests/{id}': async (service) => `api-requests/${await recordedRequest(service)}`,
  'notifications/{id}': async (service) => `notifications/${await failedNotification(service)}`,
  'people/{id}': async (service) =>
    `people/${(await membersOf(service.app.context.db, service.merchantId))[0]?.id ?? ''}`,
  'keys/{id}': async (service) =>
    `keys/${(await listSecretKeys(service.app.context.db, service.merchantId))[0]?.id ?? ''}`,
}

/** A request, as the recorder writes it a second after the reply. It causes no event, which would be delivered. */
async function recordedRequest(service: TestService): Promise<string> {
  const session = { amount: 2500, currency: 'GBP', reference: 'order-1001' }
  const created = await service.call('POST', '/v1/checkout/sessions', session)
  const requestId = created.headers.get('request-id') ?? ''
  const recorded = 'select 1 from recorded_requests where merchant_id = ? and request_id = ?'
  await until(async () => (await sql(service, recorded, [service.merchantId, requestId])).length === 1)
  return requestId
}

/** A notification of the processor that the service could not apply. */
async function failedNotification(service: TestService): Promise<string> {
  const now = service.clock.now()
  const id = newId('ntf', now)
  const outcome = { kind: 'approved', authorizationCode: '123456', threeDSecure: null }
  const money = { amount: 2500, currency: 'GBP' }
  await insertNotifications({ merchantId: service.merchantId, livemode: false }, service.app.context.db, [
    {
      id,
      processor: 'adyen',
      item_id: id,
      type: 'AUTHORISATION',
      occurred_at: now,
      received_at: now,
      content: JSON.stringify({ eventCode: 'AUTHORISATION', pspReference: 'NC6HT9CRT65ZGN82', success: 'true' }),
      fact: JSON.stringify({ kind: 'purchase', reference: 'att_elsewhere', outcome, money }),
      state: 'failed',
      next_attempt_at: null,
    },
  ])
  return id
}

/** An event whose delivery has failed once and waits, with the log entry that the worker writes. */
async function deliveredEvent(service: TestService): Promise<{ eventId: string; deliveryId: string }> {
  const { db, clock, keyring } = service.app.context
  const scope = { merchantId: service.merchantId, livemode: false }
  const now = clock.now()
  await replaceWebhookEndpoint(scope, db, {
    id: newId('we', now),
    url: 'https://shop.example/webhooks',
    sealed_secret: seal(keyring, signingSecretPurpose(scope), newSigningSecret()),
    created_at: now,
  })
  const event = makeEvent(
    scope,
    { type: 'test.ping', data: { object: 'webhook_endpoint', id: 'we_x', message: 'Hello.' }, sessionId: null },
    now,
  )
  const deliveryId = newId('del', now)
  const nextAttemptAt = new Date(now.getTime() + 3600_000)
  await execute(db, insertingEvent(scope, event, { id: deliveryId, dueAt: nextAttemptAt }))
  await recordDeliveryAttempt(scope, db, {
    deliveryId,
    attempt: 1,
    status: 'pending',
    failedAttempts: 1,
    nextAttemptAt,
    url: 'https://shop.example/webhooks',
    requestHeaders: {
      'Content-Type': 'application/json',
      'Service-Event-Id': event.id,
      'Service-Signature': `t=1795000000,v1=${'0a'.repeat(32)}`,
    },
    responseStatus: 500,
    error: 'The receiver answered 500.',
    responseExcerpt: '<html><body>Internal Server Error</body></html>',
    durationMs: 1234,
    attemptedAt: now,
  })
  return { eventId: event.id, deliveryId }
}
