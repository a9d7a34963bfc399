import { receiptTime } from './receipt.ts'

/** Writes the times of the page's receipt in the browser's time zone, and reveals the button that prints it. */
export function completeReceipt(): void {
  const format = new Intl.DateTimeFormat(document.documentElement.lang, receiptTime)
  for (const time of document.querySelectorAll('time')) time.textContent = format.format(new Date(time.dateTime))
  const print = document.getElementById('print')
  if (!print) return
  print.hidden = false
  print.onclick = () => window.print()
}
