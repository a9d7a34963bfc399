import type { InitMessage } from '../messages.ts'
import { formApi, type FormApi } from './api.ts'
import { applyAppearance } from './appearance.ts'
import { followSession, makeAttempt, sleep, type AttemptContext, type AttemptResult, type Progress } from './attempt.ts'
import { checkAll, clearFields, listenToFields } from './card-form.ts'
import { cardRequests } from './card-request.ts'
import { challengeWindow } from './challenge.ts'
import { fieldNames } from './fields.ts'
import { showClosed, showPaid, showUnavailable, summaryOf } from './final-screens.ts'
import type { FormSession } from './form-session.ts'
import { showOpen, showRefusal } from './open-form.ts'
import { element, page } from './page.ts'
import { withHeight, type ParentWindow } from './parent-window.ts'
import { showAlert, showLoading, showProgress } from './screen.ts'

/** The shape of a `client_secret`. Only the server reads the part after `_secret_`. */
const clientSecretShape = /^cs_(test|live)_\w+_secret_[\w.~-]+$/

const texts = page.texts

/** Runs the form for one session, from the loader's `init` to the end. */
export function startCheckout(init: InitMessage, parentWindow: ParentWindow): void {
  applyAppearance(init.variables)
  const send = withHeight(element('frame'), parentWindow.send)
  // Browsers have no WebCrypto on plain http, and without it the card would travel unencrypted.
  if (!hasWebCrypto(globalThis)) return showUnavailable(send, 'insecure_context', texts.insecure)
  if (!clientSecretShape.test(init.clientSecret))
    return showUnavailable(send, 'invalid_client_secret', texts.invalidLink)
  runCheckout(formApi(init.clientSecret), init, { ...parentWindow, send })
}

function hasWebCrypto({ crypto }: { readonly crypto?: Partial<Crypto> }): boolean {
  return crypto?.subtle !== undefined
}

/** When a session or link ends while the form is open, the customer learns of it within 10 s. */
const idleCheckMilliseconds = 8_000

function runCheckout(api: FormApi, init: InitMessage, parentWindow: ParentWindow): void {
  const { send } = parentWindow
  const requests = cardRequests(api)
  let session: FormSession | undefined
  let busy = false
  let ended = false
  /** Counts the sessions shown, so that a slow reply to an earlier request can be recognised and dropped. */
  let turn = 0
  const show = (progress: Progress): void => void (session && showProgress(progress, session))
  const bank = challengeWindow(api, parentWindow, show)
  const context: AttemptContext = { api, onProgress: (progress) => show(bank.follow(progress)), pause: bank.pause }

  const present = (next: FormSession, ownAttempt: boolean): void => {
    const previous = session
    session = next
    turn++
    if (next.status === 'open' || next.status === 'processing') {
      showOpen(next, previous, ownAttempt)
      if (!previous) send({ type: 'ready', session: summaryOf(next) })
      if (next.status === 'processing') void work(() => followSession(context, next), false)
      return
    }
    ended = true
    clearFields(fieldNames)
    if (next.status === 'failed' || next.status === 'expired') return showClosed(next, previous, send)
    showPaid(next, init.redirect, send)
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
    if (session) showProgress(null, session)
    showRefusal(result)
  }

  const submit = (): void => {
    const current = session
    if (busy || ended || !current) return
    showAlert('')
    if (!checkAll(api.now())) return showAlert(texts.correctFields)
    // The fields are about to be disabled, which would lose a focus inside them.
    element('pay').focus()
    void work(() => makeAttempt(context, current, () => requests.prepare(current)), true)
  }

  const isBusyOrEnded = (): boolean => busy || ended
  const checkWhenIdle = async (): Promise<void> => {
    if (isBusyOrEnded() || !session || document.hidden) return
    const turnBefore = turn
    const reply = await api.readSession()
    // The state may have changed during the request.
    if (reply.kind !== 'ok' || isBusyOrEnded() || turnBefore !== turn) return
    const changed = reply.body.status !== session.status || reply.body.last_attempt?.id !== session.last_attempt?.id
    if (changed) present(reply.body, false)
  }

  const load = async (): Promise<void> => {
    showLoading()
    const answer = readPatiently(api)
    setTimeout(warmUpLayout)
    const reply = await answer
    if (reply.kind === 'ok') return present(reply.body, false)
    if (reply.kind === 'refused') return showUnavailable(send, 'invalid_client_secret', texts.invalidLink)
    showUnavailable(send, 'load_failed', texts.loadFailed, () => void load())
  }

  element('card').addEventListener('submit', (event) => {
    event.preventDefault()
    submit()
  })
  element('card').addEventListener('input', () => requests.prefetchKey(), { once: true })
  listenToFields(() => api.now())
  setInterval(() => void checkWhenIdle(), idleCheckMilliseconds)
  document.addEventListener('visibilitychange', () => void checkWhenIdle())
  void load()
}

/**
 * Lays out the hidden form once while the session is loading, because a browser's first layout with the fonts of a
 * language is slow. Nothing is painted.
 */
function warmUpLayout(): void {
  const card = element('card')
  const isHidden = card.hidden
  card.hidden = false
  card.getBoundingClientRect()
  card.hidden = isHidden
}

/** Pauses before further reads of the session, when the network fails at the start. */
const loadPausesMilliseconds = [500, 1_500, 4_000]

async function readPatiently(api: FormApi): ReturnType<FormApi['readSession']> {
  for (const pause of loadPausesMilliseconds) {
    const reply = await api.readSession()
    if (reply.kind === 'ok' || (reply.kind === 'refused' && reply.code !== 'rate_limited')) return reply
    await sleep(pause)
  }
  return { kind: 'unreachable' }
}
