import type { FrameLocator, Locator, Page } from 'playwright-core'
import t from 'tap'
import { inFullRuns, someOf } from '../support/combinations.ts'
import { startThreeDSecureBank, usualPlan, type Plan } from '../support/three-d-secure-bank.ts'
import { formIn, paidIn } from './card-typing.ts'
import { takePictures } from './pictures.ts'
import { client, newSession, service, shop, shopAddress, freshVisit as visit, type Visit } from './real-checkout.ts'
import { bankFrame, bankWindow, payWithChallenge, windowGone } from './three-d-secure-window.ts'

// What the pages of banks do besides asking: they redirect, frame, open windows, and take over the whole page.

const bank = await startThreeDSecureBank(service.app.sandbox)
for (const context of [service.app.context, service.app.workContext])
  context.processorFor = () => Promise.resolve(bank.processor)
t.teardown(() => bank.stop())

interface Paying extends Visit {
  readonly form: FrameLocator
  status(): Promise<string>
}

/** A customer of a shop that allows only the service in its page pays with a card of this bank. */
async function paying(plan: Partial<Plan>, params: object = {}): Promise<Paying> {
  bank.plan = { ...usualPlan, ...plan }
  const session = await newSession(params)
  const seen = await visit()
  await seen.page.goto(shop.strictPageWith([session.client_secret]))
  const form = await formIn(seen.page)
  await payWithChallenge(form)
  return { ...seen, form, status: async () => (await client.checkout.sessions.retrieve(session.id)).status }
}

const yes = (place: Page | FrameLocator): Locator => place.getByRole('button', { name: 'Yes, it is me' })

const led: readonly (readonly [string, Partial<Plan>])[] = [
  ['303 to its second host, over several hops', { detour: 303, callsApp: true }],
  ['302, and then leads back by a redirect', { detour: 302, leadsBackBy: 'redirect' }],
  ['307, which sends our form on to another host', { detour: 307 }],
  ['308, on a page that we open without a form', { detour: 308, confirmation: 'page', leadsBackBy: 'redirect' }],
]

for (const [name, plan] of someOf(led, 1))
  t.test(`a bank that answers with ${name} is shown, and the payment ends`, async (t) => {
    const { page, form, complaints, status } = await paying(plan)
    await yes(bankFrame(page)).click()
    await paidIn(form)
    await windowGone(page)
    t.equal(await status(), 'paid')
    t.same(complaints, [])
  })

t.test('a bank that leads back at once, and redirects the hidden page before, is never seen to fail', async (t) => {
  const plan = { fingerprint: 'ends', detour: 303, asks: 'no', leadsBackBy: 'redirect' } as const
  const { page, form, complaints, status } = await paying(plan)
  await paidIn(form)
  await windowGone(page)
  t.equal(await status(), 'paid')
  t.match(bank.resultsOf(bank.purchases.at(-1)?.reference)[0], { kind: 'fingerprint', isComplete: true })
  t.same(complaints, [])
})

t.test('a bank that frames its second host answers from there', inFullRuns, async (t) => {
  const { page, form, complaints, status } = await paying({ asksIn: 'frame' })
  await yes(bankFrame(page).frameLocator('iframe')).click()
  await paidIn(form)
  await windowGone(page)
  t.equal(await status(), 'paid')
  t.same(complaints, [])
})

t.test('a bank asks in a window that it opens itself', async (t) => {
  const { page, form, status } = await paying({ asksIn: 'window' })
  const opener = bankFrame(page).getByRole('button', { name: 'Open my bank' })
  const [opened] = await Promise.all([page.context().waitForEvent('page'), opener.click()])
  await yes(opened).click()
  await opened.getByText('You can close this window and go back to the payment page.').waitFor()
  await paidIn(form)
  await windowGone(page)
  t.equal(await status(), 'paid')
})

const ends = [
  ['Yes, it is me', 'the shop'],
  ['No', 'a form for another card'],
] as const

for (const [answer, end] of someOf(ends, 1))
  t.test(`a bank that takes over the whole page, and gets “${answer}”, leads the customer to ${end}`, async (t) => {
    const { page, status } = await paying({ asksIn: 'whole page' }, { success_url: `${shopAddress}/thanks` })
    await bankWindow(page)
    await bankFrame(page).getByRole('button', { name: answer }).click()
    await page.getByText('You can close this window and go back to the payment page.').waitFor()
    await takePictures(page, `challenge-return-${answer === 'No' ? 'bad' : 'good'}`)
    await page.getByRole('link', { name: 'Continue' }).click()
    if (answer === 'No') {
      await (await formIn(page, '[data-client-secret]')).locator('#number').waitFor()
      t.equal(await status(), 'open')
    } else {
      await page.waitForURL(`${shopAddress}/thanks?**`)
      t.equal(await status(), 'paid')
    }
  })

t.test('the bank gets the origin of our page with the form, and no more of its address', async (t) => {
  const { page, requests } = await paying({})
  await yes(bankFrame(page)).waitFor()
  const posted = requests.find(({ url }) => url.endsWith('/challenge'))
  const { origin, referer } = JSON.parse(posted?.headers ?? '{}') as Record<string, string>
  t.same([origin, referer], [service.baseUrl, `${service.baseUrl}/`])
})
