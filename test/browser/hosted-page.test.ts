import t from 'tap'
import { inFullRuns } from '../support/combinations.ts'
import { approvedCard, digitRunsOf, formIn, paidIn, pay, fillCard, withoutNetworkRequest } from './card-typing.ts'
import { holdDeparture } from './departure.ts'
import { takePictures } from './pictures.ts'
import { browser, client, newSession, nextEvent, service, shop, shopAddress, visit } from './real-checkout.ts'
import { collectEvents, waitForEvent } from './shop.ts'
import { until } from '../support/until.ts'

const place = '[data-client-secret]'

t.test('the hosted page takes a payment and leads to the shop, and later shows each new state', async (t) => {
  const session = await newSession({ reference: 'order-8', success_url: `${shopAddress}/thanks?lang=en&basket=1%202` })
  const { page, requests, complaints } = await visit()
  await page.goto(session.url)
  const form = await formIn(page, place)
  t.match(await page.textContent('main'), '£42.50')
  t.notOk(await page.locator('#cancel').count(), 'no cancel_url, no cancel link')
  const leave = await holdDeparture(page, /\/thanks/)
  await fillCard(form)
  await pay(form)
  await paidIn(form)
  leave()
  await page.waitForURL(`${shopAddress}/**`)
  t.same(Object.fromEntries(new URL(page.url()).searchParams), {
    lang: 'en',
    basket: '1 2',
    session_id: session.id,
    reference: 'order-8',
  })
  t.match((await nextEvent('session.completed', session.id)).event.data, { id: session.id, status: 'paid' })
  const others = requests.filter(
    ({ url }) => !url.startsWith(`${service.baseUrl}/`) && !url.startsWith(`${shopAddress}/thanks`),
  )
  t.same(
    others.map(({ url }) => url),
    [],
    'no request to another host',
  )
  t.notOk(
    requests.some(({ url, headers }) => url.startsWith(shopAddress) && headers.includes('_secret_')),
    'the shop’s page does not learn the address',
  )
  const everything = withoutNetworkRequest(
    requests.map(({ url, headers, body }) => `${url} ${headers} ${body}`).join('\n'),
    approvedCard,
  )
  t.same(
    digitRunsOf(approvedCard).filter((run) => everything.includes(run)),
    [],
  )

  const leaveAgain = await holdDeparture(page, /\/thanks/)
  const answer = await page.goto(session.url)
  t.equal(answer?.status(), 200)
  t.equal(await page.textContent('h1'), 'Payment received')
  t.equal(await page.locator('iframe').count(), 0)
  leaveAgain()
  await page.waitForURL(`${shopAddress}/thanks?*`)
  t.same(complaints, [], 'no violation of the page’s own policy')
})

t.test(
  'without a success_url the customer stays on the paid page, and a reload shows a later refund',
  inFullRuns,
  async (t) => {
    const session = await newSession({ cancel_url: `${shopAddress}/basket` })
    const { page, complaints } = await visit()
    await page.goto(session.url)
    const form = await formIn(page, place)
    await takePictures(page, 'hosted-open')
    await fillCard(form)
    await pay(form)
    await paidIn(form)
    // A paid session cannot be cancelled. The form shows the outcome first and then tells the page.
    await page.locator('#cancel').waitFor({ state: 'detached' })
    await takePictures(page, 'hosted-paid')
    await page.reload()
    t.equal(await page.textContent('h1'), 'Payment received')
    t.match(await page.textContent('main'), 'Paid to Test shop')
    await takePictures(page, 'hosted-paid-reloaded')
    await client.checkout.sessions.refund(session.id)
    await page.reload()
    t.equal(await page.textContent('h1'), 'Payment refunded')
    await takePictures(page, 'hosted-refunded')
    t.same(complaints, [])
  },
)

t.test('the cancel link leads to the cancel_url and leaves the session open', async (t) => {
  const session = await newSession({ cancel_url: `${shopAddress}/basket?id=3` })
  const { page } = await visit()
  await page.goto(session.url)
  await formIn(page, place)
  await page.click('#cancel a')
  await page.waitForURL(`${shopAddress}/basket?id=3`)
  t.match(await client.checkout.sessions.retrieve(session.id), { status: 'open', attempts: 0 })
})

t.test('a wrong secret or an unknown session gets a 404 page that says what is wrong', async (t) => {
  const session = await newSession()
  // Not the last character, some of whose bits may count for nothing.
  const wrong = session.url.slice(0, -3) + (session.url.at(-3) === 'A' ? 'B' : 'A') + session.url.slice(-2)
  const { page } = await visit()
  for (const url of [
    wrong,
    session.url.replace(/_secret_.*/, ''),
    `${service.baseUrl}/checkout/cs_test_unknown_secret_x`,
  ]) {
    const answer = await page.goto(url)
    t.equal(answer?.status(), 404, url)
    t.equal(await page.textContent('h1'), 'Checkout not found')
    t.notOk((await page.content()).includes('42.50'))
  }
  await takePictures(page, 'hosted-unknown')
})

t.test('no page can frame the hosted page, while any shop may frame the form', async (t) => {
  const session = await newSession()
  const answer = await fetch(session.url)
  t.match(answer.headers.get('content-security-policy'), "frame-ancestors 'none'")
  t.equal(answer.headers.get('x-frame-options'), 'DENY')
  t.equal(answer.headers.get('referrer-policy'), 'no-referrer')

  const { page, complaints } = await visit()
  await page.goto(shop.pageAround(session.url))
  const framed = await (await page.waitForSelector('#framed')).contentFrame()
  await until(() => framed?.url() === 'chrome-error://chromewebdata/', 'the frame shows an error of the browser')
  t.notOk((await framed?.content())?.includes('42.50'))
  await until(() => complaints.some((text) => /frame/i.test(text)), 'the browser says why')

  const events = await collectEvents(page)
  await page.goto(shop.pageWith([session.client_secret]))
  await waitForEvent(events, 'ready')
})

// Browsers paint the backdrop of a frame in the dark theme alone.
for (const colorScheme of ['dark'] as const) {
  t.test(`the form has no visible edges on the ${colorScheme} page`, inFullRuns, async (t) => {
    const session = await newSession()
    const page = await (await browser.newContext({ colorScheme })).newPage()
    await page.goto(session.url)
    await formIn(page, place)
    // The frame has its initial height until the form reports its own.
    await page.waitForFunction(() => {
      const frame = document.querySelector('iframe')
      const form = frame?.contentDocument?.getElementById('frame')
      return frame && form && frame.offsetHeight === Math.ceil(form.getBoundingClientRect().height)
    })
    const box = await page.locator('iframe').boundingBox()
    if (!box) throw new Error('Bug: the frame is on the page')
    const [left, bottom] = [Math.ceil(box.x), Math.floor(box.y + box.height)]
    // Browsers paint an opaque backdrop behind a frame whose document has another colour scheme than its element.
    const inside = await page.screenshot({ clip: { x: left, y: bottom - 2, width: 2, height: 2 } })
    const outside = await page.screenshot({ clip: { x: left, y: bottom + 3, width: 2, height: 2 } })
    t.ok(inside.equals(outside), 'its corner shows the page behind it')
  })
}

t.test('the customer chooses the page’s language without a script, and the address stays secret', async (t) => {
  const session = await newSession()
  const page = await (await browser.newContext({ locale: 'en-GB', javaScriptEnabled: false })).newPage()
  const referrers: (string | undefined)[] = []
  page.on('request', (request) => referrers.push(request.headers()['referer']))
  await page.goto(session.url)
  await page.locator('.languages summary').press('Enter')
  await page.getByRole('link', { name: 'العربية' }).click()
  await page.locator('html[lang="ar"][dir="rtl"]').waitFor()
  t.equal(page.url(), `${session.url}?locale=ar`)
  t.same([...new Set(referrers)], [undefined], 'no referrer')
  await page.goto(`${session.url}?locale=xx`)
  t.equal(await page.getAttribute('html', 'lang'), 'en-GB', 'an unknown language changes nothing')
})
