import type { Progress } from '../attempt/attempt.ts'
import type { FormSession } from '../session/form-session.ts'
import { element, page } from '../page/page.ts'
import { fill } from '../../texts/fill.ts'
import { amountOf, showBusy, showForm } from './screen.ts'

/** Shows the form ready for a card, or busy while a payment of the session is under way. */
export function showOpen(session: FormSession): void {
  showForm(session)
  element('fields').hidden = false
  showProgress(session.status === 'processing' ? { kind: 'paying' } : null, session)
}

/** Disables the form while a payment is under way. Null enables it again. */
export function showProgress(progress: Progress | null, session: FormSession): void {
  showBusy(session, progress && statusTexts()[progress.kind])
  // This customer's own card waits.
  if (progress?.kind === 'other_paying')
    element('pay').textContent = fill(page.texts.pay, { amount: amountOf(session) })
  showChallenge(progress?.kind === 'challenge')
}

/** While the bank waits for the customer, the way to the bank takes the place of the Pay button, with its focus. */
function showChallenge(isShown: boolean): void {
  const [pay, bank, buttons] = [element('pay'), element('bank'), element('challenge')]
  const hadFocus = isShown ? document.activeElement === pay : buttons.contains(document.activeElement)
  buttons.hidden = !isShown
  pay.hidden = isShown
  if (hadFocus) (isShown ? bank : pay).focus({ preventScroll: true })
}

function statusTexts(): Record<Progress['kind'], string> {
  const { texts } = page
  return {
    paying: texts.paying,
    other_paying: texts.otherPaying,
    waiting: texts.waiting,
    still_waiting: texts.stillWaiting,
    challenge: texts.challenge,
    cancelling: texts.cancelling,
    connection_lost: texts.connectionLost,
  }
}
