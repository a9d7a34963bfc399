import { writeAmount } from '../amount-style.ts'
import { fill } from '../texts/fill.ts'
import type { Progress } from './attempt.ts'
import type { FormSession } from './form-session.ts'
import { element, page } from './page.ts'

export function amountOf(session: FormSession): string {
  return writeAmount(session.amount, session.currency, page.money)
}

/** Amount, description and the form itself, ready to be filled in. */
export function showForm(session: FormSession): void {
  const amount = amountOf(session)
  element('amount').textContent = amount
  element('description').textContent = session.description
  element('test').hidden = session.livemode
  element('pay').textContent = fill(page.texts.pay, { amount })
  show('card')
}

/** Nothing can be typed or sent while a payment is under way; null ends that. */
export function showProgress(progress: Progress | null, session: FormSession): void {
  const { texts } = page
  element<HTMLFieldSetElement>('fields').disabled = progress !== null
  const pay = element('pay')
  pay.setAttribute('aria-disabled', String(progress !== null))
  setText(pay, progress ? texts.paying : fill(texts.pay, { amount: amountOf(session) }))
  setText(element('status-text'), progress ? statusTexts()[progress.kind] : '')
  element('challenge').hidden = progress?.kind !== 'challenge'
}

function statusTexts(): Record<Progress['kind'], string> {
  const { texts } = page
  return {
    paying: '',
    waiting: texts.waiting,
    challenge: texts.challenge,
    cancelling: texts.cancelling,
    connection_lost: texts.connectionLost,
  }
}

/** Says at once, to eyes and screen readers, why the payment was not made. */
export function showAlert(text: string): void {
  element('alert').textContent = text
}

export interface Outcome {
  readonly tone: 'good' | 'bad'
  readonly title: string
  readonly text: string
  /** Something that the customer can try again from here. */
  readonly onRetry?: () => void
}

/** Replaces the form by its end: paid, failed, closed, or why there is none. */
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
  // The button that had the focus is gone. A page in which the customer is elsewhere keeps its focus until it comes here: the bank's window may give it back late.
  const focus = (): void => panel.focus({ preventScroll: true })
  if (focusIsHere) focus()
  else addEventListener('focus', focus, { once: true })
}

export function showLoading(): void {
  show('loading')
}

function show(screen: 'loading' | 'card' | 'outcome'): void {
  for (const id of ['loading', 'card', 'outcome']) element(id).hidden = id !== screen
  element('summary').hidden = screen !== 'card'
}

/** Leaves equal texts alone: screen readers would say them again. */
function setText(target: HTMLElement, text: string): void {
  if (target.textContent !== text) target.textContent = text
}
