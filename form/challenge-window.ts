import { isEscape, type ChallengeMessage } from './messages.ts'

export interface ChallengeHandlers {
  /** The customer confirmed the cancellation, and the window has closed. */
  readonly onCancel: () => void
  /** The bank's page has loaded another document, so the bank may have an answer. */
  readonly onMove: () => void
}

/**
 * Opens the bank's confirmation page in a dialog over the merchant's page. Returns a function that closes it.
 * Each element is styled through its properties, because the merchant's policy may forbid style sheets. The shadow root
 * keeps the merchant's own styles out.
 */
export function openChallengeWindow(message: ChallengeMessage, { onCancel, onMove }: ChallengeHandlers): () => void {
  const focusedBefore = document.activeElement
  const host = make('div', 'all:initial')
  const { dialog, head, bank, question, cancel, yes, no } = partsOf(message)
  host.attachShadow({ mode: 'open' }).append(dialog)

  const close = (): void => {
    const hadFocus = document.activeElement === host
    removeEventListener('message', onBankMessage)
    host.remove()
    // Removing a dialog does not restore the focus. The page may have moved the focus meanwhile; then it stays.
    if (hadFocus) (focusedBefore as HTMLElement | null)?.focus({ preventScroll: true })
  }
  let isAsking = false
  const ask = (asking: boolean): void => {
    isAsking = asking
    show(question, asking)
    for (const part of [head, bank]) show(part, !asking)
    ;(asking ? no : cancel).focus()
  }
  const onEscape = (event: Event): void => {
    event.preventDefault()
    ask(!isAsking)
  }
  const onBankMessage = (event: MessageEvent): void => {
    if (event.source === bank.contentWindow && event.origin === new URL(message.url).origin && isEscape(event.data))
      onEscape(event)
  }
  addEventListener('message', onBankMessage)
  cancel.onclick = () => ask(true)
  no.onclick = () => ask(false)
  yes.onclick = () => {
    close()
    onCancel()
  }
  dialog.onkeydown = (event) => {
    if (event.key === 'Escape') onEscape(event)
  }
  // The back button of phones. Browsers let a page prevent it once; after that they close the dialog.
  dialog.oncancel = onEscape
  dialog.onclose = close
  let loads = 0
  bank.onload = () => loads++ && onMove()

  document.body.append(host)
  if (hasModals(dialog)) dialog.showModal()
  else dialog.setAttribute('open', '')
  dialog.focus()
  return close
}

/** Browsers from before 2022 lack modal dialogs. */
function hasModals(dialog: Partial<HTMLDialogElement>): boolean {
  return dialog.showModal !== undefined
}

function partsOf({ url, language, direction, texts }: ChallengeMessage) {
  // The dialog covers and darkens the page, because `::backdrop` can only be styled in a style sheet.
  const dialog = make('dialog', overlay)
  Object.assign(dialog, { lang: language, dir: direction, tabIndex: -1 })
  dialog.setAttribute('aria-label', texts.title)
  const panel = make(
    'div',
    `${size};margin:auto;display:flex;flex-direction:column;overflow:hidden;background:Canvas;color:CanvasText`,
  )
  const head = make('div', `${row};justify-content:space-between`)
  const bank = make('iframe', 'flex:1;min-height:0;width:100%;border:0')
  Object.assign(bank, { title: texts.title, referrerPolicy: 'no-referrer', src: url })
  const question = make('div', `${row};margin:auto;flex-wrap:wrap;justify-content:center`)
  show(question, false)
  const [cancel, yes, no] = [button(texts.cancel), button(texts.yes), button(texts.no)]
  head.append(text('strong', texts.title), cancel)
  question.append(text('p', texts.question), no, yes)
  panel.append(head, bank, question)
  dialog.append(panel)
  return { dialog, head, bank, question, cancel, yes, no }
}

function show(part: HTMLElement, isShown: boolean): void {
  part.style.display = !isShown ? 'none' : part.tagName === 'IFRAME' ? 'block' : 'flex'
}

const overlay =
  'position:fixed;inset:0;box-sizing:border-box;display:flex;width:100%;height:100%;max-width:none;max-height:none;' +
  'margin:0;padding:0;border:0;outline:0;background:rgba(9,14,24,.6);color-scheme:light dark;' +
  'font:1rem/1.4 system-ui,sans-serif'
/**
 * Fills the screen of a phone; on a wider page it is as large as a bank's page needs.
 * The factor 999 makes `min` and `max` work like a media query at 520 px, which needs no style sheet.
 */
const size =
  'width:min(100%,max(480px,(520px - 100vw)*999));height:min(100%,max(600px,(520px - 100vw)*999));' +
  'border-radius:min(12px,max(0px,(100vw - 520px)*999))'
const row = 'display:flex;align-items:center;gap:8px 12px;padding:8px 16px'

function make<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, style: string): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  element.style.cssText = style
  return element
}

function text(tag: 'p' | 'strong', content: string): HTMLElement {
  const element = make(tag, tag === 'p' ? 'flex-basis:100%;margin:0;text-align:center;font-weight:600' : '')
  element.textContent = content
  return element
}

function button(content: string): HTMLButtonElement {
  const element = make(
    'button',
    'font:inherit;min-height:44px;padding:6px 14px;border:1px solid;border-radius:8px;background:none;' +
      'color:inherit;cursor:pointer',
  )
  element.textContent = content
  element.type = 'button'
  return element
}
