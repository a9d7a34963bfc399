import t from 'tap'
import { refundOf, scriptedAdyen } from './scripted-adyen.ts'

const adyen = await scriptedAdyen(t)
const { processor, calls, clock } = adyen

const received = {
  merchantAccount: 'ServicePayCOM',
  amount: { value: 1500, currency: 'GBP' },
  pspReference: '993617895204577K',
  paymentPspReference: '993617895204576J',
  reference: refundOf().reference,
  status: 'received',
}

t.test('Adyen receives a refund, and its notification has the outcome', async (t) => {
  adyen.answer([201, received])
  t.same(await processor.refund(refundOf()), { kind: 'pending', processorId: '993617895204577K' })
  t.match(calls, [
    {
      path: '/v72/payments/993617895204576J/refunds',
      headers: { 'idempotency-key': refundOf().reference },
      body: {
        merchantAccount: 'ServicePayCOM',
        amount: { value: 1500, currency: 'GBP' },
        reference: refundOf().reference,
      },
    },
  ])
})

t.test('a receipt of something else does not count, and says what it was about', async (t) => {
  const others = [
    [{ amount: { value: 1501, currency: 'GBP' } }, { about: 'amount', found: '1501 GBP' }],
    [{ amount: 1500 }, { about: 'amount', found: 'undefined undefined' }],
    [{ reference: 're_other' }, { about: 'reference', found: 're_other' }],
    [{ reference: null }, { about: 'reference', found: 'object' }],
    [{ paymentPspReference: '993617895204576Z' }, { about: 'processor_id', found: '993617895204576Z' }],
    [{ merchantAccount: 'AnotherCOM' }, { about: 'account', found: 'AnotherCOM' }],
    [{ status: 'refused' }, null],
    [{ pspReference: undefined }, null],
  ] as const
  for (const [other, contradiction] of others) {
    adyen.answer([201, { ...received, ...other }])
    const expected = { kind: 'unreachable', ...(contradiction && { contradiction }) }
    t.same(await processor.refund(refundOf()), expected, JSON.stringify(other))
  }
})

t.test('a refund that Adyen refuses has failed, and one without an answer is ordered again', async (t) => {
  adyen.answer([422, { errorCode: '167', message: 'Original pspReference required' }])
  t.same(await processor.refund(refundOf()), {
    kind: 'failed',
    failureMessage: 'Adyen refused the refund with the error code 167.',
  })
  for (const status of [401, 403, 429]) {
    adyen.answer([status, {}])
    t.same(await processor.refund(refundOf()), { kind: 'unreachable' }, String(status))
  }
  adyen.answer('cut')
  t.same(await processor.refund(refundOf()), { kind: 'unreachable' })
})

t.test('a refund that Adyen cannot make is refused before anything is sent', async (t) => {
  adyen.answer([201, received])
  t.match(await processor.refund(refundOf({ amount: 1550, currency: 'IDR' })), { kind: 'failed' })
  t.match(await processor.refund(refundOf({ purchaseProcessorId: null })), { kind: 'failed' })
  t.same(calls, [])
})

t.test('an order older than Adyen’s memory of keys is not sent again', async (t) => {
  const earlier = { reference: 're_1', processorId: null, orderedAt: clock.now() }
  t.same(await processor.lookupRefund(earlier), { kind: 'not_received' })
  const known = { ...earlier, processorId: '993617895204577K' }
  t.same(await processor.lookupRefund(known), { kind: 'pending', processorId: '993617895204577K' })
  const old = refundOf({ orderedAt: clock.now() })
  clock.advance(6 * 86_400 + 1)
  adyen.answer([201, received])
  t.same(await processor.lookupRefund(earlier), { kind: 'pending' })
  t.same(await processor.refund(old), { kind: 'pending' })
  t.same(calls, [])
})
