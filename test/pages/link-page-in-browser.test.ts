import type { Frame, Locator, Page } from 'playwright-core'
import t from 'tap'
import { inFullRuns } from '../support/combinations.ts'
import { holdDeparture } from '../browser/departure.ts'
import { openSession } from '../browser/form-harness.ts'
import { until } from '../support/until.ts'
import { browser, decline, harness, nothingStored, storedBy, fillCard } from '../form/form-page.ts'
import type { LinkPageView } from '../../server/pages/links/link-page.ts'
import { activeLink, linkCode, startLinkPageServer } from './link-page-server.ts'

const links = await startLinkPageServer(harness)
t.teardown(() => links.close())
t.beforeEach(
  () => void Object.assign(links, { view: activeLink(), opening: 'session', opened: 0, onOpening: () => {} }),
)

async function openLink(beforeLoad?: string): Promise<{ page: Page; complaints: string[]; logs: string[] }> {
  const page = await (await browser.newContext({ locale: 'en-GB' })).newPage()
  const [complaints, logs]: [string[], string[]] = [[], []]
  // The browser reports violations of the page's own policy here.
  page.on('console', (message) => (message.type() === 'error' ? complaints : logs).push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  if (beforeLoad) await page.addInitScript(beforeLoad)
  await page.goto(`${links.address}/l/${linkCode}`)
  return { page, complaints, logs }
}

async function formOf(page: Page): Promise<Frame> {
  const frame = await (await page.waitForSelector('iframe')).contentFrame()
  if (!frame) throw new Error('Bug: the iframe has no document')
  await frame.locator('#pay').waitFor()
  return frame
}

/** Follows a link to the same address. Waits until the new page opens its checkout, to tell it from the old page. */
async function followTo(page: Page, link: Locator): Promise<Frame> {
  const asked = page.waitForRequest('**/checkout')
  await link.click()
  await asked
  return formOf(page)
}

t.test('a link takes a payment and leads on to the shop', async (t) => {
  const { page, complaints } = await openLink()
  const leave = await holdDeparture(page, /\/thanks/)
  const frame = await formOf(page)
  t.notOk(await frame.locator('#amount').isVisible(), 'the page itself shows the amount')
  t.notOk(await page.locator('#loading').isVisible())
  await fillCard(frame)
  harness.bank = () => ({ status: 'paid', redirect_url: `${harness.shop}/thanks` })
  await frame.locator('#pay').click()
  await frame.getByText('Payment received').waitFor()
  await page.locator('#payee').getByText('Harbour Theatre', { exact: true }).waitFor()
  leave()
  await page.waitForURL('**/thanks')
  t.same(complaints, [])
  t.equal(links.opened, 1)
})

t.test('fetching a reusable link’s page opens no checkout, and each load in a browser opens one', async (t) => {
  await (await fetch(`${links.address}/l/${linkCode}`)).text()
  t.equal(links.opened, 0)
  links.view = { ...activeLink(), kind: 'reusable' }
  const { page } = await openLink()
  await formOf(page)
  await page.reload()
  await formOf(page)
  t.equal(links.opened, 2)
  t.same(await storedBy(page), nothingStored)
})

t.test('a background tab opens no checkout until it is visible', async (t) => {
  const { page } = await openLink(
    `window.isShown = false
    Object.defineProperty(document, 'visibilityState', { get: () => window.isShown ? 'visible' : 'hidden' })`,
  )
  await page.waitForTimeout(300)
  t.equal(links.opened, 0)
  await page.evaluate(() => {
    Object.assign(window, { isShown: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await formOf(page)
  t.equal(links.opened, 1)
})

/** The page as a browser gets it that comes first: the link has no checkout yet. */
const unopened = (): LinkPageView => ({ ...activeLink(), preview: { ...openSession(), id: '' } })

/**
 * What a program that scans mails does: it runs scripts, looks, scrolls, and makes events of its own. A script of the
 * page does it, because all that Playwright evaluates counts as the act of a person.
 */
const scan = `setInterval(() => {
  const pay = document.querySelector('#pay')
  if (window.isScanned || !pay?.textContent.includes('42.50')) return
  window.isScanned = true
  document.querySelector('#number').focus()
  document.querySelector('#number').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  pay.click()
  console.log('scanned')
})`

t.test(
  'a link opens no checkout before a person acts, whatever scripts run, and then pays what was typed',
  async (t) => {
    for (const kind of ['single', 'reusable'] as const) {
      Object.assign(links, { view: { ...unopened(), kind }, opened: 0 })
      harness.calls.length = harness.cards.length = 0
      harness.session = openSession()
      const { page, complaints, logs } = await openLink(scan)
      await until(() => logs.includes('scanned'), 'the program has looked')
      logs.length = 0
      await page.reload()
      await until(() => logs.includes('scanned'), 'the program has looked again')
      await page.waitForTimeout(200)
      t.same(
        [links.opened, harness.calls.filter((call) => call.includes('session'))],
        [0, []],
        `${kind}: nothing opened`,
      )
      const again = await formOf(page)
      t.equal(await again.locator('#pay').textContent(), 'Pay £42.50')
      await fillCard(again)
      await again.locator('#pay').click()
      await again.getByText('Payment received').waitFor()
      t.equal(links.opened, 1)
      t.match(harness.cards, [{ name: 'Ada Lovelace' }])
      t.same(complaints, [])
      await page.close()
    }
  },
)

t.test('a program that presses Pay before the second script is there opens no checkout', async (t) => {
  links.view = unopened()
  const page = await (await browser.newContext()).newPage()
  await page.addInitScript(scan)
  const held = Promise.withResolvers<undefined>()
  await page.route('**/assets/later.*', (route) => held.promise.then(() => route.continue()))
  const scanned = page.waitForEvent('console', (message) => message.text() === 'scanned')
  // The load event waits for a script that is already requested, and this one is held back.
  await page.goto(`${links.address}/l/${linkCode}`, { waitUntil: 'commit' })
  await scanned
  const later = page.waitForResponse('**/assets/later.*')
  held.resolve(undefined)
  await later
  await page.waitForTimeout(200)
  t.equal(links.opened, 0)
  const frame = await formOf(page)
  await frame.locator('#number').pressSequentially('4')
  await until(() => links.opened === 1, 'a person opens it')
  await page.close()
})

t.test(
  'a link that ends before a person acts says so at the first touch, and another problem offers a try',
  inFullRuns,
  async () => {
    links.view = unopened()
    const { page } = await openLink()
    links.opening = { status: 429, code: 'rate_limited' }
    await (await formOf(page)).locator('#number').click()
    await page.getByRole('alert').getByText('wait a minute').waitFor()
    links.opening = 'session'
    await page.getByRole('button', { name: 'Try again' }).click()
    await formOf(page)
    await page.reload()
    links.onOpening = () => void (links.view = { ...activeLink(), status: 'paid' })
    links.opening = { status: 409, code: 'session_not_payable' }
    await (await formOf(page)).locator('#number').click()
    await page.getByText('You can no longer pay with this link').or(page.getByText('Already paid')).first().waitFor()
  },
)

t.test('after the payment a reusable link offers another', async (t) => {
  links.view = { ...activeLink(), kind: 'reusable' }
  const { page } = await openLink()
  const frame = await formOf(page)
  await fillCard(frame)
  await frame.locator('#pay').click()
  const another = page.getByRole('link', { name: 'Make another payment' })
  await another.waitFor()
  harness.session = openSession()
  await followTo(page, another)
  t.equal(links.opened, 2)
})

t.test('after the last allowed card, the customer can open the link again', inFullRuns, async (t) => {
  const { page } = await openLink()
  const frame = await formOf(page)
  await fillCard(frame)
  harness.bank = () => ({ ...decline, status: 'failed', attempts_left: 0 })
  await frame.locator('#pay').click()
  const again = page.getByRole('link', { name: 'Start again' })
  await again.waitFor()
  t.equal(await frame.locator('#outcome-text').textContent(), 'The payment could not be completed.')
  harness.session = openSession()
  await followTo(page, again)
  t.equal(links.opened, 2)
})

t.test('a link that has closed since the page was rendered says why', async (t) => {
  links.opening = { status: 409, code: 'session_not_payable' }
  const page = await (await browser.newContext({ locale: 'en-GB' })).newPage()
  links.onOpening = () => void (links.view = { ...activeLink(), status: 'paid' })
  await page.goto(`${links.address}/l/${linkCode}`)
  await page.getByRole('heading', { name: 'Already paid' }).waitFor()
  t.equal(links.opened, 1)
})

t.test('when page and reply keep disagreeing, the customer sees a message and not a loop of reloads', async (t) => {
  links.opening = { status: 409, code: 'session_not_payable' }
  const { page } = await openLink()
  await page.getByRole('alert').getByText('You can no longer pay with this link').waitFor()
  await page.waitForTimeout(300)
  t.equal(links.opened, 2)
  t.notOk(await page.getByRole('button', { name: 'Try again' }).isVisible())
})

t.test('after a lost connection the page says so and offers another try', inFullRuns, async (t) => {
  links.opening = 'cut'
  const { page } = await openLink()
  const again = page.getByRole('button', { name: 'Try again' })
  await page.getByRole('alert').getByText('Please check your internet connection').waitFor()
  const failed = page.waitForEvent('requestfailed')
  await again.click()
  await failed
  await again.and(page.locator(':focus')).waitFor()
  t.equal(links.opened, 2)
  links.opening = 'session'
  await again.click()
  await formOf(page)
  t.notOk(await again.isVisible())
  t.notOk(await page.getByText('Please check your internet connection').isVisible())
})

t.test('after too many visits the page says to wait, and after a server error to try again', inFullRuns, async () => {
  links.opening = { status: 429, code: 'rate_limited' }
  const { page } = await openLink()
  await page.getByRole('alert').getByText('wait a minute').waitFor()
  links.opening = { status: 500, code: 'internal_error' }
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('alert').getByText('could not be started').waitFor()
})

t.test('without the loader there is a message, and another try reloads the page', inFullRuns, async (t) => {
  const page = await (await browser.newContext({ locale: 'en-GB' })).newPage()
  await page.route('**/v1/servicepay.js', (route) => route.abort())
  await page.goto(`${links.address}/l/${linkCode}`)
  await page.locator('#late').getByText('The card form cannot be shown').waitFor()
  t.equal(links.opened, 0)
  await page.unroute('**/v1/servicepay.js')
  await page.getByRole('link', { name: 'Try again' }).click()
  await formOf(page)
})
