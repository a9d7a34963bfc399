import type { Page } from 'playwright-core'

/**
 * Keeps the browser on its page when that sends it to such an address, so that the page can be looked at for as long as a busy machine
 * takes. The returned function lets it go.
 */
export async function holdDeparture(page: Page, address: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.context().route(address, async (route) => {
    await promise
    await route.fallback()
  })
  return resolve
}
