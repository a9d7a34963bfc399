import { readChallengeNews, withProtocol, type ChallengeMessage, type ChallengeNews } from './messages.ts'
import { onSilence } from './silence.ts'

/**
 * Opens our page with the bank's confirmation in a dialog over the merchant's page. Returns a function that closes it.
 * Each element is styled through its properties, because the merchant's policy may forbid style sheets. The shadow root
 * keeps the merchant's own styles out. `origin` is that of our page.
 */
export function openChallengeWindow(
  { url, title, theme }: ChallengeMessage,
  origin: string,
  onNews: (news: ChallengeNews['news']) => void,
): () => void {
  const focusedBefore = document.activeElement
  const host = make('div', 'all:initial')
  const dialog = make('dialog', `${cover};position:fixed;inset:0;max-width:100%;max-height:100%;background:none`)
  const frame = make('iframe', `${cover};color-scheme:${theme}`)
  let isReady = false

  const close = (): void => {
    const hadFocus = document.activeElement === host
    removeEventListener('message', receive)
    host.remove()
    // Removing a dialog does not restore the focus. The page may have moved the focus meanwhile; then it stays.
    if (hadFocus) (focusedBefore as HTMLElement | null)?.focus({ preventScroll: true })
  }
  const receive = (event: MessageEvent): void => {
    const message = event.source === frame.contentWindow && event.origin === origin && readChallengeNews(event.data)
    if (!message) return
    isReady = true
    if (message.news === 'cancelled') close()
    onNews(message.news)
  }
  const onEscape = (event: Event): void => {
    event.preventDefault()
    // Only the page can ask whether to cancel. Without the page, the form offers what the customer can do.
    if (!isReady) return close()
    frame.focus()
    frame.contentWindow?.postMessage(withProtocol({ type: 'escape' }), origin)
  }
  addEventListener('message', receive)
  dialog.onkeydown = (event) => {
    if (event.key === 'Escape') onEscape(event)
  }
  // The back button of phones. Browsers let a page prevent it once; after that they close the dialog.
  dialog.oncancel = onEscape
  dialog.onclose = close
  const closeIfSilent = (): void => {
    if (!isReady) close()
  }
  onSilence(frame, closeIfSilent)

  dialog.tabIndex = -1
  dialog.setAttribute('aria-label', title)
  frame.title = title
  // For the bank's page inside: passkeys, and the browser's own confirmation of payments.
  frame.allow = 'payment *; publickey-credentials-get *'
  frame.src = url
  dialog.append(frame)
  host.attachShadow({ mode: 'open' }).append(dialog)
  document.body.append(host)
  // Browsers from before 2022 lack modal dialogs.
  if ((dialog as Partial<HTMLDialogElement>).showModal) dialog.showModal()
  else dialog.setAttribute('open', '')
  dialog.focus()
  return close
}

const cover = 'display:block;width:100%;height:100%;margin:0;padding:0;border:0;outline:0'

function make<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, style: string): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  element.style.cssText = style
  return element
}
