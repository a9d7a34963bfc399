import { writeAmount } from '../../amount-style.ts'
import type { CheckoutErrorCode, SessionSummary } from '../../../spec/lib/form-api.ts'
import type { FormSession } from '../session/form-session.ts'
import { element, page } from '../page/page.ts'
import type { SendToParent } from '../page/parent-window.ts'

export function amountOf(session: FormSession): string {
  return writeAmount(session.amount, session.currency, page.money)
}

/** Shows amount, description and the card form. */
export function showForm(session: FormSession): void {
  element('amount').textContent = amountOf(session)
  element('description').textContent = session.description
  element('test').hidden = session.livemode
  show('card')
}

/** Disables the form while a payment is under way, and says how it goes. Null enables it again. */
export function showBusy(session: FormSession, status: string | null): void {
  const { texts } = page
  const isBusy = status !== null
  element<HTMLFieldSetElement>('fields').disabled = isBusy
  const pay = element('pay')
  pay.setAttribute('aria-disabled', String(isBusy))
  setText(pay, isBusy ? texts.paying : texts.pay.replace('{amount}', () => amountOf(session)))
  const line = element('status-text')
  // The button says the same to customers who see it.
  line.classList.toggle('visually-hidden', status === texts.paying)
  setText(line, status ?? '')
}

export interface Outcome {
  readonly tone: 'good' | 'bad'
  readonly title: string
  readonly text: string
  /** Offers a button to try again. */
  readonly onRetry?: () => void
}

/** Replaces the form with its outcome: paid, failed, closed, or the reason why there is no form. */
export function showOutcome(outcome: Outcome): void {
  const panel = element('outcome')
  panel.dataset['tone'] = outcome.tone
  const retry = element<HTMLButtonElement>('retry')
  retry.hidden = !outcome.onRetry
  retry.onclick = () => outcome.onRetry?.()
  const focusIsHere = document.hasFocus()
  show('outcome')
  element('outcome-title').textContent = outcome.title
  element('outcome-text').textContent = outcome.text
  // The button that had the focus is hidden now. While the focus is elsewhere in the page (the bank's window may return
  // it late), the panel waits for it rather than taking it.
  if (focusIsHere) focusOutcome()
  addEventListener('focus', focusOutcomeIfNothing)
}

function focusOutcome(): void {
  element('outcome').focus({ preventScroll: true })
}

/** WebKit drops the focus of the outcome when the bank's window returns the focus to the form a second time. */
function focusOutcomeIfNothing(): void {
  if (document.activeElement === document.body) focusOutcome()
}

/** Says why there is no form. With `onRetry` it offers a button for another try. */
export function showUnavailable(
  send: SendToParent,
  code: CheckoutErrorCode,
  message: string,
  onRetry?: () => void,
): void {
  showOutcome({ tone: 'bad', title: page.texts.unavailableTitle, text: message, ...(onRetry && { onRetry }) })
  send({ type: 'error', error: { code, message } })
}

export function showLoading(): void {
  show('loading')
}

/** While the session loads, the form is visible with its fields disabled, so that little moves when it can be used. */
function show(screen: 'loading' | 'card' | 'outcome'): void {
  for (const id of ['card', 'summary']) element(id).hidden = screen === 'outcome'
  element('loading').hidden = screen !== 'loading'
  element('pay').hidden = screen !== 'card'
  element('outcome').hidden = screen !== 'outcome'
}

/** Leaves an equal text alone, because screen readers would announce it again. */
function setText(target: HTMLElement, text: string): void {
  if (target.textContent !== text) target.textContent = text
}

export function summaryOf({ id, status, amount, currency }: FormSession): SessionSummary {
  return { id, status, amount, currency }
}
