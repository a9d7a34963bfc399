import t from 'tap'
import type { FrameLocator, Locator, Page } from 'playwright-core'
import { startThreeDSecureBank, usualPlan } from '../support/three-d-secure-bank.ts'
import { formIn } from './card-typing.ts'
import { newSession, service, shop, visit } from './real-checkout.ts'
import { bankFrame, payWithChallenge } from './three-d-secure-window.ts'

// 3-D Secure of an acquirer: the issuer's pages are on another origin, and lead back to our return address.

export const bank = await startThreeDSecureBank(service.app.sandbox)
for (const context of [service.app.context, service.app.workContext])
  context.processorFor = () => Promise.resolve(bank.processor)
t.teardown(() => bank.stop())
t.beforeEach(() => {
  bank.plan = usualPlan
})

interface Paying {
  readonly sessionId: string
  readonly page: Page
  readonly form: FrameLocator
  readonly complaints: string[]
}

/** A customer pays with a card of this bank. */
export async function paying(open: 'shop' | 'hosted' = 'shop'): Promise<Paying> {
  const session = await newSession()
  const { page, complaints } = await visit()
  await page.goto(open === 'shop' ? shop.pageWith([session.client_secret]) : session.url)
  const form = await formIn(page, open === 'shop' ? '#pay' : '[data-client-secret]')
  await payWithChallenge(form)
  return { sessionId: session.id, page, form, complaints }
}

/** The button with which the customer confirms at the bank. */
export const yes = (page: Page): Locator => bankFrame(page).getByRole('button', { name: 'Yes, it is me' })

/** What came back from the last customer. */
export const results = () => bank.resultsOf(bank.purchases.at(-1)?.reference)
