/** What the issuer of a card wants before it decides. */
export type Authentication =
  | 'none'
  /** The issuer recognises the customer by the data of the request. */
  | 'frictionless'
  | 'fingerprint'
  | 'fingerprint_refused'
  | 'fingerprint_challenge'
  | 'challenge'
  /** Adyen's own page, also when the merchant can show the issuer's. */
  | 'redirect'

export interface TestCard {
  readonly number: string
  readonly brand: string
  readonly authentication: Authentication
  readonly about: string
}

/**
 * Test cards that Adyen publishes. Adyen says which are enrolled in 3-D Secure; which flow each one gets is the choice
 * of this stand-in, so that a test can ask for every flow.
 */
export const testCards: readonly TestCard[] = [
  { number: '4111111111111111', brand: 'visa', authentication: 'none', about: 'approved' },
  { number: '5555444433331111', brand: 'mc', authentication: 'none', about: 'approved' },
  { number: '371449635398431', brand: 'amex', authentication: 'frictionless', about: '3-D Secure, nothing to do' },
  { number: '5454545454545454', brand: 'mc', authentication: 'fingerprint', about: '3-D Secure, fingerprint' },
  {
    number: '6011111111111117',
    brand: 'discover',
    authentication: 'fingerprint_refused',
    about: '3-D Secure, the issuer refuses after the fingerprint',
  },
  {
    number: '4035501428146300',
    brand: 'visa',
    authentication: 'fingerprint_challenge',
    about: '3-D Secure, fingerprint, then confirmation (co-badged with Cartes Bancaires)',
  },
  { number: '4917610000000000', brand: 'visa', authentication: 'challenge', about: '3-D Secure, confirmation' },
  {
    number: '4212345678901237',
    brand: 'visa',
    authentication: 'redirect',
    about: "3-D Secure, confirmation on Adyen's own page",
  },
]

/** What the issuer of a card number wants. */
export function authenticationOf(number: string): Authentication {
  return testCards.find((card) => card.number === number)?.authentication ?? 'none'
}

/** Adyen's names of the brands of a card number, by the first digits. The first one is the network that Adyen uses. */
export function brandsOf(digits: string): string[] {
  if (digits.startsWith('40355014') || digits.startsWith('43600000')) return ['visa', 'cartebancaire']
  if (/^4/.test(digits)) return ['visa']
  if (/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/.test(digits)) return ['mc']
  if (/^3[47]/.test(digits)) return ['amex']
  if (/^(6011|64[4-9]|65)/.test(digits)) return ['discover']
  if (/^(30[0-5]|3095|36|38|39)/.test(digits)) return ['diners']
  if (/^35/.test(digits)) return ['jcb']
  if (/^(62|81)/.test(digits)) return ['cup']
  if (/^(5[06-8]|6)/.test(digits)) return ['maestro']
  return []
}

/** The last step of a card number, by which a mistyped one is found. */
export function hasCheckDigit(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

/** Currencies whose minor units Adyen counts otherwise than in hundredths. */
const decimals: Readonly<Record<string, number>> = {
  ...Object.fromEntries(['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'].map((currency) => [currency, 3])),
  ...Object.fromEntries(
    'CVE DJF GNF IDR JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' ').map((currency) => [currency, 0]),
  ),
}

/** An amount of Adyen in major units, such as `12.50`. */
export function majorUnits(amount: { readonly value: number; readonly currency: string }): string {
  const places = decimals[amount.currency] ?? 2
  return (amount.value / 10 ** places).toFixed(places)
}
