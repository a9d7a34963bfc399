import type { FrameLocator, Page } from 'playwright-core'
import t from 'tap'
import { inFullRuns } from '../support/combinations.ts'
import { fillFields, formIn, paidIn } from './card-typing.ts'
import { client, newSession, shop, visit } from './real-checkout.ts'
import { collectEvents, waitForEvent } from './shop.ts'
import { bankPage, bankWindow, challengePage } from './three-d-secure-window.ts'

const asksForAll = { customer: { phone: '+44 20 7946 0000' }, billing_address: null }

interface Stop {
  readonly id: string
  /** Whether the focus is visible. */
  readonly isVisible: boolean
}

/** Presses one key and returns which part of the form has the focus, or null when none has. */
async function tab(page: Page, form: FrameLocator): Promise<Stop | null> {
  await page.keyboard.press('Tab')
  const focused = form.locator(':focus')
  if ((await focused.count()) === 0) return null
  return focused.evaluate((element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    const { top, bottom } = element.getBoundingClientRect()
    return {
      id: element.id,
      isVisible: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && bottom > top,
    }
  })
}

const typed: Readonly<Record<string, string>> = {
  email: 'ada@example.com',
  number: '4012000000060085',
  expiry: '1239',
  code: '123',
  name: 'Ada Lovelace',
  line1: '1 High Street',
  postal_code: 'N1 1AA',
  city: 'London',
  country: 'United King',
}

/** Moves through the form to the pay button and fills in each field from `values`. */
async function fillIn(page: Page, form: FrameLocator, values = typed): Promise<Stop[]> {
  const stops: Stop[] = []
  for (let keys = 0; keys < 20; keys++) {
    const stop = await tab(page, form)
    if (!stop) continue
    stops.push(stop)
    if (stop.id === 'pay') return stops
    await page.keyboard.type(values[stop.id] ?? '')
    // The fields of the new country come with a request.
    if (stop.id === 'country' && values['country']) await form.getByLabel('Postcode').waitFor()
  }
  throw new Error(`The pay button cannot be reached: ${JSON.stringify(stops)}`)
}

t.test('a customer can pay with Tab and Enter alone, and sees the focus at every stop', async (t) => {
  const session = await newSession(asksForAll)
  const { page } = await visit()
  const events = await collectEvents(page)
  await page.goto(shop.pageWith([session.client_secret]))
  const form = await formIn(page)
  t.ok(await page.getAttribute('#pay iframe', 'title'), 'the frame has a name')
  const stops = await fillIn(page, form)
  t.same(
    stops.map(({ id }) => id),
    ['email', 'number', 'expiry', 'code', 'name', 'country', 'line1', 'line2', 'city', 'postal_code', 'pay'],
  )
  t.same(
    stops.filter(({ isVisible }) => !isVisible),
    [],
  )
  await page.keyboard.press('Enter')
  await paidIn(form)
  await waitForEvent(events, 'complete')
  t.equal(await form.locator(':focus').getAttribute('id'), 'outcome', 'screen readers announce the outcome at once')
  t.match(await client.checkout.sessions.retrieve(session.id), {
    status: 'paid',
    customer: { email: 'ada@example.com' },
    billing_address: { line1: '1 High Street', city: 'London', postal_code: 'N1 1AA', country: 'GB' },
  })
})

t.test('mistakes are announced, Enter leads to the first one, and each field describes its own', async (t) => {
  const session = await newSession(asksForAll)
  const { page } = await visit()
  await collectEvents(page)
  await page.goto(shop.pageWith([session.client_secret]))
  const form = await formIn(page)
  const { country: _country, ...fields } = typed
  await fillFields(form, { ...fields, email: 'ada@', number: '4012000000060084' })
  await form.locator('#country').selectOption('GB')
  await form.locator('#pay').press('Enter')
  // This form is higher than the window, so the alert is in view, and its button leads to the field.
  await form.locator(':focus').getByText('Go to the field').waitFor()
  t.equal(await form.getByRole('alert').locator('p').textContent(), 'Please correct the marked fields.')
  const invalid = form.locator('[aria-invalid="true"]')
  t.same(await invalid.evaluateAll((fields) => fields.map(({ id }) => id)), ['email', 'number'])
  for (const id of ['email', 'number']) {
    const described = String(await form.locator(`#${id}`).getAttribute('aria-describedby')).split(' ')
    t.ok(described.includes(`${id}-error`))
    t.ok(await form.locator(`#${id}-error`).textContent())
  }
  await page.keyboard.press('Enter')
  await form.locator('#email:focus').waitFor()
  await page.keyboard.press('Control+A')
  await page.keyboard.type(typed['email'] ?? '')
  await tab(page, form)
  await page.keyboard.press('Control+A')
  await page.keyboard.type(typed['number'] ?? '')
  await page.keyboard.press('Enter')
  await paidIn(form)
})

t.test('a customer can confirm or cancel a payment at the bank with the keyboard alone', inFullRuns, async () => {
  const session = await newSession()
  const { page } = await visit()
  await page.goto(session.url)
  const form = await formIn(page, '.form')
  await fillIn(page, form, { ...typed, number: '4918190000000002' })
  await page.keyboard.press('Enter')
  await bankWindow(page)
  await bankPage(page)
  await page.keyboard.press('Escape')
  await challengePage(page).getByText('Cancel the payment?').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await form.getByRole('alert').getByText('You cancelled; nothing was charged.').waitFor()
  // The same card may work. Only its code is missing, because it may be used only once.
  await form.locator('#code:focus').waitFor()
  await page.keyboard.type('123')
  await page.keyboard.press('Enter')
  await bankWindow(page)
  await bankPage(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await paidIn(form)
})
