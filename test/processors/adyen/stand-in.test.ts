import t from 'tap'
import { problemsOfNotification } from '../../support/adyen/contract.ts'
import { messageOf, signatureOf } from '../../support/adyen/notifications.ts'
import { disputeStages } from '../../support/adyen/books.ts'
import { resultNames } from '../../support/adyen/results.ts'
import { startAdyenStandIn, type AdyenStandIn } from '../../support/adyen/stand-in.ts'
import { startReceiver } from '../../support/receiver.ts'
import { until } from '../../support/until.ts'
import { merchantAccount, named, newReference, payment, postTo, type Answer, type Post } from './stand-in-calls.ts'

let standIn: AdyenStandIn

t.before(async () => {
  standIn = await startAdyenStandIn()
})
t.teardown(() => standIn.stop())

const post: Post = (path, body, headers) => postTo(standIn, path, body, headers)

async function paid(reference = newReference(), changes: Record<string, unknown> = {}): Promise<string> {
  const { body } = await post('/payments', payment(reference, undefined, changes))
  return body.pspReference
}

t.test('the signature of a notification is the one of the vector that Adyen publishes', async (t) => {
  const item = {
    pspReference: 'pspReference',
    originalReference: 'originalReference',
    merchantAccountCode: 'merchantAccount',
    merchantReference: 'reference',
    amount: { currency: 'EUR', value: 1000 },
    eventCode: 'REPORT_AVAILABLE',
    reason: 'reason',
    success: 'true',
  } as const
  const key = 'DFB1EB5485895CFA84146406857104ABB4CBCABDC8AAF103A624C8F6A3EAAB00'
  t.equal(signatureOf(item, key), 'ZNBPtI+oDyyRrLyD1XirkKnQgIAlFc07Vj27TeHsDRE=')
})

t.test('the name of the card holder chooses the result', async (t) => {
  for (const name of resultNames) {
    const reference = newReference()
    const { status, body } = await post('/payments', payment(reference, undefined, { paymentMethod: named(name) }))
    t.equal(status, 200, name)
    t.match(body, { resultCode: /^(Authorised|Refused|Error|Cancelled|Received)$/, pspReference: /^[A-Z0-9]{16}$/ })
    t.equal(standIn.books.only(reference).captured, name === 'APPROVED' ? 4200 : 0, `${name} takes money or not`)
  }
  const answer = await post(
    '/payments',
    payment(newReference(), undefined, { paymentMethod: named('DECLINED : 05 : Do not honor') }),
  )
  t.match(answer.body, {
    resultCode: 'Refused',
    refusalReasonCode: '2',
    additionalData: { refusalReasonRaw: '05 : Do not honor' },
  })
})

t.test('a pending payment ends with the late decision of the issuer', async (t) => {
  const reference = newReference()
  await post('/payments', payment(reference, undefined, { paymentMethod: named('PENDING') }))
  t.equal(standIn.books.only(reference).status, 'received')
  standIn.settle(reference, 'APPROVED')
  t.match(standIn.books.only(reference), { status: 'authorised', captured: 4200 })
})

t.test('a request that the document of Adyen forbids gets 422 and is a violation', async (t) => {
  const { status, body } = await post('/payments', {
    ...payment(newReference()),
    surprise: 1,
    reference: 'x'.repeat(81),
  })
  t.match({ status, body }, { status: 422, body: { status: 422, errorCode: '702', errorType: 'validation' } })
  await post('/payments', payment(newReference()), { 'Idempotency-Key': 'x'.repeat(65) })
  await post('/payments', '{')
  await post('/unknown', {})
  const violations = standIn.violations.take()
  t.equal(violations.length, 4)
  t.match(violations[0]?.problems, [/surprise/, /reference/])
})

t.test('what Adyen refuses though its document allows it is no violation', async (t) => {
  const wrong = await post('/payments', payment(newReference(), '4111111111111112'))
  t.match(wrong, { status: 422, body: { errorCode: '101' } })
  t.match(await post('/payments', payment(newReference()), { 'X-API-Key': 'other' }), { status: 401 })
  const foreign = await post('/payments', payment(newReference(), undefined, { merchantAccount: 'Other' }))
  t.match(foreign, { status: 403, body: { errorCode: '901' } })
  const code = await post(
    '/payments',
    payment(newReference(), undefined, { paymentMethod: { ...named('x'), cvc: '123' } }),
  )
  t.match(code.body, { resultCode: 'Refused', additionalData: { cvcResult: "2 Doesn't match" } })
})

t.test('a repeated key gets the first answer, and takes no money again', async (t) => {
  const reference = newReference()
  const key = { 'Idempotency-Key': `key-${reference}` }
  const first = await post('/payments', payment(reference), key)
  const second = await post('/payments', payment(reference), key)
  t.same(second.body, first.body)
  t.equal(second.headers.get('idempotency-key'), key['Idempotency-Key'])
  t.equal(standIn.books.under(reference).length, 1)
  const other = await post('/payments', payment(newReference()), key)
  t.match(other, { status: 422, body: { errorCode: '704' } })
  t.equal(standIn.violations.take().length, 1, 'the service must not use a key for another request')
})

t.test('a repeated key in parallel gets 409 and may try again', async (t) => {
  const reference = newReference()
  const key = { 'Idempotency-Key': `key-${reference}` }
  const { promise: until, resolve: letGo } = Promise.withResolvers<void>()
  standIn.faults.add({ kind: 'held', until }, { on: 'payments' })
  const first = post('/payments', payment(reference), key)
  while (standIn.calls.at(-1)?.idempotencyKey !== key['Idempotency-Key']) await new Promise(setImmediate)
  const second = await post('/payments', payment(reference), key)
  t.match(second, { status: 409, body: { errorCode: '704' } })
  t.equal(second.headers.get('transient-error'), 'true')
  letGo()
  t.match(await first, { status: 200, body: { resultCode: 'Authorised' } })
})

t.test('cancels, captures, refunds and reversals change the books, and Adyen only says received', async (t) => {
  const own = standIn.addAccount({ merchantAccount: 'ByHand', capture: 'manual' })
  const key = { 'X-API-Key': own.apiKey }
  const reference = newReference()
  const body = { merchantAccount: 'ByHand', amount: { currency: 'EUR', value: 4000 } }
  const first = await post('/payments', payment(reference, undefined, { merchantAccount: 'ByHand' }), key)
  const path = `/payments/${first.body.pspReference}`
  t.match(await post(`${path}/captures`, body, key), { status: 201, body: { status: 'received' } })
  t.match(await post(`${path}/refunds`, { ...body, reference: 're_1' }, key), { status: 201 })
  t.match(await post(`${path}/refunds`, { ...body, reference: 're_2' }, key), { status: 201 })
  const booked = standIn.books.only(reference)
  t.match(booked, { captured: 4000, refunded: 4000 })
  t.same(
    booked.modifications.map(({ kind, status }) => `${kind} ${status}`),
    ['capture done', 'refund done', 'refund refused'],
  )
  const [, refund] = booked.modifications
  if (refund) standIn.books.failRefund(booked, refund)
  t.same(standIn.books.balances('ByHand'), { EUR: 4000 })
  t.match(await post(`${path}/cancels`, { merchantAccount: 'ByHand' }, key), { status: 201 })
  t.equal(booked.status, 'authorised', 'captured money cannot be cancelled')
  t.match(await post(`${path}/reversals`, { merchantAccount: 'ByHand' }, key), { status: 201 })
  t.same(standIn.books.balances('ByHand'), {})
  t.match(await post('/payments/AAAAAAAAAAAAAAAA/refunds', body, key), { status: 422, body: { errorCode: '167' } })

  const atOnce = newReference()
  await post('/payments', payment(atOnce, undefined, { merchantAccount: 'ByHand', captureDelayHours: 0 }), key)
  t.equal(standIn.books.only(atOnce).captured, 4200, 'the request chooses, before the account')
  const other = newReference()
  await post('/payments', payment(other, undefined, { merchantAccount: 'ByHand' }), key)
  await post('/cancels', { merchantAccount: 'ByHand', paymentReference: other }, key)
  t.equal(standIn.books.only(other).status, 'cancelled')
  t.match(await post('/cancels', { merchantAccount: 'ByHand', paymentReference: 'unknown' }, key), { status: 201 })
})

t.test('every notification keeps the document of Adyen', async (t) => {
  const reference = newReference()
  const psp = await paid(reference)
  await post(`/payments/${psp}/refunds`, {
    merchantAccount,
    amount: { currency: 'EUR', value: 100 },
    reference: 're_9',
  })
  const booked = standIn.books.only(reference)
  const refund = booked.modifications.at(-1)
  if (refund) standIn.books.reverseRefund(booked, refund)
  for (const stage of disputeStages) standIn.books.dispute(booked, stage)
  t.equal(booked.chargedBack, 4200, 'charged, reversed and charged again')
  await paid(newReference(), { paymentMethod: named('capture failed') })
  standIn.announceReport('settlement_detail_report_batch_1.csv', 'https://reports.example/1.csv')
  const seen = new Set<string>()
  for (const queued of standIn.notifications.items) {
    seen.add(queued.item.eventCode)
    t.same(problemsOfNotification(queued.item.eventCode, JSON.parse(messageOf([queued]))), [], queued.item.eventCode)
  }
  t.equal(seen.size, 10 + disputeStages.length, [...seen].join(' '))
})

t.test('notifications come signed, in the chosen order, and again until the merchant accepts them', async (t) => {
  const receiver = await startReceiver({ reply: [500, 202] })
  t.teardown(() => receiver.stop())
  const own = standIn.addAccount({
    merchantAccount: 'Notified',
    notifyAt: { url: receiver.url, user: 'adyen', password: 'secret' },
  })
  const pay = (): Promise<Answer> =>
    post('/payments', payment(newReference(), undefined, { merchantAccount: 'Notified' }), { 'X-API-Key': own.apiKey })
  const codes = (): string[] => receiver.deliveries.map(({ rawBody }) => JSON.parse(rawBody).notificationItems.length)
  await pay()
  await standIn.notifications.idle()
  const [delivery] = receiver.deliveries
  t.equal(delivery?.headers.authorization, `Basic ${Buffer.from('adyen:secret').toString('base64')}`)
  const { NotificationRequestItem: item } = JSON.parse(delivery?.rawBody ?? '').notificationItems[0]
  t.equal(item.additionalData.hmacSignature, signatureOf(item, own.hmacKey))
  t.equal(standIn.notifications.items.at(-1)?.state, 'refused')
  await standIn.notifications.resend()
  t.equal(standIn.notifications.items.at(-1)?.state, 'accepted')

  standIn.notifications.hold()
  standIn.notifications.batchSize = 2
  for (let count = 0; count < 3; count += 1) await pay()
  t.same(codes(), [1, 1])
  await standIn.notifications.release('reversed')
  t.same(codes(), [1, 1, 2, 1])
  standIn.notifications.double(1)
  await pay()
  await standIn.notifications.idle()
  t.same(codes(), [1, 1, 2, 1, 1, 1])
  standIn.notifications.lose(1)
  await pay()
  await standIn.notifications.idle()
  t.equal(standIn.notifications.items.at(-1)?.state, 'lost')
})

t.test('faults hit the next calls, before or after their effect', async (t) => {
  const hit = async (fault: Parameters<AdyenStandIn['faults']['add']>[0]): Promise<[string, number]> => {
    const reference = newReference()
    standIn.faults.add(fault, { on: 'payments' })
    const answer = post('/payments', payment(reference)).then(
      ({ status, body }) => `${status} ${body.resultCode ?? body.errorCode}`,
      (error: Error) => error.name,
    )
    if (fault.kind !== 'silent') return [await answer, standIn.books.under(reference).length]
    // An answer that never comes cannot be awaited: what it would follow has happened.
    await until(() => standIn.books.under(reference).length > 0, 'the payment is booked')
    const isAnswered = await Promise.race([
      answer.then(() => true),
      post('/payments', payment(newReference())).then(() => false),
    ])
    return [isAnswered ? 'an answer' : 'no answer', standIn.books.under(reference).length]
  }
  t.same(await hit({ kind: 'status', status: 429 }), ['429 903', 0])
  t.same(await hit({ kind: 'status', status: 500 }), ['500 903', 0])
  t.same(await hit({ kind: 'cut_before' }), ['TypeError', 0])
  t.same(await hit({ kind: 'cut_after' }), ['TypeError', 1])
  t.same(await hit({ kind: 'silent' }), ['no answer', 1])
  t.same(await hit({ kind: 'error_after' }), ['500 903', 1])
  t.same(await hit({ kind: 'garbage' }), ['SyntaxError', 1])
  t.same(await hit({ kind: 'wrong', fields: { resultCode: 'Surprised' } }), ['200 Surprised', 1])
  standIn.faults.add({ kind: 'status', status: 500 }, { on: 'refund', share: 0.5, times: 2 })
  t.match(await post('/payments', payment(newReference())), { status: 200 }, 'another operation')
  standIn.faults.clear()
})

t.test('the networks of a card and the methods of an account', async (t) => {
  const { body } = await post('/cardDetails', { merchantAccount, cardNumber: '40355014' })
  t.match(body.brands, [{ type: 'visa', supported: true }, { type: 'cartebancaire' }])
  t.match(await post('/paymentMethods', { merchantAccount }), {
    status: 200,
    body: { paymentMethods: [{ type: 'scheme' }] },
  })
})

t.test('no card number is in what the stand-in keeps', async (t) => {
  await paid()
  t.notMatch(JSON.stringify([standIn.calls, standIn.books.payments, standIn.notifications.items]), /4111111111111111/)
})
