/** The part of a checkout session that event handlers receive. */
export interface SessionSummary {
  readonly id: string
  readonly status: string
  /** In the currency's smallest unit. */
  readonly amount: number
  readonly currency: string
}

/**
 * Why the customer cannot pay with the form. `invalid_client_secret`: the client secret is missing or wrong.
 * `session_not_payable`: the session can no longer be paid. `already_paid`: another visitor of the same one-off link
 * has paid. `insecure_context`: the page does not use https. `load_failed`: the form could not be loaded.
 */
export type CheckoutErrorCode =
  'invalid_client_secret' | 'session_not_payable' | 'already_paid' | 'insecure_context' | 'load_failed'

/** An error of the form. */
export interface CheckoutError {
  /** A stable code for your program. Later versions of the service may add codes. */
  readonly code: CheckoutErrorCode | (string & {})
  readonly message?: string
}

/** The form's events and the argument of each handler. They are hints: fulfil orders from your server. */
export interface CheckoutEvents {
  /** The form is visible. */
  readonly ready: SessionSummary
  /** The customer has paid. */
  readonly complete: SessionSummary
  /** The session failed after the last allowed attempt. */
  readonly failed: SessionSummary
  readonly error: CheckoutError
}

export interface CheckoutOptions {
  /** The session's `client_secret`. */
  readonly clientSecret: string
  /** Whether the form sends the browser to the thank-you address after payment. Default true. */
  readonly redirect?: boolean
  /**
   * A language tag such as `de` or `en-GB`, or `auto` for the customer's language, which is the default. For a language
   * that the form does not have, it uses the customer's too.
   */
  readonly locale?: 'auto' | (string & {})
  readonly appearance?: {
    /** `auto` follows the colour scheme of the page around the form. Default `light`. */
    readonly theme?: 'auto' | 'light' | 'dark'
    readonly variables?: {
      readonly colorAccent?: string
      readonly colorBackground?: string
      readonly colorText?: string
      readonly borderRadius?: string
    }
  }
}

export interface Checkout {
  on<Name extends keyof CheckoutEvents>(name: Name, handler: (argument: CheckoutEvents[Name]) => void): Checkout
  /** Shows the form in an element, given as the element or as a CSS selector. The form needs a width of 260 px. */
  mount(target: string | Element): Checkout
  unmount(): Checkout
}

/** The global object `ServicePay`, which the form's script defines. */
export interface ServicePayBrowser {
  checkout(options: CheckoutOptions): Checkout
}

export interface LoadOptions {
  /** The address of your service. */
  readonly baseUrl: string
}

/** A phone that changes cells loses a download now and then. More tries would only hide a wrong address. */
const tries = 3
const pauseMilliseconds = 1_000

const loading = new Map<string, Promise<ServicePayBrowser>>()

/**
 * Loads the form's script and returns the global object `ServicePay`. Repeated calls load the script only once.
 * It works only in a browser: call it in an effect or a handler, not while rendering on a server.
 */
export function loadServicePay({ baseUrl }: LoadOptions): Promise<ServicePayBrowser> {
  const address = `${baseUrl.replace(/\/$/, '')}/v1/servicepay.js`
  const promise = loading.get(address) ?? load(address)
  loading.set(address, promise)
  // A failed load does not stay in the map, because the network may be back when the page calls again.
  promise.catch(() => loading.delete(address))
  return promise
}

async function load(address: string): Promise<ServicePayBrowser> {
  if (typeof document === 'undefined')
    throw new Error('ServicePay: there is no document. Call loadServicePay only in the browser.')
  for (let left = tries; !loaded(); left--) {
    if (left === 0)
      throw new Error(
        `ServicePay: ${address} could not be loaded. ` +
          "Check `baseUrl`, the network and the page's Content-Security-Policy.",
      )
    if (left < tries) await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds))
    await inject(address)
  }
  return loaded() as ServicePayBrowser
}

/** Only what a script has set. In a page, every element with this name or id is a property of the window too. */
function loaded(): ServicePayBrowser | undefined {
  return Object.getOwnPropertyDescriptor(globalThis, 'ServicePay')?.value as ServicePayBrowser | undefined
}

/** Resolves when the script has run or failed. The caller finds out which by looking for the global object. */
function inject(address: string): Promise<void> {
  return new Promise((resolve) => {
    // An element with the name `createElement` or `head` would take the place of the document's own property.
    const ofDocument = <Name extends keyof Document>(name: Name): Document[Name] =>
      Reflect.get(Document.prototype, name, document)
    const script = ofDocument('createElement').call(document, 'script') as HTMLScriptElement
    script.src = address
    script.async = true
    script.onload = script.onerror = () => {
      if (!loaded()) script.remove()
      resolve()
    }
    ofDocument('head').append(script)
  })
}
