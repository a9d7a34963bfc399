import t from 'tap'
import type { AddressFormat } from '../../form/address-format.ts'
import { languages } from '../../form/texts/languages.ts'
import {
  addressFormat,
  formatsAddress,
  likelyCountry,
  serveAddressFormat,
} from '../../server/pages/form/address-formats.ts'
import { countries } from '../../spec/lib/countries.ts'

function formatIn(language: string, country: string): AddressFormat {
  const texts = languages[language]
  const format = texts && addressFormat(country, texts)
  if (!format) throw new Error(`Bug: no format of ${country} in ${language}`)
  return format
}

const labelsIn = (language: string, country: string) => formatIn(language, country).fields.map(({ label }) => label)

t.test('every country has a format, with states whose codes fit the contract', async (t) => {
  for (const country of countries) {
    const { fields, states = [], postalCode } = formatIn('en', country)
    const names = fields.map(({ name }) => name)
    t.equal(new Set(names).size, names.length, country)
    t.ok(names.includes('line1') && names.includes('line2'), country)
    t.equal(names.includes('state'), states.length > 1, country)
    t.equal(new Set(states.map(([code]) => code)).size, states.length, country)
    t.same(
      states.slice(1).filter(([code, name]) => !/^[A-Z0-9]{1,3}$/.test(code) || !name),
      [],
      country,
    )
    const example = postalCode?.example.replaceAll(/[\s\p{Pd}]/gu, '') ?? ''
    if (postalCode) t.match(example, new RegExp(`^(?:${postalCode.pattern})$`), country)
  }
})

t.test('the lists of states are complete', async (t) => {
  const counts = { US: 62, CA: 13, AU: 8, MX: 32, BR: 27, IN: 36, JP: 47, IT: 107, ES: 52, CN: 31, ID: 38, TW: 22 }
  for (const [country, count] of Object.entries(counts))
    t.equal(formatIn('en', country).states?.length, count + 1, country)
})

t.test('labels, order and names follow the country in the language of the page', async (t) => {
  t.same(labelsIn('en', 'US'), ['Street and number', 'Flat, suite or company (optional)', 'City', 'State', 'ZIP code'])
  t.same(labelsIn('en', 'GB').slice(2), ['Town or city', 'Postcode'])
  t.same(labelsIn('en', 'AU').slice(2), ['Suburb', 'State', 'Postcode'])
  t.same(labelsIn('en', 'IE').slice(2), ['City', 'County (optional)', 'Eircode (optional)'])
  t.same(labelsIn('en', 'HK').slice(2), ['District'])
  t.same(labelsIn('de', 'AT').slice(2), ['Postleitzahl', 'Ort'])
  t.same(labelsIn('pt', 'BR').slice(2), ['Cidade', 'Estado', 'CEP'])
  t.same(labelsIn('ja', 'JP').slice(0, 3), ['郵便番号', '都道府県', '市区町村'])
  t.same(formatIn('ja', 'JP').states?.[1], ['01', '北海道'])
  t.same(formatIn('en', 'JP').states?.[1], ['01', 'Hokkaido'])
  t.ok(formatIn('fr', 'CA').states?.some(([code, name]) => code === 'QC' && name === 'Québec'))
  t.ok(formatIn('de', 'CA').states?.some(([code, name]) => code === 'QC' && name === 'Quebec'))
})

t.test('the country comes from the language tag where it says one or nearly all readers live in one', async (t) => {
  const likely = { 'en-GB': 'GB', 'de-AT': 'AT', de: 'DE', ja: 'JP', pt: 'BR', ar: '', 'ar-EG': 'EG', 'es-419': '419' }
  for (const [locale, country] of Object.entries(likely)) t.equal(likelyCountry(locale), country, locale)
})

t.test('a format is small, and browsers keep it', async (t) => {
  const request = { acceptEncoding: 'gzip', ifNoneMatch: undefined }
  const german = languages['de']
  if (!german) throw new Error('Bug: there are no German texts')
  const name = formatsAddress(german).replace('assets/', '').replace('{country}', 'IT')
  const reply = await serveAddressFormat(name, request)
  t.match(reply?.headers, { 'cache-control': /immutable/, 'content-encoding': 'gzip', 'content-type': /json/ })
  t.ok(reply && reply.body.length < 2048, String(reply?.body.length))
  const other = await serveAddressFormat(name.replace(/\.[0-9a-f]{16}/, '.0123456789abcdef'), request)
  t.match(other, { status: 200, headers: { 'cache-control': 'no-store' } }, 'a server of another release')
  for (const unknown of ['address-XX-de', 'address-IT-xx', 'address-it-de', 'address-constructor-de'])
    t.equal(await serveAddressFormat(`${unknown}.0123456789abcdef.json`, request), null, unknown)
})
