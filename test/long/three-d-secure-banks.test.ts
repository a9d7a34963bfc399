import t from 'tap'
import { bank, paying, results, yes } from '../browser/bank-pages.ts'
import { formIn, paidIn } from '../browser/card-typing.ts'
import { takePictures } from '../browser/pictures.ts'
import { client, service } from '../browser/real-checkout.ts'
import { bankFrame, challengePage, windowGone } from '../browser/three-d-secure-window.ts'
import { usualPlan } from '../support/three-d-secure-bank.ts'

t.test('a bank whose script never ends delays the confirmation by ten seconds', async (t) => {
  bank.plan = { ...usualPlan, fingerprint: 'silent' }
  const { page, form } = await paying()
  while (bank.purchases.length === 0) await page.waitForTimeout(50)
  service.clock.advance(11)
  await yes(page).click()
  await paidIn(form)
  t.match(results()[0], { kind: 'fingerprint', isComplete: false })
})

t.test('on the hosted page, a refusal at the bank leads back to the form', async (t) => {
  const { sessionId, page, form, complaints } = await paying('hosted')
  await bankFrame(page).getByRole('button', { name: 'No' }).click()
  await form.getByRole('alert').getByText('You can try 4 more cards.').waitFor({ timeout: 60_000 })
  await windowGone(page)
  t.match(await client.checkout.sessions.retrieve(sessionId), { status: 'open', failure_code: 'authentication_failed' })
  t.same(complaints, [])
})

for (const confirmation of ['form', 'page'] as const) {
  t.test(`a bank that forbids frames opens in a new tab: ${confirmation}`, async (t) => {
    bank.plan = { fingerprint: null, confirmation, isFramable: false }
    const { page, form } = await paying()
    const name = 'Open your bank’s page'
    const opener = challengePage(page).getByRole(confirmation === 'form' ? 'button' : 'link', { name })
    await opener.waitFor({ timeout: 60_000 })
    await takePictures(page, `challenge-frameless-${confirmation}`)
    const [tab] = await Promise.all([page.context().waitForEvent('page'), opener.click()])
    await tab.getByRole('button', { name: 'Yes, it is me' }).click()
    await tab.getByText('You can close this window and go back to the payment page.').waitFor()
    await takePictures(tab, 'challenge-return')
    await paidIn(form)
    await windowGone(page)
    t.match(results(), [{ kind: 'returned' }])
  })
}

t.test('a customer who lost the page finds the payment by opening the checkout again', async () => {
  const { page } = await paying('hosted')
  await yes(page).waitFor()
  await page.reload()
  const form = await formIn(page, '[data-client-secret]')
  await form.getByRole('button', { name: 'Open your bank’s page' }).click()
  await yes(page).click()
  await paidIn(form)
})
