import { currencyExponent, isCurrency } from '../../domain/money.ts'
import type { Money } from '../processor.ts'

/** Currencies whose decimals at Adyen differ from ISO 4217 (Adyen's page "Currency codes and minor units"). */
const adyenExponents: Readonly<Record<string, number>> = { CLP: 2, CVE: 0, IDR: 0, ISK: 2 }

/** Adyen takes no currency with more decimals. */
const mostDecimals = 3

/** An amount as Adyen writes it. */
export interface AdyenAmount {
  readonly value: number
  readonly currency: string
}

/** Null: Adyen cannot express the amount, such as one with decimals in a currency that has none there. */
export function toAdyen({ amount, currency }: Money): AdyenAmount | null {
  const value = shifted(amount, currency, decimalsAtAdyen(currency) - currencyExponent(currency))
  return value === null ? null : { value, currency }
}

/** Null: the amount is not one of the currency, or not in a currency that the service knows. */
export function fromAdyen({ value, currency }: AdyenAmount): Money | null {
  if (!isCurrency(currency)) return null
  const amount = shifted(value, currency, currencyExponent(currency) - decimalsAtAdyen(currency))
  return amount === null ? null : { amount, currency }
}

function decimalsAtAdyen(currency: string): number {
  return adyenExponents[currency] ?? currencyExponent(currency)
}

/** The number with its decimal point moved by `places`. Null when that leaves a fraction. */
function shifted(number: number, currency: string, places: number): number | null {
  if (currencyExponent(currency) > mostDecimals) return null
  const result = places < 0 ? number / 10 ** -places : number * 10 ** places
  return Number.isSafeInteger(result) ? result : null
}
