import t from 'tap'
import { makeEvent } from '../../../server/domain/webhooks/event.ts'
import { sessionData } from '../../../server/domain/wire/checkout-session.ts'
import { wireRefund } from '../../../server/domain/wire/refund.ts'
import { createdAt, paidWith, refundWith } from '../../domain/records.ts'
import { checkDelivery } from '../../support/contract-hook.ts'

const scope = { merchantId: 'mer_1', livemode: false }

t.test('the body of an event has exactly its five fields', async (t) => {
  const data = sessionData(paidWith())
  const event = makeEvent(scope, { type: 'session.completed', data, sessionId: 'cs_test_1' }, createdAt)
  const body = JSON.parse(event.body) as Record<string, unknown>
  t.same(Object.keys(body), ['id', 'type', 'created', 'livemode', 'data'])
  t.same(body, { id: event.id, type: 'session.completed', created: '2026-11-21T10:00:00.123Z', livemode: false, data })
  t.match(event.id, /^evt_/)
  t.match(event, {
    merchant_id: 'mer_1',
    livemode: false,
    type: 'session.completed',
    session_id: 'cs_test_1',
    created_at: createdAt,
  })
})

t.test('the session in an event has neither client_secret nor url', async (t) => {
  const data = sessionData(paidWith())
  t.notOk('client_secret' in data)
  t.notOk('url' in data)
})

t.test('a refund event contains the refund beside the fields of its session', async (t) => {
  const session = paidWith({ id: `cs_test_${'0'.repeat(30)}`, amount_refunded: 500 })
  const refund = wireRefund(refundWith({ id: `re_${'0'.repeat(30)}`, session_id: session.id }))
  const event = makeEvent(
    scope,
    { type: 'session.refunded', data: { ...sessionData(session), refund }, sessionId: session.id },
    createdAt,
  )
  t.match(JSON.parse(event.body), {
    data: { status: 'paid', amount_refunded: 500, refund: { amount: 500, session: session.id } },
  })
  const headers = {
    'content-type': 'application/json',
    'service-event-id': event.id,
    'service-signature': `t=1763719200,v1=${'a'.repeat(64)}`,
    'webhook-id': event.id,
    'webhook-timestamp': '1763719200',
    'webhook-signature': `v1,${'a'.repeat(43)}=`,
  }
  t.doesNotThrow(() => checkDelivery({ headers, rawBody: event.body }))
})
