import t from 'tap'
import { usualPlan } from '../support/three-d-secure-bank.ts'
import { bank, paying, results, yes } from './bank-pages.ts'
import { paidIn } from './card-typing.ts'
import { client } from './real-checkout.ts'
import { bankWindow, challengePage, windowGone } from './three-d-secure-window.ts'
import { takePictures } from './pictures.ts'

// test/long/three-d-secure-banks.test.ts has the cases that wait.

t.test('the bank recognises the device without a window, and then the customer confirms', async (t) => {
  bank.plan = { ...usualPlan, fingerprint: 'ends' }
  const { sessionId, page, form, complaints } = await paying()
  await bankWindow(page)
  await yes(page).waitFor()
  await takePictures(page, 'challenge-bank')
  await yes(page).click()
  await paidIn(form)
  await windowGone(page)
  t.match(await client.checkout.sessions.retrieve(sessionId), {
    status: 'paid',
    payment: { three_d_secure: 'challenge' },
  })
  t.match(results(), [{ kind: 'fingerprint', isComplete: true }, { kind: 'returned' }])
  t.same(complaints, [])
})

t.test(
  'a bank that recognises the device asks the customer nothing, and learns what the browser says about itself',
  async (t) => {
    bank.plan = { ...usualPlan, fingerprint: 'ends', confirmation: null }
    const { page, form, complaints } = await paying()
    await paidIn(form)
    t.equal(await page.locator('dialog').count(), 0)
    t.same(complaints, [])
    t.match(bank.purchases.at(-1)?.customer.browser, {
      userAgent: /Chrome/,
      language: 'en-GB',
      colorDepth: 24,
      screenWidth: await page.evaluate('screen.width'),
      timeZoneOffset: await page.evaluate('new Date().getTimezoneOffset()'),
      origin: new URL(page.url()).origin,
    })
  },
)

t.test('a customer who cancels is asked first, and the processor learns of it', async (t) => {
  const { page, form } = await paying()
  await yes(page).waitFor()
  await page.keyboard.press('Escape')
  await challengePage(page).getByText('Cancel the payment?').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await form.getByRole('alert').getByText('You cancelled; nothing was charged.').waitFor({ timeout: 60_000 })
  t.same(results(), [{ kind: 'abandoned' }])
})
