import type { Page } from 'playwright-core'
import t from 'tap'
import { sql } from '../../support/sql.ts'
import { launchChromium } from '../../support/browser/chromium.ts'
import { isFull } from '../../support/combinations.ts'
import { startReceiver } from '../../support/receiver.ts'
import { startService } from '../../support/service.ts'
import { password, signIn } from '../shell/support.ts'
import { takePicture } from '../../support/browser/pictures.ts'

// A merchant makes and deactivates a link, and rolls the signing secret, in a real browser by keyboard: with JavaScript
// and without it.

const service = await startService()
const receiver = await startReceiver()
const browser = await launchChromium()
t.teardown(async () => {
  await browser.close()
  await service.stop()
  await receiver.stop()
})
const owner = await signIn(service)
const cookies = [...owner.cookies].map(([name, value]) => ({ name, value, url: service.baseUrl }))

async function press(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).focus()
  await page.keyboard.press('Enter')
}

/** Answers the page that asks before a form takes effect. With the script, a dialog asks instead. */
async function confirm(page: Page, javaScriptEnabled: boolean, button: string): Promise<void> {
  if (!javaScriptEnabled) await page.getByRole('heading', { name: 'Are you sure?' }).waitFor()
  const asked = javaScriptEnabled ? page.getByRole('dialog') : page
  await asked.getByRole('button', { name: button, exact: true }).focus()
  await page.keyboard.press('Enter')
}

async function makeLink(page: Page, javaScriptEnabled: boolean): Promise<void> {
  await page.goto(`${service.baseUrl}/dashboard/test/links`)
  await page.getByRole('link', { name: 'New payment link' }).click()
  await page.getByLabel('Amount').fill('1,250')
  await page.getByLabel('What it is for').fill('A <small> thing')
  await page.keyboard.press('Enter')
  await page.getByText('no separator for thousands').waitFor()
  await page.getByLabel('Amount').fill('12.50')
  const preview = page.getByRole('region', { name: 'What the customer sees' })
  await preview.getByText('A <small> thing').waitFor()
  // Without the script, the preview has what the server last read.
  t.match(await preview.textContent(), javaScriptEnabled ? '12.50 GBP' : '—')
  await page.keyboard.press('Enter')
  await page.getByText('The link for £12.50 is created.').waitFor()
}

// The pages of payments have tests without JavaScript in every run.
for (const javaScriptEnabled of isFull ? [true, false] : [true]) {
  const how = javaScriptEnabled ? 'with' : 'without'

  t.test(`a merchant makes a link, copies its address and deactivates it, ${how} JavaScript`, async (t) => {
    const context = await browser.newContext({
      javaScriptEnabled,
      permissions: ['clipboard-read', 'clipboard-write'],
      viewport: { width: 375, height: 800 },
    })
    await context.addCookies(cookies)
    const page = await context.newPage()
    await makeLink(page, javaScriptEnabled)
    const address = await page.locator('#link-address').textContent()
    t.match(address, /\/l\/[0-9a-z]{12}$/)
    t.ok(await page.locator('.qr img').isVisible())
    t.ok(
      await page
        .locator('.qr img')
        .evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth > 0)),
      'the browser has loaded the QR code',
    )
    await takePicture(page, `dashboard-link-made-${how}`, { fullPage: true })
    const copy = page.locator('button[data-copy="link-address"]')
    // The page's script shows the button.
    await copy.waitFor({ state: javaScriptEnabled ? 'visible' : 'hidden' })
    if (javaScriptEnabled) {
      await copy.click()
      await page.getByText('Copied').waitFor()
      t.equal(await page.evaluate(() => navigator.clipboard.readText()), address)
      await press(page, 'Deactivate the link')
      await page.getByRole('dialog', { name: 'Deactivate the link for “A <small> thing”?' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      t.same(
        await sql(service, `select status from payment_links where code = ?`, [address?.slice(-12) ?? '']),
        [{ status: 'active' }],
        'the script asks first, and the answer was no',
      )
    }
    await press(page, 'Deactivate the link')
    await confirm(page, javaScriptEnabled, 'Deactivate the link')
    await page.getByText('The link is deactivated. Customers can no longer pay through it.').waitFor()
    await context.close()
  })

  t.test(`a merchant rolls the signing secret in two steps, ${how} JavaScript`, async (t) => {
    const context = await browser.newContext({ javaScriptEnabled, viewport: { width: 375, height: 800 } })
    await context.addCookies(cookies)
    const page = await context.newPage()
    await page.goto(`${service.baseUrl}/dashboard/test/webhooks`)
    await page.getByRole('textbox', { name: 'Address' }).fill(receiver.url)
    await page.locator('#set-current').fill(password)
    await page.keyboard.press('Enter')
    // The test with JavaScript, which runs first, has set an address. No page repeats a password.
    if (!javaScriptEnabled) await page.locator('#set-current').fill(password)
    if (!javaScriptEnabled) await confirm(page, javaScriptEnabled, 'Set the address')
    await page.getByText('This page shows it for 10 minutes.').waitFor()
    await page.locator('#roll-current').fill(password)
    await press(page, 'Show the next secret')
    await page.getByText('We do not sign with it yet.').waitFor()
    t.match(await page.locator('#secret').textContent(), /^whsec_/)
    await takePicture(page, `dashboard-secret-rolling-${how}`, { fullPage: true })
    t.notOk(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), 'a long secret wraps')
    await press(page, 'Sign with it now')
    await confirm(page, javaScriptEnabled, 'Sign with it now')
    await page.getByText('From now on, we sign every delivery with the next secret.').waitFor()
    await press(page, 'Send a test.ping')
    await page.getByText('Your receiver accepted the test.ping').waitFor()
    await page.getByText('Request headers').click()
    await page.getByText('Service-Signature: t=').waitFor()
    await takePicture(page, `dashboard-ping-${how}`, { fullPage: true })
    await context.close()
  })
}
