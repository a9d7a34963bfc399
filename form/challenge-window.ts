import { isEscape, type ChallengeMessage } from './messages.ts'

export interface ChallengeHandlers {
  /** The customer has said twice that the payment is to be cancelled. The window is gone. */
  readonly onCancel: () => void
  /** The bank's page has moved on: there may be an answer. */
  readonly onMove: () => void
}

/**
 * Opens the bank's confirmation page over the merchant's page, in a dialog of ours. Returns what closes it again.
 * Styles are set on elements one by one: the merchant's policy may forbid style sheets, and the shadow keeps the merchant's own out.
 */
export function openChallengeWindow(message: ChallengeMessage, { onCancel, onMove }: ChallengeHandlers): () => void {
  const before = document.activeElement
  const host = make('div', 'all:initial')
  const { dialog, head, bank, question, cancel, yes, no } = partsOf(message)
  host.attachShadow({ mode: 'open' }).append(dialog)

  const close = (): void => {
    const hadFocus = document.activeElement === host
    removeEventListener('message', hearBank)
    host.remove()
    // Removed, a dialog gives nothing back by itself; a customer who is elsewhere stays there.
    if (hadFocus) (before as HTMLElement | null)?.focus({ preventScroll: true })
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
  const hearBank = (event: MessageEvent): void => {
    if (event.source === bank.contentWindow && event.origin === new URL(message.url).origin && isEscape(event.data))
      onEscape(event)
  }
  addEventListener('message', hearBank)
  cancel.onclick = () => ask(true)
  no.onclick = () => ask(false)
  yes.onclick = () => {
    close()
    onCancel()
  }
  dialog.onkeydown = (event) => {
    if (event.key === 'Escape') onEscape(event)
  }
  // The "back" of phones; browsers let a page refuse it once, after which `close` comes.
  dialog.oncancel = onEscape
  dialog.onclose = close
  let loads = 0
  bank.onload = () => loads++ && onMove()

  document.body.append(host)
  if (dialog.showModal) dialog.showModal()
  else dialog.setAttribute('open', '')
  dialog.focus()
  return close
}

function partsOf({ url, language, direction, texts }: ChallengeMessage) {
  // As wide and high as the page, so that it darkens it: there is no other way to a backdrop without a style sheet.
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
  'width:100%;height:100%;margin:0;position:fixed;inset:0;padding:0;border:0;max-width:none;max-height:none;box-sizing:border-box;display:flex;background:rgba(9,14,24,.6);color-scheme:light dark;outline:0;font:1rem/1.4 system-ui,sans-serif'
/** All of a phone; on a wider page as much as a bank's window needs. The factor makes a switch of the width. */
const size =
  'width:min(100%,max(480px,(520px - 100vw)*999));height:min(100%,max(600px,(520px - 100vw)*999));border-radius:min(12px,max(0px,(100vw - 520px)*999))'
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
    'font:inherit;min-height:44px;padding:6px 14px;border:1px solid;border-radius:8px;background:none;color:inherit;cursor:pointer',
  )
  element.textContent = content
  element.type = 'button'
  return element
}
