import type { Page } from 'playwright-core'

/**
 * Holds the page's navigation to such an address, so that a test on a busy machine has time to look at the page.
 * The returned function lets the navigation continue.
 */
export async function holdDeparture(page: Page, address: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.context().route(address, async (route) => {
    await promise
    await route.fallback()
  })
  return resolve
}
