import type { Browser, Page } from 'playwright-core'

/** A page in a fresh browser context, with its requests and errors. */
export interface Visit {
  readonly page: Page
  readonly requests: SeenRequest[]
  /** Errors of the page's scripts and violations of its policy. */
  readonly complaints: string[]
}

export interface SeenRequest {
  readonly method: string
  readonly url: string
  readonly headers: string
  readonly body: string
  readonly at: number
}

/** The shop that sessions of these tests lead to. It does not exist; Playwright answers for it. */
export const shopAddress = 'https://shop.example'

/** The context of a visit. It has no animations, which take long to draw. */
export const visitOptions = { locale: 'en-GB', reducedMotion: 'reduce' } as const

/** Opens a page in a fresh context of this browser. */
export async function openVisit(browser: Browser): Promise<Visit> {
  return watchVisit(await (await browser.newContext(visitOptions)).newPage())
}

/** Records what happens in a page from now on. */
export async function watchVisit(page: Page): Promise<Visit> {
  const seen: Visit = { page, requests: [], complaints: [] }
  page.on('request', (request) => {
    const headers = JSON.stringify(request.headers())
    seen.requests.push({
      method: request.method(),
      url: request.url(),
      headers,
      body: request.postData() ?? '',
      at: Date.now(),
    })
  })
  page.on('pageerror', (error) => seen.complaints.push(error.message))
  page.on('console', (message) => message.type() === 'error' && seen.complaints.push(message.text()))
  await page.context().route(`${shopAddress}/**`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><link rel="icon" href="data:,"><h1>Back at the shop</h1>',
    }),
  )
  return seen
}
