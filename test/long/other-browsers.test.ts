import t, { type Test } from 'tap'
import { ServicePay } from '../../sdk/src/index.ts'
import { arabic } from '../../form/texts/ar.ts'
import { english } from '../../form/texts/en.ts'
import { operator } from '../../server/domain/accounts/caller.ts'
import { changeAccount } from '../../server/flows/accounts/manage-account.ts'
import { startShop } from '../browser/shop.ts'
import { startService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { Customer } from './other-browsers/customer.ts'
import { firefoxProgram, startFirefox } from './other-browsers/firefox.ts'
import { screenProgram, startWebKit, webKitProgram } from './other-browsers/webkit.ts'
import { composeNumber, mountAsModule, mountForbidden } from './other-browsers/page-scripts.ts'
import type { BrowserOptions, RemoteBrowser } from './other-browsers/webdriver.ts'

// Customers pay in Firefox and in WebKit, the engine of Safari. BROWSER_PICTURES names a folder for pictures of every
// outcome.

const { shell, live, cancel, link, bank } = english
/** What the Arabic button says before the amount. */
const payInArabic = arabic.live.pay.split('{')[0]?.trim() ?? ''

/** The end of the sentence after a first decline. */
const fourLeft = '4 tries left'

const approvedCard = '4012000000060085'
const declinedCard = '4111110000000922'
const challengeCard = '4918190000000002'

/** The bank takes long enough for a reload during a payment. */
const service = await startService({ bankMs: 700 })
const client = new ServicePay(service.secretKey, { baseUrl: service.baseUrl })
const shop = await startShop(service.baseUrl)
t.teardown(async () => {
  await shop.stop()
  await service.stop()
})

const phone = { width: 450, height: 700 }
const desk = { width: 1280, height: 800 }

async function newSession(params: object = {}): ReturnType<typeof client.checkout.sessions.create> {
  return client.checkout.sessions.create({
    amount: 4250,
    currency: 'GBP',
    description: 'Two tickets, Saturday 8 pm',
    customer: { email: 'ada@example.com' },
    billing_address: { line1: '1 High Street', city: 'London', postal_code: 'N1 1AA', country: 'GB' },
    ...params,
  })
}

/** Sets where customers go after a payment. The shop of this test has no https address for `success_url`. */
async function leadTo(url: string | null): Promise<void> {
  const changes = { thankYouUrl: { livemode: false, url } }
  await changeAccount(service.app.context, operator, service.merchantId, changes)
}

const statusOf = async (id: string): Promise<string> => (await client.checkout.sessions.retrieve(id)).status

async function typeCard(customer: Customer, number: string, expiry = '1239'): Promise<void> {
  await customer.type(shell.cardNumber, number)
  await customer.type(shell.expiry, expiry)
  await customer.type(shell.code, '123')
  await customer.type(shell.name, 'Ada Lovelace')
}

/** The form fits into its frame without scroll bars or a gap, and nothing is wider than the page. */
async function expectFittingFrame(t: Test, customer: Customer): Promise<void> {
  const sizesOfForm = `const { clientWidth, scrollWidth } = document.documentElement
    return [document.querySelector('main').clientHeight, scrollWidth - clientWidth + innerWidth - clientWidth]`
  const sizesOfPage = `const { clientWidth, scrollWidth } = document.documentElement
    return [document.querySelector('main iframe').clientHeight, scrollWidth - clientWidth]`
  let found = ''
  const fits = async (): Promise<boolean> => {
    const [inside, hidden] = await customer.run<[number, number]>('form', sizesOfForm)
    const [outside, overflow] = await customer.run<[number, number]>('page', sizesOfPage)
    found = `form ${inside} pixels high, frame ${outside}; ${hidden} pixels of the form hidden, ${overflow} of the page`
    return outside >= inside - 1 && outside <= inside + 48 && hidden === 0 && overflow === 0
  }
  // The frame gets its height a moment after the form.
  await until(fits, () => `a frame that fits: ${found}`)
  t.pass(found)
}

/** The customer sees all of this text without scrolling. */
async function expectInView(t: Test, customer: Customer, text: string): Promise<void> {
  await customer.sees('form', text)
  const inFrame = `const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { data, parentElement } = walker.currentNode
      if (!data.includes(arguments[0]) || !parentElement.checkVisibility()) continue
      const { top, bottom } = parentElement.getBoundingClientRect()
      return [top, bottom]
    }
    return [NaN, NaN]`
  const [top, bottom] = await customer.run<[number, number]>('form', inFrame, text)
  const [frameTop, height] = await customer.run<[number, number]>(
    'page',
    "return [document.querySelector('main iframe').getBoundingClientRect().top, innerHeight]",
  )
  t.ok(frameTop + top >= 0 && frameTop + bottom <= height, `“${text}” is at ${frameTop + top} of ${height} pixels`)
}

const browsers = [
  {
    name: 'Firefox',
    start: startFirefox,
    missing: firefoxProgram === undefined && 'Firefox is missing: install the Debian package firefox-esr',
  },
  {
    name: 'WebKit',
    start: startWebKit,
    missing:
      (webKitProgram === undefined || screenProgram === undefined) &&
      'WebKit is missing: install the Debian packages webkit2gtk-driver and xvfb',
  },
] as const

for (const { name, start, missing } of browsers) {
  t.test(`customers pay in ${name}`, missing ? { skip: missing } : {}, async (t) => {
    const browser = await start({})
    t.teardown(() => browser.stop())
    await payOnPages(t, browser)
  })

  t.test(`customers with other settings pay in ${name}`, missing ? { skip: missing } : {}, async (t) => {
    await payInArabicAndDark(t, start)
  })
}

async function payOnPages(t: Test, browser: RemoteBrowser): Promise<void> {
  const customer = new Customer(browser)

  async function openShop(secret: string): Promise<void> {
    await customer.open(shop.pageWith([secret], { locale: 'en-GB' }))
    await customer.seesButton('form', 'Pay £42.50')
  }

  async function check(t: Test, picture: string): Promise<void> {
    await customer.takePicture(picture)
    t.same(await browser.complaints(), [], 'nothing in the console')
  }

  // This comes before any resize, after which WebKit’s window has the focus no more: its screen has no window manager.
  await t.test('after the bank asked them to confirm', async (t) => {
    const { id, client_secret: secret } = await newSession()
    await openShop(secret)
    await typeCard(customer, challengeCard)
    await customer.press('form', 'Pay')
    await customer.seesButton('bank', bank.approve)
    await check(t, 'shop-bank')
    await customer.press('bank', bank.approve)
    await expectInView(t, customer, live.paidTitle)
    const focused = (): Promise<string> => customer.focused('form').catch(() => '')
    const hasFocus = async (): Promise<boolean> => (await focused()).includes(live.paidTitle)
    await until(hasFocus, 'the outcome has the focus')
    t.equal(await customer.run('page', 'return document.activeElement.tagName'), 'IFRAME')
    t.equal(await statusOf(id), 'paid')
    await check(t, 'shop-bank-paid')
  })

  await t.test('in a shop’s page, with the keyboard alone', async (t) => {
    const { id, client_secret: secret } = await newSession()
    await customer.resize(phone.width, phone.height)
    await openShop(secret)
    await expectFittingFrame(t, customer)
    await check(t, 'shop-open')
    await customer.click(shell.cardNumber)
    const stops: string[] = []
    for (const text of [approvedCard, '1239', '123', 'Ada Lovelace', '']) {
      stops.push(await customer.focused('form'))
      if (text) await customer.keys(text)
      if (text) await customer.key('form', 'Tab')
    }
    t.same(stops, [shell.cardNumber, shell.expiry, shell.code, shell.name, 'Pay £42.50'])
    await customer.key('form', 'Enter')
    await expectInView(t, customer, live.paidTitle)
    await expectFittingFrame(t, customer)
    await check(t, 'shop-paid')
    t.equal(await statusOf(id), 'paid')
    const names = await customer.run<string[]>('page', 'return notes.map(({ name }) => name)')
    t.same(names, ['ready', 'complete'])
  })

  await t.test('with another card after a decline', async (t) => {
    const { id, client_secret: secret } = await newSession()
    await openShop(secret)
    await typeCard(customer, declinedCard)
    await customer.press('form', 'Pay')
    await expectInView(t, customer, fourLeft)
    await expectFittingFrame(t, customer)
    await check(t, 'shop-declined')
    t.equal(await customer.valueOf(shell.code), '')
    await typeCard(customer, approvedCard)
    await customer.press('form', 'Pay')
    await expectInView(t, customer, live.paidTitle)
    t.equal(await statusOf(id), 'paid')
    await check(t, 'shop-paid-after-decline')
  })

  await t.test('after mistakes that the form points out', async (t) => {
    const { id, client_secret: secret } = await newSession()
    await openShop(secret)
    await customer.press('form', 'Pay')
    await customer.sees('form', live.required.number)
    t.equal(await customer.focused('form'), shell.cardNumber)
    await expectFittingFrame(t, customer)
    await check(t, 'shop-empty')
    await typeCard(customer, '4012000000060086', '0124')
    await customer.press('form', 'Pay')
    await customer.sees('form', live.expiryPast)
    await customer.sees('form', live.numberInvalid)
    await check(t, 'shop-mistakes')
    await typeCard(customer, approvedCard)
    await customer.press('form', 'Pay')
    await customer.sees('form', live.paidTitle)
    t.equal(await statusOf(id), 'paid')
  })

  await t.test('after they cancelled at first, and then reloaded the page', async (t) => {
    const { id, client_secret: secret } = await newSession()
    await customer.resize(desk.width, desk.height)
    await openShop(secret)
    await typeCard(customer, challengeCard)
    await customer.press('form', 'Pay')
    await customer.seesButton('bank', bank.approve)
    await customer.key('window', 'Escape')
    await customer.sees('window', cancel.question)
    await check(t, 'shop-bank-question')
    await customer.press('window', cancel.confirm)
    await customer.seesButton('form', 'Pay £42.50')
    await check(t, 'shop-bank-cancelled')
    t.equal(await statusOf(id), 'open')
    await typeCard(customer, challengeCard)
    await customer.press('form', 'Pay')
    await customer.seesButton('bank', bank.approve)
    await customer.reload()
    await customer.press('form', shell.bankPage)
    await customer.press('bank', bank.approve)
    await expectInView(t, customer, live.paidTitle)
    t.equal(await statusOf(id), 'paid')
    await check(t, 'shop-reloaded-paid')
  })

  await t.test('although they reload while the card is checked', async (t) => {
    const { id, client_secret: secret } = await newSession()
    await openShop(secret)
    await typeCard(customer, approvedCard)
    await customer.press('form', 'Pay')
    await customer.sees('form', live.paying)
    await check(t, 'shop-paying')
    await customer.reload()
    await customer.sees('form', live.paidTitle)
    t.equal(await statusOf(id), 'paid')
    t.equal((await client.checkout.sessions.retrieve(id)).attempts, 1)
    await check(t, 'shop-paying-reloaded')
  })

  await t.test('on the hosted page, which leads to the shop; the way back shows that they paid', async (t) => {
    await leadTo(shop.pageWith([]))
    const { id, url } = await newSession()
    await customer.open(url)
    await customer.seesButton('form', 'Pay £42.50')
    await expectFittingFrame(t, customer)
    await check(t, 'hosted-open')
    await typeCard(customer, declinedCard)
    await customer.press('form', 'Pay')
    await expectInView(t, customer, fourLeft)
    await check(t, 'hosted-declined')
    await typeCard(customer, challengeCard)
    await customer.press('form', 'Pay')
    await customer.seesButton('bank', bank.approve)
    await check(t, 'hosted-bank')
    await customer.press('bank', bank.approve)
    await customer.sees('page', 'Harbour Theatre')
    t.equal(await statusOf(id), 'paid')
    await customer.back()
    await customer.sees('page', live.paidTitle)
    await check(t, 'hosted-back')
    await leadTo(null)
  })

  await t.test('in fields that change only what they edit, and only how it looks', async (t) => {
    const { client_secret: secret } = await newSession()
    await openShop(secret)
    await customer.type(shell.expiry, '04 / 29')
    await until(async () => (await customer.valueOf(shell.expiry)) === '04 / 29', 'the date is written as 04 / 29')
    await customer.run('form', "document.getElementById('expiry').setSelectionRange(0, 2)")
    await customer.keys('12')
    t.equal(await customer.valueOf(shell.expiry), '12 / 29', 'the year stays')
    await customer.run('form', "document.getElementById('expiry').setSelectionRange(5, 7)")
    await customer.keys('34')
    t.equal(await customer.valueOf(shell.expiry), '12 / 34', 'the month stays')
    await customer.type(shell.expiry, '01/31/2027')
    await customer.key('form', 'Tab')
    await customer.sees('form', live.expiryInvalid.replaceAll('\u00a0', ' '))
    t.equal(await customer.valueOf(shell.expiry), '01 / 31/2027', 'no digit is dropped')
    t.same(await customer.run('form', composeNumber), ['４', '４０', '４０１', '４０１２', '4012'])
    await check(t, 'shop-edited')
  })

  await t.test('in a page that loads the script as a module', async (t) => {
    const { id, client_secret: secret } = await newSession()
    await customer.open(shop.pageWith([]))
    await customer.run('page', mountAsModule, `${service.baseUrl}/v1/servicepay.js?module`, secret)
    await customer.seesButton('form', 'Pay £42.50')
    await typeCard(customer, challengeCard)
    await customer.press('form', 'Pay')
    await customer.press('bank', bank.approve)
    await expectInView(t, customer, live.paidTitle)
    t.equal(await statusOf(id), 'paid')
  })

  await t.test('elsewhere, when the policy of a shop forbids the form', async (t) => {
    const { client_secret: secret } = await newSession()
    await customer.open(shop.pageWith([]))
    await customer.run('page', mountForbidden, secret)
    await customer.sees('page', shell.notShown)
    t.equal(await customer.run('page', 'return document.title'), 'frame-src')
    await customer.takePicture('shop-forbidden')
    // The browser has reported the policy, and the loader the reason.
    await browser.complaints()
  })

  await t.test('on the page of a payment link, which asks for their address', async (t) => {
    const { url, id } = await client.paymentLinks.create({ amount: 1500, currency: 'GBP', description: 'Deposit' })
    await customer.resize(phone.width, phone.height)
    await customer.open(url)
    await customer.seesButton('form', 'Pay £15.00')
    await expectFittingFrame(t, customer)
    await check(t, 'link-open')
    await typeCard(customer, approvedCard)
    await customer.type(shell.email, 'ada@example.com')
    await customer.choose(shell.country, 'United Kingdom')
    await customer.type(shell.line1, '1 High Street')
    await customer.type('Town or city', 'London')
    await customer.type('Postcode', 'N1 1AA')
    await check(t, 'link-filled')
    await customer.press('form', 'Pay')
    await expectInView(t, customer, live.paidTitle)
    t.equal((await client.paymentLinks.retrieve(id)).status, 'paid')
    await check(t, 'link-paid')
    await customer.reload()
    await customer.sees('page', link.paidTitle)
    await check(t, 'link-paid-reloaded')
  })
}

/** Right to left, in dark, in a column of 260 pixels. */
async function payInArabicAndDark(t: Test, start: (options: BrowserOptions) => Promise<RemoteBrowser>): Promise<void> {
  const browser = await start({ isDark: true, language: 'ar-EG' })
  t.teardown(() => browser.stop())
  const customer = new Customer(browser)
  const { id, client_secret: secret, url } = await newSession()
  await customer.resize(phone.width, phone.height)
  await customer.open(url)
  // WebKit takes its language from the system, where Arabic may be missing.
  const hasArabic = await customer.run<boolean>('page', 'return navigator.language.startsWith("ar")')
  await customer.seesButton('form', hasArabic ? payInArabic : 'Pay')
  t.equal(await customer.run('page', 'return document.documentElement.dir'), hasArabic ? 'rtl' : 'ltr')
  t.equal(await customer.run('page', 'return matchMedia("(prefers-color-scheme: dark)").matches'), true)
  await expectFittingFrame(t, customer)
  await customer.takePicture('other-hosted')
  // To leave the page while the form loads its second script would put a failed load into the console.
  const isComplete = 'return document.querySelector("#marks svg") !== null'
  await until(() => customer.run<boolean>('form', isComplete), 'the form draws the marks of the brands')
  await customer.open(shop.pageWith([secret], { locale: 'ar-EG', appearance: { theme: 'dark' } }))
  await customer.run('page', "Object.assign(document.querySelector('#pay').style, { width: '260px' })")
  await customer.seesButton('form', payInArabic)
  await customer.press('form', payInArabic)
  await expectFittingFrame(t, customer)
  await customer.takePicture('arabic-260-empty')
  await customer.click(arabic.shell.cardNumber)
  for (const text of [declinedCard, '1239', '123', 'Ada Lovelace']) {
    await customer.keys(text)
    await customer.key('form', 'Tab')
  }
  await customer.key('form', 'Enter')
  const alerts = 'return [...document.querySelectorAll("[role=alert]")].some(({ textContent }) => textContent !== "")'
  await until(() => customer.run<boolean>('form', alerts), 'the form shows the decline')
  await expectFittingFrame(t, customer)
  await customer.takePicture('arabic-260-declined')
  t.equal(await statusOf(id), 'open')
  t.same(await browser.complaints(), [])
}
