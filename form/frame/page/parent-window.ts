import { element } from './page.ts'
import { readInitMessage, withProtocol, type FrameMessage, type InitMessage } from '../../messages.ts'

export type SendToParent = (message: FrameMessage) => void

/** The page around the frame, after its `init`. */
export interface ParentWindow {
  readonly origin: string
  readonly send: SendToParent
  /** Passes the messages of that page to the handler, as far as `read` recognises them. Null: another message. */
  listen<Message>(read: (data: unknown) => Message | null, handler: (message: Message) => void): void
}

/**
 * Sends `hello` to the page around the frame and waits for its `init`. The browser guarantees the origin of a message.
 * The first valid `init` of the parent window fixes that origin, and all later messages go to it only.
 */
export function connectToParent(onInit: (init: InitMessage, parentWindow: ParentWindow) => void): void {
  const receive = (event: MessageEvent): void => {
    if (event.source !== parent) return
    const init = readInitMessage(event.data)
    if (!init) return
    removeEventListener('message', receive)
    onInit(init, parentWindowAt(event.origin))
  }
  addEventListener('message', receive)
  parent.postMessage(withProtocol({ type: 'hello', title: document.title }), '*')
}

function parentWindowAt(origin: string): ParentWindow {
  return {
    origin,
    send: (message) => parent.postMessage(withProtocol(message), origin),
    listen: (read, handler) =>
      addEventListener('message', (event) => {
        const message = event.source === parent && event.origin === origin && read(event.data)
        if (message) handler(message)
      }),
  }
}

function heightOf(form: HTMLElement): number {
  return Math.ceil(form.getBoundingClientRect().height)
}

/** Sends messages with the form's height, and reports each change of it. */
export function withHeight(form: HTMLElement, send: SendToParent): SendToParent {
  let known = 0
  const observer = new ResizeObserver(() => {
    const height = heightOf(form)
    if (height && height !== known) send({ type: 'resize', height: (known = height) })
  })
  return (message) => {
    // The loader has given the frame the height of a form for a card alone. Such a form is ready before its layout.
    const isExpected = message.type === 'ready' && element('email-field').hidden && element('address').hidden
    known = isExpected ? innerHeight : heightOf(form)
    send(isExpected ? message : { ...message, height: known })
    observer.observe(form)
  }
}
