import { createHash } from 'node:crypto'
import type { AddressField, AddressFieldName, AddressFormat, GenericLabels } from '../../../form/address-format.ts'
import { fill } from '../../../form/texts/fill.ts'
import { languages } from '../../../form/texts/languages.ts'
import type { Texts } from '../../../form/texts/texts.ts'
import type { CountryFormat } from '../../../spec/lib/country-format.ts'
import { BoundedMap, memoized } from '../../domain/memory.ts'
import { countryFormat, formattedCountries } from '../../domain/sessions/country-formats.ts'
import {
  hashedCachingOf,
  replyWithAsset,
  storeText,
  type StoredReply,
  type StoredRequest,
  type StoredText,
} from '../replies/stored-reply.ts'

/** How a country writes addresses, with labels in one language. Null: we know no such country. */
export function addressFormat(country: string, { language, shell, address }: Texts): AddressFormat | null {
  const found = countryFormat(country)
  if (!found) return null
  const isOwnLanguage = language === found.language
  const rows = (isOwnLanguage ? found.local : (found.latin ?? found.local)).split(' ')
  const labels: Record<AddressFieldName, string> = {
    line1: shell.line1,
    line2: address.line2,
    city: wordFor(found.cityKind, address.cities) ?? shell.city,
    state: wordFor(found.stateKind, address.states) ?? address.states.province,
    postal_code: wordFor(found.postalKind, { ...address.codes, eircode: 'Eircode' }) ?? shell.postalCode,
  }
  const fields = rows.flatMap((row) =>
    [...row].flatMap((letter) =>
      (namesOf[letter] ?? []).map((name): AddressField => {
        const required = found.required.includes(letter) && name !== 'line2'
        const label = required ? labels[name] : fill(address.optional, { label: labels[name] })
        return { name, label, required, half: row.length > 1 }
      }),
    ),
  )
  return {
    country,
    fields,
    ...(found.states && { states: [['', address.choose], ...statesIn(found, language)] }),
    ...(found.pattern && { postalCode: { pattern: found.pattern, example: inOneLine(found.example ?? '') } }),
  }
}

/** The labels of an address in a country that we do not know. */
export function genericLabels({ shell, address }: Texts): GenericLabels {
  return {
    line1: shell.line1,
    line2: fill(address.optional, { label: address.line2 }),
    city: shell.city,
    postal_code: shell.postalCode,
  }
}

/** Keeps an example from breaking into two lines. */
function inOneLine(code: string): string {
  return code.replaceAll(' ', '\u00a0').replaceAll('-', '\u2011')
}

function wordFor(kind: string | undefined, words: Readonly<Partial<Record<string, string>>>): string | undefined {
  return kind === undefined ? undefined : words[kind]
}

const namesOf: Readonly<Record<string, readonly AddressFieldName[]>> = {
  A: ['line1', 'line2'],
  C: ['city'],
  S: ['state'],
  Z: ['postal_code'],
}

/** In the alphabetical order of the language. Names in another script than Latin, and prefectures, have their own. */
function statesIn({ states = [], language: own, stateKind }: CountryFormat, language: string): [string, string][] {
  const named = states.map(([code = '', first = '', second = first]): [string, string] => [
    code,
    language === own ? first : second,
  ])
  if (stateKind === 'prefecture' || named.some(([, name]) => !/^\p{Script=Latin}/u.test(name))) return named
  const { compare } = new Intl.Collator(language)
  return named.sort(([, one], [, other]) => compare(one, other))
}

/** The country that the browser's language tag names, or in which most readers of the language live. */
export function likelyCountry(locale: string): string {
  const { language, region } = new Intl.Locale(locale).maximize()
  // Arabic is the language of more than twenty countries, and no country has most of its readers.
  return language === 'ar' ? (new Intl.Locale(locale).region ?? '') : (region ?? '')
}

/**
 * The address of all formats in one language, relative to the form's document, with `{country}` in place of the code.
 * It contains a hash of all of them, so that browsers may keep each one.
 */
export const formatsAddress = memoized((texts: Texts): string => {
  const all = formattedCountries.map((country) => addressFormat(country, texts))
  const hash = createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, 16)
  return `assets/address-{country}-${texts.language}.${hash}.json`
})

/** Customers of one service use fewer. Each takes up to 10 KB. */
const maxStored = 500
const stored = new BoundedMap<string, Promise<StoredText>>(maxStored)

/**
 * `GET /v1/form/assets/address-{country}-{language}.{hash}.json`. Null: 404. A server with other formats sends its own,
 * uncached, because their shape is the same.
 */
export async function serveAddressFormat(name: string, request: StoredRequest): Promise<StoredReply | null> {
  const [, country = '', language = ''] = /^address-([A-Z]{2})-([a-z]{2})\.[0-9a-f]{16}\.json$/.exec(name) ?? []
  const texts = Object.hasOwn(languages, language) ? languages[language] : undefined
  const format = texts && addressFormat(country, texts)
  if (!format) return null
  const key = country + language
  const content = stored.get(key) ?? storeText(JSON.stringify(format), 9)
  stored.set(key, content)
  const isCurrent = `assets/${name}` === fill(formatsAddress(texts), { country })
  return replyWithAsset(await content, request, 'application/json', hashedCachingOf(isCurrent))
}
