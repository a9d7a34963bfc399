import type { components } from '../../../generated/adyen-checkout.ts'
import { stateCode } from '../../domain/sessions/country-formats.ts'
import { internationalPhone } from '../../domain/sessions/phone-numbers.ts'
import type { PurchaseAddress } from '../processor.ts'

type BillingAddress = components['schemas']['BillingAddress']
type ShopperName = components['schemas']['ShopperName']

/** Adyen requires the parts of an address. Its own forms send this for one that a country does not have. */
const absent = 'N/A'

/**
 * The parts of an address that there are, in Adyen's forms. It wants the house number apart from the street. Null:
 * there are none.
 */
export function billingAddressOf(address: PurchaseAddress): BillingAddress | null {
  const [line1, line2, city, postalCode, state, country] = [
    address.line1,
    address.line2,
    address.city,
    address.postal_code,
    address.state,
    address.country,
  ].map((text) => text?.normalize('NFKC').trim().replace(/\s+/g, ' ') ?? '') as [string, ...string[]]
  if (!line1 && !line2 && !city && !postalCode && !state && !country) return null
  // Adyen documents ZZ for an unknown country.
  const known = /^[A-Z]{2}$/i.test(country ?? '') ? (country ?? '').toUpperCase() : 'ZZ'
  const stateOrProvince = stateOf(state ?? '', known)
  return {
    ...streetOf(line1, line2 ?? ''),
    city: city || absent,
    postalCode: postalCodeOf(postalCode ?? '', known),
    country: known,
    ...(stateOrProvince !== null && { stateOrProvince }),
  }
}

/** Adyen takes five digits in the United States, and up to ten characters elsewhere. */
function postalCodeOf(code: string, country: string): string {
  if (country === 'US') return /(?<!\d)\d{5}(?=\D|\d{4}(?!\d)|$)/.exec(code)?.[0] ?? '00000'
  const short = [code, code.replace(/[^A-Z0-9]/gi, '')].find(({ length }) => length >= 1 && length <= 10)
  return short ?? absent
}

/** Adyen requires the state in the United States and Canada, and takes up to three characters elsewhere. */
function stateOf(text: string, country: string): string | null {
  const code = stateCode(text, country) ?? text.toUpperCase().replace(`${country}-`, '')
  if (country === 'US' || country === 'CA') return /^[A-Z]{2}$/.test(code) ? code : absent
  return /^[A-Z0-9]{1,3}$/.test(code) ? code : null
}

const number = String.raw`\d{1,6}(?:\s?[A-Za-z])?(?:\s?[-–/]\s?\d{0,6}\s?[A-Za-z]?)?`
const numberFirst = new RegExp(String.raw`^(${number})[,\s]+(\S.*)$`)
const numberLast = new RegExp(String.raw`^(\S.*?)[,\s]+(${number})$`)

/** `221b Baker Street` and `Hauptstraße 12 a` have their number at the beginning or the end. */
function streetOf(line1: string, line2: string): Pick<BillingAddress, 'street' | 'houseNumberOrName'> {
  const [line, more] = line1 ? [line1, line2] : [line2, '']
  const [, before, after] = numberFirst.exec(line) ?? []
  const [, street, last] = before === undefined ? (numberLast.exec(line) ?? []) : [undefined, after, before]
  if (street === undefined || last === undefined) return { street: line || absent, houseNumberOrName: more || absent }
  return { street: more ? `${street}, ${more}` : street, houseNumberOrName: last }
}

/** The number in Adyen's form. Null: it has no certain country code, and Adyen does not pass on such a number. */
export function phoneOf(text: string, country: string | null): string | null {
  const phone = internationalPhone(text, country)
  return phone !== null && /^\+[1-9]\d{4,17}$/.test(phone) ? phone : null
}

/** Adyen wants both names, of up to 80 characters. The last word counts as the last name. */
export function shopperNameOf(name: string): ShopperName | null {
  const words = name.trim().split(/\s+/)
  const lastName = words.at(-1) ?? ''
  const firstName = words.slice(0, -1).join(' ') || absent
  return lastName === '' ? null : { firstName: firstName.slice(0, 80), lastName: lastName.slice(0, 80) }
}
