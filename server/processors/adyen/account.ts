import type { Credentials } from '../../domain/acquirers/credentials.ts'
import { cardBrands, type CardBrand } from '../../domain/sessions/card-rules.ts'

export type AdyenCapture = 'automatic' | 'manual'

/** What the adapter needs to know about an account at Adyen. */
export interface AdyenAccount {
  readonly merchantAccount: string
  readonly apiKey: string
  /** The keys that may have signed a notification, newest first. As hex digits. */
  readonly hmacKeys: readonly string[]
  /** The basic authentication of notifications. Null: Adyen sends them without it. */
  readonly notifications: { readonly user: string; readonly password: string } | null
  /** Whether the account is on Adyen's live platform. Default: it is on the test platform. */
  readonly isLive?: boolean
  /** What customers read on their card statement. Null: what is set at Adyen. */
  readonly statementDescriptor?: string | null
  /** `manual`: an approval only reserves the money, and the service orders the capture. Default: `automatic`. */
  readonly capture?: AdyenCapture
  /** The card brands that the merchant account takes. Default: all that we know. */
  readonly brands?: readonly CardBrand[]
}

export function accountOf({ values, earlier }: Credentials): AdyenAccount {
  const { merchantAccount, apiKey, hmacKey, notificationUser, notificationPassword, capture, brands } = values
  const { hmacKey: earlierKey } = earlier
  return {
    merchantAccount: merchantAccount ?? '',
    apiKey: apiKey ?? '',
    capture: capture === 'manual' ? 'manual' : 'automatic',
    ...(brands != null && { brands: cardBrands.filter((brand) => brands.split(/, ?/).includes(brand)) }),
    hmacKeys: [hmacKey, earlierKey].filter((key) => key != null),
    notifications:
      notificationUser != null && notificationPassword != null
        ? { user: notificationUser, password: notificationPassword }
        : null,
  }
}
