import { copyFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { fillFields, formIn } from '../../browser/card-typing.ts'
import { address, browser, claim, service } from '../../dashboard/shell/browser.ts'
import { createSession } from '../../support/pay.ts'
import { pictureOf, takePicture, withPictures } from '../../support/browser/pictures.ts'

// The two pictures of the README. `npm run pictures` takes them anew and puts them into .github/images.

const customer = { email: 'ada@example.com' }
const billing_address = { line1: '1 High Street', city: 'London', postal_code: 'N1 1AA', country: 'GB' }

/** What the shop of the picture has sold: amount, currency, customer, description and what became of the payment. */
const sales = [
  [2500, 'GBP', 'ada', 'Two tickets', 'paid'],
  [12_900, 'GBP', 'grace', 'Desk lamp', 'refunded'],
  [4800, 'EUR', 'emmy', 'Book parcel', 'paid'],
  [990, 'GBP', 'mary', 'Postcards', 'open'],
  [35_000, 'USD', 'alan', 'Workshop seat', 'paid'],
  [7400, 'GBP', 'hedy', 'Tea set', 'disputed'],
  [1500, 'EUR', 'sophie', 'Museum ticket', 'paid'],
] as const

/** Puts a picture into the folder that the README shows. */
function keepPicture(name: string): void {
  if (withPictures)
    copyFileSync(
      pictureOf(`readme-${name}`),
      fileURLToPath(new URL(`../../../.github/images/${name}.png`, import.meta.url)),
    )
}

t.test('the hosted page shows what is paid, and recognises the card', async (t) => {
  const session = await createSession(service, { description: 'Two tickets', customer, billing_address })
  const page = await browser.newPage({ viewport: { width: 570, height: 420 }, deviceScaleFactor: 2 })
  await page.goto(session.url)
  const form = await formIn(page, '[data-client-secret]')
  await fillFields(form, { number: '4012 0000 0006 0085', expiry: '1239' })
  t.match(await page.textContent('main'), '£25.00')
  await form.locator('#marks svg:only-child').waitFor()
  await takePicture(page, 'readme-form', { fullPage: true })
  keepPicture('form')
})

t.test('the list of payments shows each with its state', async (t) => {
  for (const [index, [amount, currency, name, description, state]] of sales.entries()) {
    const session = await createSession(service, {
      amount,
      currency,
      description,
      reference: `order-${1001 + index}`,
      customer: { email: `${name}@example.com` },
    })
    const helper = `/v1/test_helpers/checkout/sessions/${session.id}`
    if (state !== 'open') t.equal((await service.call('POST', `${helper}/pay`)).status, 200)
    if (state === 'disputed') t.equal((await service.call('POST', `${helper}/dispute`)).status, 200)
    if (state === 'refunded')
      t.equal((await service.call('POST', `/v1/checkout/sessions/${session.id}/refunds`, { amount: 5000 })).status, 200)
  }
  const page = await browser.newPage({ viewport: { width: 1440, height: 860 } })
  await claim(page, 'ada@example.com', service.secretKey)
  await page.goto(address('test/payments'))
  t.match(await page.textContent('main'), /Museum ticket[^]*Tea set[^]*Workshop seat/)
  await takePicture(page, 'readme-dashboard')
  keepPicture('dashboard')
})
