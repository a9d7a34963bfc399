import { withProtocol } from './messages.ts'
import { ofDocument } from './page-document.ts'

/** The address of this script. Nothing else in the page may say where the service is: it gets the client secret. */
export const { src: ownAddress } = ofDocument('currentScript') as HTMLScriptElement
export const frameOrigin = new URL(ownAddress).origin

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
  frame.contentWindow?.postMessage(withProtocol(message), frameOrigin)
}
