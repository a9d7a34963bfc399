import type { Page } from 'playwright-core'
import t from 'tap'
import { ServicePay } from '../../sdk/src/index.ts'
import { launchChromium } from '../support/browser/chromium.ts'
import { checkDelivery } from '../support/contract-hook.ts'
import { startReceiver, type ReceivedDelivery } from '../support/receiver.ts'
import { startService } from '../support/service.ts'
import { startShop } from './shop.ts'
import { keepPages } from './kept-pages.ts'
import { openVisit, visitOptions, watchVisit, type Visit } from './visit.ts'

export { shopAddress, type Visit } from './visit.ts'

// One browser, service, shop and webhook receiver for the test file that imports this. Each test makes its own sessions
// and pages.

export const service = await startService()
export const client = new ServicePay(service.secretKey, { baseUrl: service.baseUrl })
export const shop = await startShop(service.baseUrl)
export const receiver = await startReceiver()
export const signingSecret = await setEndpoint()
export const browser = await launchChromium()
const pages = keepPages(browser)

t.teardown(async () => {
  await browser.close()
  await shop.stop()
  await service.stop()
  await receiver.stop()
})

t.afterEach(() => pages.reset())

/** Email and address, so that the form asks only for the card. */
export const knownCustomer = {
  customer: { email: 'ada@example.com' },
  billing_address: { line1: '1 High Street', city: 'London', postal_code: 'N1 1AA', country: 'GB' },
}

/** Creates a session of £42.50 as the merchant's server would. `params` override the defaults. */
export async function newSession(params: object = {}): ReturnType<typeof client.checkout.sessions.create> {
  return client.checkout.sessions.create({
    amount: 4250,
    currency: 'GBP',
    description: 'Two tickets, Saturday 8 pm',
    ...knownCustomer,
    ...params,
  })
}

export interface Delivered {
  readonly delivery: ReceivedDelivery
  readonly event: { readonly id: string; readonly type: string; readonly data: Readonly<Record<string, unknown>> }
}

/** The next event of this type about this session, checked against the contract. */
export async function nextEvent(type: string, sessionId: string): Promise<Delivered> {
  const delivery = await receiver.next(({ rawBody }) => isAbout(rawBody, type, sessionId))
  checkDelivery(delivery)
  return { delivery, event: JSON.parse(delivery.rawBody) }
}

/** How many such events have arrived so far. */
export function countEvents(type: string, sessionId: string): number {
  return receiver.deliveries.filter(({ rawBody }) => isAbout(rawBody, type, sessionId)).length
}

function isAbout(rawBody: string, type: string, sessionId: string): boolean {
  const event = JSON.parse(rawBody)
  return event.type === type && event.data.id === sessionId
}

async function setEndpoint(): Promise<string> {
  const { secret } = await client.webhookEndpoints.set({ url: receiver.url })
  if (!secret) throw new Error('Bug: a new endpoint has a secret')
  return secret
}

/** A page as good as one in a fresh context of the browser of this file. */
export const visit = async (): Promise<Visit> => watchVisit(await pages.open(visitOptions))

/** A page in a fresh context, for tests of how the page of a shop treats the bank's window. */
export const freshVisit = (): Promise<Visit> => openVisit(browser)

/**
 * Switches off intervals in pages, so that the form does not notice the end of its session before the test acts.
 * Call it before opening the page.
 */
export async function stopIntervals(page: Page): Promise<void> {
  await page.addInitScript('window.setInterval = () => 0')
}

/** The bodies of the submits among the requests. */
export function submitsOf({ requests }: Visit): Record<string, unknown>[] {
  return requests
    .filter(({ method, url }) => method === 'POST' && url.endsWith('/v1/form/attempts'))
    .map(({ body }) => JSON.parse(body))
}
