import { readFileSync } from 'node:fs'
import type { ErrorObject, ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { errorCodesOf, operationsOf, type Document, type Operation } from '../../spec/generate/document.ts'
import { closedReplies } from '../../spec/lib/closed-replies.ts'
import { formats } from '../../spec/lib/formats.ts'

/** The whole contract, with the calls of our own form. Its replies are open. */
export const publishedDocument = read('openapi')

/** The committed document for integrators, from which the service makes /openapi.json. */
export const merchantDocument = read('merchant-api')

function read(name: string): Document {
  return JSON.parse(readFileSync(new URL(`../../generated/${name}.json`, import.meta.url), 'utf8')) as Document
}

/** The document without room for additions: what the service may send today. The gate compares replies with it. */
export const contractDocument = closedReplies(publishedDocument)

/** Keywords that the document adds to JSON Schema for the generator. They check nothing. */
const extensionKeywords = ['x-error-above-maximum', 'x-example', 'x-published-pattern']

/** Validates values against any schema of the document. */
export interface SchemaValidator {
  /**
   * Null when the value is valid, else the problems in words. `pointer` is a path such as `['components', 'schemas',
   * 'Refund']`.
   */
  problemAt(pointer: readonly string[], value: unknown): string | null
}

/** What a merchant's validator accepts. */
export const publishedValidator = makeValidator(publishedDocument, false)

/**
 * What the service itself may send: no value, event type or error code that the document does not list, and no property
 * that it does not name.
 */
export const sealedValidator = makeValidator(contractDocument, true)

/** An Ajv of JSON Schema 2020-12 with the formats of the contract. */
function makeAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: true,
    strictTypes: false,
    allowUnionTypes: true,
    // Each process of a run compiles most of the document, and checks only some replies with each schema.
    inlineRefs: false,
    code: { optimize: false },
  })
  for (const [name, { test }] of Object.entries(formats)) ajv.addFormat(name, test)
  for (const keyword of extensionKeywords) ajv.addKeyword(keyword)
  return ajv
}

function makeValidator(document: Document, sealed: boolean): SchemaValidator {
  const ajv = makeAjv()
  ajv.addSchema({ $id: 'contract', $defs: forAjv(document.components.schemas, sealed) as object })
  const compiled = new Map<string, ValidateFunction>()
  const atPointer = new Map<string, ValidateFunction>()
  const compile = (pointer: readonly string[]): ValidateFunction => {
    const schema = forAjv(valueAt(document, pointer), sealed) as object
    // Many operations have the same schema for a status, and to compile it takes longer than to find it by its text.
    const text = JSON.stringify(schema)
    const validate = compiled.get(text) ?? ajv.compile(schema)
    compiled.set(text, validate)
    return validate
  }
  return {
    problemAt(pointer, value) {
      const key = JSON.stringify(pointer)
      const validate = atPointer.get(key) ?? compile(pointer)
      atPointer.set(key, validate)
      return validate(value) ? null : describe(validate.errors ?? [], value)
    },
  }
}

function valueAt(document: Document, pointer: readonly string[]): unknown {
  return pointer.reduce<unknown>((value, part) => {
    const child = (value as Record<string, unknown> | undefined)?.[part]
    if (child === undefined) throw new Error(`Bug: the contract has nothing at ${pointer.join(' / ')}`)
    return child
  }, document)
}

/** The errors of Ajv in words. */
function describe(errors: ErrorObject[], value: unknown): string {
  const lines = errors.map(
    ({ instancePath, message, params }) => `  ${instancePath || '/'} ${message ?? ''} ${JSON.stringify(params)}`,
  )
  return [...new Set(lines)].slice(0, 12).join('\n') + `\n  in ${String(JSON.stringify(value)).slice(0, 1_000)}`
}

/**
 * A copy of a schema whose references lead to Ajv's own table; when sealed, an object has no properties but the named
 * ones.
 */
function forAjv(value: unknown, sealed: boolean): unknown {
  if (typeof value === 'string') return value.replace(/^#\/components\/schemas\//, 'contract#/$defs/')
  if (Array.isArray(value)) return value.map((child: unknown) => forAjv(child, sealed))
  if (value === null || typeof value !== 'object') return value
  const copy = Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, isExample(key) ? child : forAjv(child, sealed)]),
  )
  const isOpenObject =
    copy.type === 'object' && copy.properties !== undefined && copy.additionalProperties === undefined
  return sealed && isOpenObject ? { ...copy, additionalProperties: false } : copy
}

function isExample(key: string): boolean {
  return key === 'example' || key === 'examples'
}

/** One operation of the document. */
export interface ContractOperation {
  readonly id: string
  /** Lower case. */
  readonly method: string
  /** As in the document: `/v1/checkout/sessions/{id}`. */
  readonly path: string
  readonly operation: Operation
}

const contractOperations: readonly (ContractOperation & { pattern: RegExp })[] = operationsOf(contractDocument)
  .map(({ method, path, operation }) => ({
    id: operation.operationId,
    method,
    path,
    operation,
    pattern: patternOf(path),
  }))
  // A literal path comes before a template that would match it too.
  .sort((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')))

function patternOf(path: string): RegExp {
  const parts = path.split(/\{[^}]+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('[^/]+')}$`)
}

/** The operation that answers a method at a path (without query), if the contract has one. */
export function findOperation(method: string, path: string): ContractOperation | undefined {
  return contractOperations.find(
    (candidate) => candidate.method === method.toLowerCase() && candidate.pattern.test(path),
  )
}

/**
 * Everything the contract lists: each operation × status × code as `createCheckoutSession 400 parameter_missing`, `-`
 * for no code.
 */
export function listedReplies(): string[] {
  return operationsOf(contractDocument).flatMap(({ operation }) =>
    Object.entries(operation.responses).flatMap(([status, response]) => {
      const codes = errorCodesOf(contractDocument, response)
      return (codes.length > 0 ? codes : ['-']).map((code) => `${operation.operationId} ${status} ${code}`)
    }),
  )
}
