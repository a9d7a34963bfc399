import {
  readChallengeNews,
  readInitMessage,
  seal,
  type ChallengeNews,
  type FrameMessage,
  type InitMessage,
} from '../messages.ts'

export type SendToParent = (message: FrameMessage) => void

/** The page around the frame, once it has said `init`. */
export interface ParentWindow {
  readonly send: SendToParent
  /** Hears of the confirmation window that the page opened. */
  onChallengeNews(handler: (news: ChallengeNews['news']) => void): void
}

/**
 * Greets the page around the frame and waits for its one `init`.
 * The browser vouches for the origin of a message: the first valid `init` of the parent window fixes it, and everything later goes to that origin only.
 */
export function meetParent(title: string, begin: (init: InitMessage, around: ParentWindow) => void): void {
  const receive = (event: MessageEvent): void => {
    if (event.source !== parent) return
    const init = readInitMessage(event.data)
    if (!init) return
    removeEventListener('message', receive)
    begin(init, windowAround(event.origin))
  }
  addEventListener('message', receive)
  parent.postMessage(seal({ type: 'hello', title }), '*')
}

function windowAround(origin: string): ParentWindow {
  return {
    send: (message) => parent.postMessage(seal(message), origin),
    onChallengeNews: (handler) =>
      addEventListener('message', (event) => {
        const message = event.source === parent && event.origin === origin && readChallengeNews(event.data)
        if (message) handler(message.news)
      }),
  }
}

/**
 * Tells the parent the height of the form with the first message, and from then on whenever it changes: while the form loads, the room that
 * the loader keeps for it is the best guess.
 */
export function withHeight(form: HTMLElement, send: SendToParent): SendToParent {
  let known = 0
  const changedHeight = (): { height?: number } => {
    const height = Math.ceil(form.getBoundingClientRect().height)
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
