import type { BrowserContextOptions, Page } from 'playwright-core'
import t from 'tap'
import { inFullRuns } from '../support/combinations.ts'
import { clientSecret, openSession, paidReceipt, partRefundedReceipt } from '../browser/form-harness.ts'
import { holdDeparture } from '../browser/departure.ts'
import { decline, harness, hurry, namesOf, openPage, openShop, openShopPage, fillCard } from '../form/form-page.ts'
import { until } from '../support/until.ts'

/** Opens the hosted page. Its redirect to the shop waits until the test calls `leave`. */
async function openHosted(): Promise<{ page: Page; complaints: string[]; leave: () => void }> {
  const page = await openPage()
  const leave = await holdDeparture(page, /\/thanks/)
  const complaints: string[] = []
  // The browser reports violations of the page's own policy here.
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(`${harness.service}/checkout/${clientSecret}`)
  return { page, complaints, leave }
}

t.test('the hosted page takes a payment and goes on to the shop', async (t) => {
  const { page, complaints, leave } = await openHosted()
  t.equal(await page.getAttribute('#cancel a', 'href'), 'https://shop.example/basket')
  const frame = await (await page.waitForSelector('iframe')).contentFrame()
  if (!frame) throw new Error('Bug: the iframe has no document')
  await fillCard(frame)
  t.notOk(await frame.locator('#amount').isVisible(), 'the page itself shows the amount')
  harness.bank = () => ({ status: 'paid', redirect_url: `${harness.shop}/thanks?session_id=cs_test_harness` })
  await frame.locator('#pay').click()
  await frame.getByText('Payment received').waitFor()
  await page.locator('#payee').getByText('Harbour Theatre', { exact: true }).waitFor()
  const seen = [page, frame].map((place) => place.locator('main').first().innerText())
  t.equal((await Promise.all(seen)).join().split('£42.50').length - 1, 1, 'the amount once, above the receipt')
  t.equal(await page.locator('#cancel').count(), 0)
  leave()
  await page.waitForURL('**/thanks?session_id=cs_test_harness')
  t.same(complaints, [])
})

t.test('while a payment is under way, the page hides its way out and says why', async (t) => {
  const { page, complaints } = await openHosted()
  const wayOut = page.getByRole('link', { name: 'Cancel and go back' })
  const note = page.getByRole('status').getByText('Please stay on this page until your bank has answered.')
  await wayOut.waitFor()
  const frame = await (await page.waitForSelector('iframe')).contentFrame()
  if (!frame) throw new Error('Bug: the iframe has no document')
  await fillCard(frame)
  harness.bank = () => ({ status: 'processing' })
  await frame.locator('#pay').click()
  await note.waitFor()
  t.notOk(await wayOut.isVisible())
  await page.reload()
  await note.waitFor()
  t.notOk(await wayOut.isVisible(), 'also after a reload')
  harness.session = { ...harness.session, ...decline }
  await wayOut.waitFor()
  t.notOk(await note.isVisible())
  t.same(complaints, [])
})

t.test('a customer who comes back after the payment stays, and can go on', async (t) => {
  const thanks = 'https://shop.example/thanks'
  for (const [place, button] of [
    ['hosted', 'Continue to the shop'],
    ['embedded', 'Continue'],
  ] as const) {
    harness.session = { ...openSession(), redirect_url: thanks }
    const page = await openPage()
    await page.addInitScript(hurry)
    await page.route(`${thanks}**`, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Thank you</h1>' }))
    const address = place === 'hosted' ? `${harness.service}/checkout/${clientSecret}` : `${harness.shop}/`
    await page.goto(address)
    const frame = await (await page.waitForSelector('iframe')).contentFrame()
    if (!frame) throw new Error('Bug: the iframe has no document')
    await fillCard(frame)
    await frame.locator('#pay').click()
    await page.waitForURL(thanks)
    await page.goBack()
    const shown = place === 'hosted' ? page.locator('main') : page.frameLocator('#pay iframe').locator('main')
    await shown.getByText('Payment received').waitFor()
    // The page's timers end in the order of their time: a redirect would come before these.
    for (const frame of page.frames()) await frame.evaluate(() => new Promise((passed) => setTimeout(passed, 6_000)))
    t.equal(page.url(), address, place)
    await shown
      .locator('a, button')
      .getByText(button)
      .or(shown.getByText(button, { exact: true }))
      .first()
      .click()
    await page.waitForURL(thanks)
  }
})

t.test('in the shop’s own page, the form does not send the customer back to the shop', inFullRuns, async (t) => {
  harness.session = { ...openSession(), status: 'failed' }
  const { page, frame } = await openShop()
  await frame.getByText('Please start the payment again.').waitFor()
  t.notMatch(await frame.locator('main').textContent(), /shop/)
  await page.goto(`${harness.service}/checkout/${clientSecret}`)
  t.match(await page.textContent('main'), 'Payment not made')
})

t.test('after a payment the form is a receipt, which can be printed in dark mode too', async (t) => {
  harness.bank = () => ({ status: 'paid', receipt: partRefundedReceipt() })
  const { page, frame } = await openShop({ colorScheme: 'dark', timezoneId: 'Europe/Paris' })
  await fillCard(frame)
  await frame.locator('#pay').click()
  const text = (await frame.locator('.receipt').innerText()).replace(/\s+/g, ' ')
  t.match(text, 'Amount £42.50 Date 21 November 2026 at 11:17 Description Two tickets, Saturday 8 pm')
  t.equal(await frame.locator('.receipt .brand').count(), 1, 'the mark of the card')
  t.match(text, 'Refunded 24 November 2026 at 10:30 £2.50 Total after refunds £30.00')
  t.ok(await frame.getByRole('button', { name: 'Print' }).isVisible())
  t.notMatch(text, 'help@shop.example', 'the shop around the form says where to ask')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  t.notOk(await frame.getByRole('button', { name: 'Print' }).isVisible())
  t.match(await frame.locator('.receipt').innerText(), 'help@shop.example')
  t.equal(await frame.evaluate(() => getComputedStyle(document.body).color), 'rgb(0, 0, 0)', 'ink on white')
})

t.test('a checkout that another visitor has paid does not say that this one did', async (t) => {
  harness.session = { ...openSession(), status: 'paid', redirect_url: null }
  harness.isPaidByOther = true
  const { page, frame } = await openShop()
  await frame.getByText('£42.50 was paid to Harbour Theatre. There is nothing left to pay.').waitFor()
  t.equal(await frame.locator('.receipt').count(), 0)
  t.same(await namesOf(page, 1), ['error already_paid'])
})

t.test('the first card brings a secret of the tab, and a browser that forbids storage can pay too', async (t) => {
  const forbidding = `Object.defineProperty(window, 'sessionStorage', { get() { throw new Error('forbidden') } })`
  for (const beforeLoad of [undefined, forbidding]) {
    harness.session = openSession()
    const { page, frame } = await openShop({}, beforeLoad)
    const sent = page.waitForRequest('**/v1/form/attempts')
    await fillCard(frame)
    await frame.locator('#pay').click()
    const { 'visitor-token': token = '' } = (await sent).headers()
    t.match(token, /^[0-9a-f]{32}$/)
    await frame.locator('#outcome').waitFor()
    if (beforeLoad === undefined)
      t.same(await frame.evaluate(() => ({ ...sessionStorage })), { cs_test_harness: token })
  }
})

t.test('the receipt of a hosted page has the times of the browser, and a button to print', inFullRuns, async (t) => {
  harness.session = { ...openSession(), status: 'paid', receipt: paidReceipt() }
  const page = await openPage({ timezoneId: 'Asia/Tokyo' })
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await page.goto(`${harness.service}/checkout/${clientSecret}`)
  t.match(await page.locator('.receipt').innerText(), '21 November 2026 at 19:17')
  t.ok(await page.getByRole('button', { name: 'Print' }).isVisible())
  t.ok(requests.length <= 3, requests.join(' '))
})

t.test('without a secure context there is a message and no form', async (t) => {
  const { page, frame } = await openShop(
    {},
    `Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined })`,
  )
  await frame.getByText('needs https').waitFor()
  t.notOk(await frame.locator('#card').isVisible())
  t.same(await namesOf(page, 1), ['error insecure_context'])
})

t.test('when the service cannot be reached, the form says so and offers another try', async (t) => {
  harness.fault = (call) => (call === 'GET /v1/form/session' ? 'refused' : null)
  const { page, frame } = await openShop({}, hurry)
  const again = frame.getByRole('button', { name: 'Try again' })
  await again.waitFor()
  t.same(await namesOf(page, 1), ['error load_failed'])
  harness.fault = () => null
  await again.click()
  await frame.locator('#pay').waitFor()
  t.same(await namesOf(page, 2), ['error load_failed', 'ready'])
})

/** Opens the shop's page while the service does not answer with the session. Returns what lets it answer. */
async function openWhileLoading(options: BrowserContextOptions = {}) {
  const answer = Promise.withResolvers<void>()
  const page = await openPage(options)
  await page.route('**/v1/form/session', async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.goto(harness.shop)
  const frame = await (await page.waitForSelector('#pay iframe')).contentFrame()
  if (!frame) throw new Error('Bug: the iframe has no document')
  return { page, frame, answer: answer.resolve }
}

t.test(
  'while the session loads, the form is there in its size, and nothing moves when the session arrives',
  inFullRuns,
  async (t) => {
    for (const width of [260]) {
      const { page, frame, answer } = await openWhileLoading({ viewport: { width, height: 800 } })
      const heights: number[] = []
      await page.exposeFunction('noteHeight', (height: number) => void heights.push(height))
      const observe = `new ResizeObserver(([{ target }]) => noteHeight(target.offsetHeight))
      .observe(document.querySelector('iframe'))`
      await page.evaluate(observe)
      await frame.locator('#number').waitFor()
      t.ok(await frame.locator('#number').isDisabled(), 'the customer cannot type yet')
      await frame.getByText('Loading the card form…').waitFor()
      const top = () => frame.locator('#number').evaluate((input) => input.getBoundingClientRect().top)
      const before = await top()
      answer()
      await frame.locator('#pay').waitFor()
      t.ok(await frame.locator('#number').isEnabled())
      t.equal(await top(), before, `at ${String(width)} px the fields stay where they were`)
      t.equal(await frame.evaluate(() => document.querySelector('main')!.offsetHeight), heights[0])
      t.equal(new Set(heights).size, 1, `the height of the frame at ${String(width)} px: ${heights.join()}`)
    }
  },
)

t.test('the hosted page has its final height before the form’s script has arrived', inFullRuns, async (t) => {
  const page = await openPage()
  const answer = Promise.withResolvers<void>()
  await page.route('**/v1/servicepay.js', async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.goto(`${harness.service}/checkout/${clientSecret}`, { waitUntil: 'commit' })
  const height = () => page.evaluate(() => document.querySelector('main')!.offsetHeight)
  await page.locator('.form').waitFor()
  const before = await height()
  answer.resolve()
  await page.frameLocator('iframe').locator('#pay').waitFor()
  t.equal(await height(), before)
  const drawing = page.locator('.form iframe').evaluate((frame) => getComputedStyle(frame).backgroundImage)
  t.equal(await drawing, 'none', 'the drawing of the form has gone')
})

t.test('after some seconds the form says that it is still loading', inFullRuns, async (t) => {
  const { frame } = await openWhileLoading()
  const late = frame.getByText('Still loading. Your connection seems slow.')
  await late.waitFor({ state: 'attached' })
  t.notOk(await late.isVisible())
  // The moment at which some seconds have passed, without the wait.
  await frame.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().iterations === 1) animation.finish()
  })
  await late.waitFor()
  t.notOk(await frame.getByText('Loading the card form…').isVisible())
})

t.test('a frame that does not load becomes a message in the shop', async (t) => {
  harness.fault = (call) => (call.includes('/form/frame') ? 'refused' : null)
  const page = await openShopPage({}, hurry)
  await page.getByRole('alert').getByText('The card form cannot be shown here.').waitFor()
  t.same(await namesOf(page, 1), ['error load_failed'])
})

t.test('the message is in the language of the browser', inFullRuns, async (t) => {
  harness.fault = (call) => (call.includes('/form/frame') ? 'refused' : null)
  const page = await openShopPage({ locale: 'he-IL' }, hurry)
  const alert = page.getByRole('alert').getByText('לא ניתן להציג כאן את טופס הכרטיס.')
  await alert.waitFor()
  const shown = await alert.evaluate((alert) => getComputedStyle(alert).direction)
  t.same([await alert.getAttribute('lang'), shown], ['he', 'rtl'])
})

t.test('the form has its final height when the shop gets the ready event', async (t) => {
  harness.session = { ...openSession(), needs: { email: true, billing_address: true } }
  const watch = `addEventListener('message', ({ data }) => {
    if (data.type !== 'ready') return
    setTimeout(() => window.heightAtReady = document.querySelector('iframe').offsetHeight)
  })`
  const { page, frame } = await openShop({}, watch)
  await page.waitForFunction(() => 'heightAtReady' in window)
  const atReady = await page.evaluate(() => (window as unknown as { heightAtReady: number }).heightAtReady)
  // What comes last: the names of the countries and the format of the address.
  await frame.locator('#country option[value=GB]').waitFor({ state: 'attached' })
  await until(() => harness.calls.some((call) => call.includes('/address-')), 'the format of the address')
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  t.equal(await page.evaluate(() => document.querySelector('iframe')?.offsetHeight), atReady)
})

t.test('the form is in the language of the page around it', async (t) => {
  const page = await openPage({ locale: 'de' })
  await page.goto(`${harness.service}/checkout/${clientSecret}`)
  const form = page.frameLocator('[data-client-secret] iframe')
  await form.getByText('Card number').waitFor()
  t.equal(await page.getAttribute('html', 'lang'), await form.locator('html').getAttribute('lang'))
})
