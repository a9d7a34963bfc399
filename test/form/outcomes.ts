import type { Frame, Locator, Page } from 'playwright-core'
import { clientSecret, openSession } from '../browser/form-harness.ts'
import { approvedCard, browser, decline, harness } from './form-page.ts'

// What a customer sees at the moment of each outcome, in windows of different sizes.

export interface Place {
  readonly name: string
  readonly width: number
  readonly height: number
  /** Height of the shop's own content above the form. Null: our hosted page. */
  readonly above: number | null
}

export const places: readonly Place[] = [
  { name: 'hosted', width: 390, height: 664, above: null },
  { name: 'hosted', width: 360, height: 640, above: null },
  { name: 'hosted', width: 1280, height: 720, above: null },
  { name: 'embedded', width: 375, height: 560, above: 0 },
  { name: 'embedded', width: 1280, height: 720, above: 400 },
  { name: 'embedded below other content', width: 260, height: 560, above: 900 },
]

export interface Outcome {
  readonly prepare?: () => void
  /** Replaces some of what the customer has typed. */
  readonly act?: (frame: Frame) => Promise<void>
  /** What the customer must see. */
  readonly title: string
}

const answer =
  (failure_code: string, failure_message: string, attempts_left = 4) =>
  () => {
    const change = { ...decline, attempts_left, failure_message }
    harness.bank = () => ({ ...change, failure_code: failure_code as typeof decline.failure_code })
  }

export const outcomes: Readonly<Record<string, Outcome>> = {
  approved: { title: 'Payment received' },
  declined: { prepare: answer('card_declined', 'Your bank declined this card.'), title: 'Card declined' },
  'last card left': { prepare: answer('card_declined', 'Your bank declined this card.', 1), title: 'Card declined' },
  expired: { prepare: answer('expired_card', 'This card has expired.'), title: 'Card expired' },
  'failed at the bank': {
    prepare: answer('processing_error', 'Something went wrong while your bank was processing the payment.'),
    title: 'Payment not made',
  },
  'not confirmed': {
    prepare: answer('authentication_failed', 'Your bank could not confirm that it is you.'),
    title: 'Payment not confirmed',
  },
  'no more cards': { prepare: () => void (harness.bank = () => ({ status: 'failed' })), title: 'Payment not made' },
  'session expired': {
    prepare: () => void (harness.bank = () => ({ status: 'expired' })),
    title: 'This checkout has closed',
  },
  'rate limited': {
    prepare: () => void (harness.refusal = { status: 429, code: 'rate_limited' }),
    title: 'Payment not sent',
  },
  'not sent': {
    prepare: () => void (harness.refusal = { status: 400, code: 'invalid_request' }),
    title: 'Payment not sent',
  },
  'field not accepted': {
    prepare: () => void (harness.refusal = { status: 400, code: 'invalid_request', param: 'name' }),
    title: 'Check your details',
  },
  'wrong code': { act: (frame) => frame.locator('#code').fill('12'), title: 'Check your details' },
  'wrong number': { act: (frame) => frame.locator('#number').fill('4012 0000 0006 0086'), title: 'Check your details' },
  'empty form': {
    act: async (frame) => {
      for (const id of ['number', 'expiry', 'code', 'name']) await frame.locator(`#${id}`).fill('')
    },
    title: 'Check your details',
  },
}

const card = { number: approvedCard, expiry: '12 / 34', code: '123', name: 'Ada Lovelace' }
const address = { email: 'ada@example.com', line1: '1 High Street', city: 'London', postal_code: 'N1 1AA' }

/** With the address the form is higher than most windows. */
export type Length = 'short' | 'long'

export async function openPlace(place: Place, length: Length): Promise<{ page: Page; frame: Frame }> {
  if (length === 'long') harness.session = { ...openSession(), needs: { email: true, billing_address: true } }
  const { width, height, above } = place
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width, height }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(above === null ? `${harness.service}/checkout/${clientSecret}` : harness.shop)
  const frame = await (await page.waitForSelector('iframe')).contentFrame()
  if (!frame) throw new Error('Bug: the iframe has no document')
  if (above !== null) {
    await page.evaluate((above) => {
      const block = (pixels: number) =>
        Object.assign(document.createElement('div'), { style: `height:${String(pixels)}px` })
      document.querySelector('#pay')?.before(block(above))
      document.querySelector('#pay')?.after(block(2_000))
    }, above)
  }
  for (const [id, text] of Object.entries({ ...card, ...(length === 'long' && address) }))
    await frame.locator(`#${id}`).fill(text)
  return { page, frame }
}

/** Where the customer is when the payment starts: at the button, or in the first field with the Enter key. */
export type Submit = 'click' | 'enter'

export async function payBy(submit: Submit, frame: Frame): Promise<void> {
  if (submit === 'click') return frame.locator('#pay').click()
  const first = frame.locator('#email:visible, #number:visible').first()
  await first.evaluate((input) => input.scrollIntoView({ block: 'start' }))
  await first.press('Enter')
}

/** The form reports its new height, and the page around it follows. This many drawings of the page are enough. */
const mostDrawings = 300

/** What the customer must see of an outcome but does not, once the page has settled. Empty: all is visible. */
export async function unseen(page: Page, frame: Frame, title: string): Promise<string[]> {
  await frame.getByText(title, { exact: true }).waitFor()
  for (let drawings = 1; ; drawings += 1) {
    // A frame outside the window draws nothing, so only the page can wait for its next drawing.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
    const missing = await outOfView(page, frame)
    if (missing.length === 0 || drawings === mostDrawings) return missing
  }
}

async function outOfView(page: Page, frame: Frame): Promise<string[]> {
  const isOutcome = await frame.locator('#outcome').isVisible()
  const selectors = isOutcome ? ['#outcome-title', '#outcome-text'] : ['#alert strong', '#alert p', '#alert button']
  const missing: string[] = []
  for (const selector of selectors) if (!(await isInView(page, frame.locator(selector)))) missing.push(selector)
  const focused = frame.locator(':focus')
  if (!isOutcome && !(await isInView(page, focused))) missing.push('the focus')
  return missing
}

async function isInView(page: Page, part: Locator): Promise<boolean> {
  const box = await part.boundingBox()
  const { height, width } = page.viewportSize() ?? { height: 0, width: 0 }
  if (!box) return false
  return box.y >= 0 && box.y + box.height <= height && box.x >= 0 && box.x + box.width <= width
}
