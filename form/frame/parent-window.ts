import {
  readChallengeNews,
  readInitMessage,
  readRevealed,
  readTheme,
  withProtocol,
  type ChallengeNews,
  type FrameMessage,
  type InitMessage,
  type Theme,
} from '../messages.ts'

export type SendToParent = (message: FrameMessage) => void

/** The page around the frame, after its `init`. */
export interface ParentWindow {
  readonly origin: string
  readonly send: SendToParent
  /** Receives reports about the confirmation window that the loader opened. */
  onChallengeNews(handler: (news: ChallengeNews['news']) => void): void
  /** Receives the answer to each `reveal`. */
  onRevealed(handler: (isWhole: boolean) => void): void
  /** Receives the theme, now and whenever it changes. */
  onTheme(handler: (theme: Theme) => void): void
}

/**
 * Sends `hello` to the page around the frame and waits for its `init`. The browser guarantees the origin of a message.
 * The first valid `init` of the parent window fixes that origin, and all later messages go to it only.
 */
export function connectToParent(
  form: HTMLElement,
  onInit: (init: InitMessage, parentWindow: ParentWindow) => void,
): void {
  const receive = (event: MessageEvent): void => {
    if (event.source !== parent) return
    const init = readInitMessage(event.data)
    if (!init) return
    removeEventListener('message', receive)
    onInit(init, parentWindowAt(event.origin))
  }
  addEventListener('message', receive)
  parent.postMessage(withProtocol({ type: 'hello', title: document.title, height: heightOf(form) }), '*')
}

function parentWindowAt(origin: string): ParentWindow {
  const listen = <Message>(read: (data: unknown) => Message | null, handler: (message: Message) => void): void =>
    addEventListener('message', (event) => {
      const message = event.source === parent && event.origin === origin && read(event.data)
      if (message) handler(message)
    })
  return {
    origin,
    send: (message) => parent.postMessage(withProtocol(message), origin),
    onChallengeNews: (handler) => listen(readChallengeNews, ({ news }) => handler(news)),
    onRevealed: (handler) => listen(readRevealed, ({ isWhole }) => handler(isWhole)),
    onTheme: (handler) => listen(readTheme, handler),
  }
}

function heightOf(form: HTMLElement): number {
  return Math.ceil(form.getBoundingClientRect().height)
}

/**
 * Reports the form's height to the parent with the first message and then whenever it changes.
 */
export function withHeight(form: HTMLElement, send: SendToParent): SendToParent {
  let known = 0
  const changedHeight = (): { height?: number } => {
    const height = heightOf(form)
    return height === known ? {} : { height: (known = height) }
  }
  const observer = new ResizeObserver(() => {
    const change = changedHeight()
    if (change.height) send({ type: 'resize', ...change })
  })
  return (message) => {
    send({ ...message, ...changedHeight() })
    observer.observe(form)
  }
}
