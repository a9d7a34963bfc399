// What a page around the form sees. The form and the package have these types from here.

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

/**
 * Why the form could not be loaded. `frame-src`: this directive of the page's policy forbids our frame. `no_origin`:
 * the page is a file, or in a sandboxed frame without `allow-same-origin`. `sandbox`: the frame of the page lacks
 * `allow-forms`. `old_browser`: the browser is older than the oldest supported one. `no_answer`: the service did not
 * answer, or something in the browser blocks it.
 */
export type LoadFailure = 'frame-src' | 'no_origin' | 'sandbox' | 'old_browser' | 'no_answer'

/** An error of the form. */
export interface CheckoutError {
  /** A stable code for your program. Later versions of the service may add codes. */
  readonly code: CheckoutErrorCode | (string & {})
  /** For the log of your page. The form shows the customer a text of its own. */
  readonly message: string
  /** With `load_failed`, where the form never appeared. Later versions may add reasons. */
  readonly reason?: LoadFailure | (string & {})
}

/** The form's events and the argument of each handler. They are hints: fulfil orders from your server. */
export interface CheckoutEvents {
  /** The form is visible. */
  readonly ready: SessionSummary
  /** The bank is asked for the money. Keep the customer on the page until another event follows. */
  readonly processing: SessionSummary
  /** The payment was not made. The customer can try again. */
  readonly open: SessionSummary
  /** The customer has paid. */
  readonly complete: SessionSummary
  /** The session failed after the last allowed attempt. */
  readonly failed: SessionSummary
  readonly error: CheckoutError
}

export type Theme = 'light' | 'dark'

/** `full`: amount and description above the fields. `fields`: without them, for a page that shows them itself. */
export type Layout = 'full' | 'fields'

/** Colours and the shape of the form. The form ignores each value that it cannot trust. */
export interface AppearanceVariables {
  readonly colorAccent?: string
  /** `transparent` shows the page behind the form, which then has no inset. */
  readonly colorBackground?: string
  readonly colorText?: string
  readonly borderRadius?: string
}

/** Options of `ServicePay.checkout`. */
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
    readonly theme?: Theme | 'auto'
    /** Default `full`. */
    readonly layout?: Layout
    readonly variables?: AppearanceVariables
  }
}

/** What `update` can change of a form in the page. */
export interface FormChanges {
  readonly locale?: NonNullable<CheckoutOptions['locale']>
  readonly theme?: Theme | 'auto'
  readonly variables?: AppearanceVariables
}

export interface Checkout {
  on<Name extends keyof CheckoutEvents>(name: Name, handler: (argument: CheckoutEvents[Name]) => void): Checkout
  /** Shows the form in an element, given as the element or as a CSS selector. The form needs a width of 260 px. */
  mount(target: string | Element): Checkout
  /**
   * Shows the form in another language or theme once it has loaded. What the customer has typed stays. A form in a
   * shadow root stays as it is.
   */
  update(changes: FormChanges): Checkout
  unmount(): Checkout
}

/** The global object `ServicePay`, which the form's script defines. */
export interface ServicePayBrowser {
  checkout(options: CheckoutOptions): Checkout
}
