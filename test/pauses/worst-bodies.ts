import type { Schema } from '../../spec/generate/document.ts'
import { contractDocument } from '../support/contract-document.ts'

/** A character that takes twelve bytes in escaped JSON. */
const longest = '\u{1F600}'

/** The largest value that a schema of the contract allows. */
export function largestOf(given: Schema): unknown {
  const schema = resolved(given)
  if (schema.enum) return schema.enum.at(-1)
  if (schema.properties)
    return Object.fromEntries(Object.entries(schema.properties).map(([name, child]) => [name, largestOf(child)]))
  if (typeof schema.additionalProperties === 'object') return largestMap(schema, schema.additionalProperties)
  if ([schema.type].flat().includes('integer')) return schema.maximum ?? 1
  return largestText(schema)
}

function resolved(schema: Schema): Schema {
  const { $ref: reference, ...rest } = schema
  const options = schema.anyOf ?? schema.oneOf
  if (options) return { ...rest, ...resolved(options.find(({ type }) => type !== 'null') ?? {}) }
  if (reference === undefined) return schema
  const named = contractDocument.components.schemas[reference.split('/').at(-1) ?? '']
  if (!named) throw new Error(`Bug: the contract has no ${reference}`)
  return { ...rest, ...resolved(named) }
}

function largestMap({ maxProperties = 0, propertyNames }: Schema, value: Schema): unknown {
  const length = resolved(propertyNames ?? {}).maxLength ?? 0
  return Object.fromEntries(
    Array.from({ length: maxProperties }, (_, index) => [
      `${index}${longest.repeat(length - String(index).length)}`,
      largestOf(value),
    ]),
  )
}

function largestText({ format, maxLength = 0 }: Schema): string {
  switch (format) {
    case 'email':
      return `${'a'.repeat(64)}@${'a.'.repeat((maxLength - 68) / 2)}com`
    case 'uri':
      return `https://shop.example/${'?'.repeat(maxLength - 21)}`
    case 'date-time':
      return '2030-01-01T00:00:00Z'
    case 'iso-3166':
      return 'GB'
    case 'iso-4217':
      return 'GBP'
    default:
      return longest.repeat(maxLength)
  }
}

/** JSON with every character outside ASCII escaped, the longest that a program sends. */
export function escapedJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** The service refuses larger bodies. */
const maxBytes = 256 * 1024

const pairs = (count: number, value: unknown): object =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, value]))

/** Fills a text up to the largest body. */
function filled(start: string, part: string, end: string): string {
  return start + part.repeat(Math.floor((maxBytes - start.length - end.length) / part.length)) + end
}

/** Bodies that are refused, each the most work for another step: parsing, counting, searching or quoting. */
export const hostileBodies: Readonly<Record<string, string>> = {
  'ten thousand metadata keys': JSON.stringify({ amount: 100, currency: 'GBP', metadata: pairs(10_000, 'v') }),
  'metadata keys just below the limit of values': JSON.stringify({ metadata: pairs(490, 'v') }),
  'fifteen thousand unknown fields': JSON.stringify(pairs(15_000, 'v')),
  'a long list': filled('{"amount":[', '0,', '0]}'),
  'many small objects': filled('{"metadata":[', '{},', '{}]}'),
  'many levels': filled('', '[', ''),
  'one field again and again': filled('{', '"a":1,', '"a":1}'),
  'a long name': filled('{"', 'a', '":1}'),
  'a long name of digits': filled('{"', '1 ', '":1}'),
  'a long name of metadata': filled('{"metadata":{"', '1.', '":1}}'),
  'a long text of escapes': filled('{"currency":"', '\\u0041', '"}'),
  'a long text of backslashes': filled('{"currency":"', '\\\\', '"}'),
  'a long number': filled('{"amount":', '9', '}'),
  'white space': filled('', ' ', '{}'),
  'a long email address': filled('{"email":"', 'a.', '"}'),
  'a long address': filled('{"url":"https://', 'a.', '"}'),
  'a long card': filled('{"encrypted_card":"', 'eyJ.', '"}'),
  'texts without an end': filled('', '"\\"', ''),
  'more than the limit': ' '.repeat(maxBytes + 1),
}

/** Forms of the dashboard that are refused. The limit is 64 KB. */
export const hostileForms: Readonly<Record<string, string>> = {
  'only separators': '&'.repeat(65_535),
  'two hundred fields': Array.from({ length: 200 }, (_, index) => `${index}=${'%41'.repeat(100)}`).join('&'),
  'one long field': `email=${'%C3%A9'.repeat(10_900)}`,
  'more than the limit': 'x'.repeat(65_537),
}
