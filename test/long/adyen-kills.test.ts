import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { answer, cards } from '../browser/adyen-cards.ts'
import { formIn, pay, typeCard } from '../browser/card-typing.ts'
import { openVisit } from '../browser/visit.ts'
import { startMailServer } from '../mail/mail-server.ts'
import { linesOf } from '../processors/rows/adyen-books.ts'
import { adyenEnvironment } from '../support/adyen/connect-account.ts'
import { startAdyenStandIn, type AdyenStandIn } from '../support/adyen/stand-in.ts'
import { launchChromium } from '../support/browser/chromium.ts'
import { startReceiver } from '../support/receiver.ts'
import { Chance, size } from './load/chance.ts'
import { connectByCommand } from './connect-by-command.ts'
import { confirmAgain, shownIn } from './kill-points/checkout-page.ts'
import type { Point } from './kill-points/points.ts'
import { leaseSeconds, Shop } from './kill-points/shop.ts'
import { Victim } from './kill-points/victim-process.ts'

// Customers pay in Chromium through Adyen's stand-in, and the service ends with SIGKILL at each commit, each call of
// Adyen and each reply on the way. After a fresh start, both ledgers are equal, and the customer's page says the truth.

/** Points of a way that do not fit into this time are left to another run, whose seed chooses others. */
const budgetMs = size(150_000)

interface Site {
  readonly standIn: AdyenStandIn
  readonly victim: Victim
  readonly shop: Shop
  readonly liveKey: string
  readonly newPage: () => ReturnType<typeof openVisit>
}

/** How the customer pays, and from when on kills happen. */
interface Way {
  readonly name: string
  readonly card: string
  readonly kills: 'from the card on' | 'from the confirmation on'
}

const ways: readonly Way[] = [
  { name: 'a card without 3-D Secure', card: cards.approved, kills: 'from the card on' },
  { name: 'fingerprint and confirmation', card: cards.fingerprintThenNative, kills: 'from the card on' },
  { name: 'confirmation by redirect', card: cards.redirect, kills: 'from the confirmation on' },
]

t.test('a kill on the way of a payment loses nothing and doubles nothing', async (t) => {
  const chance = new Chance()
  const site = await openSite(t)
  for (const way of ways)
    await t.test(way.name, async (t) => {
      const points = await pointsOf(site, way)
      t.ok(points.length >= 8, `${points.length} points`)
      const endsAt = performance.now() + budgetMs
      const before = site.victim.kills
      let tried = 0
      for (const point of shuffled(chance, points)) {
        if (performance.now() > endsAt) break
        tried += 1
        const failure = await killAt(site, way, point).catch((error: unknown) => String(error))
        t.equal(failure, null, `${point.side} ${point.place}`)
        if (!site.victim.isRunning) await start(site)
      }
      const kills = site.victim.kills - before
      t.ok(kills >= tried / 2, 'most payments pass their point again')
      t.comment(`figure: ${way.name}: ${kills} kills at ${tried} of ${points.length} points`)
      await expectSameBooks(t, site)
      t.same(await wrongEvents(site), [], 'each paid session has one session.completed')
    })
})

function shuffled<Item>(chance: Chance, items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, at: chance.next() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item)
}

async function openSite(t: Test): Promise<Site> {
  const standIn = await startAdyenStandIn({ resendAfterMs: 200 })
  const [browser, receiver, mailServer] = [await launchChromium(), await startReceiver(), await startMailServer()]
  t.teardown(async () => {
    await Promise.all([browser.close(), receiver.stop(), mailServer.stop()])
    await standIn.stop()
  })
  const victim = await Victim.start(t, {
    ...adyenEnvironment(standIn),
    RATE_LIMIT_PER_SECOND: '100000',
    DECLINE_LIMIT_PER_ADDRESS: '1000',
  })
  const shop = await Shop.open(t, victim, { receiver, mailServer })
  const [account] = await shop.sql<{ id: string }>('select merchant_id as id from webhook_endpoints where url = $1', [
    shop.webhookUrl,
  ])
  const merchantId = account?.id ?? ''
  const liveKey = await connectByCommand(t, standIn, { site: victim.site, baseUrl: victim.baseUrl, merchantId })
  await victim.work()
  return { standIn, victim, shop, liveKey, newPage: () => openVisit(browser) }
}

interface Payment {
  readonly id: string
  readonly page: Awaited<ReturnType<typeof openVisit>>['page']
  /** Goes on to the end. It may break off when the service dies. */
  readonly goOn: () => Promise<void>
}

/** A customer who has come to the place from which kills happen. */
async function begin(site: Site, way: Way): Promise<Payment> {
  const { shop, liveKey } = site
  const { body } = await shop.call(
    'POST',
    '/v1/checkout/sessions',
    {
      amount: 2500,
      currency: 'GBP',
      expires_in: 86_400,
      customer: { email: 'ada@example.com' },
      billing_address: { line1: '1 High Street', city: 'London', postal_code: 'N1 1AA', country: 'GB' },
    },
    { Authorization: `Bearer ${liveKey}` },
  )
  const { id, url } = body as unknown as { id: string; url: string }
  const { page } = await site.newPage()
  await page.goto(url)
  const form = await formIn(page, '[data-client-secret]')
  await typeCard(form, way.card, { code: '737' })
  const isAtOnce = way.kills === 'from the card on'
  if (!isAtOnce) {
    await pay(form)
    await answer(page, 'Confirm').waitFor()
  }
  const goOn = async (): Promise<void> => {
    if (isAtOnce) await pay(form)
    if (way.card !== cards.approved) await answer(page, 'Confirm').click({ timeout: 15_000 })
    await form.getByText('Payment received').waitFor({ timeout: 15_000 })
  }
  return { id, page, goOn }
}

/** Background work, whose time does not depend on the payment. */
const apart = /^job queue|^commit: (delete \S+$|.*encryption_keys)|deliver|GET /

async function pointsOf(site: Site, way: Way): Promise<readonly Point[]> {
  const payment = await begin(site, way)
  await site.victim.record()
  await payment.goOn()
  await site.standIn.notifications.idle()
  const points = await site.victim.recorded()
  await payment.page.context().close()
  return points.filter(({ place, nth }) => nth === 1 && !apart.test(place))
}

/** How long a customer waits in the page after the service has started again, before opening the checkout again. */
const patienceMs = 2_000

/** Null when the customer's page says what Adyen has done, in spite of the kill. */
async function killAt(site: Site, way: Way, point: Point): Promise<string | null> {
  const { victim } = site
  const payment = await begin(site, way)
  await victim.dieAt(point)
  const end = { isReached: false }
  const gone = payment
    .goOn()
    .catch(() => undefined)
    .finally(() => (end.isReached = true))
  // A notification and the customer's return race, so a payment does not always pass the same points.
  while (victim.isRunning && !end.isReached) await sleep(50)
  const isKilled = await victim.dies(500)
  if (isKilled) await start(site)
  await Promise.race([gone, sleep(patienceMs)])
  const said = await finish(site, payment)
  await payment.page.context().close()
  await gone
  if (!isKilled) {
    // The process still waits for the point, and must not die while the next customer types a card.
    await victim.end()
    await start(site)
  }
  const taken = await takenFor(site, payment)
  const isTrue = said === 'paid' ? taken === 2500 : taken === 0
  return isTrue ? null : `the page says ${said}, and Adyen has taken ${taken}`
}

async function start({ victim }: Site): Promise<void> {
  await victim.restart()
  await victim.work()
}

/** What Adyen has taken for a session and not returned. */
async function takenFor({ shop, standIn }: Site, { id }: Payment): Promise<number> {
  await standIn.notifications.resend()
  const attempts = await shop.sql<{ reference: string }>(
    'select processor_reference as reference from card_attempts where session_id = $1',
    [id],
  )
  const references = new Set(attempts.map(({ reference }) => reference))
  return standIn.books.payments
    .filter(({ reference }) => references.has(reference))
    .reduce((sum, { captured, refunded }) => sum + captured - refunded, 0)
}

/** The customer opens the checkout again until it says how the payment ended. */
async function finish({ victim, shop }: Site, { id, page }: Payment): Promise<'paid' | 'not paid'> {
  for (let tries = 0; tries < 25; tries += 1) {
    const shown = await shownIn(page)
    if (shown === 'paid' || shown === 'not paid') return shown
    if (shown === 'form') {
      const [session] = await shop.sql<{ status: string }>('select status from checkout_sessions where id = $1', [id])
      if (session?.status !== 'open') throw new Error(`The page asks for a card, and the session is ${session?.status}`)
      return 'not paid'
    }
    if (shown === 'way back to the bank') await confirmAgain(page, answer(page, 'Confirm'))
    else {
      await victim.advance(2 * leaseSeconds)
      await victim.sweep()
    }
  }
  throw new Error('The checkout never says how the payment ended')
}

async function expectSameBooks(t: Test, site: Site): Promise<void> {
  const { victim, standIn } = site
  const isEqual = async (): Promise<boolean> => (await ours(site)).join() === theirs(site).join()
  for (let tries = 0; tries < 20 && !(await isEqual()); tries += 1) {
    await standIn.notifications.resend()
    await victim.advance(2 * leaseSeconds)
    await victim.sweep()
  }
  t.same(await ours(site), theirs(site), 'both ledgers are equal')
}

async function ours({ shop }: Site): Promise<string[]> {
  const rows = await shop.sql<{ line: string }>(
    `select processor_reference || ' ' || case kind when 'reversal' then 'refund' else kind end || ' ' || amount
       || ' ' || currency as line
     from money_movements`,
  )
  return rows.map(({ line }) => line).sort()
}

function theirs({ standIn }: Site): string[] {
  return linesOf(standIn.books.payments, [])
    .map(({ reference, kind, amount, currency }) => `${reference} ${kind} ${amount} ${currency}`)
    .sort()
}

function wrongEvents({ shop }: Site): Promise<unknown[]> {
  return shop.sql(
    `select s.id from checkout_sessions s left join events e on e.session_id = s.id and e.type = 'session.completed'
     group by s.id, s.paid_at having count(e.id) <> (case when s.paid_at is null then 0 else 1 end)`,
  )
}
