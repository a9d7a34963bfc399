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
