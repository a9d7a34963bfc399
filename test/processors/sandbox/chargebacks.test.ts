import t from 'tap'
import type { Purchase } from '../../../server/processors/processor.ts'
import type { Scenario } from '../../../server/processors/sandbox/scenarios.ts'
import { earlier, openBank, purchaseOf, refundOf } from './bank-fixture.ts'

const { bank, twin, clock, query } = await openBank(t)

async function paid(scenario: Scenario = 'approved'): Promise<Purchase> {
  const purchase = purchaseOf(scenario)
  await bank.purchase(purchase)
  return purchase
}

/** Kind and amount of every ledger entry of a purchase, except refunds. */
async function moved({ reference }: Purchase): Promise<string[]> {
  return (await bank.ledger())
    .filter((entry) => entry.reference.startsWith(reference))
    .map(({ kind, amount }) => `${kind} ${String(amount)}`)
}

t.test('a chargeback takes the money back, and a won chargeback returns it', async (t) => {
  const purchase = await paid()
  const reference = `${purchase.reference}:chargeback:1`
  t.match(await bank.openChargeback(purchase.reference), {
    reference,
    amount: 4200,
    currency: 'GBP',
    reason: 'fraudulent',
    respondBy: Date,
  })
  t.same(await moved(purchase), ['capture 4200', 'chargeback 4200'])
  t.equal(await bank.closeChargeback(reference, 'won'), true)
  t.same(await moved(purchase), ['capture 4200', 'chargeback 4200', 'chargeback_reversal 4200'])
  t.match(
    await bank.openChargeback(purchase.reference),
    { reference: `${purchase.reference}:chargeback:2`, amount: 4200, currency: 'GBP' },
    'another chargeback',
  )
})

t.test('a lost chargeback moves no more money and leaves nothing for another one', async (t) => {
  const purchase = await paid()
  const chargeback = await bank.openChargeback(purchase.reference)
  t.equal(await bank.closeChargeback(chargeback?.reference ?? '', 'lost'), true)
  t.same(await moved(purchase), ['capture 4200', 'chargeback 4200'])
  t.equal(await bank.openChargeback(purchase.reference), null)
})

t.test('a purchase has one open chargeback at a time, which can be found', async (t) => {
  const purchase = await paid()
  t.equal(await bank.findOpenChargeback(purchase.reference), null)
  const opened = await bank.openChargeback(purchase.reference)
  t.equal(await bank.openChargeback(purchase.reference), null)
  t.same(await twin.findOpenChargeback(purchase.reference), opened)
  await bank.closeChargeback(opened?.reference ?? '', 'won')
  t.equal(await bank.findOpenChargeback(purchase.reference), null)
})

t.test('closing a chargeback again changes nothing and returns whether the outcome is the same', async (t) => {
  const purchase = await paid()
  const { reference = '' } = (await bank.openChargeback(purchase.reference)) ?? {}
  t.equal(await bank.closeChargeback(reference, 'won'), true)
  t.equal(await bank.closeChargeback(reference, 'won'), true)
  t.equal(await bank.closeChargeback(reference, 'lost'), false)
  t.equal(await bank.closeChargeback('unknown', 'won'), false)
  t.equal((await moved(purchase)).length, 3)
})

t.test('twenty simultaneous callers open one chargeback and close it once', async (t) => {
  const purchase = await paid()
  const opened = await Promise.all(
    Array.from({ length: 20 }, (_, index) => (index % 2 ? bank : twin).openChargeback(purchase.reference)),
  )
  const [chargeback] = opened.filter((answer) => answer !== null)
  t.equal(opened.filter((answer) => answer !== null).length, 1)
  const reference = chargeback?.reference ?? ''
  const outcomes = Array.from({ length: 20 }, (_, index) => (index % 3 ? 'won' : 'lost'))
  const closed = await Promise.all(
    outcomes.map((outcome, index) => (index % 2 ? bank : twin).closeChargeback(reference, outcome)),
  )
  const standing = new Set(outcomes.filter((_, index) => closed[index]))
  t.equal(standing.size, 1, 'all callers agree on the outcome')
  t.equal((await moved(purchase)).length, standing.has('won') ? 3 : 2)
})

t.test('a chargeback takes only what was not refunded', async (t) => {
  const purchase = await paid()
  await bank.refund(refundOf(purchase, { amount: 1200 }))
  t.match(await bank.openChargeback(purchase.reference), { amount: 3000 })
  const pending = await paid('refund_pending')
  await bank.refund(refundOf(pending, { amount: 200 }))
  t.match(await bank.openChargeback(pending.reference), { amount: 4000 }, 'pending refunds count too')
})

t.test('a chargeback while a whole refund is pending takes the amount that the refund reserves', async (t) => {
  const purchase = await paid('refund_pending')
  const [first, second] = [refundOf(purchase, { amount: 1200 }), refundOf(purchase, { amount: 3000 })]
  await bank.refund(first)
  await bank.settleRefund(first.reference, 'succeeded')
  await bank.refund(second)
  const chargeback = await bank.openChargeback(purchase.reference)
  t.match(chargeback, { amount: 3000 })
  t.equal(await bank.settleRefund(second.reference, 'succeeded'), true, 'the refund still finishes')
  t.equal(await bank.closeChargeback(chargeback?.reference ?? '', 'won'), true)
  t.same(await moved(purchase), ['capture 4200', 'chargeback 3000', 'chargeback_reversal 3000'])
  t.equal(await bank.openChargeback(purchase.reference), null, 'nothing is left')
})

t.test('a lost chargeback leaves nothing for another one, even while a whole refund is pending', async (t) => {
  const purchase = await paid('refund_pending')
  await bank.refund(refundOf(purchase))
  const { reference = '', amount } = (await bank.openChargeback(purchase.reference)) ?? {}
  t.equal(amount, 4200)
  await bank.closeChargeback(reference, 'lost')
  t.equal(await bank.openChargeback(purchase.reference), null)
})

t.test('a whole refund that is due has left the bank, so that a chargeback finds nothing', async (t) => {
  const purchase = await paid('refund_pending')
  await bank.refund(refundOf(purchase))
  clock.advance(10)
  t.equal(await bank.openChargeback(purchase.reference), null)
})

t.test('a refund during a chargeback is limited to captured less refunded', async (t) => {
  const purchase = await paid()
  await bank.openChargeback(purchase.reference)
  t.same(await bank.refund(refundOf(purchase, { amount: 4000 })), { kind: 'succeeded' })
  t.match(await bank.refund(refundOf(purchase, { amount: 201 })), { kind: 'failed' })
})

t.test('a purchase that took no money, or returned all of it, cannot be charged back', async (t) => {
  const refunded = await paid()
  await bank.refund(refundOf(refunded))
  const closed = purchaseOf('approved')
  await bank.lookup(earlier(closed.reference))
  for (const purchase of [refunded, closed, await paid('declined'), await paid('no_answer'), purchaseOf('approved')]) {
    t.equal(await bank.openChargeback(purchase.reference), null)
  }
  t.same(await query('select 1 from sandbox_bank.chargebacks where amount < 1'), [])
})

t.test('a late approval can be charged back', async (t) => {
  const purchase = await paid('late_approval')
  clock.advance(16 * 60)
  t.match(await bank.openChargeback(purchase.reference), { amount: 4200 })
})

t.test('a chargeback during simultaneous refunds never takes more than is left', async (t) => {
  const purchase = await paid()
  const refunds = Array.from({ length: 10 }, () => bank.refund(refundOf(purchase, { amount: 300 })))
  const [chargeback] = await Promise.all([twin.openChargeback(purchase.reference), ...refunds])
  const amount = chargeback?.amount ?? 0
  t.ok(amount >= 1200 && amount <= 4200 && (4200 - amount) % 300 === 0, String(amount))
})

t.test('a second purchase with the same card is approved once, with the same amount', async (t) => {
  const purchase = await paid()
  const second = purchaseOf('approved')
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      (index % 2 ? bank : twin).approveAgain(purchase.reference, second.reference),
    ),
  )
  t.ok(answers.every(Boolean))
  t.same(await moved(second), ['capture 4200'])
  t.match(await bank.lookup(earlier(second.reference)), {
    kind: 'approved',
    authorizationCode: /^\d{6}$/,
    threeDSecure: null,
  })
  t.same(await bank.refund(refundOf(second)), { kind: 'succeeded' }, 'it can be refunded')
  t.same(await bank.refund(refundOf(purchase)), { kind: 'succeeded' }, 'independently of the first')
})

t.test('a second purchase needs an approved purchase and an unused reference', async (t) => {
  const purchase = await paid()
  t.equal(await bank.approveAgain((await paid('declined')).reference, 'att_again_1'), false)
  t.equal(await bank.approveAgain('unknown', 'att_again_1'), false)
  t.equal(await bank.approveAgain(purchase.reference, purchase.reference), false)
  t.equal(await bank.approveAgain(purchase.reference, (await paid()).reference), false)
  const closed = purchaseOf('approved')
  await bank.lookup(earlier(closed.reference))
  t.equal(await bank.approveAgain(purchase.reference, closed.reference), false)
  t.same(await moved(closed), [])
})
