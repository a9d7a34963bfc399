import type { Page } from 'playwright-core'
import { withProtocol } from '../../form/messages.ts'
import t from 'tap'
import { fillCard, formIn, paidIn, pay } from './card-typing.ts'
import { takePictures } from './pictures.ts'
import { client, newSession, service, shop, shopAddress, visit } from './real-checkout.ts'
import { collectEvents, waitForEvent, namesOf } from './shop.ts'
import { bankButton, payWithChallenge, windowGone } from './three-d-secure-window.ts'

t.test('a malformed or wrong client secret gives invalid_client_secret and no form', async (t) => {
  const session = await newSession()
  const secret = session.client_secret
  const wrong = secret.slice(0, -1) + (secret.endsWith('A') ? 'B' : 'A')
  const other = await newSession()
  const swapped = `${other.id}_secret_${secret.split('_secret_')[1]}`
  const { page } = await visit()
  const events = await collectEvents(page)
  const named = {
    garbage: /knows no session/,
    '': /is missing/,
    [wrong]: /knows no session/,
    [swapped]: /knows no session/,
    [session.id]: /id of a session/,
    sk_test_ofThisShop: /SECRET KEY.*Replace it now/,
    ' sk_live_ofThisShop\n': /SECRET KEY.*Replace it now/,
    whsec_ofThisShop: /WEBHOOK SECRET/,
  }
  const bad = Object.keys(named)
  const written: string[] = []
  const sent: string[] = []
  page.on('console', (message) => message.type() === 'error' && written.push(message.text()))
  page.on('request', (request) => sent.push(`${request.url()} ${JSON.stringify(request.headers())}`))
  await page.exposeFunction('noteReceived', (text: string) => sent.push(text))
  await page.addInitScript(() => {
    const { noteReceived } = window as unknown as { noteReceived(text: string): void }
    if (window !== top) noteReceived(window.name)
    if (window !== top) addEventListener('message', ({ data }) => noteReceived(JSON.stringify(data)))
  })
  await page.goto(shop.pageWith(bad))
  for (const [form, [given, message]] of Object.entries(named).entries()) {
    const { argument } = await waitForEvent(events, 'error', form)
    t.match(argument, { code: 'invalid_client_secret', message }, JSON.stringify(given))
    t.same(namesOf(events, form), ['error invalid_client_secret'])
    t.ok(
      written.some((text) => text === `ServicePay: ${String(argument['message'])}`),
      `the console has it: ${given}`,
    )
  }
  t.notMatch(JSON.stringify([events, written, sent]), /ofThisShop/, 'a key goes to no server, frame, event or console')
  t.match(sent.join('\n'), session.id, 'what a frame receives was recorded')
  for (const form of bad.keys())
    t.notOk(
      await page
        .frameLocator(`${form === 0 ? '#pay' : `#pay-${form}`} iframe`)
        .locator('#number')
        .isVisible(),
    )
  await page.goto(shop.pageWith(['garbage']))
  await page.frameLocator('#pay iframe').getByText('The card form cannot be shown').waitFor()
  await takePictures(page, 'shop-invalid-secret')
})

t.test('two forms on one page make two separate payments', async (t) => {
  const [first, second] = [await newSession(), await newSession({ amount: 990 })]
  const { page } = await visit()
  const events = await collectEvents(page)
  await page.goto(shop.pageWith([first.client_secret, second.client_secret]))
  t.match((await waitForEvent(events, 'ready', 0)).argument, { id: first.id, amount: 4250 })
  t.match((await waitForEvent(events, 'ready', 1)).argument, { id: second.id, amount: 990 })
  const form = await formIn(page, '#pay-1')
  await fillCard(form)
  await pay(form)
  t.match((await waitForEvent(events, 'complete', 1)).argument, { id: second.id, status: 'paid', amount: 990 })
  t.match(await client.checkout.sessions.retrieve(first.id), { status: 'open', attempts: 0 })
  const other = await formIn(page, '#pay')
  await fillCard(other)
  await pay(other)
  t.match((await waitForEvent(events, 'complete', 0)).argument, { id: first.id, status: 'paid', amount: 4250 })
  t.same(
    [namesOf(events, 0), namesOf(events, 1)],
    [
      ['ready', 'complete'],
      ['ready', 'complete'],
    ],
  )
})

t.test('forged messages from other windows have no effect', async (t) => {
  const [session, foreign] = [await newSession(), await newSession({ amount: 1 })]
  const { page, requests } = await visit()
  const events = await collectEvents(page)
  await page.goto(shop.pageWith([session.client_secret], { redirect: false }))
  await waitForEvent(events, 'ready')
  const summary = { id: session.id, status: 'paid', amount: 4250, currency: 'GBP' }
  const forged = [
    { type: 'complete', session: summary },
    { type: 'failed', session: summary },
    { type: 'error', error: { code: 'session_not_payable', message: '' } },
    { type: 'redirect', url: `${shopAddress}/stolen` },
    { type: 'hello', title: 'Stolen' },
    { type: 'resize', height: 1 },
    { type: 'init', clientSecret: foreign.client_secret, redirect: true, variables: {} },
  ].map((message) => ({ protocol: 'servicepay/1', ...message }))
  await sendFrom(page, 'the page itself', forged)
  await sendFrom(page, 'a frame beside the form', forged)
  await sendFrom(page, 'a window that the page opened', forged)
  t.same(namesOf(events), ['ready'])
  t.not(await page.getAttribute('#pay iframe', 'title'), 'Stolen')

  const form = await formIn(page)
  await fillCard(form)
  await pay(form)
  await paidIn(form)
  t.same((await waitForEvent(events, 'complete')).argument, summary)
  t.same(namesOf(events), ['ready', 'complete'])
  t.match(await client.checkout.sessions.retrieve(foreign.id), { status: 'open', attempts: 0 })
  t.notOk(requests.some(({ url }) => url.includes('stolen')))
})

t.test('the form takes its session from the page around it, not from a frame beside it', async (t) => {
  const [session, foreign] = [await newSession(), await newSession({ amount: 1 })]
  const { page } = await visit()
  await page.goto(shop.pageAround(`${service.baseUrl}/v1/form/frame`))
  await page.frameLocator('#framed').locator('#loading').waitFor()
  const init = (clientSecret: string) => ({
    protocol: 'servicepay/1',
    type: 'init',
    clientSecret,
    redirect: true,
    variables: {},
  })
  await sendFrom(page, 'a frame beside the form', [init(foreign.client_secret)])
  await sendFrom(page, 'the page itself', [init(session.client_secret), init(foreign.client_secret)])
  const form = page.frameLocator('#framed')
  await form.locator('#pay').waitFor()
  t.equal(await form.locator('#amount').textContent(), '£42.50')
})

/** Markup that takes the place of what scripts read from the page: without any script, as sanitizers let through. */
const namesakes = ['currentScript', 'querySelector', 'createElement', 'body', 'head', 'activeElement']
  .map((name) => `<img name="${name}" alt="" src="https://evil.example/v1/servicepay.js">`)
  .concat('<form id="ServicePay" name="ServicePay"><input name="checkout"></form>')
  .concat('<script type="text/plain" src="https://evil.example/v1/servicepay.js"></script>')
  // The place of the form is itself a form, with fields from anywhere in the page.
  .concat('<form id="pay"></form>')
  .concat(
    ['replaceChildren', 'append', 'getAttribute', 'querySelector'].map((name) => `<input form="pay" name="${name}">`),
  )

t.test('elements with the names of what the loader reads change neither the form nor the bank’s window', async (t) => {
  const session = await newSession()
  const { page } = await visit()
  const events = await collectEvents(page)
  await page.goto(shop.pageWith([session.client_secret], {}, namesakes.join('')))
  t.ok(await page.evaluate('document.currentScript instanceof HTMLImageElement'), 'the markup has this effect')
  await waitForEvent(events, 'ready')
  const form = await formIn(page)
  await payWithChallenge(form)
  await bankButton(page, 'Approve').click()
  await paidIn(form)
  await windowGone(page)
  t.same(namesOf(events), ['ready', 'complete'])
  t.same(
    new Set(page.frames().map((frame) => new URL(frame.url()).origin)),
    new Set([new URL(page.url()).origin, service.baseUrl]),
  )
})

t.test('properties that another script gave to every object change neither the form nor its place', async (t) => {
  const session = await newSession()
  const { page } = await visit()
  const events = await collectEvents(page)
  const covering = 'dark;position:fixed;inset:0;opacity:0'
  const everywhere = {
    height: '99999',
    url: 'https://evil.example/',
    type: 'redirect',
    theme: covering,
    layout: 'fields',
    place: 'link',
  }
  const properties = JSON.stringify({ ...everywhere, appearance: { theme: covering } })
  const polluted = `<script>Object.assign(Object.prototype, ${properties})</script>`
  await page.goto(shop.pageWith([session.client_secret], {}, polluted))
  await waitForEvent(events, 'ready')
  const [style, address] = await page
    .locator('#pay iframe')
    .evaluate((frame: HTMLIFrameElement) => [frame.getAttribute('style') ?? '', frame.src])
  t.match(style, /^display: block; width: 100%; height: 4\d\dpx; .* color-scheme: light;$/)
  t.match(
    address,
    new RegExp(
      `^${service.baseUrl}/v1/form/frame\\?.*theme=light&place=undefined&layout=full&bare=false&isolated=false`,
    ),
  )
  const form = await formIn(page)
  await fillCard(form)
  await pay(form)
  await paidIn(form)
  t.same(namesOf(events), ['ready', 'complete'])
})

t.test('a page of another origin that takes the place of the form in its frame is not heard', async (t) => {
  const session = await newSession()
  const { page } = await visit()
  const events = await collectEvents(page)
  await page.goto(shop.pageWith([session.client_secret], { redirect: false }))
  await waitForEvent(events, 'ready')
  const summary = { id: session.id, status: 'paid', amount: 4250, currency: 'GBP' }
  await page.evaluate(
    async (message) => {
      const arrived = new Promise((resolve) => addEventListener('message', ({ data }) => data === 'last' && resolve(0)))
      const frame = document.querySelector('#pay iframe') as HTMLIFrameElement
      const script = `for (const each of [${JSON.stringify(message)}, 'last']) parent.postMessage(each, '*')`
      frame.src = `data:text/html,<script>${encodeURIComponent(script)}</script>`
      await arrived
    },
    withProtocol({ type: 'complete', session: summary }),
  )
  t.same(namesOf(events), ['ready'])
})

type Sender = 'the page itself' | 'a frame beside the form' | 'a window that the page opened'

/** Posts every message to the shop's page and to the form in it. Waits for a last message, which arrives after them. */
async function sendFrom(page: Page, sender: Sender, messages: readonly object[]): Promise<void> {
  await page.evaluate(
    async ([sender, messages]) => {
      const arrived = new Promise((resolve) =>
        addEventListener('message', ({ data }) => data === sender && resolve(null)),
      )
      const post = `for (const message of ${JSON.stringify([...messages, sender])})
        for (const target of [shop, shop.frames[0]]) target.postMessage(message, '*')`
      const runIn = (owner: Document, text: string): void => {
        owner.body.append(Object.assign(owner.createElement('script'), { text }))
      }
      if (sender === 'the page itself') runIn(document, `{ const shop = window; ${post} }`)
      else if (sender === 'a frame beside the form') {
        const frame = document.createElement('iframe')
        frame.srcdoc = `<script>const shop = parent; ${post}</script>`
        document.body.append(frame)
      } else {
        const opened = open('about:blank')
        if (opened) runIn(opened.document, `const shop = opener; ${post}`)
      }
      await arrived
    },
    [sender, messages] as const,
  )
}
