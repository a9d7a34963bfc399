import type { BrowserContextOptions, Frame } from 'playwright-core'
import t from 'tap'
import { inFullRuns } from '../support/combinations.ts'
import { english } from '../../form/texts/en.ts'
import { openSession } from '../browser/form-harness.ts'
import { until } from '../support/until.ts'
import { fillCard, harness, openShop, payWithMistakes } from './form-page.ts'

/** Opens a form that asks for email and address, with a card in it. */
async function openAddress(locale: string, options: BrowserContextOptions = {}): Promise<Frame> {
  harness.session = { ...openSession(), needs: { email: true, billing_address: true } }
  const { frame } = await openShop({ locale, ...options })
  await fillCard(frame)
  await frame.locator('#email').fill('ada@example.com')
  return frame
}

async function chooseCountry(frame: Frame, country: string): Promise<void> {
  await frame.locator(`#country option[value=${country}]`).waitFor({ state: 'attached' })
  await frame.locator('#country').selectOption(country)
}

/** The labels of the fields of the address that the form shows, in the order of the document. */
function labels(frame: Frame): Promise<string[]> {
  return frame.locator('#address .field:not([hidden]) label').allTextContents()
}

/** Waits for the form to name a field. */
async function untilLabel(frame: Frame, name: string, label: string): Promise<void> {
  await frame.locator(`label[for=${name}]`, { hasText: label }).waitFor()
}

async function sentAddress(frame: Frame): Promise<unknown> {
  await frame.locator('#pay').click()
  await frame.getByText('Payment received').waitFor()
  return (harness.cards[0]?.['sent'] as { billing_address: unknown }).billing_address
}

t.test('the first country’s fields are there when the form is ready, and its state is sent as a code', async (t) => {
  const frame = await openAddress('en-US')
  t.same(await labels(frame), [
    'Country',
    'Street and number',
    'Flat, suite or company (optional)',
    'City',
    'State',
    'ZIP code',
  ])
  // The list of states follows with the format.
  await frame.locator('#state option[value=CA]').waitFor({ state: 'attached' })
  await payWithMistakes(frame)
  t.equal(await frame.textContent('#state-error'), english.live.required.state)
  await frame.locator('#line1:focus').waitFor()
  await frame.locator('#line1').fill('548 Market St')
  await frame.locator('#line2').fill('Suite 2')
  await frame.locator('#city').fill('San Francisco')
  await frame.locator('#state').selectOption({ label: 'California' })
  await frame.locator('#postal_code').fill('94104')
  t.same(await sentAddress(frame), {
    line1: '548 Market St',
    line2: 'Suite 2',
    city: 'San Francisco',
    state: 'CA',
    postal_code: '94104',
    country: 'US',
  })
})

t.test('another country changes fields, labels and order, and keeps what was typed', async (t) => {
  const frame = await openAddress('en-GB')
  await frame.locator('#line1').fill('Burg Khalifa Blvd 1')
  await frame.locator('#postal_code').fill('SW1A 1AA')
  await chooseCountry(frame, 'AE')
  await untilLabel(frame, 'state', 'Emirate')
  t.same(await labels(frame), ['Country', 'Street and number', 'Flat, suite or company (optional)', 'Emirate'])
  t.equal(await frame.inputValue('#line1'), 'Burg Khalifa Blvd 1')
  await chooseCountry(frame, 'DE')
  await untilLabel(frame, 'postal_code', 'Postal code')
  t.same((await labels(frame)).slice(3), ['Postal code', 'City'])
  t.equal(await frame.inputValue('#postal_code'), 'SW1A 1AA')
  await chooseCountry(frame, 'AE')
  await untilLabel(frame, 'state', 'Emirate')
  await frame.locator('#state').selectOption('DU')
  t.same(await sentAddress(frame), { line1: 'Burg Khalifa Blvd 1', state: 'DU', country: 'AE' })
  t.equal(harness.calls.filter((call) => call.includes('address-DE')).length, 1)
})

t.test('a field that moves while the customer is in it keeps the focus', inFullRuns, async (t) => {
  const frame = await openAddress('en-GB')
  await frame.locator('#line1').focus()
  await frame.locator('#country option[value=HU]').waitFor({ state: 'attached' })
  await frame.evaluate(() => {
    const country = document.querySelector<HTMLSelectElement>('#country')!
    country.value = 'HU'
    country.dispatchEvent(new Event('change'))
  })
  await untilLabel(frame, 'postal_code', 'Postal code')
  t.same((await labels(frame)).slice(1, 3), ['City', 'Street and number'])
  await frame.locator('#line1:focus').waitFor()
})

t.test('without its rules a country gets the general fields, and the payment goes on', async (t) => {
  harness.fault = (call) => (call.includes('address-') ? 'refused' : null)
  const frame = await openAddress('en-US')
  await chooseCountry(frame, 'FR')
  await untilLabel(frame, 'postal_code', 'Postal code')
  t.same((await labels(frame)).slice(3), ['City', 'Postal code'])
  await frame.locator('#line1').fill('1 rue de Rivoli')
  t.same(await sentAddress(frame), { line1: '1 rue de Rivoli', country: 'FR' })
})

t.test('a payment does not wait for the rules of a country', async (t) => {
  const frame = await openAddress('en-US')
  await frame.page().route('**/address-GB-*', () => undefined)
  await frame.locator('#line1').fill('1 High Street')
  await frame.locator('#city').fill('London')
  await chooseCountry(frame, 'GB')
  t.same(await sentAddress(frame), { line1: '1 High Street', city: 'London', country: 'GB' })
})

t.test(
  'mistakes that the form has marked stay marked when the rules of their country arrive',
  inFullRuns,
  async (t) => {
    const [american, german] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    harness.session = { ...openSession(), needs: { email: true, billing_address: true } }
    const { frame } = await openShop({ locale: 'en-US' }, undefined, (page) =>
      page.route('**/address-*', async (route) => {
        await (route.request().url().includes('address-US-') ? american : german).promise
        await route.continue()
      }),
    )
    const marked = (): Promise<string[]> =>
      frame.locator('#address [aria-invalid=true]').evaluateAll((fields) => fields.map(({ id }) => id))
    await payWithMistakes(frame)
    t.same(await marked(), ['line1'])
    american.resolve()
    await frame.locator('#state option[value=CA]').waitFor({ state: 'attached' })
    t.same(await marked(), ['line1'])
    t.equal(await frame.textContent('#line1-error'), english.live.required.line1)
    await payWithMistakes(frame)
    t.same(await marked(), ['line1', 'city', 'state', 'postal_code'])
    await frame.locator('#country').selectOption('DE')
    t.same(await marked(), [], 'another country has other mistakes')
    await payWithMistakes(frame)
    t.same(await marked(), ['line1'])
    german.resolve()
    await untilLabel(frame, 'postal_code', 'Postal code')
    t.same(await marked(), ['line1'])
    await frame.getByRole('alert').getByText(english.live.correctFields).waitFor()
  },
)

t.test('an unusual postal code is asked about once, and never refused', async (t) => {
  const frame = await openAddress('en-GB')
  await frame.locator('#line1').fill('1 High Street')
  await frame.locator('#city').fill('London')
  await frame.locator('#postal_code').fill('n1')
  await frame.locator('#pay').click()
  await frame
    .locator('#postal_code-error')
    .getByText(/^Usually written like EC1Y\s8SY\./)
    .waitFor()
  await frame.locator('#postal_code:focus').waitFor()
  t.equal(harness.cards.length, 0)
  // A click that follows the first at once is no answer, so the customer’s may have to be the third.
  const paid = frame.getByText('Payment received')
  await until(async () => {
    await frame.locator('#pay').dispatchEvent('click')
    return paid.isVisible()
  }, 'the payment')
  t.match(harness.cards[0]?.['sent'], { billing_address: { postal_code: 'N1' } })
})

t.test('a part of the address that the service refuses is marked at its field', async (t) => {
  const frame = await openAddress('en-US')
  await frame.locator('#line1').fill('548 Market St')
  await frame.locator('#city').fill('San Francisco')
  await frame.locator('#state').selectOption('CA')
  await frame.locator('#postal_code').fill('94104')
  await frame
    .page()
    .route('**/v1/form/attempts', (route) =>
      route.fulfill({ status: 400, json: { error: { code: 'parameter_invalid', param: 'billing_address.state' } } }),
    )
  await frame.locator('#pay').click()
  await frame.locator('#state[aria-invalid=true]').waitFor()
  t.equal(await frame.textContent('#state-error'), english.live.notAccepted)
})

t.test('a mistyped mail domain gets a suggestion, which the keyboard takes over', async (t) => {
  const frame = await openAddress('de')
  await frame.locator('#email').fill('ada@gmial.com')
  await frame.locator('#email').press('Tab')
  const suggestion = frame.getByRole('status').getByRole('button', { name: 'Meinten Sie ada@gmail.com?' })
  await suggestion.focus()
  await suggestion.press('Enter')
  t.equal(await frame.inputValue('#email'), 'ada@gmail.com')
  t.equal(await suggestion.count(), 0)
  await frame.locator('#email:focus').waitFor()
  t.equal(harness.cards.length, 0)
})

t.test('a mistyped mail domain does not keep the customer from paying', inFullRuns, async (t) => {
  const frame = await openAddress('en-GB')
  await frame.locator('#email').fill('ada@gmial.com')
  await frame.locator('#line1').fill('1 High Street')
  await frame.locator('#city').fill('London')
  await frame.locator('#postal_code').fill('N1 1AA')
  await sentAddress(frame)
  t.match(harness.cards[0]?.['sent'], { email: 'ada@gmial.com' })
})

t.test('browsers find every field for autofill, and check no spelling', inFullRuns, async (t) => {
  const frame = await openAddress('en-US')
  const fields = await frame.locator('#card :is(input, select)').evaluateAll((inputs) =>
    inputs.map((input) => {
      const { id, autocomplete, spellcheck, autocapitalize } = input as HTMLInputElement
      return { id, autocomplete, spellcheck, autocapitalize }
    }),
  )
  t.same(
    fields.filter(({ spellcheck }) => spellcheck),
    [],
  )
  const tokens = Object.fromEntries(fields.map(({ id, autocomplete }) => [id, autocomplete]))
  t.match(tokens, {
    country: 'billing country',
    line1: 'billing address-line1',
    line2: 'billing address-line2',
    city: 'billing address-level2',
    state: 'billing address-level1',
    postal_code: 'billing postal-code',
  })
  t.match(Object.fromEntries(fields.map(({ id, autocapitalize }) => [id, autocapitalize])), {
    name: 'words',
    line1: 'words',
    postal_code: 'characters',
  })
})
