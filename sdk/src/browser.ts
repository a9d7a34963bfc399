/** What handlers receive of the session. */
export interface SessionSummary {
  readonly id: string
  readonly status: string
  /** Smallest unit of the currency. */
  readonly amount: number
  readonly currency: string
}

/** Why a form cannot be paid; `code` is for instance `invalid_client_secret`. */
export interface CheckoutError {
  readonly code: string
  readonly message?: string
}

/** Names of the form's events and what their handlers receive. They are hints: fulfil from your server. */
export interface CheckoutEvents {
  /** The form is showing. */
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
  /** Whether the page goes to the thank-you address after payment. Default true. */
  readonly redirect?: boolean
  /** A language tag such as `de` or `en-GB`. Default: the browser's. */
  readonly locale?: string
  readonly appearance?: {
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
  /** Puts the form into an element, by itself or by its CSS selector. It needs 260 px of width. */
  mount(target: string | Element): Checkout
  unmount(): Checkout
}

/** The global `ServicePay` that the form's script defines. */
export interface ServicePayBrowser {
  checkout(options: CheckoutOptions): Checkout
}

export interface LoadOptions {
  /** Address of your service. */
  readonly baseUrl: string
}

/** A phone between two cells loses a script now and then; more tries would only hide a wrong address. */
const tries = 3
const pauseMilliseconds = 1_000

const loading = new Map<string, Promise<ServicePayBrowser>>()

/**
 * Loads the form's script once, however often it is called, and gives the global `ServicePay`.
 * In the browser only: call it in an effect or a handler, not while rendering on a server.
 */
export function loadServicePay({ baseUrl }: LoadOptions): Promise<ServicePayBrowser> {
  const address = `${baseUrl.replace(/\/$/, '')}/v1/servicepay.js`
  const promise = loading.get(address) ?? load(address)
  loading.set(address, promise)
  // A failure is not kept: the next call may find the network back.
  promise.catch(() => loading.delete(address))
  return promise
}

async function load(address: string): Promise<ServicePayBrowser> {
  if (typeof document === 'undefined')
    throw new Error('ServicePay: there is no document. Call loadServicePay in the browser.')
  for (let left = tries; !present(); left--) {
    if (left === 0)
      throw new Error(
        `ServicePay: ${address} could not be loaded. Check \`baseUrl\`, the network and the page's Content-Security-Policy.`,
      )
    if (left < tries) await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds))
    await inject(address)
  }
  return present() as ServicePayBrowser
}

function present(): ServicePayBrowser | undefined {
  return (globalThis as { ServicePay?: ServicePayBrowser }).ServicePay
}

/** Ends when the script has run or failed: whether the global is there then tells which. */
function inject(address: string): Promise<void> {
  return new Promise((resolve) => {
    const script = document.createElement('script')
    script.src = address
    script.async = true
    script.onload = script.onerror = () => {
      if (!present()) script.remove()
      resolve()
    }
    document.head.append(script)
  })
}
