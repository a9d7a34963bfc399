import { randomBytes } from 'node:crypto'

/** Where Adyen sends the standard notifications of a merchant account. */
export interface NotificationAddress {
  /** Empty: not known yet. */
  readonly url: string
  /** Basic authentication, as the merchant set it at Adyen. */
  readonly user?: string
  readonly password?: string
}

/** A merchant account at Adyen, with the credentials that its owner enters at the service. */
export interface StandInAccount {
  readonly merchantAccount: string
  readonly apiKey: string
  /** Hexadecimal. */
  readonly hmacKey: string
  /** Null: Adyen sends nothing. */
  notifyAt: NotificationAddress | null
  /** Automatic: Adyen captures at once each payment that does not say otherwise, and sends no notification of it. */
  readonly capture: 'automatic' | 'manual'
}

export function newAccount(chosen: Partial<StandInAccount> = {}): StandInAccount {
  return {
    merchantAccount: 'StandInMerchant',
    apiKey: `AQE${randomBytes(24).toString('base64url')}`,
    hmacKey: randomBytes(32).toString('hex').toUpperCase(),
    notifyAt: null,
    capture: 'automatic',
    ...chosen,
  }
}

const alphabet = 'BCDFGHJKLMNPQRSTVWXZ23456789'

/** A reference as Adyen makes them: 16 capital letters and digits. */
export function newPspReference(): string {
  return [...randomBytes(16)].map((byte) => alphabet[byte % alphabet.length]).join('')
}
