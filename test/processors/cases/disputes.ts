import type { DisputeStage } from '../processor-under-test.ts'
import type { Case, Cases } from './case.ts'

const courses: readonly (readonly DisputeStage[])[] = [
  ['notice', 'charged', 'lost'],
  ['charged', 'lost'],
  ['charged', 'reversed', 'won'],
  ['charged', 'reversed', 'charged_again', 'lost'],
]

/** A dispute that was won can still be lost. The helpers of the simulated bank end a dispute once. */
const afterTheEnd: readonly DisputeStage[] = ['charged', 'reversed', 'lost']

/** The status of the session after each stage. */
const statusAfter: Readonly<Record<DisputeStage, string>> = {
  notice: 'paid',
  charged: 'disputed',
  reversed: 'paid',
  charged_again: 'disputed',
  won: 'paid',
  lost: 'disputed',
}

const movementsAfter: Partial<Record<DisputeStage, string>> = {
  charged: 'chargeback',
  reversed: 'chargeback_reversal',
  charged_again: 'chargeback',
}

export const disputes: Cases = ({ bench }) => {
  const stages = bench.disputes?.stages ?? []
  const all = bench.notifications ? [...courses, afterTheEnd] : courses
  const known = all.map((course) => course.filter((stage) => stages.includes(stage)))
  const distinct = [...new Map(known.map((course) => [course.join(), course])).values()]
  const courseCases = distinct.filter(({ length }) => length > 0).map(course)
  return [
    ...courseCases,
    ...(stages.includes('charged') && bench.notifications ? [moreThanThePayment, afterRefund] : []),
    ...(bench.reversals?.refundByHand ? [refundedByHand(bench.reversals.refundByHand)] : []),
  ]
}

const moreThanThePayment: Case = {
  title: 'a chargeback of more than the payment counts, and stops refunds',
  async run(t, stage) {
    const session = await stage.paid()
    const payment = { session: session.id, reference: await stage.reference(session), amount: 2533 }
    await stage.bench.disputes?.move(payment, 'charged')
    await stage.deliver({ copies: 2 })
    t.match(await stage.read(session), { status: 'disputed' })
    const { body } = await stage.call('GET', `/v1/disputes?session=${session.id}`)
    t.match(body, { data: [{ status: 'open', amount: 2533, currency: 'GBP' }] })
    t.match((await stage.refund(session)).body, { error: { code: 'session_not_refundable' } })
    await stage.bench.disputes?.move(payment, 'reversed')
    await stage.deliver({ copies: 2 })
    t.match(await stage.read(session), { status: 'paid' })
  },
}

const afterRefund: Case = {
  title: 'a chargeback after the full refund is heard of, and leaves the session refunded',
  async run(t, stage) {
    const session = await stage.paid()
    await stage.refund(session)
    await stage.settle()
    const payment = { session: session.id, reference: await stage.reference(session) }
    for (const next of ['charged', 'reversed'] as const) {
      await stage.bench.disputes?.move(payment, next)
      await stage.deliver({ copies: 2 })
      t.match(await stage.read(session), { status: 'refunded', amount_refunded: 2500 })
    }
    const heard = (await stage.events(session)).slice(-2)
    t.same(heard, ['session.disputed', 'session.dispute_closed'])
  },
}

const refundedByHand = (refund: (reference: string, amount: number) => void): Case => ({
  title: 'a refund that somebody makes at the processor is a refund of the session, and its money cannot go back twice',
  async run(t, stage) {
    const session = await stage.paid()
    refund(await stage.reference(session), 2000)
    await stage.deliver({ copies: 2 })
    t.match(await stage.read(session), { status: 'paid', amount_refunded: 2000 })
    t.match(await stage.refunds(session), [{ status: 'succeeded', amount: 2000 }])
    t.same((await stage.events(session)).slice(-1), ['session.refunded'])
    t.match((await stage.refund(session, { amount: 501 })).body, { error: { code: 'refund_exceeds_amount' } })
    await stage.refund(session, { amount: 500 })
    await stage.settle()
    t.match(await stage.read(session), { status: 'refunded', amount_refunded: 2500 })
  },
})

const course = (stages: readonly DisputeStage[]): Case => ({
  title: `a dispute that goes through ${stages.join(', ')}, each reported twice, moves its money once`,
  async run(t, stage) {
    const session = await stage.paid()
    const reference = await stage.reference(session)
    const moved = ['capture']
    for (const next of stages) {
      await stage.bench.disputes?.move({ session: session.id, reference }, next)
      await stage.deliver({ copies: 2 })
      t.match(await stage.read(session), { status: statusAfter[next] }, next)
      const movement = movementsAfter[next]
      if (movement) moved.push(movement)
      t.same(await stage.movements(session), moved, next)
    }
  },
})
