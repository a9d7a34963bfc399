import type { Frame, Page } from 'playwright-core'
import t from 'tap'
import { createAccount } from '../../server/flows/accounts/create-account.ts'
import { ServicePay } from '../../sdk/src/index.ts'
import { formIn, paidIn, pay, fillCard } from './card-typing.ts'
import { holdDeparture } from './departure.ts'
import { knownCustomer, service, shop, shopAddress, visit } from './real-checkout.ts'
import { collectEvents, waitForEvent } from './shop.ts'
import { bankButton, bankWindow, challengeCard } from './three-d-secure-window.ts'

// Script in every text that a merchant supplies. Pages show it as text and never run it.

const script = (name: string): string =>
  `${name}</title></script><script>hacked()</script><img src=x onerror=hacked()>"'><svg onload=hacked()>`

const account = await createAccount(service.app.context, {
  email: 'hostile@example.com',
  businessName: `</p><script>hacked()</script><img src=x onerror=hacked()>`,
})
const hostile = new ServicePay(account.secretKey, { baseUrl: service.baseUrl })

const order = {
  amount: 4250,
  currency: 'GBP',
  description: script('description'),
  reference: script('reference'),
  metadata: { note: script('note') },
}

interface Watched {
  readonly page: Page
  readonly hacks: string[]
}

/** A page that records the calls that those scripts would make, in any frame. */
async function watched(): Promise<Watched> {
  const { page } = await visit()
  const hacks: string[] = []
  await page.exposeFunction('hacked', () => void hacks.push(page.url()))
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => hacks.push(dialog.message())))
  return { page, hacks }
}

/** Every element that can only come from those texts. */
async function foreignElements(page: Page): Promise<number> {
  // The form's own script follows its data.
  const ownScripts = '[type="application/json"], #page-data + script'
  const count = (frame: Frame) => frame.locator(`img, svg[onload], script:not([src], ${ownScripts})`).count()
  const frames = page.frames().filter((frame) => frame.url().startsWith(service.baseUrl))
  return (await Promise.all(frames.map(count))).reduce((sum, found) => sum + found, 0)
}

t.test('script in texts does not run in the form, nor from its thank-you address', async (t) => {
  const session = await hostile.checkout.sessions.create({
    ...order,
    ...knownCustomer,
    success_url: `${shopAddress}/thanks`,
  })
  const { page, hacks } = await watched()
  const events = await collectEvents(page)
  await page.goto(shop.pageWith([session.client_secret]))
  const form = await formIn(page)
  t.equal(await form.locator('#description').textContent(), order.description)
  t.equal(await foreignElements(page), 0)
  const leave = await holdDeparture(page, /\/thanks/)
  await fillCard(form)
  await pay(form)
  await paidIn(form)
  t.match(await form.locator('#outcome-text').textContent(), '<script>hacked()</script>')
  t.equal(await foreignElements(page), 0)
  await waitForEvent(events, 'complete')
  leave()
  await page.waitForURL(`${shopAddress}/thanks?**`)
  t.equal(new URL(page.url()).searchParams.get('reference'), order.reference)
  t.same(hacks, [])
})

t.test('script in texts does not run on the hosted page, at the bank, or on the paid page', async (t) => {
  const session = await hostile.checkout.sessions.create({
    ...order,
    ...knownCustomer,
    cancel_url: `${shopAddress}/"onclick="hacked()`,
  })
  const { page, hacks } = await watched()
  await page.goto(session.url)
  const form = await formIn(page, '[data-client-secret]')
  t.equal(await page.locator('.description').textContent(), order.description)
  t.equal(await page.locator('#back').getAttribute('onclick'), null)
  t.equal(await foreignElements(page), 0)
  await fillCard(form, challengeCard)
  await pay(form)
  await bankWindow(page)
  await bankButton(page, 'Approve').waitFor()
  t.equal(await foreignElements(page), 0)
  await bankButton(page, 'Approve').click()
  await paidIn(form)
  await page.goto(session.url)
  t.equal(await page.textContent('h1'), 'Payment received')
  t.equal(await foreignElements(page), 0)
  t.same(hacks, [])
})

t.test('script in texts does not run on the page of a payment link', async (t) => {
  const link = await hostile.paymentLinks.create({ amount: 1500, currency: 'GBP', description: order.description })
  const { page, hacks } = await watched()
  await page.goto(link.url)
  await formIn(page, '#form')
  t.equal(await page.locator('.description').textContent(), order.description)
  t.equal(await foreignElements(page), 0)
  t.same(hacks, [])
})

t.test('the service refuses addresses that are script', async (t) => {
  for (const field of ['success_url', 'cancel_url']) {
    for (const address of ['javascript:hacked()', 'data:text/html,<script>hacked()</script>', ' javascript:hacked()']) {
      const answer = await service.call('POST', '/v1/checkout/sessions', {
        amount: 1000,
        currency: 'GBP',
        [field]: address,
      })
      t.same(
        [answer.status, answer.body.error?.code, answer.body.error?.param],
        [400, 'parameter_invalid', field],
        address,
      )
    }
  }
})
