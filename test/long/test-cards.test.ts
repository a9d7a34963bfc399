import type { FrameLocator } from 'playwright-core'
import t from 'tap'
import { testCards, type Scenario } from '../../server/processors/sandbox/scenarios.ts'
import { formIn, paidIn, pay, typeCard } from '../browser/card-typing.ts'
import { client, newSession, service, shop, visit } from '../browser/real-checkout.ts'
import { collectEvents, waitForEvent, namesOf, type ShopEvent } from '../browser/shop.ts'

// Types each test card into the form in a shop's page. The card that opens the bank's confirmation window is tested in
// test/browser/three-d-secure.test.ts.

interface Paying {
  readonly sessionId: string
  readonly form: FrameLocator
  readonly events: ShopEvent[]
}

async function payWith(number: string): Promise<Paying> {
  const session = await newSession()
  const { page } = await visit()
  const events = await collectEvents(page)
  await page.goto(shop.pageWith([session.client_secret]))
  const form = await formIn(page)
  await typeCard(form, number)
  await pay(form)
  return { sessionId: session.id, form, events }
}

const numbersOf = (...scenarios: Scenario[]): string[] => scenarios.flatMap((scenario) => testCards[scenario])

for (const number of numbersOf(
  'approved',
  'background_check',
  'refund_pending',
  'refund_failed',
  'refund_unavailable',
)) {
  t.test(`a payment with ${number} succeeds`, async (t) => {
    const { sessionId, form, events } = await payWith(number)
    await paidIn(form)
    await waitForEvent(events, 'complete')
    t.same(namesOf(events), ['ready', 'complete'])
    t.match(await client.checkout.sessions.retrieve(sessionId), { status: 'paid', attempts: 1 })
  })
}

/** The message, how many cards are left, and the focused field: the card number, or the security code of this card. */
const refusals = [
  ['declined', 'card_declined', 'Your bank declined this card.', 4, 'number'],
  ['invalid_card', 'invalid_card', 'This card number was not accepted.', 4, 'number'],
  ['expired_card', 'expired_card', 'This card has expired.', 4, 'number'],
  ['risk_declined', 'risk_declined', 'This payment was declined for security reasons.', 4, 'number'],
  ['authentication_failed', 'authentication_failed', 'Your bank could not confirm that it is you.', 4, 'code'],
  [
    'processing_error',
    'processing_error',
    'Something went wrong while your bank was processing the payment. You have not been charged.',
    5,
    'code',
  ],
  [
    'processor_unavailable',
    'processor_unavailable',
    'We could not reach your bank. If your bank took the money, it goes back to your card.',
    5,
    'code',
  ],
  [
    'account_configuration',
    'account_configuration',
    'This shop cannot take card payments at the moment. You have not been charged.',
    5,
    'code',
  ],
] as const

for (const [scenario, code, sentence, cardsLeft, focused] of refusals) {
  t.test(`${testCards[scenario][0]}: ${sentence}`, async (t) => {
    const { sessionId, form, events } = await payWith(testCards[scenario][0])
    const alert = form.getByRole('alert').getByText(sentence)
    await alert.waitFor({ timeout: 20_000 })
    t.equal((await alert.textContent())?.includes('You have 4 tries left.'), cardsLeft === 4)
    await form.locator(`#${focused}:focus`).waitFor({ timeout: 20_000 })
    t.equal(await form.locator('#code').inputValue(), '')
    t.same(namesOf(events), ['ready'])
    t.match(await client.checkout.sessions.retrieve(sessionId), { status: 'open', failure_code: code })
    await typeCard(form)
    await pay(form)
    await paidIn(form)
  })
}

// These tests come last, because they advance the clock of the service that this file shares.
for (const [scenario, moneyTaken] of [
  ['no_answer', false],
  ['late_approval', true],
] as const) {
  t.test(
    `${testCards[scenario][0]}: the form says that the bank is checking, and then that the payment failed`,
    async (t) => {
      const { sessionId, form, events } = await payWith(testCards[scenario][0])
      await form.getByText('Your bank is still checking the payment.').waitFor({ timeout: 30_000 })
      t.equal(await form.locator('#pay').getAttribute('aria-disabled'), 'true')
      service.clock.advance(901)
      await service.keepHouse()
      await waitForEvent(events, 'failed')
      await form.getByText('Payment not made').waitFor()
      await service.keepHouse()
      t.match(
        await client.checkout.sessions.retrieve(sessionId),
        { status: 'failed', paid_at: null },
        moneyTaken ? 'a late approval is returned' : 'no money was taken',
      )
    },
  )
}
