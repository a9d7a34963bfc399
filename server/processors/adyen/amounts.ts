import { currencyExponent, isCurrency } from '../../domain/money/amounts.ts'
import type { Money, Unchargeable } from '../processor.ts'

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

/** Why Adyen can never take an amount. */
export function unchargeable(money: Money): Unchargeable | null {
  if (toAdyen(money) !== null) return null
  const missing = currencyExponent(money.currency) - decimalsAtAdyen(money.currency)
  const hasDecimals = currencyExponent(money.currency) <= mostDecimals && missing > 0
  return hasDecimals ? { kind: 'amount', step: 10 ** missing } : { kind: 'currency' }
}

/** Null: the amount is not one of the currency, or not in a currency that the service knows. */
export function fromAdyen({ value, currency }: AdyenAmount): Money | null {
  if (!isCurrency(currency)) return null
  const amount = shifted(value, currency, currencyExponent(currency) - decimalsAtAdyen(currency))
  return amount === null ? null : { amount, currency }
}

/**
 * The amount of money that a bank has moved, which exchange rates and fees change. A part of a smallest unit is
 * rounded, because the service has no smaller one. In a currency whose decimals at Adyen are unknown, the number stays
 * as it is. Null: the amount is too large.
 */
export function movedAtAdyen({ value, currency }: AdyenAmount): Money | null {
  if (!isCurrency(currency)) return { amount: value, currency }
  const amount = Math.round(value * 10 ** (currencyExponent(currency) - decimalsAtAdyen(currency)))
  return Number.isSafeInteger(amount) ? { amount, currency } : null
}

/**
 * Reads an amount of a report: decimal digits with a point, in the major unit. Null: it is not an amount, or has more
 * decimals than the currency. With `rounded`, further decimals are rounded half up, because fees can have them.
 */
export function fromReport(text: string, currency: string, { rounded }: { rounded: boolean }): number | null {
  const [, sign = '', whole, fraction = ''] = /^(-?)(\d{1,15})(?:\.(\d{1,12}))?$/.exec(text) ?? []
  if (whole === undefined || !isCurrency(currency)) return null
  const decimals = decimalsAtAdyen(currency)
  const rest = fraction.slice(decimals)
  if (!rounded && /[1-9]/.test(rest)) return null
  const value = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0')) + (/^[5-9]/.test(rest) ? 1n : 0n)
  const amount = fromAdyen({ value: Number(sign === '-' ? -value : value), currency })?.amount
  // Not the zero with a sign.
  return amount === undefined ? null : amount + 0
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
