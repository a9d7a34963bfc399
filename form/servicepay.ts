import { openChallengeWindow } from './challenge-window.ts'
import {
  readFrameMessage,
  withProtocol,
  type AppearanceVariables,
  type CheckoutError,
  type SessionSummary,
  type Theme,
} from './messages.ts'
import { onSilence } from './silence.ts'

/** Options of `ServicePay.checkout`. */
export interface CheckoutOptions {
  readonly clientSecret: string
  /** Whether the page goes to the thank-you address after payment. Default true. */
  readonly redirect?: boolean
  /**
   * A language tag such as `de` or `en-GB`, or `auto` for the customer's language, which is the default. For a language
   * that the form does not have, it uses the customer's too.
   */
  readonly locale?: 'auto' | (string & {})
  readonly appearance?: {
    /** `auto` follows the colour scheme of the page around the form. Default `light`. */
    readonly theme?: Theme | 'auto'
    readonly variables?: AppearanceVariables
  }
}

export interface CheckoutEvents {
  readonly ready: SessionSummary
  /** The bank is asked for the money. Keep the customer on the page until another event follows. */
  readonly processing: SessionSummary
  /** The payment was not made. The customer can try again. */
  readonly open: SessionSummary
  readonly complete: SessionSummary
  readonly failed: SessionSummary
  readonly error: CheckoutError
}

/** For our pages of payment links, which create nothing before a person acts. */
export interface OwnPageOptions extends CheckoutOptions {
  /** What the form shows until then. It sends `wanted` when a person acts. */
  readonly preview?: object
}

export interface OwnPageEvents extends CheckoutEvents {
  /** Gives the form its client secret. */
  readonly wanted: (clientSecret: string) => void
}

export interface Checkout {
  on<Name extends keyof OwnPageEvents>(name: Name, handler: (argument: OwnPageEvents[Name]) => void): Checkout
  mount(target: string | Element): Checkout
  unmount(): Checkout
}

export interface ServicePayBrowser {
  checkout(options: OwnPageOptions): Checkout
}

declare global {
  interface Window {
    ServicePay?: ServicePayBrowser
  }
  /**
   * What to say when the form does not load and cannot bring its own texts. The server inserts it, in the language that
   * the browser asks for.
   */
  const notLoaded: { readonly textContent: string; readonly lang: string }
}

/** The height of the form for a card alone, with and without the amount, so that the page around it does not move. */
const heightInShops = 436
const heightOnOwnPages = 361

const scriptPath = '/v1/servicepay.js'
const ownScript = (document.currentScript ??
  document.querySelector(`script[src*="${scriptPath}"]`)) as HTMLScriptElement
/** Base address of the service, which is where this script came from. */
const [base] = ownScript.src.split(scriptPath)
const frameOrigin = new URL(ownScript.src).origin

type Handlers = { [Name in keyof OwnPageEvents]: ((argument: OwnPageEvents[Name]) => void)[] }

function checkout(options: OwnPageOptions): Checkout {
  const handlers: Handlers = { ready: [], processing: [], open: [], complete: [], failed: [], error: [], wanted: [] }
  let host: Element | undefined
  let removeFrame: (() => void) | undefined

  const self: Checkout = {
    on(name, handler) {
      if (!(name in handlers)) throw new Error(`ServicePay: no event matches "${name}"`)
      handlers[name].push(handler)
      return self
    },
    mount(target) {
      const found = typeof target === 'string' ? document.querySelector(target) : target
      // Only a selector can fail to match.
      if (!found) throw new Error(`ServicePay: no element matches "${target as string}"`)
      if (found === host && host.querySelector('iframe')) return self
      self.unmount()
      host = found
      removeFrame = openFrame(found, options, handlers)
      return self
    },
    unmount() {
      removeFrame?.()
      host = removeFrame = undefined
      return self
    },
  }
  return self
}

/** Puts the iframe into the page and answers its messages. Returns a function that removes it. */
function openFrame(host: Element, options: OwnPageOptions, handlers: Handlers): () => void {
  const frame = document.createElement('iframe')
  frame.title = 'Card payment'
  // The form reads the session at once, before it gets `init`. The attribute is only there while the frame enters the
  // page, because scripts that record the page would record it.
  frame.name = options.clientSecret
  // Our own pages show amount and description themselves.
  const place = host.getAttribute('data-place')
  const height = place ? heightOnOwnPages : heightInShops
  const chosenTheme = options.appearance?.theme ?? 'light'
  frame.style.cssText = `display:block;width:100%;height:${height}px;border:0;min-width:260px;${schemeOf(chosenTheme)}`
  const theme = (): Theme => (chosenTheme === 'auto' ? pageTheme(frame) : chosenTheme)
  // A frame that enters the page without an address first loads an empty document, which takes time. But only a frame
  // in the page can tell the page's theme.
  if (chosenTheme === 'auto') host.replaceChildren(frame)
  frame.src = frameAddress(options, place, theme())
  if (chosenTheme !== 'auto') host.replaceChildren(frame)
  frame.name = ''

  let hasAnswered = false
  const fail = (): void => {
    if (hasAnswered || !frame.isConnected) return
    close()
    const alert = Object.assign(document.createElement('p'), notLoaded, { role: 'alert', dir: 'auto' })
    host.append(alert)
    emit(handlers, 'error', { code: 'load_failed', message: alert.textContent })
  }
  const deadline = onSilence(frame, fail)

  const receive = (event: MessageEvent): void => {
    const isFromForm = event.source === frame.contentWindow && event.origin === frameOrigin
    const message = isFromForm && readFrameMessage(event.data)
    if (!message) return
    if (message.height) frame.style.height = `${message.height}px`
    switch (message.type) {
      case 'hello':
        hasAnswered = true
        frame.title = message.title
        send(initFor(options))
        // Every other theme is the one in the address.
        if (chosenTheme === 'auto') sendTheme()
        break
      case 'error':
        emit(handlers, 'error', message.error)
        break
      case 'redirect':
        leaveFor(message.url)
        break
      case 'reveal':
        send({ type: 'revealed', isWhole: reveal(frame, message.edges) })
        break
      case 'challenge':
      case 'challenge_over':
        closeChallenge?.()
        if (message.type === 'challenge' && message.url.startsWith(`${frameOrigin}/`))
          closeChallenge = openChallengeWindow(message, frameOrigin, (news) => send({ type: 'challenge_news', news }))
        break
      case 'resize':
        break
      case 'wanted':
        emit(handlers, 'wanted', (clientSecret) => send(initFor({ ...options, clientSecret })))
        break
      default:
        emit(handlers, message.type, message.session)
    }
  }
  const send = (message: Parameters<typeof withProtocol>[0]): void =>
    frame.contentWindow?.postMessage(withProtocol(message), frameOrigin)
  const sendTheme = (): void => send({ type: 'theme', theme: theme() })
  frame.ontransitionend = sendTheme
  let closeChallenge: (() => void) | undefined
  const close = (): void => {
    clearTimeout(deadline)
    closeChallenge?.()
    removeEventListener('message', receive)
    host.replaceChildren()
  }
  addEventListener('message', receive)
  return close
}

/** The client secret is not part of the address, because addresses end up in logs and browser histories. */
function frameAddress({ locale }: OwnPageOptions, place: string | null, theme: Theme): string {
  // The server takes the first language that it has texts for, and ignores what is not a language tag.
  const query = new URLSearchParams({ locale: [locale, ...navigator.languages].join(), theme })
  if (place) query.set('place', place)
  return `${base}/v1/form/frame?${query}`
}

/**
 * Gives the frame the colour scheme of the document inside. Where the two differ, browsers paint an opaque backdrop,
 * which would show behind the form's round corners. With `auto` the frame inherits the scheme of the page. The loader
 * then reads the scheme from the text colour, and a transition event reports each change.
 */
function schemeOf(theme: Theme | 'auto'): string {
  return theme === 'auto' ? 'color:CanvasText;transition:color 1ms!important' : `color-scheme:${theme}`
}

/** In a dark page, text is light: `rgb(2…`. */
function pageTheme(frame: HTMLIFrameElement): Theme {
  return getComputedStyle(frame).color.includes('(2') ? 'dark' : 'light'
}

function initFor({ clientSecret, preview, redirect, appearance }: OwnPageOptions): Parameters<typeof withProtocol>[0] {
  return {
    type: 'init',
    clientSecret: String(clientSecret),
    ...(!clientSecret && preview && { preview }),
    redirect: redirect !== false,
    variables: appearance?.variables ?? {},
    opensChallengePages: true,
    isReturn:
      (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)?.type ===
      'back_forward',
  }
}

/**
 * Scrolls the page, and whatever the shop has put around the form, as little as possible until each part was visible.
 * Negative margins leave out the rest of the form. Returns whether the first part is visible in the end.
 */
function reveal(frame: HTMLIFrameElement, edges: readonly number[]): boolean {
  edges.forEach((edge, at) => {
    if (at % 2) return
    frame.style.scrollMargin = `${-edge}px 0 ${edges[at + 1]! - frame.offsetHeight}px`
    frame.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  })
  frame.style.scrollMargin = ''
  return frame.getBoundingClientRect().top + edges[0]! > -1
}

/** An error in a merchant's handler must stop neither the form nor the other handlers. It still reaches the console. */
function emit<Name extends keyof OwnPageEvents>(handlers: Handlers, name: Name, argument: OwnPageEvents[Name]): void {
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

/** Navigates the whole page. Where a foreign page frames the shop, browsers may let only the shop's frame navigate. */
function leaveFor(url: string): void {
  try {
    window.top!.location.href = url
  } catch {
    location.href = url
  }
}

window.ServicePay ??= { checkout }
