import t from 'tap'
import type { Purchase } from '../../../server/processors/processor.ts'
import type { Scenario } from '../../../server/processors/sandbox/scenarios.ts'
import { earlier, openBank, purchaseOf, refundOf } from './bank-fixture.ts'

const { bank, twin, clock } = await openBank(t)

async function paid(scenario: Scenario = 'approved'): Promise<Purchase> {
  const purchase = purchaseOf(scenario)
  await bank.purchase(purchase)
  return purchase
}

async function returned(reference: string): Promise<unknown[]> {
  return (await bank.ledger()).filter((entry) => entry.reference === reference)
}

t.test('a refund returns the money once', async (t) => {
  const refund = refundOf(await paid(), { amount: 1000 })
  t.same(await bank.refund(refund), { kind: 'succeeded' })
  t.same(await bank.refund(refund), { kind: 'succeeded' }, 'a repeated call has the same outcome')
  t.same(await bank.lookupRefund(earlier(refund.reference)), { kind: 'succeeded' })
  t.same(await returned(refund.reference), [
    { reference: refund.reference, kind: 'refund', amount: 1000, currency: 'GBP' },
  ])
})

t.test('refunds never return more than was captured', async (t) => {
  const purchase = await paid()
  t.same(await bank.refund(refundOf(purchase, { amount: 4201 })), {
    kind: 'failed',
    failureMessage: 'The refund exceeds the remaining amount of the payment.',
  })
  t.match(await bank.refund(refundOf(purchase, { amount: 4000 })), { kind: 'succeeded' })
  t.match(await bank.refund(refundOf(purchase, { amount: 201 })), { kind: 'failed' })
  t.match(await bank.refund(refundOf(purchase, { amount: 200 })), { kind: 'succeeded' })
  t.match(await bank.refund(refundOf(purchase, { amount: 1 })), { kind: 'failed' })
})

t.test('forty simultaneous refunds return exactly the captured amount', async (t) => {
  const purchase = await paid()
  const refunds = Array.from({ length: 40 }, () => refundOf(purchase, { amount: 300 }))
  const outcomes = await Promise.all(refunds.map((refund, index) => (index % 2 ? bank : twin).refund(refund)))
  t.equal(outcomes.filter(({ kind }) => kind === 'succeeded').length, 14)
  t.equal(outcomes.filter(({ kind }) => kind === 'failed').length, 26)
  const references = new Set(refunds.map(({ reference }) => reference))
  const total = (await bank.ledger()).reduce(
    (sum, entry) => sum + (references.has(entry.reference) ? entry.amount : 0),
    0,
  )
  t.equal(total, 4200)
})

t.test('twenty callers with one refund reference return the money once', async (t) => {
  const refund = refundOf(await paid(), { amount: 100 })
  const outcomes = await Promise.all(Array.from({ length: 20 }, (_, index) => (index % 2 ? bank : twin).refund(refund)))
  t.same(new Set(outcomes.map(({ kind }) => kind)), new Set(['succeeded']))
  t.equal((await returned(refund.reference)).length, 1)
})

t.test('refunds of many purchases at the same time each return their money once, also when they repeat', async (t) => {
  const purchases = await Promise.all(Array.from({ length: 30 }, () => paid()))
  const refunds = purchases.flatMap((purchase) => [
    refundOf(purchase, { amount: 1000 }),
    refundOf(purchase, { amount: 3000 }),
    refundOf(purchase, { amount: 4000 }),
  ])
  const [small, middle, large] = [0, 1, 2].map((size) => refunds.filter((_, index) => index % 3 === size))
  const before = await Promise.all((small ?? []).slice(0, 10).map((refund) => bank.refund(refund)))
  t.same(new Set(before.map(({ kind }) => kind)), new Set(['succeeded']))
  const calls = [...(small ?? []), ...(middle ?? [])].flatMap((refund) => [bank.refund(refund), twin.refund(refund)])
  t.same(new Set((await Promise.all(calls)).map(({ kind }) => kind)), new Set(['succeeded']))
  const refused = await Promise.all((large ?? []).map((refund) => bank.refund(refund)))
  t.same(new Set(refused.map(({ kind }) => kind)), new Set(['failed']))
  const references = new Map(refunds.map(({ reference, amount }) => [reference, amount]))
  const booked = (await bank.ledger()).filter(({ reference }) => references.has(reference))
  t.equal(booked.length, 60)
  t.ok(booked.every(({ reference, amount }) => references.get(reference) === amount))
})

t.test('a pending refund succeeds by itself after ten seconds', async (t) => {
  const refund = refundOf(await paid('refund_pending'))
  t.same(await bank.refund(refund), { kind: 'pending' })
  clock.advance(9.999)
  t.same(await bank.lookupRefund(earlier(refund.reference)), { kind: 'pending' })
  t.same(await returned(refund.reference), [])
  clock.advance(0.001)
  t.equal(await bank.settleRefund(refund.reference, 'failed'), false, 'too late to fail')
  t.same(await bank.lookupRefund(earlier(refund.reference)), { kind: 'succeeded' })
  t.equal((await returned(refund.reference)).length, 1)
})

t.test('a pending refund reserves its amount, and a failed refund releases it', async (t) => {
  const purchase = await paid('refund_pending')
  const refund = refundOf(purchase)
  await bank.refund(refund)
  t.match(await bank.refund(refundOf(purchase, { amount: 1 })), { kind: 'failed' }, 'everything is reserved')
  t.equal(await bank.settleRefund(refund.reference, 'failed'), true)
  t.equal(await bank.settleRefund(refund.reference, 'succeeded'), false, 'only once')
  t.match(await bank.refund(refund), { kind: 'failed', failureMessage: /refused the refund/ })
  clock.advance(60)
  t.match(await bank.lookupRefund(earlier(refund.reference)), { kind: 'failed' })
  t.same(await returned(refund.reference), [])
  t.same(await bank.refund(refundOf(purchase)), { kind: 'pending' }, 'the whole amount is available again')
})

t.test('a pending refund can be settled before its time', async (t) => {
  const refund = refundOf(await paid('refund_pending'))
  await bank.refund(refund)
  t.equal(await bank.settleRefund(refund.reference, 'succeeded'), true)
  t.same(await bank.lookupRefund(earlier(refund.reference)), { kind: 'succeeded' })
  clock.advance(60)
  t.equal((await returned(refund.reference)).length, 1)
  t.equal(await bank.settleRefund('unknown', 'succeeded'), false)
})

t.test('the money of a refund that had succeeded comes back once, and can be refunded again', async (t) => {
  const purchase = await paid('refund_pending')
  const refund = refundOf(purchase)
  await bank.refund(refund)
  t.equal(await bank.reverseRefund(refund.reference), false, 'it is still pending')
  clock.advance(10)
  t.same(await Promise.all([bank, twin].map((one) => one.reverseRefund(refund.reference))), [true, true])
  t.match(await bank.lookupRefund(earlier(refund.reference)), { kind: 'failed', failureMessage: /closed/ })
  t.match(await returned(refund.reference), [
    { kind: 'refund', amount: 4200 },
    { kind: 'refund_reversal', amount: 4200 },
  ])
  t.match(await bank.refund(refundOf(purchase)), { kind: 'pending' }, 'the whole amount is available again')
  t.equal(await bank.reverseRefund('unknown'), false)
})

t.test('a refund that the issuer refuses fails with a message, and again when repeated', async (t) => {
  const refund = refundOf(await paid('refund_failed'))
  const outcome = await bank.refund(refund)
  t.match(outcome, { kind: 'failed', failureMessage: /^The card issuer refused/ })
  t.same(await bank.refund(refund), outcome)
  t.same(await bank.lookupRefund(earlier(refund.reference)), outcome)
  t.same(await returned(refund.reference), [])
})

t.test(
  'the first refund of a refund_unavailable purchase gets no answer and has no effect; its repetition succeeds',
  async (t) => {
    const purchase = await paid('refund_unavailable')
    const refund = refundOf(purchase, { amount: 1200 })
    t.same(await bank.refund(refund), { kind: 'unreachable' })
    t.same(await bank.lookupRefund(earlier(refund.reference)), { kind: 'not_received' })
    t.same(await bank.lookupRefund(earlier(refund.reference)), { kind: 'not_received' }, 'a lookup closes nothing')
    t.same(await returned(refund.reference), [])
    t.same(await bank.refund(refund), { kind: 'succeeded' })
    t.same(await bank.lookupRefund(earlier(refund.reference)), { kind: 'succeeded' })
    t.equal((await returned(refund.reference)).length, 1)
    t.same(
      await bank.refund(refundOf(purchase, { amount: 3000 })),
      { kind: 'succeeded' },
      'only the first call gets no answer',
    )
  },
)

t.test('a purchase that took no money cannot be refunded', async (t) => {
  const declined = await paid('declined')
  const waiting = await paid('no_answer')
  const closed = purchaseOf('approved')
  await bank.lookup(earlier(closed.reference))
  for (const purchase of [declined, waiting, closed, purchaseOf('approved')]) {
    const refund = refundOf(purchase)
    t.match(await bank.refund(refund), { kind: 'failed', failureMessage: 'The bank has no such payment.' })
    t.match(await bank.lookupRefund(earlier(refund.reference)), { kind: 'failed' })
  }
  t.match(await bank.refund(refundOf(await paid(), { currency: 'EUR' })), {
    kind: 'failed',
    failureMessage: /another currency/,
  })
})

t.test('twenty simultaneous orders of a refund for an unknown purchase get one refusal', async (t) => {
  const refund = refundOf(purchaseOf('approved'))
  const outcomes = await Promise.all(Array.from({ length: 20 }, (_, index) => (index % 2 ? bank : twin).refund(refund)))
  t.same(new Set(outcomes.map(({ kind }) => kind)), new Set(['failed']))
})

t.test('a late approval can be refunded', async (t) => {
  const purchase = await paid('late_approval')
  clock.advance(16 * 60)
  t.same(await bank.refund(refundOf(purchase)), { kind: 'succeeded' }, 'no lookup came before the refund')
})

t.test('the same reference for another refund throws', async (t) => {
  const purchase = await paid()
  const refund = refundOf(purchase, { amount: 100 })
  await bank.refund(refund)
  await t.rejects(bank.refund({ ...refund, amount: 101 }), /^Bug: refund/)
  await t.rejects(bank.refund({ ...refund, purchaseReference: (await paid()).reference }), /^Bug: refund/)
  await t.rejects(bank.refund({ ...refund, amount: 0 }), /^Bug: an amount/)
})
