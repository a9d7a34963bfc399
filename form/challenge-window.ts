import { readChallengeNews, type ChallengeMessage } from './messages.ts'
import { ofDocument } from './page-document.ts'
import { listenTo, sendTo } from './service-frame.ts'
import { onSilence } from './silence.ts'

/** The form that a window belongs to. */
export interface WindowOwner {
  form: HTMLIFrameElement
}

/**
 * Opens our page with the bank's confirmation in a dialog over the merchant's page. Returns a function that closes it.
 * The shadow root keeps the merchant's own styles out. The loader imports this file as a script of its own, which can
 * be that of another release during a roll-out.
 */
export function openChallengeWindow({ url, title, theme }: ChallengeMessage, owner: WindowOwner): () => void {
  const focusedBefore = ofDocument('activeElement')
  const host = make('div', 'all:initial')
  const dialog = make('dialog', `${cover};position:fixed;inset:0;max-width:100%;max-height:100%;background:none`)
  const frame = make('iframe', `${cover};color-scheme:${theme}`)
  let isReady = false
  let wasAbsent = false

  const close = (): void => {
    const hadFocus = ofDocument('activeElement') === host
    clearInterval(absenceTimer)
    stopListening()
    host.remove()
    // Removing a dialog does not restore the focus. The page may have moved the focus meanwhile; then it stays.
    if (hadFocus) (focusedBefore as HTMLElement | null)?.focus({ preventScroll: true })
  }
  const stopListening = listenTo(frame, readChallengeNews, (message) => {
    isReady = true
    if (message.news === 'cancelled') close()
    sendTo(owner.form, message)
  })
  const onEscape = (event: Event): void => {
    event.preventDefault()
    // Only the page can ask whether to cancel. Without the page, the form offers what the customer can do.
    if (!isReady) return close()
    frame.focus()
    sendTo(frame, { type: 'escape' })
  }
  // Keys pressed in the window are not meant for the shop's page, whose own dialog would close. Only a listener of the
  // page's window comes before those of its document. Once the host has gone, it hears nothing.
  addEventListener(
    'keydown',
    (event) => {
      if (event.target !== host) return
      event.stopPropagation()
      if (event.key === 'Escape') onEscape(event)
    },
    true,
  )
  // The back button of phones. Browsers let a page prevent it once; after that they close the dialog.
  dialog.oncancel = onEscape
  dialog.onclose = close
  const closeIfSilent = (): void => {
    if (isReady) return
    close()
    sendTo(owner.form, { type: 'challenge_news', news: 'unavailable' })
  }
  onSilence(frame, closeIfSilent)
  // Without a form, nothing in the page would follow the payment and close the window. A shop that draws its page again
  // has put a form back by then.
  const absenceTimer = setInterval(() => {
    const isAbsent = !owner.form.isConnected
    if (isAbsent && wasAbsent) close()
    wasAbsent = isAbsent
  }, 1_000)

  dialog.tabIndex = -1
  dialog.setAttribute('aria-label', title)
  frame.title = title
  // For the bank's page inside: passkeys, and the browser's own confirmation of payments.
  frame.allow = 'payment *; publickey-credentials-get *'
  frame.src = url
  dialog.append(frame)
  host.attachShadow({ mode: 'open' }).append(dialog)
  ofDocument('body').append(host)
  // Browsers from before 2022 lack modal dialogs. There this is an element like any other, and visible.
  ;(dialog as Partial<HTMLDialogElement>).showModal?.()
  dialog.focus()
  return close
}

const cover = 'display:block;width:100%;height:100%;border:0;padding:0;outline:0'

/** Each element is styled through its properties, because the merchant's policy may forbid style sheets. */
function make<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, style: string): HTMLElementTagNameMap[Tag] {
  const element = ofDocument('createElement').call(document, tag) as HTMLElementTagNameMap[Tag]
  element.style.cssText = style
  return element
}
