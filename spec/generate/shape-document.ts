import {
  errorCodesOf,
  errorSchemasOf,
  operationsOf,
  reachable,
  refName,
  resolve,
  type Document,
  type ErrorText,
  type Json,
  type JsonValue,
  type Operation,
  type Response,
  type Schema,
} from './document.ts'
import { signSample } from './sample-signatures.ts'

/** One error code with its status and texts. `internal_error` has an entry for each of its two statuses. */
export interface CatalogueEntry extends ErrorText {
  code: string
  status: number
  /** Whether a retry with the same Idempotency-Key gets this refusal again. */
  keptForIdempotencyKey: boolean
}

/**
 * Turns the emitter's output into the document that we publish: webhooks under `webhooks`, plain JSON Schema, request
 * bodies without unknown fields, an example for every part. Also returns the catalogue of codes, which includes codes
 * that no operation answers.
 */
export function shapeDocument(emitted: Json): { document: Document; catalogue: CatalogueEntry[] } {
  const document = emitted as unknown as Document
  document.webhooks = {}
  // TypeSpec 1.11 does not know this field of OpenAPI 3.1. Without it, a licence needs an address.
  document.info['license'] = { ...(document.info['license'] as Json), identifier: 'LicenseRef-Proprietary' }
  inlineParameters(document)
  mapSchemas(document)
  moveWebhooks(document)
  for (const scheme of Object.values(document.components.securitySchemes)) scheme.scheme = 'bearer'
  for (const server of document.servers) delete server.variables
  const catalogue = readCatalogue(document)
  for (const { operation } of operationsOf(document)) finishOperation(document, operation, catalogue)
  for (const item of Object.values(document.webhooks))
    for (const operation of Object.values(item)) finishWebhook(document, operation)
  sealRequests(document)
  prune(document)
  document['x-error-codes'] = Object.fromEntries(
    partsOf(catalogue).first.map(({ code, status, message, fix, cause }) => [code, { status, message, fix, cause }]),
  )
  return { document, catalogue }
}

interface Exemplified {
  schema: Schema
  example?: Json[string]
  'x-example'?: Json[string]
}

function inlineParameters(document: Document): void {
  for (const item of Object.values(document.paths)) {
    for (const operation of Object.values(item)) {
      operation.parameters = operation.parameters.map((parameter) => {
        const ref = (parameter as { $ref?: string }).$ref
        return ref ? structuredClone(document.components.parameters?.[refName(ref)] ?? parameter) : parameter
      })
    }
  }
  delete document.components.parameters
}

function moveWebhooks(document: Document): void {
  for (const [path, item] of Object.entries(document.paths)) {
    const name = item.post?.['x-webhook']
    if (!item.post || !name) continue
    delete item.post['x-webhook']
    document.webhooks[name] = item
    delete document.paths[path]
  }
}

/** Rewrites each schema as the simplest equivalent JSON Schema. */
function mapSchemas(document: Document): void {
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (value === null || typeof value !== 'object') return
    simplify(value)
    for (const [key, child] of Object.entries(value)) if (key !== 'example' && key !== 'examples') visit(child)
  }
  visit(document.paths)
  visit(document.components.schemas)
}

function simplify(schema: Schema & { unevaluatedProperties?: Schema }): void {
  // The emitter wraps a reference with a description of its own, as OpenAPI 3.0 needs it.
  if (schema.allOf?.length === 1) {
    const { allOf, ...own } = schema
    for (const key of Object.keys(schema)) delete (schema as Json)[key]
    Object.assign(schema, ...allOf, own)
  }
  if (Array.isArray(schema.enum) && schema.enum.length === 1) {
    schema.const = schema.enum[0] ?? null
    delete schema.enum
  }
  if (schema.unevaluatedProperties) {
    schema.additionalProperties = schema.unevaluatedProperties
    delete schema.unevaluatedProperties
  }
  const [first, second] = schema.anyOf ?? []
  if (first && typeof first.type === 'string' && !first.enum && second?.type === 'null' && schema.anyOf?.length === 2) {
    const { type, ...rest } = first
    delete schema.anyOf
    Object.assign(schema, rest, { type: [type, 'null'] })
  }
}

function readCatalogue(document: Document): CatalogueEntry[] {
  const statuses = new Map<Schema, number>()
  for (const { operation } of operationsOf(document)) {
    for (const [status, response] of Object.entries(operation.responses)) {
      for (const schema of errorSchemasOf(document, response)) statuses.set(schema, Number(status))
    }
  }
  return Object.values(document.components.schemas).flatMap((schema) => {
    const text = schema['x-error']
    const code = schema.properties?.error?.properties?.code?.const
    if (!text || typeof code !== 'string') return []
    const keptForIdempotencyKey = schema['x-kept-for-idempotency-key'] === true
    delete schema['x-error']
    delete schema['x-kept-for-idempotency-key']
    const status = statuses.get(schema) ?? statusOfUnused[code]
    if (status === undefined) throw new Error(`Bug: no operation answers ${code}, so its status is unknown`)
    if (keptForIdempotencyKey && status !== 404 && status !== 409)
      throw new Error(`Bug: ${code} has status ${status}, and only a 404 or 409 is kept for an Idempotency-Key`)
    return [{ code, status, keptForIdempotencyKey, ...text }]
  })
}

/** The first entry of each code, and those that give a code a second status. */
export function partsOf(catalogue: readonly CatalogueEntry[]): { first: CatalogueEntry[]; further: CatalogueEntry[] } {
  const first = catalogue.filter((entry) => catalogue.find(({ code }) => code === entry.code) === entry)
  return { first, further: catalogue.filter((entry) => !first.includes(entry)) }
}

/**
 * The emitter drops the status of a model that no operation answers. The dashboard answers `unauthorized`, and its
 * pages are not operations of the contract.
 */
const statusOfUnused: Readonly<Record<string, number>> = { unauthorized: 401 }

function finishOperation(document: Document, operation: Operation, catalogue: CatalogueEntry[]): void {
  addParameterExamples(document, operation.parameters)
  addBodyExample(document, operation)
  for (const [status, response] of Object.entries(operation.responses)) {
    const codes = errorCodesOf(document, response)
    addParameterExamples(document, Object.values(response.headers ?? {}))
    if (codes.length === 0) finishSuccess(document, response, operation['x-reply-example'])
    else
      finishError(
        response,
        catalogue.filter((entry) => codes.includes(entry.code) && entry.status === Number(status)),
        Number(status),
      )
  }
  delete operation['x-reply-example']
  // Our own form makes these calls, and a release may change them at any time.
  if (operation.tags.includes('Card form')) operation['x-internal'] = true
}

function finishWebhook(document: Document, operation: Operation): void {
  addParameterExamples(document, operation.parameters)
  addBodyExample(document, operation)
  signSample(operation)
  operation.security = []
  operation.responses = {
    '2XX': { description: 'Received. Any other reply, or none within 15 seconds, is tried again.' },
  }
}

/** The emitter drops examples of parameters and headers, so the contract has them as `x-example` or on the scalar. */
function addParameterExamples(document: Document, parameters: Exemplified[]): void {
  for (const parameter of parameters) {
    const example = parameter['x-example'] ?? parameter.schema['x-example'] ?? exampleOf(document, parameter.schema)
    delete parameter['x-example']
    delete parameter.schema['x-example']
    if (example === undefined) throw new Error(`Bug: no example for ${JSON.stringify(parameter)}`)
    parameter.example = example
  }
}

function addBodyExample(document: Document, operation: Operation): void {
  const body = operation.requestBody?.content['application/json']
  const example = body && exampleOf(document, body.schema)
  if (body && example !== undefined) body.example = example
}

/** `changes` are the fields in which the example of this reply differs from that of its schema. */
function finishSuccess(document: Document, response: Response, changes: Json = {}): void {
  const content = response.content?.['application/json']
  if (!content) return
  const schema = resolve(document, content.schema)
  response.description = schema.description?.split('\n')[0] ?? response.description
  const example = exampleOf(document, content.schema)
  if (example !== undefined) content.example = isObject(example) ? { ...example, ...changes } : example
}

function isObject(value: JsonValue): value is Json {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

function finishError(response: Response, entries: CatalogueEntry[], status: number): void {
  const content = response.content?.['application/json']
  if (!content) return
  response.description = entries.map((entry) => `\`${entry.code}\`: ${entry.message}`).join(' ')
  content.examples = Object.fromEntries(
    entries.map((entry) => [entry.code, { summary: entry.message, value: errorExample(entry, status) }]),
  )
}

/** The field at fault in the example of each code that has one. */
const exampleParams: Readonly<Record<string, string>> = {
  parameter_missing: 'amount',
  parameter_invalid: 'amount',
  amount_too_large: 'amount',
  refund_exceeds_amount: 'amount',
  currency_not_enabled: 'currency',
}

function errorExample({ code, message, fix }: CatalogueEntry, status: number): Json {
  const param = exampleParams[code] && { param: exampleParams[code] }
  if (status >= 600) throw new Error('Bug: not an HTTP status')
  return {
    error: {
      code,
      ...param,
      message,
      fix,
      doc_url: `https://pay.example/docs/errors#${code}`,
      request_id: 'req_01k9m2v7q4x8z3b6n5c1d0f7gh',
    },
  }
}

/** The schema's own example, or that of the schema it refers to, or that of the first alternative. */
function exampleOf(document: Document, schema: Schema): Json[string] | undefined {
  const other = schema.$ref ? resolve(document, schema) : schema.oneOf?.[0]
  return schema.examples?.[0] ?? (other ? exampleOf(document, other) : (schema.const ?? undefined))
}

/** A request with an unknown field is refused, because a mistyped field must not be ignored where money moves. */
function sealRequests(document: Document): void {
  const bodies = operationsOf(document).map(({ operation }) => operation.requestBody)
  for (const name of reachable(document, bodies)) {
    const schema = document.components.schemas[name]
    if (schema?.properties && schema.additionalProperties === undefined) schema.additionalProperties = false
  }
}

function prune(document: Document): void {
  const used = reachable(document, [document.paths, document.webhooks])
  document.components.schemas = Object.fromEntries(
    Object.entries(document.components.schemas)
      .filter(([name]) => used.has(name))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}
