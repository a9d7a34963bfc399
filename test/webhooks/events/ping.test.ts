import t from 'tap'
import { pingEndpoint } from '../../../server/flows/webhooks/ping-endpoint.ts'
import { sql } from '../../support/sql.ts'
import { checkDelivery } from '../../support/contract-hook.ts'
import { startReceiver } from '../../support/receiver.ts'
import { sharedService } from '../../support/shared-service.ts'
import { bodyOf, readEvents } from './read-events.ts'
import { verifySignature } from './verify-signature.ts'

t.test('a test.ping is signed, logged and attempted once', async (t) => {
  const service = await sharedService()
  const receiver = await startReceiver()
  t.teardown(async () => {
    await service.stop()
    await receiver.stop()
  })
  const scope = { merchantId: service.merchantId, livemode: false }
  const ping = () => pingEndpoint(service.app.context, scope)

  await t.test('without an address nothing is sent', async (t) => {
    t.equal(await ping(), null)
    t.same((await readEvents(service)).data, [])
  })

  const endpoint = bodyOf<{ id: string; secret: string }>(
    await service.call('POST', '/v1/webhook_endpoints', { url: receiver.url }),
  )

  await t.test('a test.ping is delivered at once, signed like any event, and its result is returned', async (t) => {
    const result = await ping()
    t.match(result, { kind: 'delivered', status: 200, error: null })
    const delivery = await receiver.next()
    checkDelivery(delivery)
    t.ok(verifySignature(delivery, endpoint.secret))
    const [event] = (await readEvents(service, { type: 'test.ping' })).data
    t.same(JSON.parse(delivery.rawBody), event)
    t.match(event?.data, { object: 'webhook_endpoint', id: endpoint.id, message: /\w/ })
    t.same(Object.keys(event?.data ?? {}).sort(), ['id', 'message', 'object'])
    const attempts = await sql(service, 'select status, error, url, request_headers from delivery_attempts')
    t.match(
      attempts,
      [{ status: 200, error: null, url: receiver.url, request_headers: { 'Service-Event-Id': event?.id } }],
      'it is logged like any delivery',
    )
  })

  await t.test('a test.ping that fails is not retried', async (t) => {
    receiver.respondWith(500)
    t.match(await ping(), { kind: 'failed', status: 500 })
    const before = receiver.deliveries.length
    for (const seconds of [31, 121, 86_401]) {
      service.clock.advance(seconds)
      await service.sweep()
    }
    const stays = await sql(
      service,
      `select status, failed_attempts, next_attempt_at from deliveries where status <> 'delivered'`,
    )
    t.same(stays, [{ status: 'abandoned', failed_attempts: 1, next_attempt_at: null }])
    t.equal(receiver.deliveries.length, before)
  })

  await t.test('the result says when the receiver cannot be reached', async (t) => {
    await receiver.stop()
    t.match(await ping(), { kind: 'failed', status: null, error: /\w/ })
  })
})
