import t from 'tap'
import { openSession } from '../browser/form-harness.ts'
import { takePicture } from '../support/browser/pictures.ts'
import { harness } from '../form/form-page.ts'
import { openPlace, outcomes, payBy, places, unseen } from '../form/outcomes.ts'

const ways = [
  ['short', 'click'],
  ['long', 'click'],
  ['long', 'enter'],
] as const

for (const place of places) {
  for (const [name, { prepare, act, title }] of Object.entries(outcomes)) {
    const size = `${String(place.width)}x${String(place.height)}`
    t.test(`${name} is visible when it appears: ${place.name}, ${size}`, async (t) => {
      for (const [length, submit] of ways) {
        Object.assign(harness, { session: openSession(), refusal: null })
        prepare?.()
        const { page, frame } = await openPlace(place, length)
        await act?.(frame)
        await payBy(submit, frame)
        t.same(await unseen(page, frame, title), [], `${length}, ${submit}`)
        await takePicture(
          page,
          `outcome-${name.replaceAll(' ', '-')}-${place.name.split(' ')[0] ?? ''}-${size}-${length}-${submit}`,
        )
        await page.context().close()
      }
    })
  }
}
