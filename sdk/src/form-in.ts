import type { Checkout, CheckoutError, CheckoutOptions, FormChanges, SessionSummary } from '../../spec/lib/form-api.ts'
import { loadServicePay } from './browser.ts'

/** What each of our components takes, besides its handlers. */
export interface FormOptions extends CheckoutOptions {
  /** The address of your service. */
  readonly baseUrl: string
}

export const eventNames = ['ready', 'processing', 'open', 'complete', 'failed', 'error'] as const

type Tell = (name: (typeof eventNames)[number], argument: SessionSummary | CheckoutError) => void

/** Shows the form as these options say. Without options it removes the form, also before the form has loaded. */
export type Show = (options?: FormOptions) => void

interface Shown {
  /** What only another form can have. */
  readonly fixed: string
  look: string
  options: CheckoutOptions
  checkout?: Checkout
}

/**
 * Keeps one form in an element. Another language or theme changes the form that is there, so that what the customer has
 * typed stays, and any other change replaces the form.
 */
export function formIn(place: Element, tell: Tell): Show {
  let shown: Shown | undefined
  const load = async (mine: Shown, baseUrl: string): Promise<void> => {
    try {
      const servicepay = await loadServicePay({ baseUrl })
      if (shown !== mine) return
      const checkout = (mine.checkout = servicepay.checkout(mine.options))
      for (const name of eventNames)
        checkout.on(name, (argument: SessionSummary | CheckoutError) => tell(name, argument))
      checkout.mount(place)
    } catch (error) {
      if (shown !== mine) return
      const { message } = error as Error
      console.error(message)
      tell('error', { code: 'load_failed', message })
    }
  }
  return (given) => {
    if (!given) {
      shown?.checkout?.unmount()
      shown = undefined
      return
    }
    const { baseUrl, ...options } = given
    const { clientSecret, redirect, locale, appearance: { layout, theme, variables } = {} } = options
    // Frameworks make a new object for the same appearance at each rendering.
    const fixed = JSON.stringify([baseUrl, clientSecret, redirect, layout])
    const look = JSON.stringify([locale, theme, variables])
    if (shown?.fixed === fixed) {
      if (shown.look !== look) shown.checkout?.update({ locale, theme, variables } as FormChanges)
      Object.assign(shown, { look, options })
    } else {
      shown?.checkout?.unmount()
      const mine = (shown = { fixed, look, options })
      void load(mine, baseUrl)
    }
  }
}
