import type { Frame, FrameLocator, Page } from 'playwright-core'

export const approvedCard = '4012 0000 0006 0085'
export const declinedCard = '4111 1100 0000 0922'

/** Waits until the form in this place of the page offers a way to pay or shows an outcome, and returns the form. */
export async function formIn(page: Page, place = '#pay'): Promise<FrameLocator> {
  const form = page.frameLocator(`${place} iframe`)
  await form.locator(':is(#pay, #challenge, #outcome):visible').first().waitFor()
  return form
}

interface OtherFields {
  readonly expiry?: string
  readonly code?: string
  readonly name?: string
}

/** Types one key at a time, as a customer does. */
export async function typeCard(form: FrameLocator, number = approvedCard, others: OtherFields = {}): Promise<void> {
  const { expiry, code, name } = { ...otherFields, ...others }
  await form.locator('#number').fill('')
  await form.locator('#number').pressSequentially(number)
  await form.locator('#expiry').fill('')
  await form.locator('#expiry').pressSequentially(expiry)
  await form.locator('#code').fill('')
  await form.locator('#code').pressSequentially(code)
  await form.locator('#name').fill(name)
}

/** Fills in all fields at once, as a password manager does. Typing takes the processor ten times as long. */
export async function fillCard(form: FrameLocator, number = approvedCard, others: OtherFields = {}): Promise<void> {
  await fillFields(form, { number, ...otherFields, ...others })
}

/** Fills in these fields of a form, once a customer could do it. */
export async function fillFields(form: FrameLocator | Frame, fields: Readonly<Record<string, string>>): Promise<void> {
  const visible = Object.keys(fields).map((id) => `#${id}:enabled`)
  // The last field of a form is enabled together with the first.
  await form.locator(visible.at(-1) ?? '').waitFor()
  await form.locator(':root').evaluate((_root, fields) => {
    for (const [id, text] of Object.entries(fields)) {
      const input = document.querySelector<HTMLInputElement>(`#${id}`)!
      input.focus()
      input.value = text
      for (const type of ['input', 'change']) input.dispatchEvent(new Event(type, { bubbles: true, composed: true }))
    }
  }, fields)
}

const otherFields = { expiry: '1239', code: '123', name: 'Ada Lovelace' }

/** Fills in what a payment link asks for besides the card. */
export async function fillAddress(form: FrameLocator): Promise<void> {
  const fields = { email: 'ada@example.com', line1: '1 High Street', city: 'London', postal_code: 'N1 1AA' }
  await fillFields(form, fields)
  await form.locator('#country').selectOption('GB')
}

export async function pay(form: FrameLocator): Promise<void> {
  await form.locator('#pay').click()
}

export async function paidIn(form: FrameLocator): Promise<void> {
  await form.getByText('Payment received').waitFor()
}

/** Removes what the form sends to learn the networks of a card: its first eight digits, in this one place. */
export function withoutNetworkRequest(requests: string, number: string): string {
  return requests.replace(`{"first_digits":"${number.replaceAll(' ', '').slice(0, 8)}"}`, '')
}

/** Parts and encodings of a card number that no request may contain. They are too long to occur by chance. */
export function digitRunsOf(number: string): string[] {
  const digits = number.replaceAll(' ', '')
  const runs = Array.from({ length: digits.length - runLength + 1 }, (_, start) =>
    digits.slice(start, start + runLength),
  )
  return [
    number,
    number.replaceAll(' ', '-'),
    number.replaceAll(' ', '%20'),
    number.replaceAll(' ', '+'),
    ...runs,
    ...encodingsOf(digits),
  ]
}

const runLength = 8

/**
 * Base64 of a text depends on its position in a group of three bytes. These are the three alignments, without the
 * characters at either end, which depend on the neighbouring bytes.
 */
function encodingsOf(digits: string): string[] {
  const base64 = ['', 'x', 'xx'].map((before) =>
    Buffer.from(before + digits)
      .toString('base64')
      .slice(4, 20),
  )
  return [...base64, Buffer.from(digits).toString('hex')]
}
