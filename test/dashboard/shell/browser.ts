import type { Page } from 'playwright-core'
import t from 'tap'
import { launchChromium } from '../../support/browser/chromium.ts'
import { startService } from '../../support/service.ts'
import { password } from './support.ts'

/** One service and one browser for the tests of a file. */
export const service = await startService({ environment: { LIVE_PROCESSOR: 'sandbox' } })
export const browser = await launchChromium()
t.teardown(async () => {
  await browser.close()
  await service.stop()
})

export const address = (path: string): string => `${service.baseUrl}/dashboard/${path}`

/** Claims an account with its key, as a merchant does in a browser. */
export async function claim(page: Page, email: string, secretKey: string): Promise<void> {
  await page.goto(address('claim'))
  await page.getByLabel('Secret key').fill(secretKey)
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('New password').fill(password)
  await page.keyboard.press('Enter')
  await page.getByText('The account is yours.').waitFor()
  // The key that claimed the account is older than its person.
  await page.getByRole('button', { name: 'I recognise the rest: keep it' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'I recognise the rest: keep it' }).waitFor({ state: 'detached' })
}
