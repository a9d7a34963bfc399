import t from 'tap'
import { cutOffAtZoom, cutOffWithSpacing } from '../../form/cut-off.ts'
import { locales, look } from '../../form/look.ts'
import { openState, states } from '../../form/states.ts'

// The part of test/form/looks.test.ts that takes long: every theme in every direction, and more languages.

for (const [name, state] of Object.entries(states)) {
  t.test(`${name}: axe finds no violation in any theme of any direction`, async (t) => {
    for (const locale of locales) {
      const { page, frame } = await openState(state, locale)
      await look(t, page, frame, `form-${name}-${locale}`)
      await page.context().close()
    }
  })
}

for (const locale of [...locales, 'de', 'fi']) {
  t.test(`${locale}: nothing is cut off at a zoom of 200 %, or with wider spacing`, async (t) => {
    t.same(await cutOffAtZoom(locale), [])
    t.same(await cutOffWithSpacing(locale), [])
  })
}
