import { banner } from './banner.ts'
import type { Document, Operation, Response, Schema } from './document.ts'
import { errorCodesOf, operationsOf, reachable, resolve } from './document.ts'
import type { Side } from './sdk-types.ts'
import { comment, declarationOf, literal, queryInterface, typeOf } from './sdk-types.ts'
import type { CatalogueEntry } from './shape-document.ts'

/** An operation that the SDK offers. `name` is its place in the SDK, from `x-sdk` in the contract. */
interface SdkOperation {
  name: string
  method: string
  path: string
  operation: Operation
}

/** A level of the tree of resources. */
interface Branch {
  [name: string]: Branch | SdkOperation
}

/**
 * Writes the SDK's part of the contract: a type for each resource and parameter object, the union of events, the union
 * of error codes, the typed tree of resources, and the table from which the SDK builds that tree at run time.
 */
export function writeSdkResources(document: Document, catalogue: Pick<CatalogueEntry, 'code'>[]): string {
  const all = sdkOperations(document)
  return [
    banner,
    '',
    ...declarations(document, all),
    ...all.flatMap((entry) => queryDeclaration(document, entry)),
    ...eventUnion(document),
    ...comment([
      'Every error code of the service. `{baseUrl}/docs/errors` explains each; `fix` of the error says what to do.',
    ]),
    `export type ErrorCode = ${catalogue.map(({ code }) => literal(code)).join(' | ')}`,
    '',
    ...tree(document, all),
    ...table(document, all),
  ].join('\n')
}

function sdkOperations(document: Document): SdkOperation[] {
  return operationsOf(document).flatMap(({ method, path, operation }) => {
    const name = operation['x-sdk']
    return name ? [{ name, method: method.toUpperCase(), path, operation }] : []
  })
}

function declarations(document: Document, all: SdkOperation[]): string[] {
  const answers = reachable(document, [
    ...all.map(({ operation }) => answerSchema(document, operation)),
    ...Object.values(eventSchemas(document)),
  ])
  const requests = reachable(
    document,
    all.map(({ operation }) => [bodySchema(operation), operation.parameters]),
  )
  const named = Object.keys(document.components.schemas).filter(
    (name) => name !== 'Event' && (answers.has(name) || requests.has(name)),
  )
  const sideOf = (name: string): Side => (!requests.has(name) ? 'answer' : answers.has(name) ? 'both' : 'request')
  return named.flatMap((name) => declarationOf(document, name, sideOf(name)))
}

function queryDeclaration(document: Document, { name, operation }: SdkOperation): string[] {
  const query = operation.parameters.filter((parameter) => parameter.in === 'query')
  return query.length > 0 ? queryInterface(document, queryName(name), operation.summary, query) : []
}

function eventSchemas(document: Document): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(document.webhooks).flatMap(([type, item]) =>
      Object.values(item).flatMap((operation) =>
        bodySchema(operation) ? [[type, bodySchema(operation) as Schema]] : [],
      ),
    ),
  )
}

/** Event types stay literals, unlike other enums in replies, so that `switch (event.type)` narrows `data`. */
function eventUnion(document: Document): string[] {
  const members = Object.values(eventSchemas(document)).map((schema) => `  | ${typeOf(document, schema, 'answer')}`)
  return [
    ...comment([
      'An event as delivered to your webhook endpoint. `switch (event.type)` narrows `data`.',
      'Keep a `default` branch for types added later.',
    ]),
    ...(members.length > 0 ? ['export type Event =', ...members] : ['export type Event = never']),
    '',
  ]
}

function tree(document: Document, all: SdkOperation[]): string[] {
  const root: Branch = {}
  for (const entry of all) place(root, entry.name.split('.'), entry)
  return [
    ...comment([
      'The resources of the service, as the contract names them.',
      '@typeParam Options the last argument of each call: time-outs, an idempotency key, …',
      '@typeParam Extra what each reply carries besides its own fields',
    ]),
    'export interface Resources<Options, Extra> {',
    ...branchLines(document, root, '  '),
    '}',
    '',
  ]
}

function place(branch: Branch, parts: string[], entry: SdkOperation): void {
  const [first, ...rest] = parts
  if (!first || (first in branch && rest.length === 0))
    throw new Error(`Bug: two operations have the name ${entry.name}`)
  if (rest.length === 0) {
    branch[first] = entry
    return
  }
  const below = (branch[first] ??= {})
  if (isOperation(below)) throw new Error(`Bug: a part of the name ${entry.name} is already an operation`)
  place(below, rest, entry)
}

function isOperation(node: Branch | SdkOperation): node is SdkOperation {
  return typeof node.path === 'string'
}

function branchLines(document: Document, branch: Branch, indent: string): string[] {
  return Object.entries(branch).flatMap(([name, node]) =>
    isOperation(node)
      ? [...comment(methodDoc(node), indent), `${indent}${name}${signature(document, node)}`]
      : [`${indent}readonly ${name}: {`, ...branchLines(document, node, `${indent}  `), `${indent}}`],
  )
}

function signature(document: Document, entry: SdkOperation): string {
  const { operation } = entry
  const ids = pathParameters(operation).map((parameter) => `${parameter}: string`)
  const parameters = parameterType(document, entry)
  const optional = needsParameters(document, operation) ? '' : '?'
  const args = [...ids, ...(parameters ? [`params${optional}: ${parameters}`] : []), 'options?: Options']
  const answer = typeOf(document, answerSchema(document, operation), 'answer')
  const item = pageLength(document, operation) ? ` & AsyncIterable<${itemType(document, operation)}>` : ''
  return `(${args.join(', ')}): Promise<${answer} & Extra>${item}`
}

function parameterType(document: Document, { name, operation }: SdkOperation): string | undefined {
  const body = bodySchema(operation)
  const hasQuery = operation.parameters.some((parameter) => parameter.in === 'query')
  return body ? typeOf(document, body, 'request') : hasQuery ? queryName(name) : undefined
}

function needsParameters(document: Document, operation: Operation): boolean {
  const body = operation.requestBody?.required ? bodySchema(operation) : undefined
  const query = operation.parameters.some((parameter) => parameter.in === 'query' && parameter.required)
  return query || (body !== undefined && (resolve(document, body).required ?? []).length > 0)
}

/** `checkout.sessions.list` → `CheckoutSessionListParams`, in the singular like the names in the contract. */
function queryName(name: string): string {
  const words = name.split('.').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  const verb = words.pop() ?? ''
  const nouns = words.map((word) => word.replace(/s$/, '')).join('')
  return `${nouns}${verb}Params`
}

function methodDoc({ method, path, operation }: SdkOperation): string[] {
  const errors = Object.entries(operation.responses).flatMap(([status, response]) => errorLines(status, response))
  return [
    `${operation.summary}: \`${method} ${path}\``,
    '',
    ...operation.description.split('\n'),
    '',
    ...(isKeyed(operation) ? ['The SDK sends an `Idempotency-Key`, so this call is safe to retry.', ''] : []),
    '@throws {ServicePayError} with one of these codes, or one of the SDK itself:',
    ...errors,
  ]
}

function errorLines(status: string, response: Response): string[] {
  const examples = response.content?.['application/json'].examples ?? {}
  return Object.entries(examples).map(([code, { summary }]) => `- \`${code}\` (${status}): ${summary}`)
}

function table(document: Document, all: SdkOperation[]): string[] {
  const rows = all.map(({ name, method, path, operation }) => {
    const row = {
      method,
      path,
      ...placeOfParameters(name, operation),
      ...(isKeyed(operation) ? { keyed: true } : {}),
      ...(pageLength(document, operation) ? { pageLength: pageLength(document, operation) } : {}),
      ...('SecretKey' in (operation.security[0] ?? {}) ? {} : { open: true }),
    }
    return `  ${literal(name)}: ${JSON.stringify(row)},`
  })
  return [
    '/** What the SDK needs to know about one operation at run time. False values are left out to save bytes. */',
    'export interface SdkOperation {',
    "  readonly method: 'GET' | 'POST' | 'DELETE'",
    '  readonly path: string',
    '  /** Where the parameters go, if the operation takes any. */',
    "  readonly params?: 'body' | 'query'",
    '  /** True when the operation takes an `Idempotency-Key`. */',
    '  readonly keyed?: boolean',
    '  /** The length of a page without `limit`, if the reply is a list with pages. */',
    '  readonly pageLength?: number',
    '  /** True when the operation needs no secret key. */',
    '  readonly open?: boolean',
    '}',
    '',
    'export const sdkOperations: Readonly<Record<string, SdkOperation>> = {',
    ...rows,
    '}',
    '',
  ]
}

/** The caller passes one object, so all parameters must go to one place. */
function placeOfParameters(name: string, operation: Operation): { params?: 'body' | 'query' } {
  const hasQuery = operation.parameters.some((parameter) => parameter.in === 'query')
  if (hasQuery && operation.requestBody) throw new Error(`Bug: ${name} has both a query and a body`)
  return hasQuery ? { params: 'query' } : operation.requestBody ? { params: 'body' } : {}
}

function isKeyed(operation: Operation): boolean {
  return operation.parameters.some((parameter) => parameter.name === 'Idempotency-Key')
}

function pathParameters(operation: Operation): string[] {
  return operation.parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name)
}

/** The length of a page without `limit`; undefined when the operation is no list that takes `starting_after`. */
function pageLength(document: Document, operation: Operation): number | undefined {
  const { data } = resolve(document, answerSchema(document, operation)).properties ?? {}
  const query = operation.parameters.filter((parameter) => parameter.in === 'query')
  if (data?.type !== 'array' || !query.some(({ name }) => name === 'starting_after')) return undefined
  const length = query.find(({ name }) => name === 'limit')?.schema.default
  if (typeof length !== 'number') throw new Error(`Bug: ${operation.operationId} has pages but no default of limit`)
  return length
}

function itemType(document: Document, operation: Operation): string {
  return typeOf(document, resolve(document, answerSchema(document, operation)).properties?.data?.items ?? {}, 'answer')
}

function bodySchema(operation: Operation): Schema | undefined {
  return operation.requestBody?.content['application/json'].schema
}

function answerSchema(document: Document, operation: Operation): Schema {
  const answers = Object.entries(operation.responses).filter(
    ([status, response]) => status.startsWith('2') && errorCodesOf(document, response).length === 0,
  )
  const schema = answers[0]?.[1].content?.['application/json'].schema
  if (!schema) throw new Error(`Bug: ${operation.operationId} has no successful reply with a body`)
  return schema
}
