import t from 'tap'
import { languages } from '../../../form/texts/languages.ts'
import { openSession } from '../../browser/form-harness.ts'
import { decline, fillCard, harness, openShop, payWithMistakes } from '../../form/form-page.ts'

/** Each direction, and the longest words. test/long/looks/languages.test.ts looks at every language. */
const representative = ['ar', 'fi']

for (const [language, { direction, live }] of Object.entries(languages).filter(([tag]) =>
  representative.includes(tag),
)) {
  t.test(`${language}: runs ${direction}, fits into 260 px and says what to enter`, async (t) => {
    harness.session = { ...openSession(), amount: 99_999_999, needs: { email: true, billing_address: true } }
    const { frame } = await openShop({ locale: language, viewport: { width: 260, height: 900 } })
    await payWithMistakes(frame)
    t.same(await frame.evaluate(() => [document.documentElement.lang, getComputedStyle(document.body).direction]), [
      language,
      direction,
    ])
    t.notOk(await frame.evaluate(() => document.documentElement.scrollWidth > innerWidth), 'no sideways scrolling')
    t.equal(await frame.textContent('#number-error'), live.required.number)
    t.equal(await frame.textContent('#line1-error'), live.required.line1)
  })
}

t.test(
  'without a language that the form has, it is in the first of the customer’s languages that it has',
  async (t) => {
    for (const locale of ['locale: "english!"']) {
      harness.options = locale
      const { frame } = await openShop({ locale: 'fr-CH' })
      await frame.locator('#pay').waitFor()
      t.equal(await frame.getAttribute('html', 'lang'), 'fr-CH', locale)
    }
    harness.options = 'locale: "pl"'
    const { frame } = await openShop({ locale: 'fr-CH' })
    await frame.locator('#pay').waitFor()
    t.equal(await frame.getAttribute('html', 'lang'), 'pl')
  },
)

for (const language of ['ar']) {
  t.test(`${language}: card fields run from left to right, on the side where lines begin`, async (t) => {
    const { frame } = await openShop({ locale: language })
    await fillCard(frame)
    for (const field of ['#number', '#expiry', '#code']) {
      t.same(
        await frame
          .locator(field)
          .evaluate((input) => [getComputedStyle(input).direction, getComputedStyle(input).textAlign]),
        ['ltr', 'right'],
        field,
      )
    }
    const [end, mark] = await frame.evaluate(() =>
      ['#number', '#marks svg'].map((part) => document.querySelector(part)!.getBoundingClientRect().right),
    )
    t.ok((end ?? 0) - 100 > (mark ?? 0), 'the mark of the brand is at the other side')
    t.equal(await frame.inputValue('#number'), '4012 0000 0006 0085')
    await frame.locator('#number').press('Home')
    await frame.locator('#number').press('ArrowRight')
    await frame.locator('#number').press('Backspace')
    t.equal(await frame.inputValue('#number'), '0120 0000 0060 085', 'the caret moves in the direction of the digits')
  })
}

t.test('a decline is in the customer’s language, with the plural form for the cards that are left', async () => {
  harness.bank = () => decline
  const { frame } = await openShop({ locale: 'cs' })
  await fillCard(frame)
  await frame.locator('#pay').click()
  await frame
    .getByRole('alert')
    .getByText('Vaše banka tuto kartu zamítla. Zkuste jinou kartu. Zbývají vám 4 pokusy.')
    .waitFor()
})

t.test('a failure that the form has no text for shows the server’s text', async () => {
  harness.bank = () => ({ ...decline, failure_code: 'processing_error_of_tomorrow' as 'processing_error' })
  const { frame } = await openShop({ locale: 'de' })
  await fillCard(frame)
  await frame.locator('#pay').click()
  await frame.getByRole('alert').getByText(decline.failure_message).waitFor()
})
