import t from 'tap'
import { inFullRuns } from '../support/combinations.ts'
import { approvedCard, declinedCard, fillAddress, fillCard, formIn, paidIn, pay } from './card-typing.ts'
import { axeViolations } from '../support/browser/axe.ts'
import { takePictures } from './pictures.ts'
import { client, newSession, service, shopAddress, stopIntervals, freshVisit as visit } from './real-checkout.ts'
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

t.test('the window opens over the page of a payment link', inFullRuns, async (t) => {
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

t.test('of two browsers on one link, each sees only what its own customer has done', async (t) => {
  const link = await client.paymentLinks.create({ amount: 1500, currency: 'GBP', description: 'Deposit' })
  const open = async (email: string) => {
    const seen = await visit()
    // The form reads the session every few seconds. This customer presses Pay before it has learnt of another payment.
    if (email.startsWith('bob')) await seen.page.addInitScript(() => Object.assign(window, { setInterval: () => 0 }))
    await seen.page.goto(link.url)
    const form = await formIn(seen.page, '#form')
    await fillAddress(form)
    await form.locator('#email').fill(email)
    return { ...seen, form }
  }
  const ada = await open('ada@example.com')
  await fillCard(ada.form, declinedCard)
  await pay(ada.form)
  await ada.form.getByText('You have 4 tries left.').waitFor()
  const bob = await open('bob@example.com')
  t.ok(await bob.form.locator('#email').isVisible(), 'he is asked for his own address')
  t.equal(await bob.form.locator('#alert').textContent(), '')

  await payWithChallenge(ada.form)
  await bankWindow(ada.page)
  await ada.page.reload()
  await ada.form.getByRole('button', { name: 'Open your bank’s page' }).waitFor()
  await fillCard(bob.form, approvedCard)
  await pay(bob.form)
  await bob.form.getByText('A payment is already under way here.').waitFor()
  t.equal(await bob.form.locator('#challenge').isVisible(), false, 'he cannot reach her bank’s page')
  await takePictures(bob.page, 'link-other-paying')

  await ada.form.getByRole('button', { name: 'Use another card' }).click()
  await bob.form.getByText('Payment not sent').waitFor()
  await bob.form.getByRole('button', { name: 'Try again' }).click()
  await paidIn(bob.form)
  t.match(await bob.form.locator('.receipt').innerText(), 'Visa •••• 0085')
  await ada.form.getByText('£15.00 was paid').waitFor()
  t.equal(await ada.form.locator('.receipt').count(), 0)
  await takePictures(ada.page, 'link-other-paid')
  const { paid_session: id } = await client.paymentLinks.retrieve(link.id)
  t.match(await client.checkout.sessions.retrieve(id ?? ''), {
    attempts: 3,
    customer: { email: 'bob@example.com' },
    payment: { card_last4: '0085' },
  })
  t.same(
    [...ada.complaints, ...bob.complaints].filter((text) => !/409/.test(text)),
    [],
  )
})

t.test('a link that is deactivated while the customer types says so within ten seconds', inFullRuns, async (t) => {
  const link = await client.paymentLinks.create({ amount: 1500, currency: 'GBP', description: 'Deposit' })
  const { page } = await visit()
  await page.goto(link.url)
  const form = await formIn(page, '#form')
  // The page opens the checkout at the first keystroke. Deactivating the link earlier would reload the page instead.
  const opened = page.waitForResponse((response) => response.url().endsWith('/checkout'))
  await form.locator('#number').pressSequentially('4012 0000')
  t.equal((await opened).status(), 200)
  const answer = await service.call('POST', `/v1/payment_links/${link.id}/deactivate`)
  t.equal(answer.status, 200)
  await form.getByText('This checkout has closed').waitFor()
  t.equal(await form.locator('#number').inputValue(), '')
  await page.locator('#after-failure').waitFor()
  await page.reload()
  t.equal(await page.textContent('h1'), 'This link is no longer active')
})

t.test('a customer who presses Pay after another one has paid the link reads the truth, and stays', async (t) => {
  const terms = { amount: 1500, currency: 'GBP', description: 'Deposit', success_url: `${shopAddress}/thanks` }
  const link = await client.paymentLinks.create(terms)
  const open = async () => {
    const seen = await visit()
    await stopIntervals(seen.page)
    await seen.page.goto(link.url)
    const form = await formIn(seen.page, '#form')
    await fillAddress(form)
    await fillCard(form, approvedCard)
    return { ...seen, form }
  }
  const ada = await open()
  const bob = await open()
  await pay(ada.form)
  await ada.page.waitForURL(`${shopAddress}/thanks?*`)
  await pay(bob.form)
  await bob.form.getByText('£15.00 was paid to Test shop. There is nothing left to pay.').waitFor()
  t.notMatch(await bob.page.locator('main').innerText(), 'Paid to')
  t.notMatch(await bob.form.locator('main').innerText(), /Paid to|Payment received|back to the shop/)
  t.notOk(
    bob.requests.some(({ url }) => url.startsWith(shopAddress)),
    'he is not sent to the shop’s thank-you page',
  )
  const { paid_session: id } = await client.paymentLinks.retrieve(link.id)
  t.match(await client.checkout.sessions.retrieve(id ?? ''), { status: 'paid', attempts: 1 })
})
