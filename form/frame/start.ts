import type { InitMessage } from '../messages.ts'
import { showAlert } from './alert.ts'
import { formApi, type FormApi, type Reply } from './api.ts'
import { applyAppearance } from './appearance.ts'
import { sleep } from './attempt.ts'
import * as fields from './card-form.ts'
import { showUnavailable, summaryOf } from './final-screens.ts'
import type { FormSession } from './form-session.ts'
import { loadLater } from './load-later.ts'
import * as openForm from './open-form.ts'
import { element, page } from './page.ts'
import { withHeight, type ParentWindow } from './parent-window.ts'
import { showLoading, showProgress } from './screen.ts'

/** The shape of a `client_secret`. Only the server reads the part after `_secret_`. */
const clientSecretShape = /^cs_(test|live)_\w+_secret_[\w.~-]+$/

const texts = page.texts

/** Runs the form for one session: shows it, and then loads the second script, which takes payments. */
export function startForm(init: InitMessage, parentWindow: ParentWindow): void {
  applyAppearance(init.variables, parentWindow)
  const send = withHeight(element('frame'), parentWindow.send)
  // Browsers have no WebCrypto on plain http, and without it the card would travel unencrypted.
  if (!hasWebCrypto(globalThis)) return showUnavailable(send, 'insecure_context', texts.insecure)
  if (!clientSecretShape.test(init.clientSecret))
    return showUnavailable(send, 'invalid_client_secret', texts.invalidLink)
  openSession(formApi(init.clientSecret), init, { ...parentWindow, send })
}

function hasWebCrypto({ crypto }: { readonly crypto?: Partial<Crypto> }): boolean {
  return crypto?.subtle !== undefined
}

function openSession(api: FormApi, init: InitMessage, parentWindow: ParentWindow): void {
  const { send } = parentWindow
  let session: FormSession | undefined
  let isLoading = false
  /** Pays. The second script brings it. */
  let pay: (() => void) | undefined
  /** The customer has pressed the button before the second script arrived. */
  let isPayWaiting = false

  const takeOver = async (shown: FormSession): Promise<void> => {
    if (isLoading) return
    isLoading = true
    const later = await loadLater()
    isLoading = false
    if (isPayWaiting) showProgress(null, shown)
    if (later) {
      pay = later.takePayments({ api, init, parentWindow, session: shown, fields, openForm })
      later.helpWithFields(fields)
    } else if (shown.status !== 'open') showUnavailable(send, 'load_failed', texts.loadFailed, () => void load())
    else if (isPayWaiting)
      showAlert({
        title: texts.alerts.notSent,
        text: texts.notSent,
        action: { label: texts.alerts.tryAgain, run: submit },
      })
    if (isPayWaiting) pay?.()
    isPayWaiting = false
  }

  const load = async (): Promise<void> => {
    showLoading()
    const reply = await readPatiently(api)
    if (reply.kind === 'refused') return showUnavailable(send, 'invalid_client_secret', texts.invalidLink)
    if (reply.kind !== 'ok') return showUnavailable(send, 'load_failed', texts.loadFailed, () => void load())
    session = reply.body
    if (session.status === 'open' || session.status === 'processing') {
      if (session.needs.billing_address) await fields.startAddress()
      openForm.showOpen(session, undefined)
      send({ type: 'ready', session: summaryOf(session) })
    }
    void takeOver(session)
  }

  const submit = (): void => {
    if (pay) return pay()
    if (session?.status !== 'open') return
    isPayWaiting = true
    // The alert's button is about to disappear and the fields are about to be disabled, which would lose the focus.
    element('pay').focus()
    showAlert(null)
    showProgress({ kind: 'paying' }, session)
    void takeOver(session)
  }

  // Keeps the focus in its field while the customer presses the button. Leaving the field may mark a mistake there and
  // move the button away from the pointer, and then the browser counts no click.
  element('pay').addEventListener('mousedown', (event) => event.preventDefault())
  element('card').addEventListener('submit', (event) => {
    event.preventDefault()
    submit()
  })
  fields.listenToFields(() => api.now())
  void load()
}

/** Pauses before further reads of the session, when the network fails at the start. */
const loadPausesMilliseconds = [500, 1_500, 4_000]

async function readPatiently(api: FormApi): Promise<Reply<FormSession>> {
  for (const pause of loadPausesMilliseconds) {
    const reply = await api.readSession()
    if (reply.kind === 'ok' || (reply.kind === 'refused' && reply.code !== 'rate_limited')) return reply
    await sleep(pause)
  }
  return { kind: 'unreachable' }
}
