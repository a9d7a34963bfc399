import { errorCodesOf, operationsOf, refName, resolve, type Document, type Operation, type Schema } from './document.ts'

/** An operation that the SDK offers. `name` is its path in the SDK, from `x-sdk` in the contract. */
export interface SdkOperation {
  name: string
  method: string
  path: string
  operation: Operation
}

/** A level of the tree of resources. */
export interface Branch {
  [name: string]: Branch | SdkOperation
}

export function sdkOperations(document: Document): SdkOperation[] {
  return operationsOf(document).flatMap(({ method, path, operation }) => {
    const name = operation['x-sdk']
    return name ? [{ name, method: method.toUpperCase(), path, operation }] : []
  })
}

/** The tree of resources: `checkout.sessions.create` is `create` in `sessions` in `checkout`. */
export function treeOf(operations: SdkOperation[]): Branch {
  const root: Branch = {}
  for (const entry of operations) insert(root, entry.name.split('.'), entry)
  return root
}

function insert(branch: Branch, parts: string[], entry: SdkOperation): void {
  const [first, ...rest] = parts
  if (!first || (first in branch && rest.length === 0))
    throw new Error(`Bug: two operations have the name ${entry.name}`)
  if (rest.length === 0) {
    branch[first] = entry
    return
  }
  const below = (branch[first] ??= {})
  if (isOperation(below)) throw new Error(`Bug: a part of the name ${entry.name} is already an operation`)
  insert(below, rest, entry)
}

export function isOperation(node: Branch | SdkOperation): node is SdkOperation {
  return typeof node.path === 'string'
}

/** Whether the operation takes an `Idempotency-Key`. */
export function isKeyed({ parameters }: Operation): boolean {
  return parameters.some(({ name }) => name === 'Idempotency-Key')
}

/** Whether the operation needs a secret key. */
export function needsKey({ security }: Operation): boolean {
  return 'SecretKey' in (security[0] ?? {})
}

export function idsOf({ parameters }: Operation): string[] {
  return parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
}

/** Where the parameters go. The caller passes one object, so all of them must go to one location. */
export function locationOfParameters({ name, operation }: SdkOperation): 'query' | 'body' | undefined {
  const hasQuery = operation.parameters.some((parameter) => parameter.in === 'query')
  if (hasQuery && operation.requestBody) throw new Error(`Bug: ${name} has both a query and a body`)
  return hasQuery ? 'query' : operation.requestBody && 'body'
}

/** The name of the type of the parameters, if the operation takes any. */
export function parametersName(entry: SdkOperation): string | undefined {
  if (locationOfParameters(entry) === 'query') return queryName(entry.name)
  const body = bodySchema(entry.operation)
  return body && nameOf(body)
}

/** `checkout.sessions.list` → `CheckoutSessionListParams`, in the singular like the names in the contract. */
function queryName(name: string): string {
  const words = name.split('.').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  const verb = words.pop() ?? ''
  const nouns = words.map((word) => word.replace(/s$/, '')).join('')
  return `${nouns}${verb}Params`
}

export function needsParameters(document: Document, { operation }: SdkOperation): boolean {
  const body = operation.requestBody?.required ? bodySchema(operation) : undefined
  const query = operation.parameters.some((parameter) => parameter.in === 'query' && parameter.required)
  return query || (body !== undefined && (resolve(document, body).required ?? []).length > 0)
}

export function bodySchema(operation: Operation): Schema | undefined {
  return operation.requestBody?.content['application/json'].schema
}

export function answerSchema(document: Document, operation: Operation): Schema {
  const answers = Object.entries(operation.responses).filter(
    ([status, response]) => status.startsWith('2') && errorCodesOf(document, response).length === 0,
  )
  const schema = answers[0]?.[1].content?.['application/json'].schema
  if (!schema) throw new Error(`Bug: ${operation.operationId} has no successful reply with a body`)
  return schema
}

/** The objects of a list that takes `starting_after`, and the length of a page without `limit`. */
export function pagesOf(document: Document, operation: Operation): { item: Schema; length: number } | undefined {
  const { data } = resolve(document, answerSchema(document, operation)).properties ?? {}
  const query = operation.parameters.filter((parameter) => parameter.in === 'query')
  if (!data?.items || !query.some(({ name }) => name === 'starting_after')) return undefined
  const length = query.find(({ name }) => name === 'limit')?.schema.default
  if (typeof length !== 'number') throw new Error(`Bug: ${operation.operationId} has pages but no default of limit`)
  return { item: data.items, length }
}

/** The name of the type of a schema that the SDK's signatures show. */
export function nameOf(schema: Schema): string {
  if (!schema.$ref) throw new Error(`Bug: a schema of the SDK has no name: ${JSON.stringify(schema)}`)
  return refName(schema.$ref)
}
