import type { Route } from 'playwright-core'
import t from 'tap'
import { inFullRuns } from '../support/combinations.ts'
import { fillCard, paidIn, pay } from './card-typing.ts'
import { openForm } from './open-form.ts'
import { client, countEvents, newSession, nextEvent, submitsOf } from './real-checkout.ts'
import { namesOf, waitForEvent } from './shop.ts'

const attempts = '**/v1/form/attempts'

/** Lets the request reach the service and drops its reply. */
async function loseReply(route: Route): Promise<void> {
  await route.fetch()
  await route.abort('connectionreset')
}

t.test('on a slow network, two impatient clicks make one payment', async (t) => {
  const session = await newSession()
  const { page, form, events, ...seen } = await openForm(session.client_secret, async (page) => {
    const network = await page.context().newCDPSession(page)
    // A bad mobile connection. Throughput is in bytes per second, latency in milliseconds.
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 400,
      downloadThroughput: 50_000,
      uploadThroughput: 20_000,
    })
  })
  const looked = Promise.withResolvers<void>()
  await page.route(attempts, async (route) => {
    await looked.promise
    await route.continue()
  })
  await fillCard(form)
  await form.locator('#pay').dblclick()
  await form.locator('#pay[aria-disabled="true"]').getByText('Paying…').waitFor()
  t.equal(
    await form.locator('#fields').evaluate((fields) => (fields as HTMLFieldSetElement).disabled),
    true,
    'the customer cannot type in the meantime',
  )
  await form.locator('#pay').dispatchEvent('click')
  looked.resolve()
  await paidIn(form)
  await waitForEvent(events, 'complete')
  t.equal(submitsOf({ page, ...seen }).length, 1)
  t.match(await client.checkout.sessions.retrieve(session.id), { status: 'paid', attempts: 1 })
})

t.test('when the reply to a payment is lost, the form finds the payment and makes no second one', async (t) => {
  const session = await newSession()
  const { page, form, events, ...seen } = await openForm(session.client_secret)
  await page.route(attempts, loseReply)
  await fillCard(form)
  await pay(form)
  await paidIn(form)
  await waitForEvent(events, 'complete')
  t.equal(submitsOf({ page, ...seen }).length, 1)
  t.match(await client.checkout.sessions.retrieve(session.id), { status: 'paid', attempts: 1 })
  await nextEvent('session.completed', session.id)
  t.equal(countEvents('session.completed', session.id), 1)
})

t.test('the form says when the network is down, and continues when it returns', inFullRuns, async (t) => {
  const session = await newSession()
  const { page, form, events } = await openForm(session.client_secret)
  await page.route(attempts, loseReply)
  await page.route('**/v1/form/session', (route) => route.abort('internetdisconnected'))
  await fillCard(form)
  await pay(form)
  await form.getByText('The connection was lost. We are checking whether your payment went through.').waitFor()
  t.equal(await form.locator('#pay').getAttribute('aria-disabled'), 'true')
  await page.unroute('**/v1/form/session')
  await paidIn(form)
  await waitForEvent(events, 'complete')
  t.same(namesOf(events), ['ready', 'complete'])
  t.match(await client.checkout.sessions.retrieve(session.id), { status: 'paid', attempts: 1 })
})

t.test('a customer who presses Pay before the second script has arrived pays once it arrives', async (t) => {
  const session = await newSession()
  const arrived = Promise.withResolvers<void>()
  const { form, events, page, ...seen } = await openForm(session.client_secret, (page) =>
    page.route('**/assets/later.*', async (route) => {
      await arrived.promise
      await route.continue()
    }),
  )
  await fillCard(form)
  await pay(form)
  await form.locator('#pay').dispatchEvent('click')
  arrived.resolve()
  await paidIn(form)
  await waitForEvent(events, 'complete')
  t.equal(submitsOf({ page, ...seen }).length, 1)
})

t.test(
  'when the second script cannot be loaded, the form says so and loads it at the next press',
  inFullRuns,
  async (t) => {
    const session = await newSession()
    const { form, page } = await openForm(session.client_secret, (page) =>
      page.route('**/assets/later.*', (route) => route.abort('internetdisconnected'), { times: 4 }),
    )
    await fillCard(form)
    await pay(form)
    await form.getByRole('alert').getByText('The payment service cannot be reached.').waitFor()
    t.match(await client.checkout.sessions.retrieve(session.id), { status: 'open', attempts: 0 })
    await pay(form)
    await paidIn(form)
    t.equal(page.frames().length, 2)
  },
)
