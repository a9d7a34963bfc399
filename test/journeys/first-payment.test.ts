import t from 'tap'
import { createSession, submitCard } from '../support/pay.ts'
import { startReceiver } from '../support/receiver.ts'
import { startService } from '../support/service.ts'

t.test('a payment with an encrypted card is reported by webhook, retrieved, and refunded in two parts', async (t) => {
  const service = await startService()
  const receiver = await startReceiver()
  t.teardown(async () => {
    await service.stop()
    await receiver.stop()
  })
  const endpoint = await service.call('POST', '/v1/webhook_endpoints', { url: receiver.url })
  t.equal(endpoint.status, 200)
  const session = await createSession(service, { reference: 'order-1' })
  const attempt = await submitCard(service, session)
  t.match(attempt.body, { status: 'approved', session: { status: 'paid' } })
  const delivery = await receiver.next()
  t.match(JSON.parse(delivery.rawBody.toString()), {
    type: 'session.completed',
    data: { id: session.id, status: 'paid' },
  })
  const read = await service.call('GET', `/v1/checkout/sessions/${session.id}`)
  t.match(read.body, { status: 'paid', payment: { card_brand: 'visa', card_last4: '0085' } })
  const partial = await service.call('POST', `/v1/checkout/sessions/${session.id}/refunds`, {
    amount: 500,
    reason: 'one ticket',
  })
  t.match(partial.body, { status: 'succeeded', amount: 500 })
  t.match(JSON.parse((await receiver.next()).rawBody.toString()), {
    type: 'session.refunded',
    data: { status: 'paid', amount_refunded: 500, refund: { amount: 500 } },
  })
  const rest = await service.call('POST', `/v1/checkout/sessions/${session.id}/refunds`)
  t.match(rest.body, { status: 'succeeded', amount: 2000 })
  t.match(JSON.parse((await receiver.next()).rawBody.toString()), {
    type: 'session.refunded',
    data: { status: 'refunded', amount_refunded: 2500 },
  })
})
