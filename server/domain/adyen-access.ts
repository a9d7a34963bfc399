/** What an account enters to connect Adyen. A null keeps what the account has; without that, the account has none. */
export interface AdyenFields {
  readonly merchantAccount: string | null
  readonly apiKey: string | null
  readonly hmacKey: string | null
  readonly notificationUser: string | null
  readonly notificationPassword: string | null
  readonly livePrefix: string | null
}

/** An account's access to Adyen, ready for use. */
export interface AdyenAccess {
  readonly merchantAccount: string
  readonly apiKey: string
  /** The keys that may have signed a notification, newest first. As hex digits. */
  readonly hmacKeys: readonly string[]
  /** The basic authentication of notifications. Null: Adyen sends them without it. */
  readonly notifications: { readonly user: string; readonly password: string } | null
  /** The part of the live addresses that belongs to the company. */
  readonly livePrefix: string | null
}

/** Which of Adyen's platforms the service uses, and an address that replaces the one of its Checkout API. */
export interface AdyenPlatform {
  readonly environment: 'test' | 'live'
  readonly checkoutUrl: string | null
}

interface Rule {
  readonly pattern: RegExp
  /** Longest value, in characters. */
  readonly max: number
  /** What the field must be, as the end of a sentence. */
  readonly text: string
}

export const adyenRules: Readonly<Record<keyof AdyenFields, Rule>> = {
  merchantAccount: {
    pattern: /^[A-Za-z0-9][A-Za-z0-9_.-]*$/,
    max: 80,
    text: 'letters, digits and _ . -, exactly as Adyen shows it',
  },
  apiKey: { pattern: /^[\x21-\x7e]+$/, max: 1_000, text: 'one line of letters, digits and signs, without spaces' },
  hmacKey: {
    pattern: /^(?:[0-9A-Fa-f]{2}){16,}$/,
    max: 128,
    text: 'the hexadecimal key that Adyen generated for the webhook: 64 digits from 0 to 9 and A to F',
  },
  notificationUser: {
    pattern: /^[\x21-\x39\x3b-\x7e]+$/,
    max: 100,
    text: 'letters, digits and signs, without spaces and colons',
  },
  notificationPassword: { pattern: /^[\x20-\x7e]+$/, max: 200, text: 'letters, digits and signs on one line' },
  livePrefix: {
    pattern: /^[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/,
    max: 49,
    text: 'letters, digits and hyphens, such as 1797a841fbb37ca7-AdyenDemo',
  },
}

/** One sentence for each field that is wrong. `max` comes first, so that a pattern never sees a huge text. */
export function adyenProblems(fields: AdyenFields): Partial<Record<keyof AdyenFields, string>> {
  const problems: Partial<Record<keyof AdyenFields, string>> = {}
  for (const name of adyenFieldNames) {
    const value = fields[name]
    const { pattern, max, text } = adyenRules[name]
    if (value === null) continue
    if (value.length > max) problems[name] = `This is too long: it may have ${max} characters.`
    else if (!pattern.test(value)) problems[name] = `This must be ${text}.`
  }
  return problems
}

export const adyenFieldNames = [
  'merchantAccount',
  'apiKey',
  'hmacKey',
  'notificationUser',
  'notificationPassword',
  'livePrefix',
] as const satisfies readonly (keyof AdyenFields)[]

/**
 * The address of the Checkout API up to and including its version. Null: live addresses need the account's prefix, and
 * it has none.
 */
export function adyenCheckoutUrl(platform: AdyenPlatform, livePrefix: string | null): string | null {
  if (platform.checkoutUrl !== null) return platform.checkoutUrl
  if (platform.environment === 'test') return 'https://checkout-test.adyen.com/v72'
  return livePrefix === null ? null : `https://${livePrefix}-checkout-live.adyenpayments.com/checkout/v72`
}
