import { withProtocol } from './messages.ts'
import { ofDocument } from './page-document.ts'

/**
 * The address of this script. Nothing else in the page may say where the service is: it gets the client secret. A
 * module is no current script, but the stack of an error begins with it.
 */
const { src: ownAddress } = (ofDocument('currentScript') || {
  src: Error().stack!.match(/http\S+\.js/)![0],
}) as HTMLScriptElement
export const frameOrigin = new URL(ownAddress).origin

/** The address of a path relative to this script. */
export function serviceAddress(path: string): string {
  return `${new URL(path, ownAddress)}`
}

/** Passes on what our page in the frame sends, as far as `read` recognises it. Returns a function that stops. */
export function listenTo<Message>(
  frame: HTMLIFrameElement,
  read: (data: unknown) => Message | null,
  handler: (message: Message) => void,
): () => void {
  const receive = (event: MessageEvent): void => {
    const message = event.source === frame.contentWindow && event.origin === frameOrigin && read(event.data)
    if (message) handler(message)
  }
  addEventListener('message', receive)
  return () => removeEventListener('message', receive)
}

export function sendTo(frame: HTMLIFrameElement, message: Parameters<typeof withProtocol>[0]): void {
  const { contentWindow } = frame
  // A frame outside of the page has none.
  if (contentWindow) contentWindow.postMessage(withProtocol(message), frameOrigin)
}
