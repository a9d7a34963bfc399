import type { Locator, Page } from 'playwright-core'

/** What a customer sees in a hosted checkout. */
type Shown = 'paid' | 'not paid' | 'way back to the bank' | 'form'

const wayBack = 'Open your bank’s page'

/** What the customer sees in the checkout that opens again. Null: it says that it is busy. */
export async function shownIn(page: Page): Promise<Shown | null> {
  const form = page.frameLocator('[data-client-secret] iframe')
  const signs: readonly (readonly [Shown, Locator])[] = [
    ['paid', page.getByText('Payment received').first()],
    ['paid', form.getByText('Payment received').first()],
    ['not paid', page.getByText('Payment not made').first()],
    ['not paid', page.getByText('This checkout has closed').first()],
    ['way back to the bank', form.getByRole('button', { name: wayBack })],
    // While the session loads, the form already shows its fields, but neither this button nor any statement.
    ['form', form.locator('#pay[aria-disabled="false"], #pay:not([aria-disabled])')],
  ]
  await page.reload()
  for (let tries = 0; tries < 15; tries += 1) {
    for (const [shown, sign] of signs) if (await sign.isVisible()) return shown
    await page.waitForTimeout(100)
  }
  return null
}

/** Opens the bank's page from the checkout, and confirms there. */
export async function confirmAgain(page: Page, confirm: Locator): Promise<void> {
  const form = page.frameLocator('[data-client-secret] iframe')
  const over = async (): Promise<void> => undefined
  await form.getByRole('button', { name: wayBack }).click({ timeout: 3_000 }).catch(over)
  // A notification may end the payment meanwhile, and then the window closes.
  await confirm.click({ timeout: 5_000 }).catch(over)
  await form.getByText('Payment received').waitFor({ timeout: 3_000 }).catch(over)
}
