import type { Page } from 'playwright-core'
import t from 'tap'
import { formIn, paidIn, pay, fillCard } from './card-typing.ts'
import { takePictures } from './pictures.ts'
import { client, newSession, service, shop, freshVisit as visit } from './real-checkout.ts'
import { inFullRuns, someOf } from '../support/combinations.ts'
import { collectEvents, waitForEvent, namesOf } from './shop.ts'
import {
  bankButton,
  bankFrame,
  challengePage,
  challenged,
  payWithChallenge,
  resize,
  windowGone,
} from './three-d-secure-window.ts'

const notConfirmed = { status: 'open', failure_code: 'authentication_failed', attempts: 1, payment: null }

t.test('with two forms on one page, each window belongs to its form', inFullRuns, async (t) => {
  const [first, second] = [await newSession(), await newSession({ amount: 990 })]
  const { page } = await visit()
  const events = await collectEvents(page)
  await page.goto(shop.pageWith([first.client_secret, second.client_secret]))
  const forms = [await formIn(page), await formIn(page, '#pay-1')] as const
  for (const form of forms) await fillCard(form, '4918 1900 0000 0002')
  await pay(forms[1])
  await bankFrame(page).getByText('£9.90').waitFor()
  await bankButton(page, 'Decline').click()
  await forms[1].getByRole('alert').getByText('You have 4 tries left.').waitFor()
  await windowGone(page)
  await pay(forms[0])
  await bankFrame(page).getByText('£42.50').waitFor()
  await bankButton(page, 'Approve').click()
  await waitForEvent(events, 'complete', 0)
  t.same([namesOf(events, 0), namesOf(events, 1)], [['ready', 'complete'], ['ready']])
  t.match(await client.checkout.sessions.retrieve(second.id), notConfirmed)
})

/** What shops do with the form while the bank's window is open: `mount` puts another form of the session there. */
const redrawings = {
  'unmounts the form and mounts another one': 'checkouts[0].unmount(); mount()',
  'removes the form and mounts another one': 'pay.innerHTML = ""; mount()',
  'mounts another form in the same place': 'mount()',
  'replaces the place of the form': 'const place = pay.cloneNode(); pay.replaceWith(place); mount()',
  'moves the form to another place':
    'const place = document.createElement("section"); pay.replaceWith(place); place.append(pay)',
}

for (const [name, redraw] of someOf(Object.entries(redrawings), 1))
  t.test(`when a shop ${name}, the window stays, and closes with the payment`, async (t) => {
    const session = await newSession()
    const { page } = await challenged(session.client_secret)
    await redrawWith(page, redraw, session.client_secret)
    await bankButton(page, 'Approve').click()
    await paidIn(page.frameLocator('#pay iframe'))
    await windowGone(page)
    t.match(await client.checkout.sessions.retrieve(session.id), { status: 'paid', attempts: 1 })
  })

t.test('Cancel in the window counts for the form that has taken it over', inFullRuns, async (t) => {
  const session = await newSession()
  const { page } = await challenged(session.client_secret)
  await redrawWith(page, redrawings['removes the form and mounts another one'], session.client_secret)
  const form = page.frameLocator('#pay iframe')
  await form.getByRole('button', { name: 'Open your bank’s page' }).waitFor()
  await challengePage(page).getByRole('button', { name: 'Cancel', exact: true }).click()
  await challengePage(page).locator('#yes').click()
  await form.getByRole('alert').getByText('You cancelled; nothing was charged.').waitFor()
  t.match(await client.checkout.sessions.retrieve(session.id), notConfirmed)
})

/** How shops go on without the form. */
const departures = [
  ['unmounts the form', 'checkouts[0].unmount()'],
  ['goes on to another view without the form', 'document.querySelector("main").innerHTML = "<h1>Basket</h1>"'],
] as const

for (const [name, leave] of someOf(departures, 1))
  t.test(`when a shop ${name}, the window closes, and the next form offers it again`, async () => {
    const session = await newSession()
    const { page } = await challenged(session.client_secret)
    await page.evaluate(leave)
    await windowGone(page)
    await redrawWith(
      page,
      'document.querySelector("main").innerHTML = "<div id=pay></div>"; mount()',
      session.client_secret,
    )
    const form = page.frameLocator('#pay iframe')
    await form.getByRole('button', { name: 'Open your bank’s page' }).click()
    await bankButton(page, 'Approve').click()
    await paidIn(form)
    await windowGone(page)
  })

function redrawWith(page: Page, change: string, clientSecret: string): Promise<unknown> {
  const options = JSON.stringify({ clientSecret })
  const mount = `const mount = () => ServicePay.checkout(${options}).mount('#pay')`
  return page.evaluate(`{ const pay = document.querySelector('#pay'); ${mount}; ${change} }`)
}

t.test(
  'the window is dark as the form is, and fills the screen of a phone, but not that of a desktop',
  inFullRuns,
  async (t) => {
    const session = await newSession()
    const { page } = await visit()
    await page.goto(shop.pageWith([session.client_secret], { appearance: { theme: 'dark' } }))
    await payWithChallenge(await formIn(page))
    await bankButton(page, 'Approve').waitFor()
    const panel = challengePage(page).locator('main')
    const colours = await panel.evaluate((main) => [
      getComputedStyle(main).backgroundColor,
      getComputedStyle(main).color,
    ])
    t.same(colours, ['rgb(27, 31, 39)', 'rgb(238, 241, 246)'])
    await takePictures(page, 'challenge-dark')
    for (const [size, wanted] of [
      [
        { width: 375, height: 667 },
        { x: 0, y: 0, width: 375, height: 667 },
      ],
      [
        { width: 1280, height: 800 },
        { x: 340, y: 69, width: 600, height: 662 },
      ],
      [
        { width: 800, height: 400 },
        { x: 100, y: 0, width: 600, height: 400 },
      ],
    ] as const) {
      await resize(page, size)
      t.same(await panel.boundingBox(), wanted)
      t.notOk(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
    }
  },
)

t.test('our page frames only the bank’s page of a payment that waits for it', async (t) => {
  const session = await newSession()
  const { page, form } = await challenged(session.client_secret)
  const address = String(await page.locator('dialog iframe').getAttribute('src'))
  const read = async (url: string) => {
    const reply = await fetch(url)
    const framed = /<iframe[^>]* src="([^"]*)"/.exec(await reply.text())?.[1]
    return { status: reply.status, framed, policy: reply.headers.get('content-security-policy') }
  }
  const policy = /^script-src 'self'; .*frame-ancestors \*$/
  t.match(await read(address), { status: 200, framed: /^\/sandbox\/challenge\//, policy })
  const forged = await read(`${address}&url=https://evil.example&bank=https://evil.example`)
  t.match(forged, { status: 200, framed: /^\/sandbox\/challenge\//, policy }, 'no parameter chooses the address')
  const notFound = { status: 404, framed: undefined, policy: /frame-ancestors 'none'/ }
  t.match(await read(address.replace(/.(?=\?)/, (end) => (end === 'a' ? 'b' : 'a'))), notFound, 'a forged token')
  await bankButton(page, 'Approve').click()
  await paidIn(form)
  t.match(await read(address), notFound, 'after the payment')
})

t.test(
  'when our page cannot be loaded, the window closes and the form offers to open it in a tab',
  inFullRuns,
  async () => {
    const session = await newSession()
    const { page } = await visit()
    await page.route('**/v1/form/challenge/**', (route) => route.abort())
    await page.goto(shop.pageWith([session.client_secret]))
    const form = await formIn(page)
    await payWithChallenge(form)
    await page.locator('dialog').waitFor({ state: 'attached' })
    await windowGone(page)
    await page.unroute('**/v1/form/challenge/**')
    const opened = page.context().waitForEvent('page')
    await form.getByRole('button', { name: 'Open your bank’s page' }).click()
    await (await opened).frameLocator('#bank').getByRole('button', { name: 'Approve' }).click()
    await paidIn(form)
  },
)

t.test('other scripts can neither open a window nor report on one', async (t) => {
  const session = await newSession()
  const { page, form } = await challenged(session.client_secret)
  await page.locator('dialog').evaluate((element) => (element as HTMLDialogElement).close())
  await windowGone(page)
  const forged = {
    protocol: 'servicepay/1',
    type: 'challenge',
    url: `${service.baseUrl}/v1/form/challenge/x`,
    title: 'Confirm your payment',
    theme: 'light',
  }
  // The messages of one sender arrive in their order, so each place has seen the forged ones when it gets the last one.
  await page.evaluate(
    (message) =>
      new Promise<void>((arrived) => {
        addEventListener('message', ({ data }) => data === 'last' && arrived())
        for (const each of [message, 'last']) postMessage(each, '*')
      }),
    forged,
  )
  const frame = page.frames().find((each) => each.parentFrame() === page.mainFrame() && /form\/frame/.test(each.url()))
  if (!frame) throw new Error('Bug: the page has the form')
  await frame.evaluate(() => {
    const arrived = new Promise<void>((seen) => addEventListener('message', ({ data }) => data === 'last' && seen()))
    Object.assign(window, { arrived })
  })
  const sibling = `<script>for (const news of ['moved', 'cancelled'])
    parent.frames[0].postMessage({ protocol: 'servicepay/1', type: 'challenge_news', news }, '*')
    parent.frames[0].postMessage('last', '*')</script>`
  await page.evaluate(
    (source) => document.body.append(Object.assign(document.createElement('iframe'), { srcdoc: source })),
    sibling,
  )
  await frame.evaluate('arrived')
  t.equal(await page.locator('dialog').count(), 0)
  t.match(await client.checkout.sessions.retrieve(session.id), { status: 'processing' })
  await form.getByRole('button', { name: 'Open your bank’s page' }).click()
  await bankButton(page, 'Approve').click()
  await paidIn(form)
})
