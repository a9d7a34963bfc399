import { otherError } from '../lib/closed-replies.ts'
import type { Released } from '../released/released.ts'
import { markAdditions } from './added-in.ts'
import {
  errorCodesOf,
  operationsOf,
  reachable,
  refName,
  type Document,
  type Json,
  type JsonValue,
  type Response,
} from './document.ts'

/** The tags, in the order in which a newcomer needs them. */
const tagOrder = [
  ...['Sandbox', 'Checkout sessions', 'Test helpers', 'Webhook endpoints', 'Events', 'Refunds'],
  ...['Payment links', 'Disputes', 'API requests'],
]

/**
 * The document that integrators get at /openapi.json. It says the same as the whole contract, without the calls of our
 * own form, and with names for what many replies have in common.
 */
export function merchantDocument(whole: Document, releases: readonly Released[]): Document {
  const document = structuredClone(whole)
  document.paths = withoutInternal(document)
  const used = new Set(operationsOf(document).flatMap(({ operation }) => operation.tags))
  document.tags = tagOrder.flatMap((name) => document.tags.filter((tag) => tag.name === name))
  const unordered = [...used].filter((name) => !tagOrder.includes(name))
  if (unordered.length > 0) throw new Error(`Bug: tags without a place in the order: ${unordered.join(', ')}`)
  const schemes = new Set(operationsOf(document).flatMap(({ operation }) => operation.security.flatMap(Object.keys)))
  publishPatterns(document)
  nameErrors(document)
  markAdditions(document, releases)
  document.components.schemas = only(document.components.schemas, reachable(document, reachedFrom(document)))
  document.components.securitySchemes = only(document.components.securitySchemes, schemes)
  return document
}

function withoutInternal({ paths }: Document): Document['paths'] {
  const merchants = Object.entries(paths).map(([path, item]) => [
    path,
    Object.fromEntries(Object.entries(item).filter(([, operation]) => !operation['x-internal'])),
  ])
  return Object.fromEntries(merchants.filter(([, item]) => Object.keys(item as object).length > 0)) as Document['paths']
}

function reachedFrom({ paths, webhooks, components: { headers } }: Document): unknown[] {
  return [paths, webhooks, headers]
}

function only<Value>(values: Record<string, Value>, names: ReadonlySet<string>): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)))
}

/** A rule that an operator can relax, so that the service itself must not check it, is a rule for integrators. */
function publishPatterns(document: Document): void {
  for (const schema of Object.values(document.components.schemas))
    for (const field of Object.values(schema.properties ?? {})) {
      const { 'x-published-pattern': pattern } = field
      delete field['x-published-pattern']
      if (pattern !== undefined) field.pattern = pattern
    }
}

/**
 * Gives a name to the schema of each reply with errors, to the example of each code, and to the header of all replies.
 * The replies themselves have no names, because not every generator reads named replies.
 */
function nameErrors(document: Document): void {
  const examples: Record<string, Json> = {}
  const headers: NonNullable<Document['components']['headers']> = {}
  const replies = operationsOf(document).flatMap(({ operation }) => Object.values(operation.responses))
  for (const response of replies) {
    const header = response.headers?.['Request-Id']
    if (response.headers && header) {
      keep(headers, 'RequestId', header)
      response.headers['Request-Id'] = { $ref: '#/components/headers/RequestId' } as never
    }
    nameError(document, response, examples)
  }
  document.components.examples = sorted(examples)
  document.components.headers = headers
  document.components.schemas = sorted(document.components.schemas)
}

function nameError(document: Document, response: Response, examples: Record<string, Json>): void {
  const media = response.content?.['application/json']
  const codes = errorCodesOf(document, response)
  if (!media || codes.length === 0) return
  const options = (media.schema.anyOf ?? []).flatMap(({ $ref }) => ($ref ? [refName($ref)] : []))
  const names = options.filter((name) => name !== otherError)
  for (const [index, name] of names.entries()) {
    const code = codes[index] ?? ''
    const example = media.examples?.[code]
    if (!example) throw new Error(`Bug: no example of ${code}`)
    // One code can have two statuses with texts of their own, so the example has the name of the schema.
    keep(examples, name, example)
    media.examples = { ...media.examples, [code]: { $ref: `#/components/examples/${name}` } as never }
  }
  // The examples have the messages of the codes.
  response.description = codes.map((code) => `\`${code}\``).join(' or ')
  const name = `${names.join('Or')}Reply`
  keep(document.components.schemas, name, { ...media.schema, description: `An error with ${response.description}.` })
  media.schema = { $ref: `#/components/schemas/${name}` }
}

/** Adds a component, which must be the same wherever it has this name. */
function keep<Value>(components: Record<string, Value>, name: string, value: Value): void {
  components[name] ??= structuredClone(value)
  if (!isSame(components[name], value)) throw new Error(`Bug: two different components are called ${name}`)
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function sorted<Value extends JsonValue | object>(values: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)))
}
