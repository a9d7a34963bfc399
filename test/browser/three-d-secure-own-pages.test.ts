import t from 'tap'
import { fillAddress, formIn, paidIn } from './card-typing.ts'
import { axeViolations } from '../support/axe.ts'
import { takePictures } from './pictures.ts'
import { client, newSession, service, visit } from './real-checkout.ts'
import { bankButton, bankWindow, payWithChallenge, windowGone } from './three-d-secure-window.ts'

t.test('the window opens over the hosted page, whose policy allows it', async (t) => {
  const session = await newSession()
  const { page, complaints } = await visit()
  await page.goto(session.url)
  const form = await formIn(page, '[data-client-secret]')
  await payWithChallenge(form)
  await bankWindow(page)
  await takePictures(page, 'challenge-hosted')
  await bankButton(page, 'Approve').click()
  await paidIn(form)
  await windowGone(page)
  t.match(await client.checkout.sessions.retrieve(session.id), {
    status: 'paid',
    payment: { three_d_secure: 'challenge' },
  })
  t.same(complaints, [])
})

t.test('the window opens over the page of a payment link', async (t) => {
  const link = await client.paymentLinks.create({ amount: 1500, currency: 'GBP', description: 'Deposit' })
  const { page, complaints } = await visit()
  await page.goto(link.url)
  const form = await formIn(page, '#form')
  await fillAddress(form)
  await payWithChallenge(form)
  await bankWindow(page)
  t.same(await axeViolations(page, { iframes: false }), [])
  await bankButton(page, 'Approve').click()
  await paidIn(form)
  await windowGone(page)
  t.same(complaints, [])
})

t.test('a link that is deactivated while the customer types says so within ten seconds', async (t) => {
  const link = await client.paymentLinks.create({ amount: 1500, currency: 'GBP', description: 'Deposit' })
  const { page } = await visit()
  await page.goto(link.url)
  const form = await formIn(page, '#form')
  await form.locator('#number').pressSequentially('4012 0000')
  const answer = await service.call('POST', `/v1/payment_links/${link.id}/deactivate`)
  t.equal(answer.status, 200)
  await form.getByText('This checkout has closed').waitFor({ timeout: 60_000 })
  t.equal(await form.locator('#number').inputValue(), '')
  await page.locator('#after-failure').waitFor()
  await page.reload()
  t.equal(await page.textContent('h1'), 'This link is no longer active')
})
