import t, { type Test } from 'tap'
import type { Page } from 'playwright-core'
import { answer, cards } from '../browser/adyen-cards.ts'
import {
  browser,
  client,
  expectSameBooks,
  paying,
  service,
  standIn,
  type Paying,
  type Place,
} from '../browser/adyen-payments.ts'
import { formIn, paidIn, pay, typeCard } from '../browser/card-typing.ts'
import { takePictures } from '../browser/pictures.ts'
import { challengePage, windowGone } from '../browser/bank-window.ts'
import { openVisit } from '../browser/visit.ts'
import { until } from '../support/until.ts'

// Payments in Chromium through Adyen's stand-in. The issuer's pages have their own origin. After each test both
// ledgers are equal.

const places: readonly Place[] = ['hosted page', 'strict shop', 'link']
const ways = ['redirect', 'native', 'fingerprintThenNative'] as const

/** A test after which both ledgers are equal. */
function payments(title: string, run: (t: Test) => Promise<void>): void {
  void t.test(title, async (t) => {
    await run(t)
    await expectSameBooks(t)
  })
}

/** The stand-in's record of the last payment. */
const lastPayment = () => {
  const payment = standIn.books.payments.at(-1)
  if (!payment) throw new Error('The stand-in has no payment')
  return payment
}

/** The address to which the bank leads the customer of the last payment back. */
const returnAddress = () => standIn.authenticationOf(lastPayment().reference).returnUrl

async function refusedIn({ form }: Paying): Promise<void> {
  await form.getByRole('alert').getByText('You have 4 tries left.').waitFor()
}

const notConfirmed = { status: 'open', failure_code: 'authentication_failed', payment: null }

for (const place of places) {
  for (const way of ways) {
    payments(`${place}, ${way}: the customer confirms`, async (t) => {
      const { page, form, complaints, read } = await paying(place, cards[way])
      await answer(page, 'Confirm').click()
      await paidIn(form)
      await windowGone(page)
      t.match(await read(), { status: 'paid', payment: { three_d_secure: 'challenge' } })
      t.same(complaints, [])
    })

    payments(`${place}, ${way}: the customer refuses, and another card pays`, async (t) => {
      const customer = await paying(place, cards[way])
      await answer(customer.page, 'Refuse').click()
      await refusedIn(customer)
      await windowGone(customer.page)
      t.match(await customer.read(), notConfirmed)
      await typeCard(customer.form, cards.approved, { code: '737' })
      await pay(customer.form)
      await paidIn(customer.form)
      t.match(await customer.read(), { status: 'paid', attempts: 2 })
      t.same(customer.complaints, [])
    })
  }

  payments(`${place}: the bank recognises the device, and asks nothing`, async (t) => {
    const { page, form, complaints, read } = await paying(place, cards.frictionless)
    await paidIn(form)
    t.equal(await page.locator('dialog').count(), 0)
    t.match(await read(), { status: 'paid', payment: { three_d_secure: 'frictionless' } })
    t.same(complaints, [])
  })

  payments(`${place}: a card without 3-D Secure, approved or refused`, async (t) => {
    const paid = await paying(place, cards.approved)
    await paidIn(paid.form)
    t.match(await paid.read(), { status: 'paid', payment: { three_d_secure: null } })
    const refused = await paying(place, cards.approved, { name: 'NOT_ENOUGH_BALANCE' })
    await refusedIn(refused)
    t.match(await refused.read(), { status: 'open', failure_code: 'card_declined' })
  })
}

payments('the bank refuses after the fingerprint', async (t) => {
  const customer = await paying('hosted page', cards.refusedAfterFingerprint)
  await refusedIn(customer)
  t.match(await customer.read(), notConfirmed)
})

for (const way of ways) {
  payments(`${way}: Cancel on the bank’s page`, async (t) => {
    const { page, form, read } = await paying('strict shop', cards[way])
    await answer(page, 'Cancel').click()
    await form.getByRole('alert').waitFor()
    await windowGone(page)
    t.match(await read(), { status: 'open', payment: null })
  })

  payments(`${way}: Cancel in our window`, async (t) => {
    const { page, form, read } = await paying('hosted page', cards[way])
    await answer(page, 'Confirm').waitFor()
    await challengePage(page).getByRole('button', { name: 'Cancel', exact: true }).click()
    await challengePage(page).locator('#yes').click()
    await form.getByRole('alert').waitFor()
    await windowGone(page)
    t.match(await read(), notConfirmed)
  })

  payments(`${way}: a customer who lost the page finds the payment by opening the checkout again`, async (t) => {
    const { page, read } = await paying('hosted page', cards[way])
    await answer(page, 'Confirm').waitFor()
    await page.reload()
    const form = await formIn(page, '[data-client-secret]')
    await form.getByRole('button', { name: 'Open your bank’s page' }).click()
    await answer(page, 'Confirm').click()
    await paidIn(form)
    t.match(await read(), { status: 'paid', attempts: 1 })
  })

  payments(`${way}: the customer comes back after the checkout was closed, and twice`, async (t) => {
    const { page, requests, read } = await paying('hosted page', cards[way])
    await answer(page, 'Confirm').waitFor()
    const checkout = page.url()
    const window = String(await page.locator('dialog iframe').getAttribute('src'))
    const tab = await page.context().newPage()
    await tab.goto(window)
    await page.close()
    const back = tab.waitForRequest((request) => request.url().startsWith(returnAddress()))
    await tab.frameLocator('#bank').getByRole('button', { name: 'Confirm' }).click()
    const first = await back
    await tab.frameLocator('#bank').getByText('Payment confirmed').waitFor()
    t.match(await read(), { status: 'paid' })
    for (let times = 0; times < 2; times += 1) {
      const body = first.postData()
      const type = { 'Content-Type': 'application/x-www-form-urlencoded' }
      const again = await fetch(first.url(), body === null ? {} : { method: 'POST', body, headers: type })
      t.match(await again.text(), /Payment confirmed/)
    }
    await tab.goto(checkout)
    await tab.getByText('Payment received').first().waitFor()
    t.equal(lastPayment().captured, 4250)
    t.ok(requests.length > 0)
  })

  payments(`${way}: forged returns change nothing, and the customer can still confirm`, async (t) => {
    const other = await paying('hosted page', cards[way])
    await answer(other.page, 'Confirm').waitFor()
    const foreign = lastPayment().reference
    const { page, form, read } = await paying('strict shop', cards[way])
    await answer(page, 'Confirm').waitFor()
    const address = returnAddress()
    const wrongToken = address.replace(/.$/, (end) => (end === 'a' ? 'b' : 'a'))
    t.equal((await send(wrongToken, { redirectResult: 'x' })).status, 404)
    const theirs = standIn.customerAnswers(foreign, 'confirm')
    const made = Buffer.from('{"transStatus":"Y"}').toString('base64')
    for (const fields of [
      { redirectResult: 'X6XtfGC3!Y', cres: made, payload: made },
      { redirectResult: theirs.redirectResult, cres: theirs.cres, threeDSResult: theirs.threeDSResult },
    ])
      t.equal((await send(address, fields)).status, 200)
    t.match(await read(), { status: 'processing' })
    await answer(page, 'Confirm').click()
    await paidIn(form)
    t.match(await read(), { status: 'paid' })
    await send(standIn.authenticationOf(foreign).returnUrl, {
      redirectResult: theirs.redirectResult,
      cres: theirs.cres,
    })
    await paidIn(other.form)
  })

  payments(`${way}: a bank that forbids frames opens in a new tab`, async (t) => {
    standIn.issuer.forbidsFrames = true
    const { page, form, read } = await paying('strict shop', cards[way])
    const name = 'Open your bank’s page'
    const opener = challengePage(page).getByRole(way === 'redirect' ? 'link' : 'button', { name })
    await opener.waitFor()
    await takePictures(page, `challenge-frameless-${way}`)
    const [tab] = await Promise.all([page.context().waitForEvent('page'), opener.click()])
    await tab.getByRole('button', { name: 'Confirm' }).click()
    await tab.getByText('You can close this window and go back to the payment page.').waitFor()
    await takePictures(tab, 'challenge-return')
    await paidIn(form)
    await windowGone(page)
    t.match(await read(), { status: 'paid' })
  })

  payments(`${way}: a question without an answer ends at the deadline, and takes no money`, async (t) => {
    const { page, form, read } = await paying('hosted page', cards[way])
    await answer(page, 'Confirm').waitFor()
    for (let tries = 0; tries < 8 && (await read()).status === 'processing'; tries += 1) {
      service.clock.advance(600)
      await service.keepHouse()
    }
    await form.getByRole('alert').or(form.locator('#outcome')).first().waitFor()
    t.match(await read(), { payment: null })
    await takePictures(page, `challenge-never-answered-${way}`)
  })
}

payments(
  'a notification that arrives before the customer is back ends the payment, and closes the window',
  async (t) => {
    const { page, form, read } = await paying('strict shop', cards.redirect)
    await answer(page, 'Confirm').waitFor()
    standIn.customerAnswers(lastPayment().reference, 'confirm')
    await paidIn(form)
    await windowGone(page)
    t.match(await read(), { status: 'paid' })
  },
)

payments('a bank whose script never ends delays the confirmation by ten seconds', async (t) => {
  standIn.issuer.ignoresFingerprint = true
  const before = standIn.books.payments.length
  const { page, form, read } = await paying('strict shop', cards.fingerprintThenNative)
  await until(() => standIn.books.payments.length > before, 'the payment reaches the stand-in')
  service.clock.advance(11)
  await answer(page, 'Confirm').click()
  await paidIn(form)
  t.match(await read(), { status: 'paid' })
})

payments('refunds, a refund that fails later, and a dispute through its stages', async (t) => {
  const { form, read } = await paying('hosted page', cards.approved)
  await paidIn(form)
  const { id } = await read()
  const payment = lastPayment()
  await client.checkout.sessions.refund(id, { amount: 1000 }, { idempotencyKey: 'refund-1' })
  await settled()
  t.match(await read(), { status: 'paid', amount_refunded: 1000 })
  const [refund] = payment.modifications
  if (!refund) throw new Error('The stand-in has no refund')
  standIn.books.failRefund(payment, refund)
  await settled()
  t.match(await read(), { status: 'paid', amount_refunded: 0 })
  for (const [stage, status] of [
    ['REQUEST_FOR_INFORMATION', 'paid'],
    ['CHARGEBACK', 'disputed'],
    ['CHARGEBACK_REVERSED', 'paid'],
    ['SECOND_CHARGEBACK', 'disputed'],
  ] as const) {
    standIn.books.dispute(payment, stage)
    await settled()
    t.equal((await read()).status, status, stage)
  }
  const { page } = await openVisit(browser)
  await seeReceipt(page, id)
})

async function seeReceipt(page: Page, id: string): Promise<void> {
  const { url } = await client.checkout.sessions.retrieve(id)
  await page.goto(String(url))
  await page.locator('h1').waitFor()
}

/** The service has applied everything that the stand-in has sent. */
async function settled(): Promise<void> {
  await standIn.notifications.idle()
  await service.keepHouse()
}

function send(address: string, fields: Record<string, string>): Promise<Response> {
  return fetch(address, { method: 'POST', body: new URLSearchParams(fields) })
}
