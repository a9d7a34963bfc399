import { fill } from '../texts/fill.ts'
import type { AttemptResult } from './attempt.ts'
import { clearFields, focusAfterDecline, showNeededFields, showProblem } from './card-form.ts'
import { fieldNames } from './fields.ts'
import type { FormSession } from './form-session.ts'
import { acceptBrands } from './number-brand.ts'
import { element, page } from './page.ts'
import { showAlert, showForm, showProgress } from './screen.ts'

const texts = page.texts

/**
 * Shows the form ready for a card, with the reason after a decline.
 * `ownAttempt`: the customer has just tried to pay in this form, so the focus may move.
 */
export function showOpen(session: FormSession, previous: FormSession | undefined, ownAttempt: boolean): void {
  if (!previous) {
    showNeededFields(session.needs)
    acceptBrands(session.accepted_brands)
  }
  showForm(session)
  showProgress(null, session)
  const isNews = session.last_attempt?.id !== previous?.last_attempt?.id || ownAttempt
  if (session.status !== 'open' || !session.failure_code || !isNews) return
  showAlert(declineText(session))
  clearFields(['code'])
  if (ownAttempt) focusAfterDecline(cardRefusals.includes(session.failure_code))
}

/** After these the customer needs another card; after the others the same card may work. */
const cardRefusals = ['card_declined', 'invalid_card', 'expired_card', 'risk_declined']
/** These use up one of the five cards (spec/decisions.md#refused-cards). */
const countedFailures = [...cardRefusals, 'authentication_failed']

function declineText({ failure_code, failure_message, attempts_left, last_attempt }: FormSession): string {
  const isCancelled = last_attempt?.abandoned === true
  // The server's reason is English, so the form's own text comes first.
  const reason = texts.failures[isCancelled ? 'cancelled' : (failure_code ?? '')] ?? failure_message ?? texts.declined
  if (isCancelled || !countedFailures.includes(failure_code ?? '')) return reason
  return `${reason} ${attempts_left === 1 ? texts.lastCard : fill(texts.cardsLeft, { count: attempts_left })}`
}

/** Says why no attempt was made, at the field that the server named if it named one. */
export function showRefusal(result: Exclude<AttemptResult, { kind: 'settled' }>): void {
  if (result.kind === 'refused' && result.code === 'rate_limited') return showAlert(texts.tooManyTries)
  const field = result.kind === 'refused' && fieldNames.find((name) => name === result.param?.split('.').at(-1))
  if (!field) return showAlert(texts.notSent)
  showProblem(field, { text: field === 'email' ? 'emailInvalid' : 'notAccepted', values: {} })
  element(field).focus()
  showAlert(texts.correctFields)
}
