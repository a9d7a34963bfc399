import {
  errorCodesOf,
  operationsOf,
  resolve,
  type Document,
  type Operation,
  type Parameter,
  type Schema,
} from './document.ts'
import { banner } from './banner.ts'
import { deprecationsOf } from './deprecations.ts'

/** Writes the table of operations that binds the server to the contract, so that no other file spells a path. */
export function writeOperations(document: Document): string {
  const rows = operationsOf(document).map(({ method, path, operation }) => {
    const row = {
      method: method.toUpperCase(),
      path,
      summary: operation.summary,
      tag: operation.tags[0] ?? '',
      auth: authOf(operation),
      permission: permissionOf(operation),
      keyed: operation.parameters.some((parameter) => parameter.name === 'Idempotency-Key'),
      body: bodyOf(operation),
      path_parameters: namesIn(operation.parameters, 'path'),
      query_parameters: namesIn(operation.parameters, 'query'),
      header_parameters: namesIn(operation.parameters, 'header'),
      defaulted: defaultedFields(document, operation),
      errors: [...new Set(Object.values(operation.responses).flatMap((response) => errorCodesOf(document, response)))],
    }
    return `  ${operation.operationId}: ${JSON.stringify(row)},`
  })
  const names = Object.keys(document.webhooks).map((name) => `  ${JSON.stringify(name)},`)
  return [
    banner,
    '/** What the contract says about each operation. */',
    'export const operations = {',
    ...rows,
    '} as const',
    '',
    'export type OperationId = keyof typeof operations',
    '',
    '/** Days, as `2027-03-01`: when a call was deprecated, and after which it may be gone. */',
    'export interface Deprecation {',
    '  readonly since: string',
    '  readonly sunset: string',
    '}',
    '',
    '/** The deprecated operations. */',
    `export const deprecations: Readonly<Record<string, Deprecation>> = ${JSON.stringify(deprecationsOf(document))}`,
    '',
    '/** What a secret key may be allowed to do. */',
    "export type Permission = NonNullable<(typeof operations)[OperationId]['permission']>",
    '',
    '/** The error codes that an operation can answer. */',
    "export type OperationErrorCode<Id extends OperationId> = (typeof operations)[Id]['errors'][number]",
    '',
    '/** Every type of event. */',
    'export const eventTypes = [',
    ...names,
    '] as const',
    '',
    'export type EventType = (typeof eventTypes)[number]',
    '',
  ].join('\n')
}

function authOf(operation: Operation): 'secret_key' | 'client_secret' | 'none' {
  const scheme = Object.keys(operation.security[0] ?? {})[0]
  if (scheme === 'SecretKey') return 'secret_key'
  return scheme === 'ClientSecret' ? 'client_secret' : 'none'
}

/** Null: the operation takes no secret key. */
function permissionOf(operation: Operation): string | null {
  if (authOf(operation) !== 'secret_key') return null
  const permission = operation['x-permission']
  if (permission === undefined) throw new Error(`${operation.operationId} takes a secret key, so it needs x-permission`)
  return permission
}

function bodyOf(operation: Operation): 'required' | 'optional' | 'none' {
  if (!operation.requestBody) return 'none'
  return operation.requestBody.required ? 'required' : 'optional'
}

/** The query parameters and fields of the body that have a default, so that a validated request always has them. */
function defaultedFields(document: Document, operation: Operation): string[] {
  const body = operation.requestBody?.content['application/json'].schema
  const fields = Object.entries((body && resolve(document, body).properties) ?? {})
  const parameters = operation.parameters.map(({ name, schema }): [string, Schema] => [name, schema])
  return [...parameters, ...fields]
    .filter(([, schema]) => (schema.default ?? resolve(document, schema).default) !== undefined)
    .map(([name]) => name)
}

function namesIn(parameters: Parameter[], location: Parameter['in']): string[] {
  return parameters.filter((parameter) => parameter.in === location).map((parameter) => parameter.name)
}
