import type { FrameLocator, Page } from 'playwright-core'
import t from 'tap'
import { inFullRuns } from '../support/combinations.ts'
import { declinedCard, fillCard, fillFields, pay } from './card-typing.ts'
import { openForm } from './open-form.ts'
import { takePictures } from './pictures.ts'
import { client, countEvents, newSession, nextEvent, service, shop, stopIntervals } from './real-checkout.ts'
import { waitForEvent, namesOf } from './shop.ts'

/** Pays again with the number that the form has kept. */
async function payAgain(form: FrameLocator): Promise<void> {
  await fillFields(form, { code: '123' })
  await pay(form)
}

const waitForAlert = (page: Page, text: string) =>
  page.frameLocator('#pay iframe').getByRole('alert').getByText(text).waitFor()

t.test('the fifth decline ends the session, and the form, the API and a webhook say so', async (t) => {
  const session = await newSession()
  const { page, form, events } = await openForm(session.client_secret)
  await fillCard(form, declinedCard)
  await pay(form)
  for (const text of [
    'You have 4 tries left.',
    'You have 3 tries left.',
    'You have 2 tries left.',
    'You have one try left.',
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

// This and the next test come last, because they advance the clock of the service that this file shares.
t.test('a session that expires while the form is open says so', inFullRuns, async (t) => {
  const session = await newSession({ expires_in: 300 })
  const { page, form, events } = await openForm(session.client_secret)
  await fillCard(form)
  service.clock.advance(301)
  await service.sweep()
  // The form checks its session when it becomes visible again, and every ten seconds.
  await page.frames()[1]?.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
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
