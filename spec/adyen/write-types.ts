import { readFile } from 'node:fs/promises'
import openapiTs, { astToString } from 'openapi-typescript'
import { parse } from 'yaml'

/** The calls of the adapter. Types of the whole document would be ten times as long. */
const usedPaths = [
  '/cancels',
  '/cardDetails',
  '/payments',
  '/payments/details',
  '/payments/{paymentPspReference}/captures',
  '/payments/{paymentPspReference}/refunds',
  '/payments/{paymentPspReference}/reversals',
]

/** The adapter pays with cards only. The other ways to pay make up most of the document. */
const paymentMethod = { $ref: '#/components/schemas/CardDetails' }

/** The document lists every entry that some account can have. The adapter reads a few of them, as texts. */
const additionalData = { type: 'object', additionalProperties: { type: 'string' } }

type Json = null | boolean | number | string | Json[] | JsonObject
interface JsonObject {
  [name: string]: Json
}

/** Types of the part of Adyen's Checkout API that the adapter uses. */
export async function writeAdyenTypes(): Promise<string> {
  const source = parse(await readFile(new URL('./CheckoutService-v72.yaml', import.meta.url), 'utf8'), {
    maxAliasCount: 0,
  }) as JsonObject
  const nodes = await openapiTs(JSON.parse(JSON.stringify(reduce(source))) as Parameters<typeof openapiTs>[0], {
    defaultNonNullable: false,
    alphabetize: true,
  })
  return `${adyenBanner}\n${astToString(nodes)}`
}

const adyenBanner = `// Generated from spec/adyen/CheckoutService-v72.yaml by \`npm run generate\`. Do not edit.
// The document is under the MIT licence of Adyen bv: spec/adyen/LICENSE.`

/** The document with the used paths only, what they refer to, and without texts. */
function reduce(document: JsonObject): JsonObject {
  const paths = Object.fromEntries(usedPaths.map((path) => [path, within(document['paths'], path)]))
  const schemas = within(document['components'], 'schemas')
  setProperties(schemas, 'PaymentRequest', { additionalData, paymentMethod })
  for (const name of ['PaymentResponse', 'PaymentDetailsResponse', 'ServiceError'])
    setProperties(schemas, name, { additionalData })
  const components: Record<string, JsonObject> = {}
  const pending = [...references(paths)]
  for (let reference = pending.pop(); reference !== undefined; reference = pending.pop()) {
    const [kind = '', name = ''] = reference.replace('#/components/', '').split('/')
    components[kind] ??= {}
    if (name in components[kind]) continue
    const component = within(within(document['components'], kind), name)
    components[kind][name] = component
    pending.push(...references(component))
  }
  return withoutTexts({
    openapi: document['openapi'] ?? '',
    info: { title: 'Adyen Checkout API', version: '72' },
    paths,
    components,
  }) as JsonObject
}

function setProperties(schemas: Json, name: string, properties: JsonObject): void {
  Object.assign(within(within(schemas, name), 'properties') as JsonObject, properties)
}

function within(value: Json | undefined, name: string): Json {
  const found = typeof value === 'object' && value !== null && !Array.isArray(value) ? value[name] : undefined
  if (found === undefined) throw new Error(`Adyen's document has no ${name}`)
  return found
}

function* references(value: Json): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value)) {
    if (name === 'examples') continue
    if (name === '$ref' && typeof part === 'string') yield part
    else yield* references(part)
  }
}

const textFields: ReadonlySet<string> = new Set(['description', 'summary', 'examples', 'example', 'deprecated'])

/** Drops descriptions and examples. A property with such a name holds an object, and stays. */
function withoutTexts(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withoutTexts)
  const kept = Object.entries(value).filter(
    ([name, part]) =>
      !name.startsWith('x-') &&
      name !== 'examples' &&
      !(textFields.has(name) && (typeof part !== 'object' || part === null)),
  )
  return Object.fromEntries(kept.map(([name, part]) => [name, withoutTexts(part)]))
}
