import type { BrowserContextOptions, Frame, Page } from 'playwright-core'
import t from 'tap'
import { fillFields } from '../browser/card-typing.ts'
import { openSession, startFormHarness } from '../browser/form-harness.ts'
import { keepPages } from '../browser/kept-pages.ts'
import { launchChromium } from '../support/browser/chromium.ts'

// One browser and one harness for the test file that imports this. Each test begins with an open session and no page.
export const browser = await launchChromium()
export const harness = await startFormHarness()
const pages = keepPages(browser)

t.teardown(async () => {
  await browser.close()
  await harness.close()
})

t.beforeEach(() => {
  Object.assign(harness, {
    session: openSession(),
    options: '',
    shopHeaders: {},
    networks: [],
    fault: () => null,
    refusal: null,
    isPaidByOther: false,
    bank: () => ({ status: 'paid' }),
  })
  harness.cards.length = harness.calls.length = 0
})

t.afterEach(() => pages.reset())

export const approvedCard = '4012000000060085'

export const decline = {
  status: 'open',
  attempts_left: 4,
  failure_code: 'card_declined',
  failure_message: 'Your bank declined this card.',
} as const

/** An attempt for which the bank asks the customer to confirm. */
export const confirmation = {
  id: 'att_1',
  status: 'challenge',
  challenge_url: '/sandbox/challenge/1',
  challenge_page: '/v1/form/challenge/1',
  challenge_kind: 'confirmation',
  abandoned: false,
  left_at_bank: false,
} as const

/**
 * The events that the shop's handlers received, in order, each with the code of an error.
 * Waits for `count` of them, because the form shows its state before the shop's page gets the event.
 */
export async function namesOf(page: Page, count: number): Promise<string[]> {
  await page.waitForFunction((count) => (window as unknown as { seen: unknown[] }).seen.length >= count, count)
  const seen = await page.evaluate(() => (window as unknown as { seen: [string, { code?: string }][] }).seen)
  return seen.map(([name, argument]) => (argument.code ? `${name} ${argument.code}` : name))
}

/** A page without animations, because drawing them takes more of the processor than all else on a page. */
export function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  return pages.open({ locale: 'en-GB', reducedMotion: 'reduce', ...options })
}

/**
 * Opens the shop's page. For tests in which the form does not load, so that its frame may be gone at any time.
 */
export async function openShopPage(
  options: BrowserContextOptions = {},
  beforeLoad?: string,
  prepare?: (page: Page) => Promise<unknown>,
): Promise<Page> {
  const page = await openPage(options)
  if (beforeLoad) await page.addInitScript(beforeLoad)
  await prepare?.(page)
  await page.goto(harness.shop)
  return page
}

/** Runs in every document before its scripts, and makes its pauses twenty times shorter. */
export const hurry = `{
  const wait = window.setTimeout
  window.setTimeout = (run, milliseconds = 0) => wait(run, milliseconds / 20)
}`

/** Opens the shop's page with the form in it. */
export async function openShop(
  options: BrowserContextOptions = {},
  beforeLoad?: string,
  prepare?: (page: Page) => Promise<unknown>,
): Promise<{ page: Page; frame: Frame }> {
  const page = await openShopPage(options, beforeLoad, prepare)
  return { page, frame: await formIn(page) }
}

/** The form in the page of the shop. */
export async function formIn(page: Page): Promise<Frame> {
  const frame = await (await page.waitForSelector('#pay iframe')).contentFrame()
  if (!frame) throw new Error('Bug: the iframe has no document')
  return frame
}

/** Types one key at a time, as a customer does. */
export async function typeCard(frame: Frame, number = approvedCard): Promise<void> {
  await frame.locator('#number').fill('')
  await frame.locator('#number').pressSequentially(number)
  await frame.locator('#expiry').pressSequentially('1234')
  await frame.locator('#code').fill('123')
  await frame.locator('#name').fill('Ada Lovelace')
}

/** Fills in all fields at once, as a password manager does. */
export async function fillCard(frame: Frame, number = approvedCard): Promise<void> {
  await fillFields(frame, { number, expiry: '1234', code: '123', name: 'Ada Lovelace' })
}

/**
 * Presses the button of a form with mistakes, and waits until the form marks them. The script that does so may still be
 * on its way.
 */
export async function payWithMistakes(frame: Frame): Promise<void> {
  await frame.locator('#pay').click()
  await frame.getByRole('alert').getByText(/./).first().waitFor()
}

/**
 * How much this document has stored in the browser.
 * Browsers may deny storage to a third-party frame, which then has stored nothing.
 */
export function storedBy(owner: Frame | Page): Promise<{ local: number; session: number; cookies: string }> {
  return owner.evaluate(() => {
    const entriesOf = (name: 'localStorage' | 'sessionStorage'): number => {
      try {
        return window[name].length
      } catch (error) {
        if ((error as Error).name === 'SecurityError') return 0
        throw error
      }
    }
    return { local: entriesOf('localStorage'), session: entriesOf('sessionStorage'), cookies: document.cookie }
  })
}

export const nothingStored = { local: 0, session: 0, cookies: '' }
