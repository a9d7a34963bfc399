import { countries } from '../../../spec/lib/countries.ts'
import type { CountryFormat } from '../../../spec/lib/country-format.ts'
import addressFormats from './address-formats.json' with { type: 'json' }

const formats: Readonly<Record<string, CountryFormat>> = addressFormats

export const formattedCountries: readonly string[] = Object.keys(formats)

/** How a country (ISO 3166-1 alpha-2, upper case) writes addresses. Null: we know no such country. */
export function countryFormat(country: string): CountryFormat | null {
  return (Object.hasOwn(formats, country) ? formats[country] : undefined) ?? null
}

/** What forms write beside the name of a state. */
const kinds = /\b(?:co|county|province|prefecture|state|territory)\b(?: (?:of|de)\b)?/g

/** Names of states that are in wide use and differ from those of the list. */
const otherNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  CA: { newfoundland: 'NL', pei: 'PE' },
  MX: { coahuila: 'COA', mexicocity: 'CMX', michoacandeocampo: 'MIC', veracruzdeignaciodelallave: 'VER' },
  US: { washingtondc: 'DC', usvirginislands: 'VI' },
}

/** The code of a state (ISO 3166-2, without the country) that is written as its code or in full. Null: unknown. */
export function stateCode(text: string, country: string): string | null {
  const states = countryFormat(country)?.states ?? []
  // ISO 3166-2 writes the country before the code of the state.
  const code = bare(text.toLowerCase().replace(`${country.toLowerCase()}-`, ''))
  const written = [bare(text), bare(withoutKind(text))].filter((name) => name !== '')
  const found =
    states.find(([own = '']) => own.toLowerCase() === code) ??
    states.find(([, ...names]) => names.some((name) => written.includes(bare(name)))) ??
    states.find(([, ...names]) => names.some((name) => written.includes(bare(withoutKind(name)))))
  return found?.[0] ?? otherNames[country]?.[written[0] ?? ''] ?? null
}

/** Names of countries that are in wide use and differ from those of `Intl`. */
const otherCountryNames: Readonly<Record<string, string>> = {
  usa: 'US',
  unitedstatesofamerica: 'US',
  uk: 'GB',
  greatbritain: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  czechrepublic: 'CZ',
  turkey: 'TR',
  holland: 'NL',
}

/** The code of a country (ISO 3166-1) that is written as its code, or in full in English or its main language. */
export function countryCode(text: string): string | null {
  const name = bare(text)
  const code = name.toUpperCase()
  return countries.has(code) ? code : ((namedCountries ??= namesOfCountries()).get(name) ?? null)
}

/** Made once it is needed, which takes tens of milliseconds. */
let namedCountries: ReadonlyMap<string, string> | undefined

function namesOfCountries(): Map<string, string> {
  const english = new Intl.DisplayNames('en', { type: 'region' })
  const names = new Map(Object.entries(otherCountryNames))
  for (const country of countries) {
    const { language } = new Intl.Locale(`und-${country}`).maximize()
    const own = new Intl.DisplayNames(language, { type: 'region' })
    for (const name of [own.of(country), english.of(country)]) if (name !== undefined) names.set(bare(name), country)
  }
  return names
}

function withoutKind(text: string): string {
  return plain(text).replace(kinds, '')
}

/** Small letters without accents. */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('&', ' and ')
}

function bare(text: string): string {
  return plain(text).replace(/[^\p{L}\p{N}]/gu, '')
}
