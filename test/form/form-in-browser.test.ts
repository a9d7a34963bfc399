import type { Frame, Page } from 'playwright-core'
import t from 'tap'
import { inFullRuns } from '../support/combinations.ts'
import { english } from '../../form/texts/en.ts'
import { openSession } from '../browser/form-harness.ts'
import { until } from '../support/until.ts'
import {
  approvedCard,
  browser,
  confirmation,
  decline,
  fillCard,
  harness,
  namesOf,
  nothingStored,
  openPage,
  openShop,
  storedBy,
  typeCard,
} from './form-page.ts'

t.test('the form sends the encrypted card once, and then clears it', async (t) => {
  const { page, frame } = await openShop()
  await typeCard(frame)
  t.equal(await frame.inputValue('#number'), '4012 0000 0006 0085')
  t.equal(await frame.inputValue('#expiry'), '12 / 34')
  t.equal(await frame.textContent('#brand'), 'Visa')
  await frame.locator('#pay').dblclick()
  await frame.getByText('Paid to Harbour Theatre').waitFor()
  t.match(harness.cards, [
    {
      number: approvedCard,
      exp_month: 12,
      exp_year: 2034,
      cvc: '123',
      name: 'Ada Lovelace',
      session: 'cs_test_harness',
    },
  ])
  t.equal(harness.cards.length, 1)
  t.same(await namesOf(page, 2), ['ready', 'complete'])
  t.equal(await frame.inputValue('#number'), '')
  t.equal(await frame.inputValue('#code'), '')
})

t.test('a decline keeps the number, clears the code and says how many cards are left', async (t) => {
  harness.bank = () => decline
  const { page, frame } = await openShop()
  await fillCard(frame)
  await frame.press('#name', 'Enter')
  await frame.getByRole('alert').getByText('Your bank declined this card. You have 4 tries left.').waitFor()
  t.equal(await frame.inputValue('#number'), '4012 0000 0006 0085')
  t.equal(await frame.inputValue('#code'), '')
  await frame.locator('#number:focus').waitFor()
  harness.bank = () => ({ status: 'failed' })
  await frame.locator('#code').fill('123')
  await frame.locator('#pay').click()
  await frame.getByText('Payment not made').waitFor()
  t.same(await namesOf(page, 2), ['ready', 'failed'])
})

t.test('mistakes are marked and explained, the first one gets the focus, and nothing is sent', async (t) => {
  const { frame } = await openShop()
  await frame.locator('#number').fill('4012 0000 0006 0086')
  // A press as long as people's. Its message must not move the button away from under the pointer.
  await frame.locator('#pay').click({ delay: 100 })
  await frame.locator('#number[aria-invalid="true"]').waitFor()
  t.match(await frame.getAttribute('#number', 'aria-describedby'), 'number-error')
  t.match(await frame.textContent('#number-error'), /incomplete or mistyped/)
  await frame.locator('#number:focus').waitFor()
  t.notOk(harness.calls.includes('POST /v1/form/attempts'))
})

t.test(
  'the alert about marked fields disappears when the customer has edited the last of them',
  inFullRuns,
  async (t) => {
    const { frame } = await openShop()
    await fillCard(frame)
    await frame.locator('#number').fill('4012 0000 0006 0086')
    await frame.locator('#code').fill('1')
    await frame.locator('#pay').click()
    const alert = frame.getByRole('alert')
    await alert.getByText('Please correct the marked fields.').waitFor()
    await frame.locator('#number').fill(approvedCard)
    t.match(await alert.textContent(), /marked fields/)
    await frame.locator('#code').fill('123')
    t.equal(await alert.textContent(), '')
    harness.bank = () => decline
    await frame.locator('#pay').click()
    await alert.getByText('Card declined').waitFor()
    await frame.locator('#code').fill('123')
    t.match(await alert.textContent(), /Card declined/, 'the reason of a decline stays until the next payment')
  },
)

t.test('the button of an alert leads to what the customer can do next', inFullRuns, async (t) => {
  harness.bank = () => decline
  const { frame } = await openShop()
  await fillCard(frame)
  await frame.locator('#pay').click()
  await frame.locator('#number:focus').waitFor()
  await frame.getByRole('button', { name: 'Try another card' }).click()
  await frame.locator('#number:focus').waitFor()
  t.equal(await frame.evaluate(() => getSelection()?.toString()), '4012 0000 0006 0085', 'typing replaces the number')
  harness.refusal = { status: 429, code: 'rate_limited' }
  await frame.locator('#code').fill('123')
  await frame.locator('#pay').click()
  await frame.getByText('Too many attempts.').waitFor()
  harness.refusal = { status: 500, code: 'account_configuration', message: 'This shop cannot take card payments.' }
  await frame.getByRole('button', { name: 'Try again' }).click()
  await frame.getByText('This shop cannot take card payments.').waitFor()
  t.equal(await frame.getByRole('button', { name: 'Try again' }).count(), 0, 'no card can pay')
  t.notOk(await frame.locator('#pay').isVisible())
  t.equal(await frame.locator('#code').inputValue(), '123', 'what the customer typed stays')
})

t.test('a form that opens during a payment asks for no card, also before its second script', async (t) => {
  harness.session = { ...harness.session, status: 'processing' }
  const page = await openPage()
  const loads = Promise.withResolvers<void>()
  await page.route('**/assets/later.*', (route) => loads.promise.then(() => route.continue()))
  await page.goto(harness.shop)
  const form = page.frameLocator('#pay iframe')
  const pay = form.locator('#pay')
  await pay.waitFor()
  t.same([await pay.textContent(), await pay.getAttribute('aria-disabled')], ['Paying…', 'true'])
  t.ok(await form.locator('#number').isDisabled())
  await pay.click({ force: true })
  harness.session = { ...harness.session, status: 'paid' }
  loads.resolve()
  await form.getByText('Payment received').waitFor()
  t.same(harness.cards, [])
})

t.test('while the bank is slow, the form keeps saying what it waits for', async (t) => {
  harness.bank = () => ({ status: 'processing' })
  const { page, frame } = await openShop()
  await fillCard(frame)
  await frame.evaluate(() => {
    const spoken: string[] = []
    const after: [number, () => void][] = []
    const timeout = window.setTimeout
    Object.assign(window, {
      spoken,
      after,
      // Timers of a second or more run when the test says so.
      setTimeout: (run: () => void, pause = 0) => (pause < 4_000 ? timeout(run, pause) : after.push([pause, run])),
    })
    new MutationObserver(() => spoken.push(document.querySelector('[role=status]')?.textContent ?? '')).observe(
      document.querySelector('#status') as Element,
      { childList: true, subtree: true },
    )
  })
  const timer = (pause: number) =>
    frame.evaluate((pause) => {
      const { after } = window as unknown as { after: [number, () => void][] }
      after.find(([due]) => due === pause)?.[1]()
    }, pause)
  await frame.locator('#pay').click()
  await frame.getByRole('status').getByText('Paying…').waitFor()
  await timer(4_000)
  await frame.getByRole('status').getByText('Your bank is still checking the payment.').waitFor()
  await timer(20_000)
  await frame.getByRole('status').getByText('taking longer than usual').waitFor()
  t.equal(await frame.evaluate(() => (window as unknown as { spoken: string[] }).spoken.length), 3, 'each once')
  harness.session = { ...harness.session, status: 'paid' }
  await frame.getByText('Payment received').waitFor()
  await page.close()
})

t.test('a form that the customer has not used never scrolls the page of the shop', inFullRuns, async (t) => {
  harness.session = { ...openSession(), ...decline }
  const { page, frame } = await openShop({ viewport: { width: 375, height: 400 } })
  await frame.getByText('Card declined').waitFor()
  harness.session = { ...harness.session, status: 'expired' }
  await frame.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await frame.getByText('This checkout has closed').waitFor()
  t.equal(await page.evaluate(() => scrollY), 0)
})

t.test('email and address are asked for and sent when the session has none', async (t) => {
  harness.session = { ...openSession(), needs: { email: true, billing_address: true } }
  const { frame } = await openShop()
  await fillCard(frame)
  await frame.locator('#email').fill('ada@example.com')
  await frame.locator('#line1').fill('1 High Street')
  await frame.locator('#city').fill('London')
  await frame.locator('#postal_code').fill('N1 1AA')
  t.equal(await frame.inputValue('#country'), 'GB', 'the country comes from the browser’s language')
  await frame.locator('#pay').click()
  await frame.getByText('Payment received').waitFor()
  t.match(harness.cards[0]?.['sent'], {
    email: 'ada@example.com',
    billing_address: { line1: '1 High Street', city: 'London', postal_code: 'N1 1AA', country: 'GB' },
  })
})

t.test('a session that ends while the form is open closes it within ten seconds', async (t) => {
  const { page, frame } = await openShop(
    {},
    'window.setInterval = (tick, every) => void Object.assign(window, { tick, every })',
  )
  await frame.waitForFunction(() => 'every' in window)
  harness.session = { ...harness.session, status: 'expired' }
  // By the page's clock, because the test's own may be late on a busy machine.
  t.ok(Number(await frame.evaluate('every')) < 10_000)
  await frame.evaluate('tick()')
  await frame.getByText('This checkout has closed').waitFor()
  t.same(await namesOf(page, 2), ['ready', 'error session_not_payable'])
})

/** Pays with a card for which the bank asks the customer to confirm. */
async function payWithConfirmation(
  challenge_page = '/v1/form/challenge/1',
  prepare?: (page: Page) => Promise<unknown>,
): Promise<{ page: Page; frame: Frame }> {
  harness.bank = () => ({ status: 'processing', last_attempt: { ...confirmation, challenge_page } })
  const { page, frame } = await openShop({}, undefined, prepare)
  await fillCard(frame)
  await frame.locator('#pay').click()
  return { page, frame }
}

t.test('when the bank asks for confirmation, the form says so and its window opens over the page', async (t) => {
  const { page, frame } = await payWithConfirmation()
  await frame.getByText('Please confirm this payment with your bank.').waitFor()
  await page.getByRole('dialog', { name: 'Confirm your payment' }).waitFor()
  const bank = page.frameLocator('dialog iframe').locator('#bank')
  t.equal(await bank.getAttribute('src'), '/sandbox/challenge/1')
  harness.session = { ...harness.session, status: 'paid' }
  await frame.getByText('Payment received').waitFor()
  await page.locator('dialog').waitFor({ state: 'detached' })
})

t.test(
  'while the script of the window is missing, the form offers the bank’s page, in a tab if it has to',
  async (t) => {
    const arrives = Promise.withResolvers<void>()
    const { page, frame } = await payWithConfirmation(undefined, (page) =>
      page.route('**/assets/window.*', async (route) => {
        await arrives.promise
        await route.abort()
      }),
    )
    await frame.getByText('Please confirm this payment with your bank.').waitFor()
    const bank = frame.getByRole('button', { name: 'Open your bank’s page' })
    await bank.waitFor()
    t.equal(await page.locator('dialog').count(), 0, 'no window without its content')
    arrives.resolve()
    const opened = page.context().waitForEvent('page')
    await until(
      async () => {
        await bank.click()
        return page.context().pages().length > 1
      },
      () => 'a tab with the bank’s page',
    )
    const tab = await opened
    t.equal(await tab.locator('#bank').getAttribute('src'), '/sandbox/challenge/1')
    t.notOk(await tab.locator('#cancel').isVisible(), 'only the form can cancel now')
    await tab.close()
    harness.session = { ...harness.session, status: 'paid' }
    await frame.getByText('Payment received').waitFor()
  },
)

t.test('the outcome gets the focus, even if the bank’s window returns it late', inFullRuns, async () => {
  const { page, frame } = await payWithConfirmation()
  await page.getByRole('dialog', { name: 'Confirm your payment' }).waitFor()
  // A page that is busy with other scripts.
  await page.locator('#pay iframe').evaluate((element: HTMLIFrameElement) => {
    element.focus = () => void Object.assign(window, { giveBack: () => HTMLElement.prototype.focus.call(element) })
  })
  harness.session = { ...harness.session, status: 'paid' }
  await frame.getByText('Payment received').waitFor()
  await page.evaluate('giveBack()')
  await frame.locator('#outcome:focus').waitFor()
})

t.test('the window does not open for an address on another origin', async (t) => {
  const { page, frame } = await payWithConfirmation('https://bank.example/confirm')
  await frame.getByRole('button', { name: 'Open your bank’s page' }).click()
  t.equal(await page.locator('dialog').count(), 0)
})

t.test('redirect: false stays on the page', async (t) => {
  harness.options = 'redirect: false'
  harness.session = { ...openSession(), status: 'paid', redirect_url: `${harness.shop}/thanks` }
  // The pause before a redirect passes at once, so that its request would come before the last one of the test.
  const atOnce = `{
    const wait = window.setTimeout
    window.setTimeout = (run, pause) => wait(run, pause === 1500 ? 0 : pause)
  }`
  const { page, frame } = await openShop({}, atOnce)
  await frame.getByText('Payment received').waitFor()
  await namesOf(page, 1)
  await frame.evaluate(() => new Promise((passed) => setTimeout(passed, 1_500)))
  await page.evaluate(() => fetch('/last').then((reply) => reply.text()))
  t.equal(page.url(), `${harness.shop}/`)
  t.same(await namesOf(page, 1), ['complete'])
})

t.test('a wrong client secret gives an error and no form', async (t) => {
  const { page } = await openShop()
  await page.evaluate(() => {
    const { ServicePay, seen } = window as unknown as { ServicePay: NonNullable<Window['ServicePay']>; seen: unknown[] }
    const broken = ServicePay.checkout({} as { clientSecret: string })
    broken.mount('#pay').on('error', (error) => seen.push(['error', error]))
  })
  await page.waitForFunction(() =>
    JSON.stringify((window as unknown as { seen: unknown[] }).seen).includes('invalid_client_secret'),
  )
  t.match(await namesOf(page, 1), /invalid_client_secret/)
})

t.test('the form can be unmounted, mounted again and mounted twice', async (t) => {
  const { page } = await openShop()
  await page.evaluate(() => {
    const { checkout } = window as unknown as { checkout: { mount(target: string): unknown; unmount(): unknown } }
    checkout.unmount()
    checkout.unmount()
    checkout.mount('#pay')
    checkout.mount('#pay')
  })
  await page.frameLocator('#pay iframe').locator('#pay').waitFor()
  t.equal(await page.locator('iframe').count(), 1)
  t.same(
    await page.evaluate(
      () =>
        (window as unknown as { checkout: { unmount(): unknown } }).checkout.unmount() &&
        document.querySelectorAll('iframe').length,
    ),
    0,
  )
})

t.test('before it is ready, the form makes two requests, and stores nothing', async (t) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  const sizes: number[] = []
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => sizes.push(encodedDataLength))
  await page.goto(harness.shop)
  await page.frameLocator('#pay iframe').locator('#pay').waitFor()
  await until(() => harness.calls.length >= 5, 'the second script and its texts')
  const inFrame = harness.calls.filter((call) => call !== 'GET /v1/servicepay.js')
  const calls = inFrame.map((call) => call.replace(/\.[0-9a-f]{16}\./, '.'))
  t.same(calls.slice(0, 2), ['GET /v1/form/frame', 'GET /v1/form/session'])
  const later = ['GET /v1/form/assets/texts-shop-en.js', 'GET /v1/form/assets/later.js']
  t.same(
    calls.slice(2).sort(),
    later.sort(),
    'the second script and its texts come after all that the empty form needs',
  )
  const [, frame] = page.frames()
  t.same(frame && (await storedBy(frame)), nothingStored)
  t.comment(`loaded in all, the shop's page included: ${sizes.reduce((sum, size) => sum + size, 0)} bytes`)
})

t.test('the second script formats and checks what the customer has typed before it arrives', inFullRuns, async (t) => {
  const arrived = Promise.withResolvers<void>()
  const { page, frame } = await openShop({}, undefined, async (page) =>
    page.route('**/assets/later.*', async (route) => {
      await arrived.promise
      await route.continue()
    }),
  )
  await frame.locator('#number').pressSequentially('40120000000600')
  await frame.locator('#expiry').pressSequentially('1334')
  await frame.locator('#code').pressSequentially('12a')
  await frame.locator('#code').press('ArrowLeft')
  arrived.resolve()
  await frame.getByText(english.live.numberInvalid).waitFor()
  t.same(await Promise.all(['number', 'expiry', 'code'].map((id) => frame.inputValue(`#${id}`))), [
    '4012 0000 0006 00',
    '13 / 34',
    '12',
  ])
  t.equal(await frame.textContent('#expiry-error'), english.live.expiryInvalid)
  t.equal(await frame.textContent('#code-error'), '', 'the customer is still in this field')
  await page.keyboard.type('3')
  t.match(await frame.inputValue('#code'), /3/)
})
