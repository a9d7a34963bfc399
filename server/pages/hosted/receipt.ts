import { formatAmount } from '../../../form/amount.ts'
import { markOf } from '../../../form/frame/networks/marks.ts'
import { isWhole, receiptLines, receiptTime, type Payment, type ReceiptLine } from '../../../form/receipt.ts'
import type { Texts } from '../../../form/texts/texts.ts'
import { html, verbatim, type Markup } from '../../markup/html.ts'

/** The receipt of a payment. Times are in UTC, and the page's script writes them in the browser's time zone. */
export function receipt(payment: Payment & { readonly currency: string }, texts: Texts, locale: string): Markup {
  const write = (amount: number): string => formatAmount(amount, payment.currency, locale)
  const lines = receiptLines(payment, texts.receipt, write, isWhole(payment)).map((line) => row(line, locale))
  return html`<dl class="receipt">${lines}</dl>`
}

function row({ label, value, time, isTotal, brand }: ReceiptLine, locale: string): Markup {
  const written = time !== null && html`<time datetime="${time}">${inUtc(time, locale)}</time>`
  return html`
    <div${isTotal && verbatim(' class="total"')}>
      <dt>${label}${value !== null && written}</dt>
      <dd>${value === null ? written : html`${brand && verbatim(markOf(brand))}<bdi>${value}</bdi>`}</dd>
    </div>
  `
}

function inUtc(time: string, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { ...receiptTime, timeZone: 'UTC', timeZoneName: 'short' })
  return format.format(new Date(time))
}

/** A button for browsers with a script, which reveals it. */
export function printButton({ receipt: { print } }: Texts): Markup {
  return html`<p class="print"><button type="button" id="print" class="quiet" hidden>${print}</button></p>`
}
