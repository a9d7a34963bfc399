import { Chance } from '../../long/load/chance.ts'
import type { Stage } from '../stage.ts'
import type { WireFault } from '../wire-faults.ts'
import type { Case, Cases } from './case.ts'

/** How many of the cases below `npm test` has time for. */
const quickCases = 3

/** Some cases with one fault or two, which the seed of the run chooses. */
export const someFaults: Cases = (stage) => {
  const chance = new Chance()
  const all = allFaults(stage)
  return Array.from({ length: quickCases }, () => chance.pick(all)).filter(
    (each, at, chosen) => chosen.indexOf(each) === at,
  )
}

/** Every fault and every pair of faults, in the calls of a payment and of a refund. */
export const allFaults: Cases = ({ bench }) => {
  const singles = bench.faults.map((fault) => [fault])
  const pairs = bench.faults.flatMap((first) => bench.faults.map((second) => [first, second]))
  return [...singles, ...pairs].flatMap((names) => [payment(names), refund(names)])
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

/** Lets late orders arrive after every caller has given up. */
async function finish(stage: Stage): Promise<void> {
  await stage.settle()
  stage.bench.failNext([])
  await stage.bench.releaseLateOrders()
  // After a deadline, the service asks again every quarter of an hour.
  stage.bench.service.clock.advance(901)
  await stage.bench.service.sweep()
  await stage.settle()
}
