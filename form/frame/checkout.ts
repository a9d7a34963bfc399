import type { InitMessage } from '../messages.ts'
import type { FormApi } from './api.ts'
import { followSession, makeAttempt, type AttemptContext, type AttemptResult, type Progress } from './attempt.ts'
import type * as cardForm from './card-form.ts'
import { cardRequests } from './card-request.ts'
import { challengeWindow } from './challenge.ts'
import { fieldNames } from './fields.ts'
import { showClosed, showPaid, showUnavailable } from './final-screens.ts'
import type { FormSession } from './form-session.ts'
import { networkChoice } from './network-choice.ts'
import type * as openFormModule from './open-form.ts'
import { element, page } from './page.ts'
import type { ParentWindow } from './parent-window.ts'
import { showAlert, showProgress } from './screen.ts'

const texts = page.texts

/** The form that the first script has shown, with its modules that hold state. */
export interface OpenedForm {
  readonly api: FormApi
  readonly init: InitMessage
  readonly parentWindow: ParentWindow
  readonly session: FormSession
  readonly fields: typeof cardForm
  readonly openForm: typeof openFormModule
}

/** When a session or link ends while the form is open, the customer learns of it within 10 s. */
const idleCheckMilliseconds = 8_000

/** Runs the form from its first session to the end. Returns the function that pays with the card in the fields. */
export function takePayments({ api, init, parentWindow, session: first, fields, openForm }: OpenedForm): () => void {
  const { send } = parentWindow
  const network = networkChoice(api, fields)
  const requests = cardRequests(api, fields.valuesOf, network.chosen)
  let session = first
  let busy = false
  let ended = false
  /** Counts the sessions shown, so that a slow reply to an earlier request can be recognised and dropped. */
  let turn = 0
  const show = (progress: Progress): void => showProgress(progress, session)
  const bank = challengeWindow(api, parentWindow, init, show)
  const context: AttemptContext = { api, onProgress: (progress) => show(bank.follow(progress)), pause: bank.pause }

  const present = (next: FormSession, ownAttempt: boolean): void => {
    const previous = session
    session = next
    turn++
    if (isOpen(next)) openForm.showOpen(next, previous, ownAttempt)
    proceed(previous)
  }

  /** Follows a payment that is under way, or shows the end. Waits for the customer otherwise. */
  const proceed = (previous: FormSession | undefined): void => {
    if (session.status === 'processing') void work(() => followSession(context, session), false)
    if (isOpen(session)) return
    ended = true
    fields.clearFields(fieldNames)
    if (session.status === 'failed' || session.status === 'expired') showClosed(session, previous, send)
    else showPaid(session, init.redirect, send)
  }

  /** While this runs, nothing else may submit, edit or redraw the form. */
  const work = async (attempt: () => Promise<AttemptResult>, opensWindow: boolean): Promise<void> => {
    busy = true
    bank.begin(opensWindow)
    show({ kind: 'paying' })
    const result = await attempt()
    await bank.end()
    busy = false
    conclude(result)
  }

  const conclude = (result: AttemptResult): void => {
    if (result.kind === 'settled') return present(result.session, true)
    if (result.kind === 'refused' && result.code === 'invalid_client_secret') {
      ended = true
      return showUnavailable(send, 'invalid_client_secret', texts.invalidLink)
    }
    showProgress(null, session)
    if (result.kind === 'refused' && result.param === 'card_network') network.withdraw()
    openForm.showRefusal(result)
  }

  const submit = (): void => {
    if (busy || ended) return
    const current = session
    showAlert('')
    if (!fields.checkAll(api.now())) return showAlert(texts.correctFields)
    // The fields are about to be disabled, which would lose a focus inside them.
    element('pay').focus()
    void work(() => makeAttempt(context, current, () => requests.prepare(current)), true)
  }

  const isBusyOrEnded = (): boolean => busy || ended
  const checkWhenIdle = async (): Promise<void> => {
    if (isBusyOrEnded() || document.hidden) return
    const turnBefore = turn
    const reply = await api.readSession()
    // The state may have changed during the request.
    if (reply.kind !== 'ok' || isBusyOrEnded() || turnBefore !== turn) return
    const changed = reply.body.status !== session.status || reply.body.last_attempt?.id !== session.last_attempt?.id
    if (changed) present(reply.body, false)
  }

  element('card').addEventListener('input', () => requests.prefetchKey(), { once: true })
  setInterval(() => void checkWhenIdle(), idleCheckMilliseconds)
  document.addEventListener('visibilitychange', () => void checkWhenIdle())
  proceed(undefined)
  return submit
}

function isOpen({ status }: FormSession): boolean {
  return status === 'open' || status === 'processing'
}
