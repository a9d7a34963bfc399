import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FrameLocator, Locator, Page } from 'playwright-core'
import t from 'tap'
import { minorUnits, money, plainAmount } from '../../../sdk/examples/demo-shop/money.ts'
import { createAccount } from '../../../server/flows/accounts/create-account.ts'
import { environmentOf, jsonOf, runAccount } from '../../commands/account/run-account.ts'
import { isFull } from '../../support/combinations.ts'
import { until } from '../../support/until.ts'
import { axeViolations, contrast } from '../../support/browser/axe.ts'
import { launchChromium } from '../../support/browser/chromium.ts'
import { startService } from '../../support/service.ts'
import { runDemo } from './run-demo.ts'
import { takePicture, withPictures } from '../../support/browser/pictures.ts'

// The state after `npm start`: a developer's account, whose key is in a file of the data directory.
const service = await startService()
const account = await createAccount(service.app.context, { email: 'developer@example.com', businessName: 'Your shop' })
const dataDir = mkdtempSync(join(tmpdir(), 'demo-shop-'))
writeFileSync(join(dataDir, 'developer-key'), `${account.secretKey}\n`)
const variables = { ...environmentOf(service), DATA_DIR: dataDir, SERVICEPAY_BASE_URL: service.baseUrl }
const thankYou = async (): Promise<string | null> =>
  jsonOf(await runAccount(environmentOf(service), account.merchantId, '--json')).account.thank_you_url.test

const browser = await launchChromium()
t.teardown(async () => {
  await browser.close()
  await service.stop()
  rmSync(dataDir, { recursive: true })
})

const demo = runDemo(t, variables)
const shop = await demo.url()
await demo.says(/The hosted page sends customers back to the shop/)

const page = await (await browser.newContext({ locale: 'en-GB' })).newPage()
const consoleErrors: string[] = []
// Chromium also logs replies with status 400 as errors.
page.on(
  'console',
  (message) =>
    message.type() === 'error' && !message.text().includes('status of 400') && consoleErrors.push(message.text()),
)
page.on('pageerror', (error) => consoleErrors.push(error.message))

/** Clicks a control that loads a page, and waits for that page. Otherwise the next step could run on the old page. */
async function follow(control: Locator): Promise<void> {
  await Promise.all([page.waitForEvent('domcontentloaded'), control.click()])
}

async function fill(form: FrameLocator, card = '4012000000060085'): Promise<void> {
  if ((await form.locator('#email').inputValue()) === '') {
    await form.locator('#email').fill('ada@example.com')
    await form.locator('#line1').fill('1 High Street')
    await form.locator('#city').fill('London')
    await form.locator('#postal_code').fill('N1 1AA')
    await form.locator('#country').selectOption('GB')
    await form.locator('#name').fill('Ada Lovelace')
    await form.locator('#expiry').fill('12/39')
  }
  await form.locator('#number').fill(card)
  await form.locator('#code').fill('123')
  await form.locator('#pay').click()
}

/** Waits on the order's page until its webhook has arrived. Returns the order's id. */
async function fulfilled(page: Page): Promise<string> {
  await page.getByText('Thank you. The payment is in, and the order is on its way.').waitFor()
  await page.getByText('by the webhook').waitFor()
  return page.url().split('/').pop() ?? ''
}

async function logLines(): Promise<string[]> {
  await page.goto(`${shop}/webhooks`)
  return page.locator('.rows li').allInnerTexts()
}

/** Waits until a page of the shop has a text. It asks without the browser, because a page costs the browser much. */
function shows(path: string, text: RegExp): Promise<void> {
  return until(async () => text.test(await (await fetch(shop + path)).text()), `${path} shows ${text.source}`)
}

/** Orders without the browser. Returns the path of the page that takes the payment. */
async function ordered(): Promise<string> {
  const reply = await fetch(`${shop}/orders`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'product=teapot&way=embedded',
    redirect: 'manual',
  })
  return reply.headers.get('location') ?? ''
}

t.test('the form in the shop’s own page pays an order after a declined card', async (t) => {
  await page.goto(shop)
  await follow(page.getByRole('button', { name: 'Pay here: A blue teapot' }))
  const form = page.frameLocator('#payment iframe')
  await fill(form, '4111110000000922')
  await form
    .getByText(/declined/)
    .first()
    .waitFor()
  await fill(form)
  const id = await fulfilled(page)
  const [line = ''] = await logLines()
  t.match(line, 'session.completed')
  t.match(line, id)
  t.match(line, 'handled')
})

t.test('the hosted page takes the payment and sends the customer back to the order', async (t) => {
  t.equal(await thankYou(), `${shop}/thanks`)
  await page.goto(shop)
  await page.getByRole('button', { name: 'Pay on the hosted page: A patient plant' }).click()
  await page.waitForURL(`${service.baseUrl}/checkout/**`)
  await fill(page.frameLocator('iframe'))
  await page.waitForURL(`${shop}/orders/*`)
  await fulfilled(page)
  t.equal(await page.locator('h1').innerText(), 'A patient plant')
})

t.test('the shop refunds a part, refuses to refund too much, and refunds the rest', async (t) => {
  await page.getByLabel('Amount').fill('5')
  await follow(page.getByRole('button', { name: 'Refund' }))
  await page.getByText('succeeded').waitFor()
  const refunded = page.locator('dt:text-is("Refunded") + dd')
  const { pathname } = new URL(page.url())
  await shows(pathname, /Refunded<\/dt>\s*<dd>£5\.00/)
  await page.reload()
  t.equal(await refunded.innerText(), '£5.00')
  await page.getByText('paid, partly refunded').waitFor()

  await page.getByLabel('Amount').fill('8.00')
  await follow(page.getByRole('button', { name: 'Refund' }))
  t.match(await page.getByRole('alert').innerText(), /refund/i)
  for (const wrong of ['-1', '1.005', 'all', '0']) {
    await page.getByLabel('Amount').fill(wrong)
    await follow(page.getByRole('button', { name: 'Refund' }))
    await page.getByText('Please enter an amount such as 5.00.').waitFor()
  }

  await page.getByLabel('Amount').fill('7.99')
  await follow(page.getByRole('button', { name: 'Refund' }))
  await shows(pathname, /Refunded<\/dt>\s*<dd>£12\.99/)
  await page.reload()
  t.match(await page.locator('.badge').first().innerText(), 'refunded')
})

/** Makes a payment link, which is then the first on the page. */
async function makeLink(times: string): Promise<Locator> {
  await page.goto(`${shop}/links`)
  await page.getByLabel('For').selectOption('tickets')
  await page.getByLabel(times).check()
  await follow(page.getByRole('button', { name: 'Make a link' }))
  return page.locator('.card').first()
}

t.test('a payment link for paying once creates an order', async (t) => {
  const card = await makeLink('once')
  t.ok(
    await card.locator('img').evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth > 0)),
    'the page shows its QR code',
  )
  await page.goto(await card.getByRole('link').innerText())
  await fill(page.frameLocator('iframe'))
  await page.waitForURL(/\/(orders\/|thanks\?)/)
  await shows('/orders', /Two theatre tickets/)
  await page.goto(`${shop}/orders`)
  await page.locator('.rows a').first().click()
  await fulfilled(page)
  await page.goto(`${shop}/links`)
  t.equal(await card.locator('.badge').innerText(), 'paid')
  t.match(await card.innerText(), '1 paid, £25.00 collected')
})

t.test('a payment link for paying many times can be closed', async (t) => {
  const card = await makeLink('many times')
  t.equal(await card.locator('.badge').innerText(), 'active')
  await follow(page.getByRole('button', { name: 'Close the link' }))
  await page.locator('.card').first().getByText('deactivated').waitFor()
})

t.test('a link in another currency, made elsewhere, is shown in that currency', async (t) => {
  await service.call(
    'POST',
    '/v1/payment_links',
    { amount: 2500, currency: 'EUR', description: 'In euros' },
    { Authorization: `Bearer ${account.secretKey}` },
  )
  await page.goto(`${shop}/links`)
  t.match(await page.locator('.card').first().innerText(), /€25\.00[^]*0 paid, €0\.00 collected/)
  t.same(
    [money(1500, 'JPY'), money(1234567, 'KWD'), money(250, 'HUF')],
    ['JP¥1,500', 'KWD\u00a01,234.567', 'HUF\u00a02.50'],
  )
  t.same([minorUnits('1.234', 'KWD'), minorUnits('1.5', 'JPY'), plainAmount(5, 'KWD')], [1234, undefined, '0.005'])
})

t.test('the shop says that a checkout has expired, and the customer can order again', async (t) => {
  const payAddress = shop + (await ordered())
  await page.goto(payAddress.replace(/\/pay$/, ''))
  await page.getByText('Waiting for the payment.').waitFor()
  const sessionId = await page.locator('dt:text-is("Session") + dd').innerText()
  const expired = await service.call('POST', `/v1/test_helpers/checkout/sessions/${sessionId}/expire`, undefined, {
    Authorization: `Bearer ${account.secretKey}`,
  })
  t.equal(expired.status, 200)
  await page.goto(payAddress)
  await page.getByText('The time to pay has passed, and nothing was taken.').waitFor()
  await follow(page.getByRole('link', { name: 'Order again' }))
  t.equal(page.url(), `${shop}/`)
})

t.test('the webhook log shows every event, and the shop refuses a forged one', async (t) => {
  for (const type of ['session.completed', 'session.refunded', 'session.expired', 'payment_link.paid']) {
    await shows('/webhooks', new RegExp(type.replace('.', '\\.')))
  }
  const event = {
    id: 'evt_forged',
    type: 'session.completed',
    created: new Date().toISOString(),
    livemode: false,
    data: { id: 'cs_test_x' },
  }
  const post = (headers: Record<string, string>) =>
    fetch(`${shop}/webhooks`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(event),
    })
  t.equal((await post({})).status, 400)
  t.equal((await post({ 'Service-Signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` })).status, 400)
  t.match((await logLines()).slice(0, 2).join('\n'), /refused[\s\S]*refused/)
})

t.test('hostile input appears as text, and unknown pages and orders answer 404', async (t) => {
  for (const path of [
    '/orders/%3Cscript%3E',
    '/thanks?session_id=%3Cb%3E',
    '/thanks',
    '/nothing',
    '//x',
    '/orders/x/pay',
  ]) {
    const response = await fetch(shop + path)
    t.equal(response.status, 404, path)
    const text = await response.text()
    t.notMatch(text, /<script>|<b>|node_modules|\.ts:/)
    t.match(text, /Page not found in this shop|There is no|This key has no checkout session/)
  }
  const buy = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${shop}/orders`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      body,
    })
  t.equal((await buy('product=gold&amount=1')).status, 404)
  t.equal((await buy('product=teapot', { 'Sec-Fetch-Site': 'cross-site' })).status, 403)
  t.equal((await buy('x'.repeat(1_000_001))).status, 413)
})

t.test('every page is accessible and fits every width', async (t) => {
  await page.goto(`${shop}/orders`)
  const order = (await page.locator('.rows a').last().getAttribute('href')) ?? ''
  const pages = {
    shop: '/',
    pay: await ordered(),
    orders: '/orders',
    order,
    links: '/links',
    log: '/webhooks',
    missing: '/nothing',
  }
  // The form in the page that takes the payment has tests of its own.
  const hasOwnParts = ['shop', 'pay', 'order', 'links']
  const isWhole = isFull || withPictures
  const context = await browser.newContext({ locale: 'en-GB', bypassCSP: true, reducedMotion: 'reduce' })
  const visitor = await context.newPage()
  for (const [name, path] of Object.entries(pages)) {
    if (!isWhole && !hasOwnParts.includes(name)) continue
    await visitor.emulateMedia({ colorScheme: 'light' })
    await visitor.goto(shop + path)
    if (name === 'pay') await visitor.frameLocator('#payment iframe').locator('#pay').waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await visitor.emulateMedia({ colorScheme })
      // The themes differ in colours alone, so the structure and the widths of one theme hold for the other.
      const rules = colorScheme === 'dark' ? { rules: contrast } : {}
      t.same(await axeViolations(visitor, rules), [], `${name}, ${colorScheme}`)
      if (colorScheme === 'dark' && !withPictures) continue
      for (const width of [260, 375, 1280]) {
        await visitor.setViewportSize({ width, height: 800 })
        t.notOk(
          await visitor.evaluate(() => document.documentElement.scrollWidth > innerWidth),
          `${name}: no sideways scrolling at ${width} px`,
        )
        await takePicture(visitor, `demo-${name}-${width}-${colorScheme}`, { fullPage: true })
      }
    }
  }
  await context.close()
})

t.test('no script failed and no policy blocked a request in the tests above', async (t) => {
  t.same(consoleErrors, [])
})

t.test('Ctrl-C closes the shop and restores the former thank-you address', async (t) => {
  await demo.stop()
  t.equal(await thankYou(), null)
  t.notMatch(demo.said.text, /\n\s+at .*:\d+:\d+/, 'no stack trace')
})
