import t from 'tap'
import { approvedCard, formIn, paidIn, pay, fillCard } from './card-typing.ts'
import { inFullRuns, someOf } from '../support/combinations.ts'
import { axeViolations } from '../support/browser/axe.ts'
import { takePictures } from './pictures.ts'
import { client, newSession, nextEvent, freshVisit as visit } from './real-checkout.ts'
import { waitForEvent, namesOf } from './shop.ts'
import {
  bankButton,
  bankFrame,
  bankWindow,
  challengePage,
  challenged,
  resize,
  windowGone,
} from './three-d-secure-window.ts'

const notConfirmed = { status: 'open', failure_code: 'authentication_failed', attempts: 1, payment: null }

t.test('after an approval the window closes itself, and the payment says how it was confirmed', async (t) => {
  const session = await newSession()
  const { page, form, events, complaints } = await challenged(session.client_secret)
  await bankButton(page, 'Approve').waitFor()
  t.same(await axeViolations(page, { iframes: false }), [])
  await takePictures(page, 'challenge')
  await bankButton(page, 'Approve').click()
  await paidIn(form)
  await windowGone(page)
  await waitForEvent(events, 'complete')
  t.same(namesOf(events), ['ready', 'complete'])
  const paid = await client.checkout.sessions.retrieve(session.id)
  t.match(paid, { status: 'paid', attempts: 1, payment: { three_d_secure: 'challenge' } })
  await nextEvent('session.completed', session.id)
  t.same(complaints, [])
  t.equal(page.context().pages().length, 1, 'no other window opened')
})

const cancelled = 'You cancelled; nothing was charged.'

const refusals = [
  ['Decline', 'You have 4 tries left.'],
  ['Cancel', cancelled],
] as const

for (const [answer, reason] of someOf(refusals, 1)) {
  t.test(`after ${answer} at the bank, the form says why the payment failed, and another card can pay`, async (t) => {
    const session = await newSession()
    const { page, form } = await challenged(session.client_secret)
    await bankButton(page, answer).click()
    await form.getByRole('alert').getByText(reason).waitFor()
    await windowGone(page)
    t.match(await client.checkout.sessions.retrieve(session.id), notConfirmed)
    await fillCard(form, approvedCard)
    await pay(form)
    await paidIn(form)
    t.match(await client.checkout.sessions.retrieve(session.id), { status: 'paid', attempts: 2, failure_code: null })
  })
}

t.test('Escape asks first and then cancels the payment at the bank too', async (t) => {
  const session = await newSession()
  const { page, form } = await challenged(session.client_secret)
  const dialog = challengePage(page)
  await page.evaluate(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    for (const type of ['keydown', 'keyup'])
      for (const capture of [true, false])
        document.addEventListener(type, (event) => heard.push((event as KeyboardEvent).key), capture)
  })
  await page.keyboard.press('Escape')
  await dialog.getByText('Cancel the payment?').waitFor()
  t.same(await page.evaluate('heard'), [], 'the shop’s page does not hear it, and its own dialogs stay open')
  t.same(await axeViolations(page, { iframes: false }), [])
  await takePictures(page, 'challenge-cancel')
  await page.keyboard.press('Escape')
  await bankButton(page, 'Approve').waitFor()
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
  await dialog.getByRole('button', { name: 'Keep paying' }).click()
  t.match(
    await client.checkout.sessions.retrieve(session.id),
    { status: 'processing' },
    'the form has asked, and cancelled nothing yet',
  )
  await page.keyboard.press('Escape')
  await dialog.getByText('Cancel the payment?').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await windowGone(page)
  await form.getByRole('alert').getByText(cancelled).waitFor()
  t.match(await client.checkout.sessions.retrieve(session.id), notConfirmed)
  await fillCard(form, approvedCard)
  await pay(form)
  await paidIn(form)
})

t.test(
  'Escape works inside the test bank’s page too; with a bank that reports nothing, Cancel stays visible and reachable',
  inFullRuns,
  async (t) => {
    const session = await newSession()
    const { page, form } = await challenged(session.client_secret)
    const dialog = challengePage(page)
    await bankButton(page, 'Approve').focus()
    await page.keyboard.press('Escape')
    await dialog.getByText('Cancel the payment?').waitFor()
    await page.keyboard.press('Escape')
    await bankButton(page, 'Approve').waitFor()
    await bankButton(page, 'Approve').evaluate(() =>
      addEventListener('keydown', (event) => event.stopImmediatePropagation(), true),
    )
    await bankButton(page, 'Approve').focus()
    await page.keyboard.press('Shift+Tab')
    const cancel = dialog.getByRole('button', { name: 'Cancel', exact: true })
    await cancel.and(page.locator(':focus')).waitFor()
    await resize(page, { width: 260, height: 320 })
    const box = await cancel.boundingBox()
    t.ok(box && box.x >= 0 && box.y >= 0 && box.x + box.width <= 260 && box.y + box.height <= 320, JSON.stringify(box))
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await windowGone(page)
    await form.getByRole('alert').getByText(cancelled).waitFor()
  },
)

t.test('the window takes the focus, keeps it, and returns it', async (t) => {
  const session = await newSession()
  const { page, form } = await challenged(session.client_secret)
  const dialog = await bankWindow(page)
  t.ok(
    await dialog.evaluate((element) => element.matches(':focus')),
    'the dialog has the focus, so that screen readers read its name',
  )
  const stops: string[] = []
  for (let stop = 0; stop < 4; stop++) {
    await page.keyboard.press('Tab')
    const inBank = await bankFrame(page).locator('button:focus').allTextContents()
    stops.push(inBank[0] ?? String(await challengePage(page).locator('button:focus').textContent()))
  }
  t.same(stops, ['Cancel', 'Approve', 'Decline', 'Cancel'])
  t.notOk(
    await page.locator('#pay iframe').evaluate((element) => element === document.activeElement),
    'nothing behind the window can get the focus',
  )
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await paidIn(form)
  await form.locator('#outcome:focus').waitFor()
})

t.test(
  'a window that the page removed can be opened again, and an answer given in another window counts',
  inFullRuns,
  async (t) => {
    const session = await newSession()
    const { page, form } = await challenged(session.client_secret)
    const address = await challengePage(page)
      .locator('#bank')
      .evaluate((bank: HTMLIFrameElement) => bank.src)
    const remove = () =>
      page.locator('dialog').evaluate((element) => ((element.getRootNode() as ShadowRoot).host as HTMLElement).remove())
    await remove()
    await form.getByRole('button', { name: 'Open your bank’s page' }).click()
    await bankWindow(page)
    await remove()
    await takePictures(page, 'challenge-window-lost')
    const elsewhere = await (await visit()).page.context().newPage()
    await elsewhere.goto(String(address))
    await elsewhere.getByRole('button', { name: 'Approve' }).click()
    await paidIn(form)
    t.match(await client.checkout.sessions.retrieve(session.id), {
      status: 'paid',
      payment: { three_d_secure: 'challenge' },
    })
  },
)

t.test('when the page closes the window, the form offers another card', inFullRuns, async (t) => {
  const session = await newSession()
  const { page, form } = await challenged(session.client_secret)
  await page.locator('dialog').evaluate((element) => (element as HTMLDialogElement).close())
  await form.getByRole('button', { name: 'Use another card' }).click()
  await form.getByRole('alert').getByText(cancelled).waitFor()
  t.match(await client.checkout.sessions.retrieve(session.id), notConfirmed)
})

t.test('after a reload the form offers the way back to the bank', async () => {
  const session = await newSession()
  const { page } = await challenged(session.client_secret)
  await page.reload()
  const form = await formIn(page)
  await form.getByRole('button', { name: 'Open your bank’s page' }).click()
  await bankButton(page, 'Approve').click()
  await paidIn(form)
})
