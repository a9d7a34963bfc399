import { writeAmount } from '../../amount-style.ts'
import { isWhole, receiptLines, receiptTime, type ReceiptLine } from '../../receipt.ts'
import type { FormSession } from '../session/form-session.ts'
import { markOf } from '../networks/marks.ts'
import { element, page } from '../page/page.ts'

/** Shows the receipt under the outcome. Outside of the live region, which would read all of it aloud. */
export function showReceipt(session: FormSession, canPrint: boolean): void {
  const { currency } = session
  const list = document.createElement('dl')
  list.className = 'receipt'
  const write = (amount: number): string => writeAmount(amount, currency, page.money)
  list.append(...receiptLines(session, page.texts.receipt, write, isWhole(session)).map(row))
  // A printed receipt says where to ask. On the screen, the page around the form does.
  const { support_email: support } = session
  if (support !== null) list.append(row({ label: page.texts.receipt.questions, value: support, time: null }))
  list.lastElementChild?.classList.toggle('on-paper', support !== null)
  element('frame').append(list)
  if (!canPrint) return
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'quiet',
    textContent: page.texts.receipt.print,
    onclick: () => window.print(),
  })
  element('frame').append(button)
}

function row({ label, value, time, isTotal, brand }: ReceiptLine): HTMLElement {
  const line = document.createElement('div')
  if (isTotal) line.className = 'total'
  const [term, detail] = [document.createElement('dt'), document.createElement('dd')]
  term.append(label)
  if (time !== null) (value === null ? detail : term).append(timeElement(time))
  if (brand) detail.innerHTML = markOf(brand)
  if (value !== null) detail.append(Object.assign(document.createElement('bdi'), { textContent: value }))
  line.append(term, detail)
  return line
}

function timeElement(time: string): HTMLElement {
  const written = new Intl.DateTimeFormat(page.locale, receiptTime).format(new Date(time))
  return Object.assign(document.createElement('time'), { dateTime: time, textContent: written })
}
