import { webAddress } from '../../../spec/lib/web-address.ts'
import { isLoopback } from '../../domain/loopback.ts'
import { oneOf, optional, type Report } from '../../domain/variable.ts'

/** Which of Adyen's platforms the service uses, and an address that replaces the one of its Checkout API. */
export interface AdyenSettings {
  readonly environment: 'test' | 'live'
  readonly checkoutUrl: string | null
}

export const adyenVariables = {
  environment: oneOf('ADYEN_ENVIRONMENT', ['test', 'live'], 'test', {
    description: "Adyen's platform for all accounts. `test` moves no real money.",
  }),
  checkoutUrl: optional(
    'ADYEN_CHECKOUT_URL',
    {
      defaultText: "Adyen's address",
      description:
        "Replaces the address of Adyen's Checkout API, up to and including the version: https, " +
        'or http to this machine.',
    },
    readCheckoutUrl,
  ),
}

/** Card numbers go to this address, so it must be https, unless it stays on this machine. */
function readCheckoutUrl(text: string, report: Report): string | null {
  const url = webAddress(text)
  const isAllowed =
    url !== null &&
    (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))) &&
    url.username + url.password + url.search + url.hash === ''
  if (isAllowed) return text.replace(/\/+$/, '')
  report('ADYEN_CHECKOUT_URL must be an https address, or http to this machine, without user, query and fragment')
  return null
}

/**
 * The address of the Checkout API up to and including its version. Null: live addresses need the account's prefix, and
 * it has none.
 */
export function checkoutUrlOf({ environment, checkoutUrl }: AdyenSettings, livePrefix: string | null): string | null {
  if (checkoutUrl !== null) return checkoutUrl
  if (environment === 'test') return 'https://checkout-test.adyen.com/v72'
  return livePrefix === null ? null : `https://${livePrefix}-checkout-live.adyenpayments.com/checkout/v72`
}

export function problemsOfSettings({ environment, checkoutUrl }: AdyenSettings): string[] {
  return environment === 'test' && isLiveAddress(checkoutUrl)
    ? ["ADYEN_CHECKOUT_URL is on Adyen's live platform, so ADYEN_ENVIRONMENT must be live"]
    : []
}

/** Payments at this address take real money, whatever `ADYEN_ENVIRONMENT` says. */
function isLiveAddress(checkoutUrl: string | null): boolean {
  return checkoutUrl !== null && URL.parse(checkoutUrl)?.hostname.endsWith('.adyenpayments.com') === true
}
