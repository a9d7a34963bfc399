import { writeAmount } from '../amount-style.ts'
import { fill } from '../texts/fill.ts'
import type { Progress } from './attempt.ts'
import type { FormSession } from './form-session.ts'
import { element, page } from './page.ts'

export function amountOf(session: FormSession): string {
  return writeAmount(session.amount, session.currency, page.money)
}

/** Shows amount, description and the card form. */
export function showForm(session: FormSession): void {
  const amount = amountOf(session)
  element('amount').textContent = amount
  element('description').textContent = session.description
  element('test').hidden = session.livemode
  element('pay').textContent = fill(page.texts.pay, { amount })
  show('card')
}

/** Disables the form while a payment is under way. Null enables it again. */
export function showProgress(progress: Progress | null, session: FormSession): void {
  const { texts } = page
  element<HTMLFieldSetElement>('fields').disabled = progress !== null
  const pay = element('pay')
  pay.setAttribute('aria-disabled', String(progress !== null))
  setText(pay, progress ? texts.paying : fill(texts.pay, { amount: amountOf(session) }))
  const status = element('status-text')
  // The button says the same to customers who see it.
  status.classList.toggle('visually-hidden', progress?.kind === 'paying')
  setText(status, progress ? statusTexts()[progress.kind] : '')
  element('challenge').hidden = progress?.kind !== 'challenge'
}

function statusTexts(): Record<Progress['kind'], string> {
  const { texts } = page
  return {
    paying: texts.paying,
    waiting: texts.waiting,
    still_waiting: texts.stillWaiting,
    challenge: texts.challenge,
    cancelling: texts.cancelling,
    connection_lost: texts.connectionLost,
  }
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
