import { fill } from '../texts/fill.ts'
import type { AttemptResult } from './attempt.ts'
import { askFor, clearFields, focusAfterDecline, showProblem } from './card-form.ts'
import { fieldNames } from './fields.ts'
import type { FormSession } from './form-session.ts'
import { element, page } from './page.ts'
import { showAlert, showForm, showProgress } from './screen.ts'

const texts = page.texts

/** The form, ready for a card; after a decline with the reason. `ownAttempt`: the customer has just tried, so the focus may move. */
export function showOpen(session: FormSession, previous: FormSession | undefined, ownAttempt: boolean): void {
  if (!previous) askFor(session.needs)
  showForm(session)
  showProgress(null, session)
  const isNews = session.last_attempt?.id !== previous?.last_attempt?.id || ownAttempt
  if (session.status !== 'open' || !session.failure_code || !isNews) return
  showAlert(declineText(session))
  clearFields(['code'])
  if (ownAttempt) focusAfterDecline(cardRefusals.includes(session.failure_code))
}

/** After these another card is the way on; after the others the same card may work. */
const cardRefusals = ['card_declined', 'invalid_card', 'expired_card', 'risk_declined']
/** These use up one of the five cards (decisions, "Which failures count"). */
const countedFailures = [...cardRefusals, 'authentication_failed']

function declineText({ failure_code, failure_message, attempts_left }: FormSession): string {
  // The server's reason is English; where the form's language has words for it, the customer reads those.
  const reason = texts.failures[failure_code ?? ''] ?? failure_message ?? texts.declined
  if (!countedFailures.includes(failure_code ?? '')) return reason
  return `${reason} ${attempts_left === 1 ? texts.lastCard : fill(texts.cardsLeft, { count: attempts_left })}`
}

/** No attempt was made: why, and at which field if the server named one. */
export function showRefusal(result: Exclude<AttemptResult, { kind: 'settled' }>): void {
  if (result.kind === 'refused' && result.code === 'rate_limited') return showAlert(texts.tooManyTries)
  const field = result.kind === 'refused' && fieldNames.find((name) => name === result.param?.split('.').at(-1))
  if (!field) return showAlert(texts.notSent)
  showProblem(field, { text: field === 'email' ? 'emailInvalid' : 'notAccepted', values: {} })
  element(field).focus()
  showAlert(texts.correctFields)
}
