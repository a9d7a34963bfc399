import document from '../../../../generated/openapi.json' with { type: 'json' }
import integrators from '../../../../generated/merchant-api.json' with { type: 'json' }
import { operations, type OperationId } from '../../../../generated/operations.ts'
import { closedReplies } from '../../../../spec/lib/closed-replies.ts'

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

/** The parts of a schema (OpenAPI 3.1) that the reference uses. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly const?: Json
  readonly enum?: readonly Json[]
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: Schema | boolean
  readonly description?: string
  readonly default?: Json
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly maxProperties?: number
  readonly deprecated?: boolean
  readonly 'x-added-in'?: string
}

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly description?: string
  readonly schema: Schema
  readonly example: Json
}

interface Content {
  readonly schema: Schema
  readonly example?: Json
  readonly examples?: Readonly<Record<string, { readonly value: Json }>>
}

export interface Reply {
  readonly description: string
  readonly headers?: Readonly<
    Record<string, { readonly required: boolean; readonly description: string; readonly example: Json }>
  >
  readonly content?: { readonly 'application/json': Content }
}

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: { readonly 'application/json': Content } }
  readonly responses: Readonly<Record<string, Reply>>
  readonly 'x-sdk'?: string
  readonly deprecated?: boolean
  readonly 'x-sunset'?: string
  /** The release that brought it. Left out: the first. */
  readonly 'x-added-in'?: string
}

interface Contract {
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly securitySchemes: Readonly<Record<string, { readonly description: string }>>
  }
}

/** The contract as the reference shows it, with exactly the values that the service sends today. */
export const contract: Contract = withAdditions(
  closedReplies<Contract>(document),
  structuredClone<object>(integrators) as Marked,
)

/** The parts of the document for integrators that carry marks. */
export type Marked = Pick<Contract, 'paths'> & { readonly components: Pick<Contract['components'], 'schemas'> }

/** Only the document for integrators says which release brought a call or a field. */
export function withAdditions(shown: Contract, { paths, components }: Marked): Contract {
  const marked = structuredClone(shown)
  const mark = (target: object | undefined, source: { readonly 'x-added-in'?: string } | undefined): void => {
    const version = source?.['x-added-in']
    if (target && version !== undefined) Object.assign(target, { 'x-added-in': version })
  }
  for (const [path, item] of Object.entries(paths))
    for (const [method, operation] of Object.entries(item)) mark(marked.paths[path]?.[method], operation)
  for (const [name, { properties = {} }] of Object.entries(components.schemas))
    for (const [field, schema] of Object.entries(properties))
      mark(marked.components.schemas[name]?.properties?.[field], schema)
  return marked
}

/** An operation with its method and path, as the reference shows it. */
export interface RoutedOperation extends Operation {
  readonly id: OperationId
  readonly method: string
  readonly path: string
}

export const allOperations: readonly RoutedOperation[] = Object.entries(contract.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    ...operation,
    id: operationId(operation.operationId),
    method: method.toUpperCase(),
    path,
  })),
)

function operationId(name: string): OperationId {
  if (!isOperationId(name)) throw new Error(`Bug: the contract has no operation ${name}`)
  return name
}

function isOperationId(name: string): name is OperationId {
  return Object.hasOwn(operations, name)
}

export function schemaName(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1)
}

export function schemaNamed(name: string): Schema {
  const schema = contract.components.schemas[name]
  if (!schema) throw new Error(`Bug: the contract has no schema ${name}`)
  return schema
}

/** The name of the schema of an operation's successful reply. */
export function replySchema(operation: Operation): string {
  const ref = successContent(operation).schema.$ref
  if (ref === undefined) throw new Error(`Bug: ${operation.operationId} answers without a schema of its own`)
  return schemaName(ref)
}

/** The example of a successful reply. */
export function replyExample(operation: Operation): Json {
  return successContent(operation).example ?? null
}

function successContent(operation: Operation): Content {
  const content = operation.responses['200']?.content?.['application/json']
  if (!content) throw new Error(`Bug: ${operation.operationId} has no reply 200`)
  return content
}

/** The base address in the contract's examples. */
const exampleAddress = 'https://pay.example'

/** Indented JSON, with the address of this service. */
export function jsonText(value: Json, baseUrl: string): string {
  return JSON.stringify(value, null, 2).replaceAll(exampleAddress, baseUrl)
}

/** An example body of an error, from an operation that declares it. */
export function errorExample(code: string): Json | undefined {
  const replies = allOperations.flatMap((operation) => Object.values(operation.responses))
  return replies
    .map((reply) => reply.content?.['application/json'].examples?.[code]?.value)
    .find((value) => value !== undefined)
}

/** An example of a parameter or header as text. */
export function exampleText(example: unknown): string {
  return typeof example === 'string' ? example : JSON.stringify(example)
}
