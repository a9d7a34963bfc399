import t from 'tap'
import { openPlace, outcomes, payBy, places, unseen } from './outcomes.ts'
import './form-page.ts'

// The whole matrix is in test/long/outcomes.test.ts.
const chosen = [
  ['declined', 0, 'long', 'click'],
  ['declined', 5, 'short', 'enter'],
] as const

for (const [name, at, length, submit] of chosen) {
  const outcome = outcomes[name]
  const place = places[at]
  if (!outcome || !place) throw new Error(`Bug: there is no outcome ${name} or place ${String(at)}`)
  t.test(
    `${name} is visible when it appears: ${place.name}, ${String(place.width)} × ${String(place.height)}`,
    async (t) => {
      outcome.prepare?.()
      const { page, frame } = await openPlace(place, length)
      await outcome.act?.(frame)
      await payBy(submit, frame)
      t.same(await unseen(page, frame, outcome.title), [])
    },
  )
}
