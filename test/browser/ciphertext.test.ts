import type { FrameLocator, Page } from 'playwright-core'
import t from 'tap'
import { declinedCard, formIn, paidIn, pay, fillCard } from './card-typing.ts'
import { client, newSession, shop, submitsOf, visit } from './real-checkout.ts'

// The attacker here sits between form and service, and can change requests but not read the card in them.

const attempts = '**/v1/form/attempts'

/** Replaces the ciphertext of every payment that leaves the form. */
async function replaceCiphertext(page: Page, other: (encrypted: string) => string): Promise<void> {
  await page.route(attempts, async (route) => {
    const body = route.request().postDataJSON() as { encrypted_card: string }
    await route.continue({ postData: JSON.stringify({ ...body, encrypted_card: other(body.encrypted_card) }) })
  })
}

/** The form says that nothing was sent, no attempt exists, and the card can pay after the attack. */
async function refusedThenPaid(
  t: Tap,
  page: Page,
  form: FrameLocator,
  sessionId: string,
  before: number,
): Promise<void> {
  await form.getByRole('alert').getByText('Your payment could not be sent.').waitFor()
  t.match(await client.checkout.sessions.retrieve(sessionId), { status: 'open', attempts: before, payment: null })
  await page.unroute(attempts)
  await form.locator('#code').fill('123')
  await pay(form)
  await paidIn(form)
  t.match(await client.checkout.sessions.retrieve(sessionId), { status: 'paid', attempts: before + 1 })
}

type Tap = { match(found: unknown, wanted: unknown): boolean }

/** Changes a character in the middle of one part of the JWE. */
function tamper(encrypted: string, part: number): string {
  const parts = encrypted.split('.')
  const text = parts[part] ?? ''
  const at = text.length >> 1
  parts[part] = text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1)
  return parts.join('.')
}

// test/cards/refused-cards.test.ts changes every character of a card.
for (const [name, part] of [['ciphertext', 3]] as const) {
  t.test(`a card whose ${name} was changed in transit is refused`, async (t) => {
    const session = await newSession()
    const { page } = await visit()
    await page.goto(shop.pageWith([session.client_secret]))
    const form = await formIn(page)
    await replaceCiphertext(page, (encrypted) => tamper(encrypted, part))
    await fillCard(form)
    await pay(form)
    await refusedThenPaid(t, page, form, session.id, 0)
  })
}

t.test('a replayed card is refused, in its own session and in another', async (t) => {
  const session = await newSession()
  const seen = await visit()
  const { page } = seen
  await page.goto(shop.pageWith([session.client_secret]))
  const form = await formIn(page)
  await fillCard(form, declinedCard)
  await pay(form)
  await form.getByRole('alert').getByText('You have 4 tries left.').waitFor()
  const used = String(submitsOf(seen)[0]?.['encrypted_card'])
  await fillCard(form)
  await replaceCiphertext(page, () => used)
  await pay(form)
  await refusedThenPaid(t, page, form, session.id, 1)

  const other = await newSession()
  await page.goto(shop.pageWith([other.client_secret]))
  const otherForm = await formIn(page)
  await replaceCiphertext(page, () => used)
  await fillCard(otherForm)
  await pay(otherForm)
  await refusedThenPaid(t, page, otherForm, other.id, 0)
})
