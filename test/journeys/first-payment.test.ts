import t from 'tap'
import { createSession, submitCard } from '../support/pay.ts'
import { startReceiver } from '../support/receiver.ts'
import { sharedService } from '../support/shared-service.ts'
import { until } from '../support/until.ts'

const service = await sharedService()
const receiver = await startReceiver()
t.teardown(async () => {
  await service.stop()
  await receiver.stop()
})

t.test('a payment with an encrypted card is reported by webhook, retrieved, and refunded in two parts', async (t) => {
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

interface LogLine {
  readonly message: string
  readonly requestId?: string
  readonly sessionId?: string
  readonly merchantId?: string
  readonly deliveryId?: string
  readonly errorCode?: string
}

function logged(): LogLine[] {
  return service.logLines.map((line) => JSON.parse(line) as LogLine)
}

t.test('the log follows a payment by one request id from the API through the bank check to the delivery', async (t) => {
  const session = await createSession(service)
  const submitted = await submitCard(service, session, 'background_check')
  t.match(submitted.body, { status: 'processing' })
  service.clock.advance(120)
  await service.sweep()
  await receiver.next()
  const requestId = submitted.headers.get('request-id') ?? ''
  const linesOf = (message: string): LogLine[] =>
    logged().filter((line) => line.requestId === requestId && line.message === message)
  await until(() => linesOf('event delivered').length > 0)
  const about = { requestId, sessionId: session.id, merchantId: service.merchantId, livemode: false }
  for (const message of ['request', 'asked the bank about a payment', 'event delivered'])
    t.match(linesOf(message), [about], message)
  t.match(linesOf('event delivered'), [{ deliveryId: /^del_/, attempt: 1 }])
})

t.test('the log line of a refusal has its code, account and session, and nothing that the customer sent', async (t) => {
  const create = () => createSession(service, { customer: { email: 'ada@example.com', name: 'Ada' } })
  let session = await create()
  // The log leaves out an id in an address that looks like a card number: about one in a thousand.
  while (/\d{9}/u.test(session.id)) session = await create()
  const refund = await service.call('POST', `/v1/checkout/sessions/${session.id}/refunds`, { reason: 'for Ada' })
  const requestId = refund.headers.get('request-id') ?? ''
  await until(() => logged().some((line) => line.requestId === requestId))
  const [line] = logged().filter((one) => one.requestId === requestId)
  t.match(line, { errorCode: 'session_not_refundable', sessionId: session.id, merchantId: service.merchantId })
  t.notMatch(JSON.stringify(line), /ada/iu)
})

t.test('the delivery of an event names the request that caused the event', async (t) => {
  const session = await createSession(service)
  const closed = await service.call('POST', `/v1/checkout/sessions/${session.id}/expire`)
  const requestId = closed.headers.get('request-id') ?? ''
  await until(() => logged().some((line) => line.requestId === requestId && line.deliveryId !== undefined))
  t.match(
    logged().filter((line) => line.requestId === requestId && line.deliveryId !== undefined),
    [{ sessionId: session.id, merchantId: service.merchantId }],
  )
})

t.test('work that no request began names no request', async (t) => {
  const session = await createSession(service, { expires_in: 300 })
  service.clock.advance(302)
  await service.sweep()
  const expired = () => logged().filter((line) => line.sessionId === session.id && line.deliveryId !== undefined)
  await until(() => expired().length > 0)
  t.same(
    expired().map(({ requestId }) => requestId),
    [undefined],
  )
})
