import type {
  AppearanceVariables,
  CheckoutEvents,
  CheckoutOptions,
  FormChanges,
  LoadFailure,
  Theme,
} from '../spec/lib/form-api.ts'
import type { WindowOwner } from './challenge-window.ts'
import { loadChallengeWindow } from './load-challenge-window.ts'
import { readFrameMessage, summaryTypes, type ChallengeMessage, type FrameMessage } from './messages.ts'
import { ofDocument } from './page-document.ts'
import { frameOrigin, listenTo, sendTo, serviceAddress } from './service-frame.ts'
import { onSilence } from './silence.ts'

/** For our own pages. */
export interface OwnPageOptions extends CheckoutOptions {
  readonly appearance?: NonNullable<CheckoutOptions['appearance']> & {
    /** Which page it is. */
    readonly place?: string | undefined
  }
  /**
   * What the form of a payment link shows until a person acts, because the service creates nothing before that. It then
   * sends `wanted`.
   */
  readonly preview?: object
}

export interface OwnPageEvents extends CheckoutEvents {
  /** Gives the form its client secret. */
  readonly wanted: (clientSecret: string) => void
}

export interface Checkout {
  on<Name extends keyof OwnPageEvents>(name: Name, handler: (argument: OwnPageEvents[Name]) => void): Checkout
  mount(target: string | Element): Checkout
  update(changes: FormChanges): Checkout
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
   * What to say when the form does not load and cannot bring its own texts: the language, a sentence, and what the link
   * after it says. The server inserts it, in the language that the browser asks for.
   */
  const notLoaded: readonly [lang: string, sentence: string, link: string]
}

/** The shop may mount the form inside an HTML form, where a field named like a property hides that property. */
const { append, querySelectorAll } = Element.prototype as Pick<Element, 'append'> & {
  querySelectorAll(selector: string): NodeListOf<Ours>
}

interface Ours extends Element {
  servicePay?: 1
}

/**
 * Makes an element and marks it as ours. Frameworks keep copies of a page (Turbo, HTMX), which have the attribute, but
 * not the property: such a copy belongs to no checkout.
 */
function make<Tag extends 'iframe' | 'p' | 'a'>(tag: Tag): HTMLElementTagNameMap[Tag] {
  const element = ofDocument('createElement').call(document, tag) as HTMLElementTagNameMap[Tag] & Ours
  element.dataset['servicepay'] = ''
  element.servicePay = 1
  return element
}

/** Set when the policy of the shop's page has blocked our frame. A policy that only reports does not block. */
let violation: LoadFailure | undefined
addEventListener('securitypolicyviolation', (event) => {
  if (
    event.disposition === 'enforce' &&
    event.effectiveDirective === 'frame-src' &&
    event.blockedURI.startsWith(frameOrigin)
  )
    violation = 'frame-src'
})

type Handlers = { -readonly [Name in keyof OwnPageEvents]: ((argument: OwnPageEvents[Name]) => void)[] }

function checkout(options: OwnPageOptions): Checkout {
  const handlers = {} as Handlers
  for (const name of [...summaryTypes, 'error', 'wanted'] as const) handlers[name] = []
  let host: Element | undefined
  let form: MountedForm | undefined

  const self: Checkout = {
    on(name, handler) {
      if (!(handlers as Partial<Handlers>)[name]) throw Error(`ServicePay: no event "${name}"`)
      handlers[name].push(handler)
      return self
    },
    mount(target) {
      const found = typeof target === 'string' ? ofDocument('querySelector').call(document, target) : target
      // Only a selector can fail to match.
      if (!found) throw Error(`ServicePay: no element "${target as string}"`)
      if (form && found === host && form.frame.isConnected) return self
      self.unmount()
      host = found
      form = openFrame(found, options, handlers)
      return self
    },
    update(changes) {
      options = { ...options, ...changes, appearance: { ...options.appearance, ...changes } }
      if (form) form = openFrame(host!, options, handlers, form)
      return self
    },
    unmount() {
      if (form) form.close()
      form = undefined
      return self
    },
  }
  return self
}

type Look = Partial<NonNullable<OwnPageOptions['appearance']>>

interface MountedForm {
  readonly frame: HTMLIFrameElement
  close(): undefined
}

/** The bank's window of one session, and the form that follows the payment: the latest one in the page. */
interface BankWindow extends WindowOwner {
  close(): unknown
}

/** By client secret. A form that replaces another one of its session takes over the other's window. */
const bankWindows: Record<string, BankWindow | undefined> = {}

/** Puts the iframe into the page and answers its messages. */
function openFrame(host: Element, options: OwnPageOptions, handlers: Handlers, replaced?: MountedForm): MountedForm {
  for (const copy of querySelectorAll.call(host, '[data-servicepay]')) if (!copy.servicePay) copy.remove()
  const frame = make('iframe')
  // Of a key that must not be in a browser, only the kind goes on, for the form to name it.
  const clientSecret = `${options.clientSecret}`.replace(/^\W*(sk_|whsec_).*/s, '$1')
  // The form reads the session at once, before it gets `init`. The attribute is only there while the frame enters the
  // page, because scripts that record the page would record it.
  frame.name = clientSecret
  const { theme: wanted, variables, layout = 'full', place } = { __proto__: null, ...options.appearance } as Look
  const isBare = { ...variables }.colorBackground === 'transparent'
  // That of the form for a card alone, so that the page around it does not move. A form without a ground of its own has
  // no inset either.
  const height = { full: 438, fields: 363 }[layout] - ((isBare && 32) as number)
  if (!height) throw Error(`ServicePay: no layout "${layout}"`)
  const isAuto = wanted === 'auto'
  // In a dark page, text is light: `rgb(2…`.
  const theme = (): Theme =>
    (isAuto ? getComputedStyle(frame).color.includes('(2') : wanted === 'dark') ? 'dark' : 'light'
  // Gives the frame the colour scheme of the document inside. Where the two differ, browsers paint an opaque backdrop,
  // which would show behind the form's round corners. With `auto` the frame inherits the scheme of the page. The loader
  // then reads the scheme from the text colour, and a transition event reports each change.
  const scheme = isAuto ? 'color:CanvasText;transition:color 1ms!important' : `color-scheme:${theme()}`
  // A form that replaces another one is not visible before it has what the customer has typed there.
  frame.style.cssText = `display:block;width:100%;height:${replaced ? 0 : height}px;border:0;min-width:260px;${scheme}`
  // A frame that enters the page without an address first loads an empty document, which takes time. But only a frame
  // in the page can tell the page's theme.
  if (isAuto) append.call(host, frame)
  // The client secret is not part of the address, because addresses end up in logs and browser histories. The server
  // takes the first language that it has texts for, and ignores what is not a language tag.
  const load = (isolated?: boolean): void => {
    // A template joins a list with commas. No value needs encoding, except by the shop's wish.
    const languages: unknown = [options.locale, navigator.languages]
    frame.src = serviceAddress(
      `form/frame?locale=${languages as string}&theme=${theme()}&place=${place}&layout=${layout}` +
        `&bare=${isBare}&isolated=${isolated}&replaces=${!!replaced}`,
    )
  }
  // Safari before 15.2 does not have it.
  let isIsolated: boolean | undefined = window.crossOriginIsolated
  // Browsers from before the middle of 2021 have no such property. A message can be addressed only to a page with an
  // origin.
  const inTheWay =
    'aspectRatio' in frame.style ? /^(null|file)/.test(origin) && ('no_origin' as const) : ('old_browser' as const)
  if (!inTheWay) load(isIsolated)
  if (!isAuto) append.call(host, frame)
  frame.name = ''

  /**
   * An error in a merchant's handler must not stop the form or the other handlers. A promise runs its function at
   * once, and reports the error to the console.
   */
  const emit = <Name extends keyof OwnPageEvents>(name: Name, argument: OwnPageEvents[Name]): void => {
    if (!replaced) for (const handler of handlers[name]) void new Promise(() => handler(argument))
  }

  let shown: HTMLElement = frame
  const fail = (known?: LoadFailure): void => {
    // The form has brought its title.
    if (frame.title || !frame.isConnected) return
    const reason = violation || known
    // A page with an embedder policy blocks documents that have none, and no script can see that policy.
    if (!reason && !isIsolated) return load((isIsolated = true))
    if (replaced) return
    const [lang, message, textContent] = notLoaded
    const alert = Object.assign(make('p'), { role: 'alert', dir: 'auto', lang, textContent: message + ' ' })
    const href = serviceAddress(`../checkout/${clientSecret}`)
    alert.append(Object.assign(make('a'), { textContent, target: '_top', href }))
    frame.replaceWith((shown = alert))
    const error = { code: 'load_failed', message, reason: reason || 'no_answer' }
    console.error('ServicePay:', error)
    emit('error', error)
  }
  if (inTheWay) setTimeout(fail, 0, inTheWay)
  else onSilence(frame, fail)

  const receive = (message: FrameMessage): void => {
    if (message.type === 'taken' && replaced) {
      replaced = replaced.close()
      bankWindow.form = frame
    }
    if (message.height && !replaced) frame.style.height = `${message.height}px`
    switch (message.type) {
      case 'hello':
        if (!(frame.title = message.title)) return fail('sandbox')
        sendInit(clientSecret)
        // A frame that is not displayed has no transitions. The observer calls at once, and when the frame comes into
        // view. The form ignores the theme that it has.
        new IntersectionObserver(sendTheme).observe(frame)
        break
      case 'error':
        closeBankWindow()
        emit('error', message.error)
        break
      case 'redirect':
        // The whole page. Where a foreign page frames the shop, browsers may let only the shop's frame navigate.
        try {
          top!.location.href = message.url
        } catch {
          location.href = message.url
        }
        break
      case 'reveal':
        // Scrolls the page, and whatever the shop has put around the form, as little as possible until each part was
        // visible. The frame takes the place of the part meanwhile. Chromium before 147 does not count scroll margins
        // when it chooses the nearest edge.
        for (const transform of message.transforms) {
          frame.style.transform = transform
          frame.scrollIntoView({ block: 'nearest', behavior: 'instant' })
        }
        frame.style.transform = ''
        sendTo(frame, { type: 'revealed', top: frame.getBoundingClientRect().top })
        break
      case 'challenge':
        bankWindow.form = frame
        closeBankWindow()
        if (message.url.startsWith(`${frameOrigin}/`)) void openBankWindow(message)
        break
      case 'challenge_over':
        closeBankWindow()
        break
      case 'wanted':
        emit('wanted', sendInit)
        break
      case 'reload':
        location.reload()
        break
      default:
        // Otherwise `resize`, or a message of a later release.
        if ('session' in message) {
          // The bank may ask the customer to confirm.
          if (message.session.status === 'processing') void loadChallengeWindow()
          // The payment has ended, and the form may not know that there is a window.
          else closeBankWindow()
          emit(message.type, message.session)
        }
    }
  }
  // The form reads whatever the shop has passed as options.
  const sendInit = (secret: string): void =>
    sendTo(frame, {
      type: 'init',
      clientSecret: secret,
      preview: options.preview as object,
      redirect: options.redirect as boolean,
      variables: variables as AppearanceVariables,
      // `back_forward`
      isReturn: (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]).some(
        (entry) => entry.type[0] === 'b',
      ),
    })
  const sendTheme = (frame.ontransitionend = (): void => sendTo(frame, { type: 'theme', theme: theme() }))

  const bankWindow = (bankWindows[clientSecret] ||= { close() {} } as BankWindow)
  if (!replaced) bankWindow.form = frame
  const closeBankWindow = (): void => {
    if (bankWindow.form === frame) bankWindow.close()
  }

  /** Opens the window when its script is there, unless the form has closed it by then. */
  const openBankWindow = async (message: ChallengeMessage): Promise<void> => {
    let isWanted = true as boolean
    bankWindow.close = () => (isWanted = false)
    const open = await loadChallengeWindow()
    if (!open) sendTo(frame, { type: 'challenge_news', news: 'unavailable' })
    else if (isWanted) bankWindow.close = open(message, bankWindow)
  }

  const stopListening = listenTo(frame, readFrameMessage, receive)
  return {
    frame,
    close() {
      if (replaced) replaced.close()
      stopListening()
      shown.remove()
      return undefined
    },
  }
}

// Also in the place of an element with this name.
window.ServicePay = { checkout }
