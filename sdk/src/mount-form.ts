import type { Checkout, CheckoutError, CheckoutOptions, SessionSummary } from '../../spec/lib/form-api.ts'
import { loadServicePay } from './browser.ts'

/** What each of our components takes, besides its handlers. */
export interface FormOptions extends CheckoutOptions {
  /** The address of your service. */
  readonly baseUrl: string
}

export const eventNames = ['ready', 'processing', 'open', 'complete', 'failed', 'error'] as const

type Tell = (name: (typeof eventNames)[number], argument: SessionSummary | CheckoutError) => void

/** Shows the form in an element, and returns what removes it, also before it has loaded. */
export function mountForm(place: Element, { baseUrl, ...options }: FormOptions, tell: Tell): () => void {
  let checkout: Checkout | undefined
  let isRemoved = false
  const fail = (code: string, message: string): void => {
    if (isRemoved) return
    console.error(message)
    tell('error', { code, message })
  }
  const show = async (): Promise<void> => {
    // Such a key must not even reach the form.
    if (/^(sk|whsec)_/.test(options.clientSecret))
      return fail('invalid_client_secret', 'ServicePay: this page has a SECRET KEY. Replace it; pass a client_secret.')
    const servicepay = await loadServicePay({ baseUrl })
    if (isRemoved) return
    checkout = servicepay.checkout(options)
    for (const name of eventNames) checkout.on(name, (argument: SessionSummary | CheckoutError) => tell(name, argument))
    checkout.mount(place)
  }
  show().catch(({ message }: Error) => fail('load_failed', message))
  return () => {
    isRemoved = true
    checkout?.unmount()
  }
}
