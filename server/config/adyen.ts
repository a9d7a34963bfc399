import { isLoopback } from '../domain/loopback.ts'
import { oneOf, optional, optionalOneOf } from './variable.ts'
import type { Report } from './variable.ts'

/** The variables of live mode and of Adyen. */
export const liveVariables = {
  liveProcessor: optionalOneOf('LIVE_PROCESSOR', ['adyen', 'sandbox'], {
    description:
      'Who takes the payments of live mode: `adyen`, or `sandbox` to rehearse with the simulated bank. ' +
      'Payments and refunds that another processor began stay with that processor.',
  }),
  adyenEnvironment: oneOf('ADYEN_ENVIRONMENT', ['test', 'live'], 'test', {
    description: "Adyen's platform for all accounts. `test` moves no real money.",
  }),
  adyenCheckoutUrl: optional(
    'ADYEN_CHECKOUT_URL',
    {
      defaultText: "Adyen's address",
      description:
        "Replaces the address of Adyen's Checkout API, up to and including the version: https, " +
        'or http to this machine.',
    },
    readCheckoutUrl,
  ),
  embeddedLive: optionalOneOf('EMBEDDED_LIVE', ['accept'], {
    description:
      '`accept` allows real payments on the embedded database, which has no backups. ' +
      'Without it, `ADYEN_ENVIRONMENT=live` needs `DATABASE_URL`.',
  }),
}

/** Card numbers go to this address, so it must be https, unless it stays on this machine. */
function readCheckoutUrl(text: string, report: Report): string | null {
  const url = URL.parse(text)
  const isAllowed =
    url !== null &&
    (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))) &&
    url.username + url.password + url.search + url.hash === ''
  if (isAllowed) return text.replace(/\/+$/, '')
  report('ADYEN_CHECKOUT_URL must be an https address, or http to this machine, without user, query and fragment')
  return null
}

/** Payments at this address take real money, whatever `ADYEN_ENVIRONMENT` says. */
export function isLiveAddress(checkoutUrl: string | null): boolean {
  return checkoutUrl !== null && new URL(checkoutUrl).hostname.endsWith('.adyenpayments.com')
}
