import t from 'tap'
import { inFullRuns } from '../support/combinations.ts'
import { answer, cards } from './adyen-cards.ts'
import { expectSameBooks, paying, standIn } from './adyen-payments.ts'
import { paidIn } from './card-typing.ts'
import { bankWindow, challengePage, windowGone } from './bank-window.ts'
import { takePictures } from './pictures.ts'

// A small part of test/long/adyen-payments.test.ts.

t.test(
  'on the hosted page, the bank recognises the device without a window, and then the customer confirms',
  inFullRuns,
  async (t) => {
    const { page, form, complaints, read } = await paying('hosted page', cards.fingerprintThenNative)
    await bankWindow(page)
    await answer(page, 'Confirm').waitFor()
    await takePictures(page, 'challenge-bank')
    await answer(page, 'Confirm').click()
    await paidIn(form)
    await windowGone(page)
    t.match(await read(), { status: 'paid', livemode: true, payment: { three_d_secure: 'challenge' } })
    t.same(complaints, [])
    await expectSameBooks(t)
  },
)

t.test('a shop whose policy allows only the service pays by redirect, in the window', async (t) => {
  const { page, form, complaints, read } = await paying('strict shop', cards.redirect)
  await bankWindow(page)
  await answer(page, 'Confirm').waitFor()
  t.match(await challengePage(page).locator('main').boundingBox(), { width: 600, height: 665 })
  await answer(page, 'Confirm').click()
  await paidIn(form)
  await windowGone(page)
  t.match(await read(), { status: 'paid', payment: { three_d_secure: 'challenge' } })
  t.same(complaints, [])
  await expectSameBooks(t)
})

t.test('a bank that recognises the device asks nothing, and learns what the browser says about itself', async (t) => {
  const { page, form, complaints } = await paying('strict shop', cards.frictionless)
  await paidIn(form)
  t.equal(await page.locator('dialog').count(), 0)
  t.same(complaints, [])
  t.match(standIn.calls.findLast(({ operation }) => operation === 'payments')?.body, {
    origin: new URL(page.url()).origin,
    browserInfo: {
      userAgent: /Chrome/,
      language: 'en-GB',
      colorDepth: 24,
      screenWidth: await page.evaluate('screen.width'),
      timeZoneOffset: await page.evaluate('new Date().getTimezoneOffset()'),
    },
  })
})

t.test('a customer who cancels is asked first, and the bank learns of it', inFullRuns, async (t) => {
  const { page, form, read } = await paying('strict shop', cards.native)
  await answer(page, 'Confirm').waitFor()
  await page.keyboard.press('Escape')
  await challengePage(page).getByText('Cancel the payment?').waitFor()
  await challengePage(page).locator('button:focus').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await form.getByRole('alert').getByText('You cancelled; nothing was charged.').waitFor()
  t.match(await read(), { status: 'open', failure_code: 'authentication_failed', payment: null })
  await expectSameBooks(t)
})
