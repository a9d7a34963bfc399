import { fill, sentences } from '../../texts/fill.ts'
import { showAlert, type Alert } from '../page/alert.ts'
import type { AttemptResult } from '../attempt/attempt.ts'
import type * as cardForm from '../fields/card-form.ts'
import { fieldNames, type FieldName } from '../fields/fields.ts'
import type { FormSession } from '../session/form-session.ts'
import { element, page } from '../page/page.ts'
import type { revealIn } from '../page/reveal.ts'

const { texts } = page
const { alerts } = texts

/** After these the customer needs another card; after the others the same card may work. */
const cardRefusals = ['card_declined', 'invalid_card', 'expired_card', 'risk_declined']

/** Whether a bank has refused the card, so that no money can have moved. */
export function isRefusedCard(code: string | null): boolean {
  return code !== null && cardRefusals.includes(code)
}

/** These use up one of the five cards (spec/decisions/sessions.md#refused-cards). */
const countedFailures = [...cardRefusals, 'authentication_failed']

const titles: Readonly<Record<string, string>> = {
  card_declined: alerts.declined,
  risk_declined: alerts.declined,
  invalid_card: alerts.notAccepted,
  expired_card: alerts.expired,
  authentication_failed: alerts.notConfirmed,
  cancelled: alerts.cancelled,
  left_at_bank: alerts.cancelled,
}

/** Says why the customer has not paid yet, at a place where the customer sees it. */
export interface Alerts {
  /** `isOwn`: the customer has just tried to pay in this form, so the page may scroll and the focus may move. */
  readonly showDecline: (session: FormSession, isOwn: boolean) => void
  readonly showMistakes: (first: FieldName) => void
  /** Says why no attempt was made. */
  readonly showRefusal: (result: Exclude<AttemptResult, { kind: 'settled' }>) => void
}

export function alertsFor(fields: typeof cardForm, reveal: ReturnType<typeof revealIn>, payAgain: () => void): Alerts {
  const goTo = (name: FieldName): void => {
    fields.focusField(name)
    const field = element(`${name}-field`)
    void reveal([field, field])
  }
  const tryAgain: Alert['action'] = {
    label: alerts.tryAgain,
    run: () => {
      // The button is about to disappear, which would lose the focus.
      element('pay').focus({ preventScroll: true })
      payAgain()
    },
  }

  /**
   * Brings the alert into view, with the field that needs the customer if both fit. Then the field gets the focus,
   * otherwise the alert's button, which leads to the field.
   */
  const bringIntoView = async (field?: FieldName): Promise<void> => {
    const [alert, pay] = [element('alert'), element('pay')]
    const focusBefore = document.activeElement
    const isWhole = await reveal([field ? element(`${field}-field`) : alert, pay], [alert, pay], [alert, alert])
    if (!field || document.activeElement !== focusBefore) return
    if (isWhole) fields.focusField(field)
    else alert.querySelector('button')?.focus({ preventScroll: true })
  }

  const showMistakes = (first: FieldName): void => {
    const marked = document.querySelectorAll('[aria-invalid="true"]').length
    showAlert({
      title: alerts.mistakes,
      text: marked > 1 ? texts.correctFields : element(`${first}-error`).textContent,
      action: { label: alerts.showField, run: () => goTo(first) },
      isAboutFields: true,
    })
    void bringIntoView(first)
  }

  return {
    showDecline(session, isOwn) {
      const code = codeOf(session)
      const field = cardRefusals.includes(code) || !fields.isAsked('code') ? 'number' : 'code'
      const label = field === 'number' ? alerts.otherCard : alerts.enterCode
      showAlert({
        title: titles[code] ?? texts.failedTitle,
        text: declineText(session),
        // With this failure no card can pay.
        ...(code !== 'account_configuration' && { action: { label, run: () => goTo(field) } }),
      })
      if (code === 'account_configuration') return closeForm()
      fields.clearFields(['code'])
      if (isOwn) void bringIntoView(field)
    },
    showMistakes,
    showRefusal(result) {
      const field =
        result.kind === 'refused' &&
        fieldNames.find((name) => fields.isAsked(name) && name === result.param?.split('.').pop())
      if (field) {
        fields.showProblem(field, { text: field === 'email' ? 'emailInvalid' : 'notAccepted', values: {} })
        return showMistakes(field)
      }
      // With this refusal no card can pay.
      const isClosed = result.kind === 'refused' && result.code === 'account_configuration'
      showAlert({ title: alerts.notSent, text: refusalText(result), ...(!isClosed && { action: tryAgain }) })
      if (isClosed) closeForm()
      void bringIntoView()
    },
  }
}

/** No card can pay until the merchant has changed the account. The customer's entries stay, for when that is done. */
function closeForm(): void {
  element<HTMLFieldSetElement>('fields').disabled = true
  element('pay').hidden = true
}

function refusalText(result: Exclude<AttemptResult, { kind: 'settled' }>): string {
  if (result.kind === 'not_sent') return texts.notSent
  if (result.code === 'rate_limited') return texts.tooManyTries
  if (result.code !== 'account_configuration') return texts.notSent
  return texts.failures[result.code] ?? result.message ?? texts.notSent
}

/** The failure code, or the reason `cancelled` or `left_at_bank` when the customer has closed the bank's window. */
function codeOf({ failure_code, last_attempt }: FormSession): string {
  if (last_attempt?.abandoned) return 'cancelled'
  return last_attempt?.left_at_bank ? 'left_at_bank' : (failure_code ?? '')
}

function declineText(session: FormSession): string {
  const code = codeOf(session)
  const { failure_message, attempts_left } = session
  // The server's reason is English, so the form's own text comes first.
  const reason = texts.failures[code] ?? failure_message ?? texts.declined
  if (!countedFailures.includes(code) || attempts_left === null) return reason
  return sentences(reason, attempts_left === 1 ? texts.lastCard : fill(texts.cardsLeft, { count: attempts_left }))
}
