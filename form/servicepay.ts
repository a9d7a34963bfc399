import { openChallengeWindow } from './challenge-window.ts'
import {
  readFrameMessage,
  seal,
  type AppearanceVariables,
  type ChallengeMessage,
  type ChallengeNews,
  type CheckoutError,
  type FrameMessage,
  type SessionSummary,
} from './messages.ts'

/** Options of `ServicePay.checkout` (Specification, "Browser card form"). */
export interface CheckoutOptions {
  readonly clientSecret: string
  /** Whether the page goes to the thank-you address after payment. Default true. */
  readonly redirect?: boolean
  /** A language tag such as `de` or `en-GB`. Default: the browser's. */
  readonly locale?: string
  readonly appearance?: { readonly theme?: 'auto' | 'light' | 'dark'; readonly variables?: AppearanceVariables }
}

export interface CheckoutEvents {
  readonly ready: SessionSummary
  readonly complete: SessionSummary
  readonly failed: SessionSummary
  readonly error: CheckoutError
}

export interface Checkout {
  on<Name extends keyof CheckoutEvents>(name: Name, handler: (argument: CheckoutEvents[Name]) => void): Checkout
  mount(target: string | Element): Checkout
  unmount(): Checkout
}

export interface ServicePayBrowser {
  checkout(options: CheckoutOptions): Checkout
}

declare global {
  interface Window {
    ServicePay?: ServicePayBrowser
  }
  /** Put in by the server, in the language that the browser asks for: the one sentence that is needed when no form comes to bring its own. */
  const notLoaded: { readonly text: string; readonly language: string; readonly direction: string }
}

/** Room for the form while it loads, so that the page around it moves little. */
const initialHeightPixels = 380

/** A frame that has not spoken by then will not: the service is away, or a blocker stands between. */
const loadDeadlineMilliseconds = 20_000
const silenceAfterLoadMilliseconds = 3_000

const scriptPath = '/v1/servicepay.js'
const ownScript = (document.currentScript ??
  document.querySelector(`script[src*="${scriptPath}"]`)) as HTMLScriptElement
/** Base address of the service: wherever this script came from. */
const base = ownScript.src.slice(0, ownScript.src.lastIndexOf(scriptPath))
const frameOrigin = new URL(ownScript.src).origin

type Handlers = { [Name in keyof CheckoutEvents]: ((argument: CheckoutEvents[Name]) => void)[] }

function checkout(options: CheckoutOptions): Checkout {
  const handlers: Handlers = { ready: [], complete: [], failed: [], error: [] }
  let host: Element | undefined
  let close: (() => void) | undefined

  const self: Checkout = {
    on(name, handler) {
      if (!handlers[name]) throw new TypeError(`ServicePay: there is no event "${name}"`)
      handlers[name].push(handler)
      return self
    },
    mount(target) {
      const found = typeof target === 'string' ? document.querySelector(target) : target
      if (!found) throw new Error(`ServicePay: no element matches "${target}"`)
      if (found === host && host.querySelector('iframe')) return self
      self.unmount()
      host = found
      close = openFrame(found, options, handlers)
      return self
    },
    unmount() {
      close?.()
      host = close = undefined
      return self
    },
  }
  return self
}

/** Puts the iframe into the page and answers it. Returns what takes it away again. */
function openFrame(host: Element, options: CheckoutOptions, handlers: Handlers): () => void {
  const frame = document.createElement('iframe')
  frame.title = 'Card payment'
  frame.src = frameAddress(options, host)
  frame.style.cssText = `display:block;width:100%;min-width:260px;border:0;height:${initialHeightPixels}px;color-scheme:${schemeOf(options)}`

  let heard = false
  const fail = (): void => {
    if (heard || !frame.isConnected) return
    close()
    const { text, language, direction } = notLoaded
    host.append(
      Object.assign(document.createElement('p'), { role: 'alert', textContent: text, lang: language, dir: direction }),
    )
    emit(handlers, 'error', { code: 'load_failed', message: text })
  }
  const deadline = setTimeout(fail, loadDeadlineMilliseconds)
  // Error pages load too; but the form speaks before its load event.
  frame.onload = () => setTimeout(fail, silenceAfterLoadMilliseconds)

  const receive = (event: MessageEvent): void => {
    if (event.source !== frame.contentWindow || event.origin !== frameOrigin) return
    const message = readFrameMessage(event.data)
    if (message?.type === 'hello') {
      heard = true
      tell(initFor(options))
    }
    if (message?.type === 'challenge') openChallenge(message)
    if (message?.type === 'challenge_over') closeChallenge?.()
    if (message) obey(message, frame, handlers)
  }
  const tell = (message: Parameters<typeof seal>[0]): void =>
    frame.contentWindow?.postMessage(seal(message), frameOrigin)
  const tellNews = (news: ChallengeNews['news']): void => tell({ type: 'challenge_news', news })
  let closeChallenge: (() => void) | undefined
  const openChallenge = (message: ChallengeMessage): void => {
    closeChallenge?.()
    if (new URL(message.url, base).origin !== frameOrigin) return
    closeChallenge = openChallengeWindow(message, {
      onMove: () => tellNews('moved'),
      onCancel: () => tellNews('cancelled'),
    })
  }
  const close = (): void => {
    clearTimeout(deadline)
    closeChallenge?.()
    removeEventListener('message', receive)
    host.replaceChildren()
  }
  addEventListener('message', receive)
  host.replaceChildren(frame)
  return close
}

/** The client secret is not part of the address: addresses end in logs and histories. */
function frameAddress({ locale, appearance }: CheckoutOptions, host: Element): string {
  const query = new URLSearchParams({ locale: locale || navigator.language, theme: appearance?.theme ?? 'auto' })
  // Pages of our own show amount and description themselves.
  const place = host.getAttribute('data-place')
  if (place) query.set('place', place)
  return `${base}/v1/form/frame?${query}`
}

/** The scheme of the document inside: browsers put an opaque backdrop behind a frame of another one, and the form has round corners. */
function schemeOf({ appearance }: CheckoutOptions): string {
  const theme = appearance?.theme
  return theme === 'light' || theme === 'dark' ? theme : 'light dark'
}

function initFor({ clientSecret, redirect, appearance }: CheckoutOptions): Parameters<typeof seal>[0] {
  return {
    type: 'init',
    clientSecret: String(clientSecret),
    redirect: redirect !== false,
    variables: appearance?.variables ?? {},
  }
}

function obey(message: FrameMessage, frame: HTMLIFrameElement, handlers: Handlers): void {
  if (message.height) frame.style.height = `${message.height}px`
  switch (message.type) {
    case 'hello':
      frame.title = message.title
      break
    case 'error':
      emit(handlers, 'error', message.error)
      break
    case 'redirect':
      leaveFor(message.url)
      break
    case 'resize':
    case 'challenge':
    case 'challenge_over':
      break
    default:
      emit(handlers, message.type, message.session)
  }
}

/** A handler that throws is the merchant's matter: it must stop neither the form nor the other handlers. */
function emit<Name extends keyof CheckoutEvents>(handlers: Handlers, name: Name, argument: CheckoutEvents[Name]): void {
  for (const handler of handlers[name]) {
    try {
      handler(argument)
    } catch (error) {
      setTimeout(() => {
        throw error
      })
    }
  }
}

/** The whole page goes; where a foreign page frames the shop, browsers may allow only the shop itself to move. */
function leaveFor(url: string): void {
  try {
    window.top!.location.href = url
  } catch {
    location.href = url
  }
}

window.ServicePay ??= { checkout }
