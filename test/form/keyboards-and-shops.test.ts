import t from 'tap'
import { fillCard, harness, hurry, openShop, openShopPage } from './form-page.ts'

t.test('while a keyboard composes its text, the form writes nothing; then it formats the field', async (t) => {
  const { page, frame } = await openShop()
  const keyboard = await page.context().newCDPSession(page)
  const compose = async (id: string, texts: readonly string[]): Promise<string[]> => {
    await frame.locator(id).focus()
    const seen: string[] = []
    for (const text of texts) {
      const caret = { selectionStart: text.length, selectionEnd: text.length }
      await keyboard.send('Input.imeSetComposition', { text, ...caret })
      seen.push(await frame.locator(id).inputValue())
    }
    await keyboard.send('Input.insertText', { text: texts.at(-1) ?? '' })
    return [...seen, await frame.locator(id).inputValue()]
  }
  const number = ['４', '４０', '４０１', '４０１２', '４０１２０']
  t.same(await compose('#number', number), [...number, '4012 0'])
  t.same(await compose('#expiry', ['１', '１２', '１２３', '１２３４']), [
    '１',
    '１２',
    '１２３',
    '１２３４',
    '12 / 34',
  ])
  t.same(await compose('#code', ['１', '１２', '１２３']), ['１', '１２', '１２３', '123'])
})

t.test('a selected part of the expiry date is replaced alone, and edits can be undone', async (t) => {
  const { page, frame } = await openShop()
  const expiry = frame.locator('#expiry')
  await expiry.pressSequentially('0429')
  t.equal(await expiry.inputValue(), '04 / 29')
  await expiry.evaluate((input) => (input as HTMLInputElement).setSelectionRange(0, 2))
  await page.keyboard.type('12')
  t.equal(await expiry.inputValue(), '12 / 29')
  t.equal(await expiry.evaluate((input) => (input as HTMLInputElement).selectionStart), 2, 'the caret stays')
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  t.equal(await expiry.inputValue(), '04 / 29')
  await page.keyboard.press('Control+Shift+z')
  t.equal(await expiry.inputValue(), '1 / 29')
  await expiry.press('Tab')
  t.equal(await expiry.inputValue(), '01 / 29', 'a month of one digit gets its zero on leaving')
  await expiry.fill('01/31/2027')
  await expiry.press('Tab')
  t.equal(await expiry.inputValue(), '01 / 31/2027')
  await frame.getByText('Enter the month and year, for example 04 / 29.').waitFor()
})

t.test('a payment page whose address brings no other page offers the way on again', async (t) => {
  harness.session = { ...harness.session, redirect_url: `${harness.shop}/thanks` }
  harness.bank = () => ({ status: 'paid' })
  const { frame } = await openShop({}, hurry, (page) =>
    page.route('**/thanks', (route) => route.fulfill({ status: 204 })),
  )
  await fillCard(frame)
  await frame.locator('#pay').click()
  await frame.getByRole('button', { name: 'Continue' }).waitFor()
  t.match(await frame.locator('#outcome').textContent(), 'You paid £42.50')
  t.notMatch(await frame.locator('#outcome').textContent(), 'One moment')
  t.ok(await frame.locator('#test').isVisible(), 'a receipt of a test payment says so')
})

t.test('without a network, the form says that nothing was sent, and the customer can go on', async (t) => {
  const { page, frame } = await openShop()
  await fillCard(frame)
  await frame.locator('#pay:not([aria-disabled=true])').waitFor()
  await page.context().setOffline(true)
  await frame.locator('#pay').click()
  await frame.getByText('Payment not sent').waitFor()
  t.ok(await frame.locator('#number').isEnabled())
  t.same(harness.cards, [])
  await page.context().setOffline(false)
  harness.bank = () => ({ status: 'paid' })
  await frame.getByRole('button', { name: 'Try again' }).click()
  await frame.getByText('Payment received').waitFor()
})

t.test('the place of the form is the shop’s: forms come and go in any order, and nothing else does', async (t) => {
  const { page } = await openShop()
  const left = await page.evaluate(async () => {
    const place = document.querySelector('#pay')!
    const { checkout: first, ServicePay } = window as unknown as {
      checkout: { unmount(): unknown }
      ServicePay: { checkout(options: object): { mount(target: Element): unknown; unmount(): unknown } }
    }
    const own = place.appendChild(document.createElement('b'))
    const second = ServicePay.checkout({ clientSecret: 'cs_test_1_secret_2' })
    second.mount(place)
    const counts = [place.querySelectorAll('iframe').length]
    first.unmount()
    counts.push(place.querySelectorAll('iframe').length)
    // A framework brings a copy of the page back.
    place.append(place.querySelector('iframe')!.cloneNode(true))
    second.unmount()
    second.mount(place)
    counts.push(place.querySelectorAll('iframe').length)
    own.textContent = 'Thanks!'
    second.unmount()
    counts.push(place.querySelectorAll('iframe').length)
    return { counts, text: place.textContent, isThere: own.parentElement === place }
  })
  t.same(left, { counts: [2, 1, 1, 0], text: 'Thanks!', isThere: true })
})

t.test('a shop that isolates its page gets the form', async (t) => {
  for (const policies of [{}, { 'cross-origin-opener-policy': 'same-origin' }]) {
    harness.shopHeaders = { ...policies, 'cross-origin-embedder-policy': 'require-corp' }
    const page = await openShopPage()
    await page.frameLocator('#pay iframe').locator('#pay').waitFor()
    t.equal(await page.evaluate(() => crossOriginIsolated), Object.keys(policies).length === 1)
  }
})
