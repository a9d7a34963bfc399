import type { DisputeStage } from '../processor-under-test.ts'
import type { Case, Cases } from './case.ts'

const courses: readonly (readonly DisputeStage[])[] = [
  ['notice', 'charged', 'lost'],
  ['charged', 'lost'],
  ['charged', 'reversed', 'won'],
  ['charged', 'reversed', 'charged_again', 'lost'],
]

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
  const known = courses.map((course) => course.filter((stage) => stages.includes(stage)))
  const distinct = [...new Map(known.map((course) => [course.join(), course])).values()]
  return distinct.filter(({ length }) => length > 0).map(course)
}

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
