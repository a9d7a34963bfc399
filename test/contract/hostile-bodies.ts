import fc from 'fast-check'
import { resolve, type Schema } from '../../spec/generate/document.ts'
import { contractDocument } from '../support/contract-document.ts'

/** Values of every type that programs often handle wrongly. */
const strangeValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  1,
  -1,
  0.5,
  1e2,
  1.0,
  1e21,
  1e308,
  -1e308,
  Number.MAX_SAFE_INTEGER,
  2 ** 53,
  99_999_999,
  100_000_000,
  '',
  ' ',
  '0',
  '1',
  'true',
  'null',
  '\0',
  'a\0b',
  '\ud800',
  'a\udc00b',
  '\udc00\ud800',
  '😀',
  '\u202e',
  '\ufeff',
  'İ',
  'K',
  [],
  [1],
  [[]],
  {},
  { '': '' },
  [null],
]

const emoji = '👍'

/** Texts with lengths around a limit, made of characters of one and of two UTF-16 units. */
function textsAround(limit: number): fc.Arbitrary<string> {
  const lengths = [limit - 1, limit, limit + 1, Math.ceil(limit / 2), Math.ceil(limit / 2) + 1].filter(
    (length) => length >= 0,
  )
  return fc
    .tuple(fc.constantFrom(...lengths), fc.constantFrom('a', emoji, 'é', 'e\u0301', '\n'))
    .map(([length, character]) => character.repeat(length))
}

const textsByFormat: Readonly<Record<string, readonly string[]>> = {
  email: [
    'ada@example.com',
    'a@b.co',
    'a+b@example.co.uk',
    'ada@localhost',
    'ada@@example.com',
    'ada@example',
    '@example.com',
    'ada@',
    'ada @example.com',
    '"a b"@example.com',
    'ada@exämple.com',
    'ada@[127.0.0.1]',
    'a.b.@example.com',
    'ada@-example.com',
    `${'a'.repeat(65)}@example.com`,
  ],
  uri: [
    'https://shop.example/ok',
    'HTTPS://SHOP.EXAMPLE',
    'http://shop.example',
    'https://a:b@shop.example',
    'https://@shop.example',
    'https://',
    'https:///x',
    'https:shop.example',
    '//shop.example',
    'javascript:alert(1)',
    'https://shop.example/a b',
    'https://shop.example/\t',
    'https:\\\\shop.example',
    'https://shop.example:99999',
    'https://[::1]/',
    'https://[::1',
    'https://1.1.1',
    'https://exämple.com/ü?q=ü#ü',
    ' https://shop.example',
    'ftp://shop.example',
    'https://shop.example/%zz',
  ],
  'iso-4217': ['GBP', 'gbp', 'Gbp', 'XXX', 'ZZZ', 'GB', 'GBPP', 'G8P', 'EUR', 'JPY', '£££', 'ıSK'],
  'iso-3166': ['GB', 'gb', 'UK', 'ZZ', 'G', 'GBR', 'EN', 'ß', 'ﬁ'],
  'date-time': ['2026-11-21T10:15:30Z', '2026-02-30T00:00:00Z', '2026-11-21', '2026-11-21T10:15:30'],
}

/** Any character. The unit `binary` of fast-check is the same, but takes a second to list all of them. */
export const anyCharacter = fc.nat(0x10ffff - 0x800).map((at) => String.fromCodePoint(at < 0xd800 ? at : at + 0x800))

/** Bodies for a schema: valid, wrong in a few places, or arbitrary JSON. */
export function bodiesFor(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 6, arbitrary: valuesFor(schema, 0.02) },
    { weight: 4, arbitrary: valuesFor(schema, 0.15) },
    { weight: 1, arbitrary: fc.constantFrom(...strangeValues) },
    { weight: 1, arbitrary: fc.jsonValue({ stringUnit: anyCharacter }) },
  )
}

/** Values for a schema. `strangeness` is the probability that any part is replaced by a strange value. */
function valuesFor(given: Schema, strangeness: number): fc.Arbitrary<unknown> {
  const schema = resolve(contractDocument, given)
  const strange = Math.round(strangeness * 100)
  return fc.oneof(
    { weight: 100 - strange, arbitrary: valuesLike(schema, strangeness) },
    { weight: strange, arbitrary: fc.constantFrom(...strangeValues) },
  )
}

function valuesLike(schema: Schema, strangeness: number): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((option) => valuesFor(option, strangeness)))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const type = [schema.type ?? 'object'].flat()[0]
  if (type === 'null') return fc.constant(null)
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer') return integersFor(schema, strangeness)
  if (type === 'string') return textsFor(schema, strangeness)
  if (type === 'array') return listsFor(schema, strangeness)
  return schema.properties ? objectsFor(schema, schema.properties, strangeness) : mapsFor(schema, strangeness)
}

function integersFor({ minimum = -1_000, maximum = 1_000_000 }: Schema, strangeness: number): fc.Arbitrary<number> {
  const inside = fc.integer({ min: minimum, max: maximum })
  const edges = fc.constantFrom(minimum - 1, minimum, maximum, maximum + 1, minimum + 0.5, minimum + 1e-9)
  return strangeness < 0.1 ? inside : fc.oneof({ weight: 8, arbitrary: inside }, { weight: 2, arbitrary: edges })
}

function textsFor(schema: Schema, strangeness: number): fc.Arbitrary<string> {
  const examples = (schema.examples ?? []).filter((example) => typeof example === 'string')
  const known = [...examples, ...(strangeness > 0.1 ? (textsByFormat[schema.format ?? ''] ?? []) : [])]
  if (known.length > 0) return fc.constantFrom(...known)
  if (schema.pattern !== undefined && schema.maxLength === undefined && strangeness < 0.1)
    return fc.stringMatching(new RegExp(schema.pattern, 'u'))
  const short = fc.string({ maxLength: Math.min(schema.maxLength ?? 20, 20), unit: 'grapheme' })
  const edges = fc.oneof(
    ...[schema.minLength, schema.maxLength].flatMap((limit) => (limit === undefined ? [] : [textsAround(limit)])),
    short,
  )
  return fc.oneof({ weight: 8, arbitrary: short }, { weight: strangeness > 0.1 ? 4 : 1, arbitrary: edges })
}

function listsFor({ items = {}, maxItems: most = 5 }: Schema, strangeness: number): fc.Arbitrary<unknown[]> {
  return fc.array(valuesFor(items, strangeness), { maxLength: strangeness < 0.1 ? most : most + 1, size: 'max' })
}

function objectsFor(schema: Schema, properties: Record<string, Schema>, strangeness: number): fc.Arbitrary<object> {
  const required = strangeness < 0.1 ? (schema.required ?? []) : (schema.required ?? []).slice(1)
  const fields = fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, valuesFor(property, strangeness)])),
    { requiredKeys: required, noNullPrototype: true },
  )
  return fc.tuple(fields, extraProperties(strangeness)).map(([value, extra]) => withProperty(value, extra))
}

function mapsFor(schema: Schema, strangeness: number): fc.Arbitrary<object> {
  const value = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {}
  const most = schema.maxProperties ?? 5
  const keys = fc.oneof(
    { weight: 9, arbitrary: fc.string({ minLength: 1, maxLength: 10 }) },
    { weight: 1, arbitrary: textsAround(schema.propertyNames?.maxLength ?? 10) },
  )
  const few = fc.dictionary(keys, valuesFor(value, strangeness), { maxKeys: 4, noNullPrototype: true })
  const many = fc
    .constantFrom(most - 1, most, most + 1)
    .map((count) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, 'x'])))
  return fc
    .tuple(fc.oneof({ weight: 6, arbitrary: few }, { weight: 1, arbitrary: many }), extraProperties(strangeness))
    .map(([map, extra]) => withProperty(map, extra))
}

/** Now and then an undefined property, with a name that breaks careless programs. */
function extraProperties(strangeness: number): fc.Arbitrary<[string, unknown] | null> {
  const names = fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'Amount',
    'amount ',
    'card',
    '',
    'a.b',
    '0',
    '\0',
    '\ud800',
    emoji,
  )
  return fc.oneof(
    { weight: 100 - Math.round(strangeness * 100), arbitrary: fc.constant(null) },
    { weight: Math.round(strangeness * 60), arbitrary: fc.tuple(names, fc.constantFrom(...strangeValues)) },
  )
}

/** Adds a property as JSON.parse does, which makes `__proto__` an ordinary property. */
function withProperty(value: object, extra: [string, unknown] | null): object {
  const copy = { ...value }
  if (extra)
    Object.defineProperty(copy, extra[0], { value: extra[1], enumerable: true, configurable: true, writable: true })
  return copy
}
