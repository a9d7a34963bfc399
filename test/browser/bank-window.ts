import type { FrameLocator, Locator, Page } from 'playwright-core'

// The window of 3-D Secure over a page, and the bank's page in it.

/** The bank's window over the page, when it has opened. */
export async function bankWindow(page: Page): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: 'Confirm your payment' })
  await dialog.waitFor()
  return dialog
}

/**
 * Waits until the bank's page in the window has loaded with its script, which comes after its buttons.
 * Until then the page handles no keys.
 */
export async function bankPage(page: Page): Promise<void> {
  await bankButton(page, 'Approve').waitFor()
  await bankFrame(page)
    .locator('html')
    .evaluate(() => document.readyState === 'complete' || new Promise((loaded) => addEventListener('load', loaded)))
}

/** Our page in the window: the title, the Cancel button and the question. */
export function challengePage(page: Page): FrameLocator {
  return page.frameLocator('dialog iframe')
}

/** The bank's page in the window. */
export function bankFrame(page: Page): FrameLocator {
  return challengePage(page).frameLocator('#bank')
}

/** A button of the bank's page in the window. */
export function bankButton(page: Page, name: 'Approve' | 'Decline' | 'Cancel'): Locator {
  return bankFrame(page).getByRole('button', { name })
}

/** Resizes the page and waits until it has the new size. */
export async function resize(page: Page, size: { readonly width: number; readonly height: number }): Promise<void> {
  await page.setViewportSize(size)
  await page.waitForFunction(({ width, height }) => innerWidth === width && innerHeight === height, size)
}

export async function windowGone(page: Page): Promise<void> {
  await page.locator('dialog').waitFor({ state: 'detached' })
}
