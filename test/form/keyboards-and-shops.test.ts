import { join } from 'node:path'
import t from 'tap'
import { inFullRuns } from '../support/combinations.ts'
import { until } from '../support/until.ts'
import { clientSecret, openSession, paidReceipt } from '../browser/form-harness.ts'
import { fillFields } from '../browser/card-typing.ts'
import {
  approvedCard,
  confirmation,
  fillCard,
  harness,
  hurry,
  namesOf,
  openPage,
  openShop,
  openShopPage,
} from './form-page.ts'

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
  // The script that formats may still be on its way.
  await until(async () => (await expiry.inputValue()) === '04 / 29', 'the date as 04 / 29')
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

t.test('a payment page whose address brings no other page offers the way on again', inFullRuns, async (t) => {
  harness.session = { ...harness.session, redirect_url: `${harness.shop}/thanks` }
  harness.bank = () => ({ status: 'paid' })
  const { frame } = await openShop({}, hurry, (page) =>
    page.route('**/thanks', (route) => route.fulfill({ status: 204 })),
  )
  await fillCard(frame)
  await frame.locator('#pay').click()
  await frame.getByRole('button', { name: 'Continue' }).waitFor()
  t.match(await frame.locator('#outcome').textContent(), '£42.50Payment received')
  t.notMatch(await frame.locator('#outcome').textContent(), 'One moment')
  t.ok(await frame.locator('#test').isVisible(), 'a receipt of a test payment says so')
})

t.test('without a network, the form says that nothing was sent, and the customer can go on', inFullRuns, async (t) => {
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

t.test('a shop changes language and theme while the customer types, and nothing is lost or told twice', async (t) => {
  harness.session = { ...harness.session, needs: { email: true, billing_address: true } }
  const { page, frame } = await openShop()
  const typed = { number: '4012 0000 0006 0085', expiry: '12 / 34', code: '123', name: 'Ada Lovelace', city: 'Kraków' }
  for (const [id, text] of Object.entries(typed)) await frame.locator(`#${id}`).fill(text)
  await frame.locator('#country').selectOption('PL')
  await frame.locator('#email').pressSequentially('ada@example')
  const update = (changes: object): Promise<void> =>
    page.evaluate((changes) => {
      const { checkout } = window as unknown as { checkout: { update(changes: object): void } }
      checkout.update(changes)
    }, changes)
  await update({ locale: 'de', theme: 'dark', variables: { borderRadius: '3px' } })
  const inGerman = page.frameLocator('#pay iframe')
  const onlyForm = page.locator('#pay iframe:only-of-type')
  await page.locator('#pay iframe[title=Kartenzahlung]:only-of-type').waitFor()
  for (const [id, text] of Object.entries({ ...typed, country: 'PL', email: 'ada@example' }))
    t.equal(await inGerman.locator(`#${id}`).inputValue(), text, id)
  const look = await inGerman.locator('html').evaluate((root) => [root.dataset['theme'], root.style.cssText])
  t.same(look, ['dark', '--radius: 3px;'])
  t.ok((await onlyForm.evaluate((form) => form.clientHeight)) > 363, 'it has its height')
  await until(() => inGerman.locator('#email').evaluate((field) => field === document.activeElement), 'the focus')
  await page.keyboard.type('.com')
  t.equal(await inGerman.locator('#email').inputValue(), 'ada@example.com')

  harness.bank = () => ({ status: 'processing', last_attempt: confirmation })
  for (const [id, text] of Object.entries({ line1: 'Rynek 1', postal_code: '31-042' }))
    await inGerman.locator(`#${id}`).fill(text)
  await inGerman.locator('#pay').click()
  await page.locator('iframe[title]').nth(1).waitFor()
  await update({ locale: 'fr' })
  harness.session = { ...harness.session, status: 'paid', receipt: paidReceipt(), last_attempt: null }
  await page.frameLocator('#pay iframe:only-of-type').getByText('Paiement accepté').waitFor()
  t.same(await namesOf(page, 2), ['ready', 'complete'])
})

t.test('a shop that isolates its page gets the form and the window of the bank', async (t) => {
  harness.bank = () => ({ status: 'processing', last_attempt: confirmation })
  for (const policies of [{}, { 'cross-origin-opener-policy': 'same-origin' }]) {
    harness.shopHeaders = { ...policies, 'cross-origin-embedder-policy': 'require-corp' }
    const page = await openShopPage()
    const form = page.frameLocator('#pay iframe')
    await fillFields(form, { number: approvedCard, expiry: '1234', code: '123', name: 'Ada Lovelace' })
    await form.locator('#pay').click()
    await page.frameLocator('dialog iframe').locator('#bank').waitFor()
    t.equal(await page.evaluate(() => crossOriginIsolated), Object.keys(policies).length === 1)
    harness.session = openSession()
  }
})

/** Styles do not know the property that tells old browsers. */
const oldBrowser = `{
  const { get } = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'style')
  const styleOf = (style) => new Proxy(style, {
    has: (_, name) => name !== 'aspectRatio' && name in style,
    set: (_, name, value) => Reflect.set(style, name, value),
  })
  Object.defineProperty(HTMLElement.prototype, 'style', { get() { return styleOf(get.call(this)) } })
}`

/** What stands in the way of the form, and the reason that the shop's page gets. */
const obstacles: Record<string, { headers?: Record<string, string>; script?: string; isBlocked?: true }> = {
  'frame-src': { headers: { 'content-security-policy': "frame-src 'none'" } },
  no_origin: { headers: { 'content-security-policy': 'sandbox allow-scripts allow-forms' } },
  sandbox: { headers: { 'content-security-policy': 'sandbox allow-scripts allow-same-origin' } },
  old_browser: { script: oldBrowser },
  no_answer: { isBlocked: true, script: hurry },
}

for (const [reason, { headers = {}, script, isBlocked }] of Object.entries(obstacles))
  t.test(`a shop without the form learns why, and its customer gets another way to pay: ${reason}`, async (t) => {
    harness.shopHeaders = headers
    const said: string[] = []
    const page = await openShopPage({}, script, async (page) => {
      page.on('console', (message) => said.push(message.text()))
      if (isBlocked) await page.route('**/form/frame?*', (route) => route.abort())
    })
    const alert = page.getByRole('alert')
    await alert.getByText('The card form cannot be shown here.').waitFor()
    const seen = await page.evaluate(() => (window as unknown as { seen: unknown[] }).seen)
    // A sandbox is known only once the second script has come.
    t.match(seen, [...(reason === 'sandbox' ? [['ready']] : []), ['error', { code: 'load_failed', reason }]])
    t.ok(
      said.some((text) => text.startsWith('ServicePay:')),
      said.join(),
    )
    const link = alert.getByRole('link', { name: 'Open the payment page' })
    t.equal(await link.getAttribute('href'), `${harness.service}/checkout/${clientSecret}`)
    t.equal(await link.getAttribute('target'), '_top')
  })

t.test('a page from a file gets another way to pay', async (t) => {
  const page = await openPage()
  const file = join(t.testdir({ 'shop.html': shopFile() }), 'shop.html')
  await page.goto(`file://${file}`)
  await page.getByRole('link', { name: 'Open the payment page' }).waitFor()
  t.match(await page.evaluate('seen'), [{ reason: 'no_origin' }])
})

function shopFile(): string {
  return `<!doctype html><div id="pay"></div><script src="${harness.service}/v1/servicepay.js"></script>
    <script>
      const seen = []
      ServicePay.checkout({ clientSecret: '${clientSecret}' }).on('error', (error) => seen.push(error)).mount('#pay')
    </script>`
}

t.test('our own page without its scripts or without the form names no wrong cause, and offers a way on', async (t) => {
  for (const blocked of ['**/v1/servicepay.js', '**/assets/hosted.*', '**/form/frame?*']) {
    const page = await openPage()
    await page.addInitScript(hurry)
    await page.route(blocked, (route) => route.abort())
    await page.goto(`${harness.service}/checkout/${clientSecret}`)
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) animation.finish()
    })
    const late = page.locator('#late')
    await late.getByText('Please try again, or use another browser.').waitFor()
    await late.getByRole('link', { name: 'Try again' }).waitFor()
    t.equal(await page.getByText('Open the payment page').count(), 0, blocked)
    const form = page.locator('[data-client-secret]')
    t.notOk(
      (await form.count()) && (await form.evaluate((place) => getComputedStyle(place).backgroundImage !== 'none')),
    )
  }
})

t.test('a checkout that has ended in a shop’s page leads to a new one', async (t) => {
  for (const cancel_url of ['https://shop.example/basket', null]) {
    harness.session = { ...openSession(), status: 'expired', cancel_url }
    const { page, frame } = await openShop({}, undefined, (page) =>
      page.route('https://shop.example/**', (route) => route.fulfill({ body: 'the basket' })),
    )
    const again = frame.getByRole('button', { name: 'Start again' })
    await again.waitFor()
    const left = page.waitForEvent('framenavigated', (moved) => moved === page.mainFrame())
    await again.click()
    await left
    t.equal(page.url(), cancel_url ?? `${harness.shop}/`)
  }
})
