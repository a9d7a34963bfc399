import type { InitMessage } from '../messages.ts'
import { sleep } from './session/call.ts'
import type { FormSession } from './session/form-session.ts'
import { loadLater } from './load-later.ts'
import { element, page } from './page/page.ts'
import { withHeight, type ParentWindow, type SendToParent } from './page/parent-window.ts'
import { aheadMilliseconds, isClientSecret, readPatiently } from './session/read-session.ts'
import { showBusy, showForm, showLoading, showUnavailable, summaryOf } from './screens/screen.ts'
import { applyAppearance } from './theme.ts'

const texts = page.texts

/** Runs the form for one session: shows it, and then loads the second script, which does everything else. */
export function startForm(init: InitMessage, parentWindow: ParentWindow): void {
  const painted = applyAppearance(init.variables, parentWindow)
  const send = withHeight(element('frame'), parentWindow.send)
  // Browsers have no WebCrypto on plain http, and without it the card would travel unencrypted.
  if (!(globalThis.crypto as Partial<Crypto> | undefined)?.subtle) void refuse(send, 'insecure_context')
  else if (init.preview || isClientSecret(init.clientSecret)) openSession(init, { ...parentWindow, send }, painted)
  else void refuse(send, 'invalid_client_secret', init.clientSecret)
}

/** The second script has the texts. */
async function refuse(
  send: SendToParent,
  code: 'insecure_context' | 'invalid_client_secret',
  clientSecret?: string,
): Promise<void> {
  const later = await loadLater()
  if (later) later.showRefusal(send, code, clientSecret)
  else showUnavailable(send, code, texts.loadFailed)
}

function openSession(first: InitMessage, parentWindow: ParentWindow, painted: Promise<void>): void {
  const { send } = parentWindow
  let init = first
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
    if (isPayWaiting) showBusy(shown, null)
    if (later && init.preview) {
      // What the customer types meanwhile stays.
      init = await later.openForCustomer(parentWindow, isPayWaiting)
      const reply = await readPatiently(init.clientSecret)
      isLoading = false
      if (reply?.kind !== 'ok') return load()
      session = shown = reply.body
    }
    pay = await later?.takePayments({ init, parentWindow, session: shown, aheadMilliseconds })
    isLoading = false
    if (!later && shown.status !== 'open') showUnavailable(send, 'load_failed', texts.loadFailed, () => void load())
    else if (!later && isPayWaiting) showNotSent(submit)
    if (isPayWaiting) pay?.()
    isPayWaiting = false
  }

  const load = async (): Promise<void> => {
    showLoading()
    const { preview, clientSecret } = init
    const reply = preview ? { kind: 'ok' as const, body: preview as FormSession } : await readPatiently(clientSecret)
    element('frame').hidden = false
    if (reply?.kind === 'refused') return refuse(send, 'invalid_client_secret', clientSecret)
    if (reply?.kind !== 'ok') return showUnavailable(send, 'load_failed', texts.loadFailed, () => void load())
    session = reply.body
    if (session.status === 'open' || session.status === 'processing') {
      await showFields(session)
      await painted
      showForm(session)
      showBusy(session, session.status === 'open' ? null : texts.paying)
      send({ type: 'ready', session: summaryOf(session) })
      // Lets the page around the form handle the event, and the browser paint, before it loads the second script.
      await sleep(50)
    }
    void takeOver(session)
  }

  const submit = (): void => {
    if (pay) return pay()
    if (session?.status !== 'open') return
    isPayWaiting = true
    // The alert's button is about to disappear and the fields are about to be disabled, which would lose the focus.
    element('pay').focus()
    element('alert').replaceChildren()
    showBusy(session, texts.paying)
    void takeOver(session)
  }

  // Keeps the focus in its field while the customer presses the button. Leaving the field may mark a mistake there and
  // move the button away from the pointer, and then the browser counts no click.
  element('pay').addEventListener('mousedown', (event) => event.preventDefault())
  element('card').addEventListener('submit', (event) => {
    event.preventDefault()
    submit()
  })
  void load()
}

/**
 * Shows email and address if this session needs them. The document has the address as one country writes it; the second
 * script knows the others.
 */
async function showFields(session: FormSession): Promise<void> {
  const { needs } = session
  if (needs.billing_address && ownCountry() !== page.country)
    await (await loadLater())?.showAddressOf(ownCountry(), session)
  element('email-field').hidden = !needs.email
  element('address').hidden = !needs.billing_address
}

/** The country of the browser's language tag. Empty: the tag does not say. */
function ownCountry(): string {
  const { language } = navigator
  const named = /-([A-Z]{2})\b/.exec(language)?.[1]
  return named ?? (language.slice(0, 2) === page.locale.slice(0, 2) ? page.country : '')
}

/** Says that the second script could not be loaded. */
function showNotSent(onRetry: () => void): void {
  const button = document.createElement('button')
  Object.assign(button, { type: 'button', textContent: element('retry').textContent, onclick: onRetry })
  element('alert').replaceChildren(texts.loadFailed, button)
}
