import type { Frame } from 'playwright-core'
import t from 'tap'
import { inFullRuns } from '../support/combinations.ts'
import { openSession } from '../browser/form-harness.ts'
import { axeViolations } from '../support/browser/axe.ts'
import { approvedCard, fillCard, harness, openShop } from './form-page.ts'
import { hasWidth } from './look.ts'

const coBadged = '4035501000000008'
const networks = ['cartes_bancaires', 'visa']

/** How many marks the field shows, and whether digits can be under them. */
function field(frame: Frame): Promise<{ marks: number; covered: boolean }> {
  return frame.evaluate(() => {
    const input = document.querySelector<HTMLInputElement>('#number')!
    const style = getComputedStyle(input)
    const { left, right } = input.getBoundingClientRect()
    const text = { left: left + parseFloat(style.paddingLeft), right: right - parseFloat(style.paddingRight) }
    const seen = [...document.querySelectorAll('#marks svg')].map((mark) => mark.getBoundingClientRect())
    return {
      marks: seen.filter(({ bottom }) => bottom < input.getBoundingClientRect().bottom).length,
      covered:
        seen.some((mark) => mark.left < text.right && mark.right > text.left) || input.scrollWidth > input.clientWidth,
    }
  })
}

for (const locale of ['ar'])
  t.test(
    `${locale}: the field shows four brands and counts the others, then the brand of the number, and covers no digit`,
    async (t) => {
      const { page, frame } = await openShop({ locale })
      await page.setViewportSize({ width: 260, height: 700 })
      await hasWidth(frame, 260)
      await frame.locator('#marks svg').first().waitFor()
      t.equal((await field(frame)).marks, 4)
      t.equal(await frame.textContent('#marks'), '+4', 'the row counts the other four')
      await frame.locator('#number').pressSequentially('3')
      t.equal((await field(frame)).marks, 3, 'American Express, Diners Club and JCB begin with a 3')
      for (const number of [approvedCard, '378282246310005']) {
        await frame.locator('#number').fill(number)
        t.same(await field(frame), { marks: 1, covered: false }, number)
      }
      t.equal(await frame.textContent('#brand'), 'American Express', 'for screen readers')
    },
  )

t.test(
  'the picture of the security code shows the back of a card, or the front of American Express',
  inFullRuns,
  async (t) => {
    const { frame } = await openShop()
    const seen = () => frame.locator('#code-field [data-digits]').getAttribute('data-digits')
    t.equal(await seen(), '3')
    await frame.locator('#number').fill('3782')
    t.equal(await seen(), '4')
    await frame.locator('#number').fill('')
    t.equal(await seen(), '3')
  },
)

t.test('a brand that the processor does not take is refused at its first digits, and nothing is sent', async (t) => {
  harness.session = { ...openSession(), accepted_brands: ['visa', 'mastercard'] }
  const { frame } = await openShop()
  await frame.locator('#number').pressSequentially('37')
  const sentence = 'American Express is not accepted here. Please use one of these cards: Visa, Mastercard.'
  t.equal(await frame.textContent('#number-error'), sentence)
  await fillCard(frame, '378282246310005')
  await frame.locator('#code').fill('1234')
  await frame.locator('#pay').click()
  t.equal(await frame.textContent('#number-error'), sentence)
  await frame.locator('#number:focus').waitFor()
  t.notOk(harness.calls.includes('POST /v1/form/attempts'))
  await fillCard(frame)
  await frame.locator('#pay').click()
  await frame.getByText('Payment received').waitFor()
})

t.test('the keyboard chooses the network of a co-badged card, and the choice is sent', async (t) => {
  harness.networks = networks
  const { page, frame } = await openShop()
  await fillCard(frame, coBadged)
  const group = frame.getByRole('radiogroup', { name: 'Pay with' })
  await group.waitFor()
  t.same(await axeViolations(frame), [])
  t.ok(await group.getByRole('radio', { name: 'Cartes Bancaires' }).isChecked(), 'the bank’s default is preselected')
  t.ok((await group.boundingBox())!.height <= 28, 'one line')
  await frame.locator('#number').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  t.ok(await group.getByRole('radio', { name: 'Visa' }).isChecked())
  await frame.locator('#pay').click()
  await frame.getByText('Payment received').waitFor()
  t.match(harness.cards, [{ sent: { card_network: 'visa' } }])
  t.equal(harness.calls.filter((call) => call.endsWith('card_networks')).length, 1, 'asked once for a card')
})

t.test(
  'a Bancontact card pays without a security code, and its other network asks for none but takes one',
  async (t) => {
    harness.networks = ['bancontact', 'maestro']
    const { frame } = await openShop()
    const fields = { number: '6703444444444449', expiry: '1234', name: 'Ada Lovelace' }
    for (const [id, text] of Object.entries(fields)) await frame.locator(`#${id}`).fill(text)
    const group = frame.getByRole('radiogroup', { name: 'Pay with' })
    await group.waitFor()
    t.notOk(await frame.locator('#code').isVisible(), 'Bancontact has no codes')
    await group.getByRole('radio', { name: 'Maestro' }).check()
    t.ok(await frame.locator('#code').isVisible())
    await group.getByRole('radio', { name: 'Bancontact' }).check()
    t.notOk(await frame.locator('#code').isVisible())
    await frame.locator('#pay').click()
    await frame.getByText('Payment received').waitFor()
    t.match(harness.cards, [{ sent: { card_network: 'bancontact' }, cvc: '' }])
  },
)

t.test('both networks are whole at every width, and their title is whole or hidden', inFullRuns, async (t) => {
  harness.networks = networks
  const { page, frame } = await openShop({ locale: 'fr', viewport: { width: 375, height: 700 } })
  await fillCard(frame, coBadged)
  const group = frame.getByRole('radiogroup', { name: 'Payer avec' })
  await group.waitFor()
  for (const width of [375, 260, 420]) {
    await page.setViewportSize({ width, height: 700 })
    await hasWidth(frame, width)
    const seen = await group.evaluate((group) => {
      const { bottom, left, right } = group.getBoundingClientRect()
      const spans = [...group.querySelectorAll('span')]
      return {
        cut: spans.filter((span) => span.scrollWidth > span.clientWidth + 1).map((span) => span.textContent),
        outside: [...group.querySelectorAll('label')].filter((label) => {
          const box = label.getBoundingClientRect()
          return box.left < left || box.right > right + 1 || box.bottom > bottom + 1
        }).length,
        hasTitle: spans[0]!.getBoundingClientRect().top < bottom - 1,
      }
    })
    t.same(seen, { cut: [], outside: 0, hasTitle: width === 420 }, `at ${width} px`)
  }
})

t.test('another number takes the choice away', inFullRuns, async (t) => {
  harness.networks = networks
  const { frame } = await openShop()
  await fillCard(frame, coBadged)
  await frame.getByRole('radiogroup').waitFor()
  harness.networks = []
  await fillCard(frame)
  await frame.getByRole('radiogroup').waitFor({ state: 'detached' })
  await frame.locator('#pay').click()
  await frame.getByText('Payment received').waitFor()
  t.notOk('card_network' in (harness.cards[0]?.['sent'] as object))
})

t.test('without an answer about networks, the customer pays without a choice', inFullRuns, async (t) => {
  harness.networks = networks
  harness.fault = (call) => (call.endsWith('card_networks') ? 'lost' : null)
  const { frame } = await openShop()
  await fillCard(frame, coBadged)
  await frame.locator('#pay').click()
  await frame.getByText('Payment received').waitFor()
  t.notOk('card_network' in (harness.cards[0]?.['sent'] as object))
})

t.test('a choice that the server refuses goes away, so that the next try can pay', async (t) => {
  harness.networks = networks
  const { page, frame } = await openShop()
  await page.route('**/v1/form/attempts', (route) =>
    route.fulfill({ status: 400, json: { error: { code: 'parameter_invalid', param: 'card_network' } } }),
  )
  await fillCard(frame, coBadged)
  await frame.getByRole('radiogroup').waitFor()
  await frame.locator('#pay').click()
  await frame.getByText('Your payment could not be sent.').waitFor()
  t.equal(await frame.getByRole('radiogroup').count(), 0)
  await page.unroute('**/v1/form/attempts')
  await frame.locator('#pay').click()
  await frame.getByText('Payment received').waitFor()
})
