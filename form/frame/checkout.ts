import type { InitMessage } from '../messages.ts'
import { showAlert } from './page/alert.ts'
import { alertsFor } from './screens/alerts.ts'
import { formApi, type FormApi } from './session/api.ts'
import {
  followSession,
  makeAttempt,
  type AttemptContext,
  type AttemptResult,
  type Progress,
} from './attempt/attempt.ts'
import * as fields from './fields/card-form.ts'
import { cardRequests } from './attempt/card-request.ts'
import { challengeWindow } from './attempt/challenge.ts'
import { helpWithFields } from './fields/field-help.ts'
import { fieldNames } from './fields/fields.ts'
import { showAlreadyPaid, showClosed, showPaid, showRefusal } from './screens/final-screens.ts'
import type { FormSession } from './session/form-session.ts'
import { chosenNetworkIn, networkChoice } from './networks/network-choice.ts'
import { element } from './page/page.ts'
import { canSubmit } from './page/can-submit.ts'
import type { ParentWindow, SendToParent } from './page/parent-window.ts'
import { patienceWith } from './attempt/patience.ts'
import { revealIn } from './page/reveal.ts'
import { documentToReplace, hasEnded, isBusy } from './replaced-form.ts'
import { showOpen, showProgress } from './screens/progress.ts'
import { summaryOf } from './screens/screen.ts'
import { storedVisitor } from './session/visitor.ts'

/** The form that the first script has shown. */
export interface OpenedForm {
  readonly init: InitMessage
  readonly parentWindow: ParentWindow
  readonly session: FormSession
  /** How far the server's clock is ahead of the browser's. */
  readonly aheadMilliseconds: number
}

/** When a session or link ends while the form is open, the customer sees it within 10 s. */
const idleCheckMilliseconds = 8_000

/** Runs the form from its first session to the end. Returns the function that pays with the card in the fields. */
export async function takePayments(form: OpenedForm): Promise<() => void> {
  const { aheadMilliseconds } = form
  if (!canSubmit()) form.parentWindow.send({ type: 'hello', title: '' })
  const api = formApi(form.init.clientSecret, aheadMilliseconds)
  const { first, replaced } = await begin(form, api)
  const { init, parentWindow } = replaced && hasEnded(replaced) ? withoutNews(form) : form
  const { send } = parentWindow
  fields.beginFields(first)
  fields.listenToFields(() => api.now())
  helpWithFields(fields)
  const network = networkChoice(api, fields, chosenNetworkIn(replaced ?? document))
  const requests = cardRequests(api, fields.valuesOf, network.chosen, parentWindow.origin)
  let session = first
  let busy = false
  let ended = false
  /** Counts the sessions shown, so that a slow reply to an earlier request can be recognised and dropped. */
  let shownCount = 0
  const patience = patienceWith((progress) => showProgress(progress, session))
  const show = (progress: Progress): void => patience.show(progress)
  const bank = challengeWindow(api, parentWindow, show)
  const context: AttemptContext = {
    api,
    onProgress: (progress) => show(bank.follow(progress)),
    pause: bank.pause,
  }

  /** `isOwn`: the outcome of a payment that the customer has started in this form. */
  const present = (next: FormSession, isOwn = false): void => {
    const previous = session
    session = next
    shownCount++
    if (isOpen(next)) showOpen(next)
    const { last_attempt: known } = previous
    if (next.last_attempt?.id !== known?.id || known?.status !== 'failed') showDecline(isOwn)
    proceed(previous)
    if (ended && isOwn) revealOutcome()
  }

  const showDecline = (isOwn: boolean): void => {
    if (session.status === 'open' && session.failure_code) alerts.showDecline(session, isOwn)
  }

  const revealOutcome = (): void => {
    const outcome = element('outcome')
    void reveal([outcome, outcome], [outcome, element('outcome-text')])
  }

  /** Follows a payment that is under way, or shows the end. Waits for the customer otherwise. */
  const proceed = (previous: FormSession | undefined): void => {
    if (session.status === 'processing') void work(() => followSession(context, session), false)
    if (isOpen(session)) return
    ended = true
    fields.clearFields(fieldNames)
    if (session.status === 'failed' || session.status === 'expired') showClosed(session, previous, send)
    else if (session.receipt?.paid_at) showPaid(session, { ...init, isReturn: !previous && init.isReturn }, send)
    else if (session.receipt) showClosed(session, previous, send)
    else showAlreadyPaid(session, send)
  }

  /** While this runs, nothing else may submit, edit or redraw the form. */
  const work = async (attempt: () => Promise<AttemptResult>, isOwn: boolean): Promise<void> => {
    busy = true
    bank.begin(isOwn)
    show({ kind: 'paying' })
    // A customer who waits for the payment of another visitor may leave.
    if (isOwn || session.last_attempt)
      send({ type: 'processing', session: { ...summaryOf(session), status: 'processing' } })
    const result = await attempt()
    await bank.end()
    patience.end()
    busy = false
    conclude(result, isOwn)
    if (!isBusyOrEnded()) send({ type: 'open', session: summaryOf(session) })
  }

  const conclude = (result: AttemptResult, isOwn: boolean): void => {
    if (result.kind === 'settled') return present(result.session, isOwn)
    if (result.kind === 'refused' && result.code === 'invalid_client_secret') {
      ended = true
      showRefusal(send, 'invalid_client_secret', init.clientSecret)
      if (isOwn) revealOutcome()
      return
    }
    showProgress(null, session)
    if (result.kind === 'refused' && result.param === 'card_network') network.withdraw()
    alerts.showRefusal(result)
  }

  const submit = (): void => {
    if (busy || ended) return
    const current = session
    showAlert(null)
    const mistake = fields.checkAll(api.now())
    if (mistake) return alerts.showMistakes(mistake)
    // The fields are about to be disabled, which would lose a focus inside them.
    element('pay').focus()
    void work(() => makeAttempt(context, current, () => requests.prepare(current)), true)
  }

  const reveal = revealIn(parentWindow)
  const alerts = alertsFor(fields, reveal, submit)

  const isBusyOrEnded = (): boolean => busy || ended
  const checkWhenIdle = async (): Promise<void> => {
    if (isBusyOrEnded() || document.hidden) return
    const countBefore = shownCount
    const reply = await api.readSession()
    // The state may have changed during the request.
    if (reply.kind !== 'ok' || isBusyOrEnded() || countBefore !== shownCount) return
    const changed = reply.body.status !== session.status || reply.body.last_attempt?.id !== session.last_attempt?.id
    if (changed) present(reply.body)
  }

  element('card').addEventListener('input', () => requests.prefetchKey(), { once: true })
  setInterval(() => void checkWhenIdle(), idleCheckMilliseconds)
  document.addEventListener('visibilitychange', () => void checkWhenIdle())
  if (replaced) {
    fields.takeTyped(replaced)
    send({ type: 'taken' })
  }
  globalThis.servicePayForm = init.clientSecret
  fields.catchUp()
  // The payment that the first script has shown may have ended since.
  if (form.session.status === 'processing' && session.status === 'open') {
    showOpen(session)
    send({ type: 'open', session: summaryOf(session) })
  }
  // After a reload in the middle of a payment the fields are empty, and nothing has to be filled in.
  element('fields').hidden = session.status === 'processing'
  showDecline(false)
  proceed(undefined)
  return submit
}

/** The session as this visitor sees it, and the form that this one replaces, in which nothing is under way. */
async function begin(form: OpenedForm, api: FormApi): Promise<{ first: FormSession; replaced: Document | null }> {
  for (;;) {
    const replaced = await documentToReplace(form.init.clientSecret)
    const first = await readAgain(form, api, replaced !== null)
    // The customer may have pressed the button there during the request.
    if (!replaced || !isBusy(replaced)) return { first, replaced }
  }
}

/** The first script does not say who the visitor is, which matters only after a reload. */
async function readAgain({ init, session }: OpenedForm, api: FormApi, isOld: boolean): Promise<FormSession> {
  if (!isOld && storedVisitor(init.clientSecret) === null) return session
  const reply = await api.readSession()
  return reply.kind === 'ok' ? reply.body : session
}

/** For a payment whose end the shop's page knows. It only wants to see it in another language. */
function withoutNews({ init, parentWindow }: OpenedForm): Pick<OpenedForm, 'init' | 'parentWindow'> {
  const send: SendToParent = (message) =>
    parentWindow.send('session' in message || message.type === 'error' ? { type: 'resize' } : message)
  return { init: { ...init, isReturn: true }, parentWindow: { ...parentWindow, send } }
}

function isOpen({ status }: FormSession): boolean {
  return status === 'open' || status === 'processing'
}
