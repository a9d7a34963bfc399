import { Chance } from '../../long/chance.ts'
import type { Stage } from '../stage.ts'
import type { WireFault } from '../wire-faults.ts'
import type { Case, Cases } from './case.ts'

/** Single faults, and as many random pairs as `npm test` has time for. */
const pairsOfQuickRun = 4

export const faults: Cases = ({ bench }) => [
  ...bench.faults.flatMap((fault) => [payment([fault]), refund([fault])]),
  ...randomPairs(bench.faults).flatMap((pair) => [payment(pair), refund(pair)]),
]

/** Every pair of faults, in both calls of a payment and of a refund. */
export const pairsOfFaults: Cases = ({ bench }) =>
  pairsOf(bench.faults).flatMap((pair) => [payment(pair), refund(pair)])

function pairsOf(names: readonly WireFault[]): readonly WireFault[][] {
  return names.flatMap((first) => names.map((second) => [first, second]))
}

function randomPairs(names: readonly WireFault[]): readonly WireFault[][] {
  const chance = new Chance()
  return Array.from({ length: pairsOfQuickRun }, () => [chance.pick(names), chance.pick(names)])
}

const payment = (names: readonly WireFault[]): Case => ({
  title: `a payment after ${names.join(', then ')}: paid, failed or returned, and never charged twice`,
  async run(t, stage) {
    const session = await stage.session()
    stage.bench.failNext(names)
    await stage.pay(session, stage.bench.cards.approved)
    await finish(stage)
    t.match(await stage.read(session), { status: /^(paid|open|failed)$/ })
    const wrong = (await stage.attempts(session)).filter(
      ({ status }) => !['approved', 'failed', 'returned'].includes(status),
    )
    t.same(wrong, [])
  },
})

const refund = (names: readonly WireFault[]): Case => ({
  title: `a refund after ${names.join(', then ')}: succeeds once`,
  async run(t, stage) {
    const session = await stage.paid()
    stage.bench.failNext(names)
    await stage.refund(session, { amount: 700 })
    await finish(stage)
    t.match(await stage.refunds(session), [{ status: 'succeeded', amount: 700 }])
    t.match(await stage.read(session), { status: 'paid', amount_refunded: 700 })
  },
})

/** Lets late orders arrive when nobody waits for them any more. */
async function finish(stage: Stage): Promise<void> {
  await stage.settle()
  stage.bench.failNext([])
  await stage.bench.releaseLateOrders()
  // After a deadline, the service asks again every quarter of an hour.
  stage.bench.service.clock.advance(901)
  await stage.bench.service.sweep()
  await stage.settle()
}
