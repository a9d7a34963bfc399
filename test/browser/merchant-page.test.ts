import type { Page } from 'playwright-core'
import t from 'tap'
import { inFullRuns } from '../support/combinations.ts'
import { webhooks } from '../../sdk/src/index.ts'
import { approvedCard, digitRunsOf, formIn, paidIn, pay, fillCard, withoutNetworkRequest } from './card-typing.ts'
import { takePictures } from './pictures.ts'
import {
  client,
  countEvents,
  newSession,
  nextEvent,
  receiver,
  service,
  shop,
  shopAddress,
  signingSecret,
  stopIntervals,
  submitsOf,
  visit,
} from './real-checkout.ts'
import { collectEvents, waitForEvent, waitForEventCount, namesOf } from './shop.ts'

/**
 * Records when the form shows its outcome, by the form's own clock, because its message to the shop may arrive late.
 * Call it before opening the page.
 */
async function watchOutcome(page: Page): Promise<{ shownAt: number | undefined }> {
  const seen: { shownAt: number | undefined } = { shownAt: undefined }
  await page.exposeFunction('noteOutcome', (at: number) => void (seen.shownAt ??= at))
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      const outcome = document.getElementById('outcome')
      const { noteOutcome } = window as unknown as { noteOutcome(at: number): void }
      if (outcome)
        new MutationObserver(() => outcome.hidden || noteOutcome(Date.now())).observe(outcome, {
          attributeFilter: ['hidden'],
        })
    })
  })
  return seen
}

t.test('a payment in the shop’s page is reported, retrieved, and refunded in two parts', async (t) => {
  const session = await newSession({
    reference: 'order 7/ä',
    success_url: `${shopAddress}/thanks`,
    metadata: { order: '7' },
  })
  const seen = await visit()
  const events = await collectEvents(seen.page)
  const outcome = await watchOutcome(seen.page)
  await seen.page.goto(shop.pageWith([session.client_secret]))
  const form = await formIn(seen.page)
  const summary = { id: session.id, amount: 4250, currency: 'GBP' }
  t.same((await waitForEvent(events, 'ready')).argument, { ...summary, status: 'open' })

  await t.test('the form sends the card encrypted, the shop gets its event and the whole page redirects', async (t) => {
    await fillCard(form)
    t.equal(await form.locator('#number').inputValue(), approvedCard)
    await pay(form)
    const complete = await waitForEvent(events, 'complete')
    t.same(complete.argument, { ...summary, status: 'paid' })
    await seen.page.waitForURL(`${shopAddress}/**`)
    const address = new URL(seen.page.url())
    t.same(
      [address.pathname, Object.fromEntries(address.searchParams)],
      ['/thanks', { session_id: session.id, reference: 'order 7/ä' }],
    )
    const leaving = seen.requests.find(({ url }) => url.startsWith(shopAddress))
    t.ok(
      leaving && outcome.shownAt && leaving.at - outcome.shownAt >= 1_400,
      'the customer has time to read that the payment succeeded',
    )
    t.same(namesOf(events), ['ready', 'complete'])
    t.same(seen.complaints, [])
  })

  t.test('no request of the page contains the card', async (t) => {
    const [submit, ...more] = submitsOf(seen)
    t.same([Object.keys(submit ?? {}), more], [['encrypted_card', 'browser'], []])
    const [header = '', ...parts] = String(submit?.['encrypted_card']).split('.')
    t.match(JSON.parse(Buffer.from(header, 'base64url').toString()), { enc: 'A256GCM' })
    t.equal(parts.length, 4)
    const everything = withoutNetworkRequest(
      seen.requests.map(({ url, headers, body }) => `${url} ${headers} ${body}`).join('\n'),
      approvedCard,
    )
    t.same(
      digitRunsOf(approvedCard).filter((run) => everything.includes(run)),
      [],
    )
    t.notOk(
      seen.requests.some(({ url }) => url.includes('_secret_')),
      'no address contains the client secret',
    )
    t.same(
      digitRunsOf(approvedCard).filter((run) => service.logLines.join('\n').includes(run)),
      [],
      'the log does not contain the card',
    )
  })

  await t.test('the webhook arrives once, and verifies', async (t) => {
    const { delivery, event } = await nextEvent('session.completed', session.id)
    const signature = String(delivery.headers['service-signature'])
    const ours = await webhooks.constructEvent(delivery.rawBody, signature, signingSecret)
    t.match(ours, { id: delivery.headers['service-event-id'], type: 'session.completed', livemode: false })
    await t.rejects(webhooks.constructEvent(`${delivery.rawBody} `, signature, signingSecret), {
      name: 'SignatureError',
    })
    t.match(event.data, {
      object: 'checkout.session',
      status: 'paid',
      amount: 4250,
      reference: 'order 7/ä',
      metadata: { order: '7' },
    })
    t.same(
      ['client_secret', 'url'].filter((name) => name in event.data),
      [],
    )
  })

  await t.test('a retrieve shows the payment', async (t) => {
    const paid = await client.checkout.sessions.retrieve(session.id)
    t.match(paid, {
      status: 'paid',
      attempts: 1,
      failure_code: null,
      client_secret: session.client_secret,
      url: session.url,
    })
    t.match(paid.payment, {
      card_brand: 'visa',
      card_last4: '0085',
      three_d_secure: null,
      authorization_code: String,
      paid_at: paid.paid_at,
    })
  })

  await t.test('each refund raises amount_refunded and sends an event', async (t) => {
    const part = await client.checkout.sessions.refund(session.id, { amount: 1250, reason: 'one ticket' })
    t.match(part, { object: 'refund', session: session.id, amount: 1250, status: 'succeeded', reason: 'one ticket' })
    const first = await nextEvent('session.refunded', session.id)
    t.match(first.event.data, { status: 'paid', amount_refunded: 1250, refund: { id: part.id, amount: 1250 } })
    const rest = await client.checkout.sessions.refund(session.id)
    t.match(rest, { amount: 3000, status: 'succeeded', reason: null })
    const second = await nextEvent('session.refunded', session.id)
    t.match(second.event.data, { status: 'refunded', amount_refunded: 4250, refund: { id: rest.id, amount: 3000 } })
    for (const { event } of [first, second])
      t.same(
        ['client_secret', 'url'].filter((name) => name in event.data),
        [],
      )
    await t.rejects(client.checkout.sessions.refund(session.id, { amount: 1 }), { code: 'session_not_refundable' })
    t.match(await client.checkout.sessions.retrieve(session.id), { status: 'refunded', amount_refunded: 4250 })
    t.equal(countEvents('session.completed', session.id), 1)
    t.notOk(receiver.deliveries.some(({ rawBody }) => rawBody.includes('_secret_')))
  })
})

t.test('without a success_url the customer stays, and a reload shows the payment', async (t) => {
  const session = await newSession()
  const { page } = await visit()
  const events = await collectEvents(page)
  const address = shop.pageWith([session.client_secret])
  await page.goto(address)
  const form = await formIn(page)
  await fillCard(form)
  await pay(form)
  await paidIn(form)
  t.match(await form.locator('#outcome').textContent(), 'Paid to Test shop')
  await waitForEvent(events, 'complete')
  await page.reload()
  await paidIn(page.frameLocator('#pay iframe'))
  await waitForEventCount(events, 3)
  t.same(namesOf(events), ['ready', 'complete', 'complete'])
  t.equal(page.url(), address)
  t.match(await client.checkout.sessions.retrieve(session.id), { status: 'paid', attempts: 1 })
})

t.test('email and address are asked for when the session has none, and are in its webhook', async (t) => {
  const session = await newSession({ customer: { phone: '+44 20 7946 0000' }, billing_address: null })
  const seen = await visit()
  await collectEvents(seen.page)
  await seen.page.goto(shop.pageWith([session.client_secret]))
  const form = await formIn(seen.page)
  await takePictures(seen.page, 'shop-address')
  await fillCard(form)
  await form.locator('#email').fill('grace@example.com')
  await form.locator('#line1').fill('2 Low Road')
  await form.locator('#city').fill('Leeds')
  await form.locator('#postal_code').fill('LS1 1AA')
  await form.locator('#country').selectOption('GB')
  await pay(form)
  await paidIn(form)
  const asked = {
    email: 'grace@example.com',
    billing_address: { line1: '2 Low Road', city: 'Leeds', postal_code: 'LS1 1AA', country: 'GB' },
  }
  t.match(submitsOf(seen), [asked])
  const stored = { customer: { email: asked.email, phone: '+44 20 7946 0000' }, billing_address: asked.billing_address }
  t.match((await nextEvent('session.completed', session.id)).event.data, stored)
  t.match(await client.checkout.sessions.retrieve(session.id), stored)
})

t.test('a checkout that is open in two windows is paid once, and both windows show it', async (t) => {
  const session = await newSession()
  const windows = await Promise.all([visit(), visit()])
  const forms = await Promise.all(
    windows.map(async ({ page }) => {
      // A window must learn of the other's payment by trying to pay, not from its regular check of the session.
      await stopIntervals(page)
      await collectEvents(page)
      await page.goto(shop.pageWith([session.client_secret]))
      const form = await formIn(page)
      await fillCard(form)
      return form
    }),
  )
  await Promise.all(forms.map(pay))
  await Promise.all(forms.map(paidIn))
  t.match(await client.checkout.sessions.retrieve(session.id), { status: 'paid', attempts: 1 })
  await nextEvent('session.completed', session.id)
  t.equal(countEvents('session.completed', session.id), 1)
  t.notOk(receiver.deliveries.some(({ rawBody }) => rawBody.includes('duplicate_refunded')))
})

t.test('the customer of a co-badged card chooses the network, and the bank takes the payment on it', async (t) => {
  const session = await newSession()
  const { page } = await visit()
  await page.goto(shop.pageWith([session.client_secret]))
  const form = await formIn(page)
  await fillCard(form, '4035 5010 0000 0008')
  await form.getByRole('radio', { name: 'Visa' }).check()
  await pay(form)
  await paidIn(form)
  const [line, ...others] = (await service.app.sandbox.ledger()).filter(({ network }) => network)
  t.match([line, others], [{ kind: 'capture', amount: 4250, network: 'visa' }, []])
})

t.test('the loader works as a module, and in a tag with crossorigin', inFullRuns, async (t) => {
  const session = await newSession()
  for (const tag of [{ type: 'module' }, { crossOrigin: 'anonymous' }]) {
    const { page } = await visit()
    await page.goto(shop.pageAround('about:blank'))
    await page.evaluate(
      async ({ tag, src, clientSecret }) => {
        const script = document.createElement('script')
        Object.assign(script, tag, { src })
        await new Promise((resolve) => {
          script.onload = script.onerror = resolve
          document.head.append(script)
        })
        document.body.innerHTML = '<div id="pay"></div>'
        window.ServicePay?.checkout({ clientSecret }).mount('#pay')
      },
      { tag, src: `${service.baseUrl}/v1/servicepay.js`, clientSecret: session.client_secret },
    )
    t.ok(await formIn(page), JSON.stringify(tag))
  }
})
