import t, { type Test } from 'tap'
import type { FrameLocator } from 'playwright-core'
import { ServicePay } from '../../sdk/src/index.ts'
import { expectEqualLedgers } from '../sessions/ledgers.ts'
import { linesOf } from '../processors/rows/adyen-books.ts'
import { adyenEnvironment, connectAccount } from '../support/adyen/connect-account.ts'
import { startAdyenStandIn } from '../support/adyen/stand-in.ts'
import { launchChromium } from '../support/browser/chromium.ts'
import { startService } from '../support/service.ts'
import { sql } from '../support/sql.ts'
import { fillAddress, fillCard, formIn, pay } from './card-typing.ts'
import { startShop } from './shop.ts'
import { keepPages } from './kept-pages.ts'
import { visitOptions, watchVisit, type Visit } from './visit.ts'

// The whole way of a live payment: stored credentials, the registry, the adapter, Adyen's stand-in with the issuer's
// pages on another origin, and its signed notifications to our address. Nothing in between is replaced.

export const standIn = await startAdyenStandIn()
export const service = await startService({
  // All customers of the tests have one address.
  environment: { ...adyenEnvironment(standIn), DECLINE_LIMIT_PER_ADDRESS: '1000', DECLINE_LIMIT_PER_ACCOUNT: '1000' },
})
export const client = new ServicePay(await connectAccount(service, standIn), { baseUrl: service.baseUrl })
const shop = await startShop(service.baseUrl)
export const browser = await launchChromium()
const pages = keepPages(browser)

t.beforeEach(() => {
  standIn.issuer.forbidsFrames = false
  standIn.issuer.ignoresFingerprint = false
})

t.afterEach(() => pages.reset())

t.teardown(async () => {
  await browser.close()
  await shop.stop()
  await service.stop()
  await standIn.stop()
})

export type Place = 'hosted page' | 'strict shop' | 'link'

export interface Paying extends Visit {
  readonly form: FrameLocator
  /** The session, as the merchant reads it. */
  read(): ReturnType<typeof client.checkout.sessions.retrieve>
}

const terms = { amount: 4250, currency: 'GBP', description: 'Two tickets, Saturday 8 pm' }

const customer = {
  customer: { email: 'ada@example.com' },
  billing_address: { line1: '1 High Street', city: 'London', postal_code: 'N1 1AA', country: 'GB' },
}

/** A customer opens a checkout, types a card and pays. */
export async function paying(place: Place, number: string, { name = 'Ada Lovelace' } = {}): Promise<Paying> {
  const { form, sessionId, ...visit } = await open(place)
  await fillCard(form, number, { code: '737', name })
  await pay(form)
  return { ...visit, form, read: async () => client.checkout.sessions.retrieve(await sessionId()) }
}

async function open(place: Place): Promise<Visit & { form: FrameLocator; sessionId: () => Promise<string> }> {
  const visit = await watchVisit(await pages.open(visitOptions))
  const { page } = visit
  if (place === 'link') {
    const link = await client.paymentLinks.create(terms)
    await page.goto(link.url)
    const form = await formIn(page, '#form')
    await fillAddress(form)
    return { ...visit, form, sessionId: () => sessionOfLink(link.id) }
  }
  const session = await client.checkout.sessions.create({ ...terms, ...customer })
  const isHosted = place === 'hosted page'
  await page.goto(isHosted ? session.url : shop.strictPageWith([session.client_secret]))
  const form = await formIn(page, isHosted ? '[data-client-secret]' : '#pay')
  return { ...visit, form, sessionId: () => Promise.resolve(session.id) }
}

async function sessionOfLink(linkId: string): Promise<string> {
  const [row] = await sql<{ id: string }>(service, 'select id from checkout_sessions where payment_link_id = ?', [
    linkId,
  ])
  return row?.id ?? ''
}

/** Waits for the notifications, and compares our ledger with the stand-in's books. */
export async function expectSameBooks(t: Test): Promise<void> {
  await standIn.notifications.idle()
  await service.sweep()
  t.same(
    standIn.notifications.items.filter(({ state }) => state !== 'accepted'),
    [],
    'the service has accepted every notification',
  )
  t.same(
    await sql(
      service,
      `select item_id, state from processor_notifications where state not in ('applied', 'known', 'no_effect')`,
    ),
    [],
    'no notification waits or contradicts what the service knows',
  )
  await expectEqualLedgers(t, service, linesOf(standIn.books.payments, []))
}
