import type { RefundOrder } from '../../../server/processors/processor.ts'
import type { Case, Cases } from './case.ts'

export const refunds: Cases = ({ bench }) => [
  full,
  severalParts,
  aboveTheRest,
  sameReference,
  ...(bench.cards.refundRefused ? [refused] : []),
  ...(bench.reversals ? [reversedLater('fails', bench.reversals.refundFails)] : []),
  ...(bench.reversals?.refundIsReversed ? [reversedLater('is reversed', bench.reversals.refundIsReversed)] : []),
  ...(bench.reversals?.captureFails ? [captureFailed(bench.reversals.captureFails)] : []),
]

const full: Case = {
  title: 'a full refund returns everything',
  async run(t, stage) {
    const session = await stage.paid()
    t.match((await stage.refund(session)).body, { amount: 2500 })
    await stage.settle()
    t.match(await stage.read(session), { status: 'refunded', amount_refunded: 2500 })
    t.match(await stage.refunds(session), [{ status: 'succeeded' }])
  },
}

const severalParts: Case = {
  title: 'refunds in parts, also at once, return each part',
  async run(t, stage) {
    const session = await stage.paid()
    const answers = await Promise.all([700, 300, 500].map((amount) => stage.refund(session, { amount })))
    t.same(
      answers.map(({ status }) => status),
      [200, 200, 200],
    )
    await stage.settle()
    t.match(await stage.read(session), { status: 'paid', amount_refunded: 1500 })
    await stage.refund(session)
    await stage.settle()
    t.match(await stage.read(session), { status: 'refunded', amount_refunded: 2500 })
  },
}

const aboveTheRest: Case = {
  title: 'refunds never return more than the payment has left, however many ask at once',
  async run(t, stage) {
    const session = await stage.paid()
    const answers = await Promise.all([1000, 1000, 1000, 1000].map((amount) => stage.refund(session, { amount })))
    t.same(answers.map(({ status }) => status).sort(), [200, 200, 400, 400])
    await stage.settle()
    t.match((await stage.refund(session, { amount: 501 })).body, { error: { code: 'refund_exceeds_amount' } })
    t.match(await stage.read(session), { status: 'paid', amount_refunded: 2000 })
  },
}

const sameReference: Case = {
  title: 'the same reference of a refund returns money once, at once and later',
  async run(t, stage) {
    const orders: RefundOrder[] = []
    const session = await stage.paid()
    await stage.withProcessor(
      (real) => ({
        refund: async (order) => {
          orders.push(order)
          const [outcome] = await Promise.all([real.refund(order), real.refund(order), real.refund(order)])
          return outcome
        },
      }),
      async () => void (await stage.refund(session, { amount: 900 })),
    )
    const [order] = orders
    t.ok(order)
    if (order) await stage.bench.processor.refund(order)
    await stage.settle()
    t.match(await stage.read(session), { status: 'paid', amount_refunded: 900 })
  },
}

const refused: Case = {
  title: 'a refund that the processor refuses fails, and its amount can be refunded again',
  async run(t, stage) {
    const session = await stage.paid({}, stage.bench.cards.refundRefused ?? stage.bench.cards.approved)
    await stage.refund(session, { amount: 2500 })
    await stage.settle()
    t.match(await stage.refunds(session), [{ status: 'failed' }])
    t.match(await stage.read(session), { status: 'paid', amount_refunded: 0 })
    t.equal((await stage.refund(session, { amount: 2500 })).status, 200, 'nothing is reserved any more')
  },
}

const reversedLater = (how: string, reverse: (reference: string) => void): Case => ({
  title: `a refund that ${how} after it had succeeded no longer counts as refunded, and can be made again`,
  async run(t, stage) {
    const session = await stage.paid()
    await stage.refund(session, { amount: 2500 })
    await stage.settle()
    const [refund] = await stage.refunds(session)
    t.match(await stage.read(session), { status: 'refunded', amount_refunded: 2500 })
    reverse(refund?.reference ?? '')
    await stage.deliver({ copies: 2 })
    t.match(await stage.refunds(session), [{ status: 'failed' }])
    t.match(await stage.read(session), { status: 'paid', amount_refunded: 0 })
    await stage.refund(session, { amount: 2500 })
    await stage.settle()
    t.match(await stage.refunds(session), [{ status: 'failed' }, { status: 'succeeded' }])
  },
})

const captureFailed = (fail: (reference: string) => void): Case => ({
  title: 'the money of a payment that never arrives leaves the ledger once, however often we hear of it',
  async run(t, stage) {
    const session = await stage.paid()
    fail(await stage.reference(session))
    await stage.deliver({ copies: 2 })
    t.same(await stage.movements(session), ['capture', 'capture_reversal'])
    t.match(await stage.refund(session), { status: 409 }, 'there is nothing to refund')
  },
})
