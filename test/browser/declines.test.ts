import type { FrameLocator, Page } from 'playwright-core'
import t from 'tap'
import { approvedCard, backgroundCheckCard, declinedCard, paidIn, pay, fillCard } from './card-typing.ts'
import { openForm } from './open-form.ts'
import { takePictures } from './pictures.ts'
import { client, countEvents, newSession, nextEvent, service, shop, stopIntervals, submitsOf } from './real-checkout.ts'
import { waitForEvent, namesOf } from './shop.ts'

/** Pays again with the number that the form has kept. */
async function payAgain(form: FrameLocator): Promise<void> {
  await form.locator('#code').pressSequentially('123')
  await pay(form)
}

const waitForAlert = (page: Page, text: string) =>
  page.frameLocator('#pay iframe').getByRole('alert').getByText(text).waitFor()

t.test('after a decline the form keeps the number and clears the code, and another card can pay', async (t) => {
  const session = await newSession()
  const { page, form, events } = await openForm(session.client_secret)
  await fillCard(form, declinedCard)
  await pay(form)
  await waitForAlert(page, 'You can try 4 more cards.')
  const declined = await client.checkout.sessions.retrieve(session.id)
  t.match(declined, {
    status: 'open',
    attempts: 1,
    failure_code: 'card_declined',
    failure_message: String,
    payment: null,
  })
  t.match(await form.getByRole('alert').first().textContent(), String(declined.failure_message))
  t.equal(await form.locator('#number').inputValue(), declinedCard)
  t.equal(await form.locator('#code').inputValue(), '')
  t.equal(await form.locator('#expiry').inputValue(), '12 / 39')
  await takePictures(page, 'shop-declined')
  await fillCard(form, approvedCard)
  await pay(form)
  await paidIn(form)
  await waitForEvent(events, 'complete')
  t.same(namesOf(events), ['ready', 'complete'])
  t.match(await client.checkout.sessions.retrieve(session.id), {
    status: 'paid',
    attempts: 2,
    failure_code: null,
    failure_message: null,
  })
})

t.test('the fifth decline ends the session, and the form, the API and a webhook say so', async (t) => {
  const session = await newSession()
  const { page, form, events } = await openForm(session.client_secret)
  await fillCard(form, declinedCard)
  await pay(form)
  for (const text of [
    'You can try 4 more cards.',
    'You can try 3 more cards.',
    'You can try 2 more cards.',
    'You can try one more card.',
  ]) {
    await waitForAlert(page, text)
    await payAgain(form)
  }
  const failed = await waitForEvent(events, 'failed')
  t.same(failed.argument, { id: session.id, status: 'failed', amount: 4250, currency: 'GBP' })
  await form.getByText('Payment not made').waitFor()
  t.notOk(await form.locator('#number').isVisible())
  t.equal(await form.locator('#number').inputValue(), '', 'the form has cleared the card')
  await takePictures(page, 'shop-failed')
  t.same(namesOf(events), ['ready', 'failed'])
  t.match(await client.checkout.sessions.retrieve(session.id), {
    status: 'failed',
    attempts: 5,
    failure_code: 'card_declined',
    paid_at: null,
    payment: null,
  })
  const { event } = await nextEvent('session.failed', session.id)
  t.match(event.data, { status: 'failed', attempts: 5, failure_code: 'card_declined' })
  t.same(
    ['client_secret', 'url'].filter((name) => name in event.data),
    [],
  )
  t.equal(countEvents('session.completed', session.id), 0)

  await page.goto(session.url)
  t.equal(await page.textContent('h1'), 'Payment not made')
  await takePictures(page, 'hosted-failed')
  await page.goto(shop.pageWith([session.client_secret]))
  t.match((await waitForEvent(events, 'error')).argument, { code: 'session_not_payable', message: String })
})

t.test('a payment with a background check succeeds as frictionless', async (t) => {
  const session = await newSession()
  const { form, events } = await openForm(session.client_secret)
  await fillCard(form, backgroundCheckCard)
  await pay(form)
  await paidIn(form)
  await waitForEvent(events, 'complete')
  t.same(namesOf(events), ['ready', 'complete'])
  const paid = await client.checkout.sessions.retrieve(session.id)
  t.match(paid, {
    status: 'paid',
    attempts: 1,
    payment: { card_brand: 'mastercard', card_last4: '1021', three_d_secure: 'frictionless' },
  })
  await nextEvent('session.completed', session.id)
})

t.test('a card that has expired is refused by the form itself', async (t) => {
  const session = await newSession()
  const seen = await openForm(session.client_secret)
  await fillCard(seen.form, approvedCard, { expiry: '0124' })
  await pay(seen.form)
  await seen.form.locator('#expiry-error').getByText('This card has expired.').waitFor()
  t.equal(await seen.form.locator('#expiry').getAttribute('aria-invalid'), 'true')
  await takePictures(seen.page, 'shop-mistake')
  t.same(submitsOf(seen), [])
  t.match(await client.checkout.sessions.retrieve(session.id), { status: 'open', attempts: 0 })
})

// This and the next test come last, because they advance the clock of the service that this file shares.
t.test('a session that expires while the form is open says so within ten seconds', async (t) => {
  const session = await newSession({ expires_in: 300 })
  const { page, form, events } = await openForm(session.client_secret)
  await fillCard(form)
  service.clock.advance(301)
  await service.sweep()
  const error = await waitForEvent(events, 'error')
  t.match(error.argument, { code: 'session_not_payable', message: String })
  await form.getByText('This checkout has closed').waitFor()
  t.equal(await form.locator('#number').inputValue(), '', 'the form has cleared the card')
  await takePictures(page, 'shop-expired')
  t.same(namesOf(events), ['ready', 'error session_not_payable'])
  const { event } = await nextEvent('session.expired', session.id)
  t.match(event.data, { status: 'expired', attempts: 0, payment: null })
  await page.goto(session.url)
  t.equal(await page.textContent('h1'), 'This checkout has closed')
  await takePictures(page, 'hosted-expired')
})

t.test('a payment that is sent after the session has expired takes no money', async (t) => {
  const session = await newSession({ expires_in: 300 })
  // The form must learn from the payment that the session has ended, not from its regular check of the session.
  const { form, events } = await openForm(session.client_secret, stopIntervals)
  await fillCard(form)
  service.clock.advance(301)
  await pay(form)
  await form.getByText('This checkout has closed').waitFor()
  t.match((await waitForEvent(events, 'error')).argument, { code: 'session_not_payable' })
  t.match(await client.checkout.sessions.retrieve(session.id), { status: 'expired', attempts: 0, payment: null })
})
