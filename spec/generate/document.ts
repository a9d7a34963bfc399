/** The parts of an OpenAPI 3.1 document that the generator reads and writes. */
export type JsonValue = null | boolean | number | string | JsonValue[] | Json
export interface Json {
  [key: string]: JsonValue
}

export interface Schema {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  propertyNames?: Schema
  items?: Schema
  allOf?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  not?: Schema
  enum?: JsonValue[]
  const?: JsonValue
  description?: string
  default?: JsonValue
  examples?: JsonValue[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  maxProperties?: number
  maxItems?: number
  'x-error'?: ErrorText
  'x-kept-for-idempotency-key'?: boolean
  'x-example'?: JsonValue
  'x-error-above-maximum'?: string
  'x-refuses-null'?: boolean
  'x-published-pattern'?: string
}

export interface ErrorText {
  message: string
  fix: string
  cause: string
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: Schema
  example?: JsonValue
}

export interface MediaType {
  schema: Schema
  example?: JsonValue
  examples?: Record<string, { summary: string; value: JsonValue }>
}

export interface Response {
  description: string
  headers?: Record<string, { required?: boolean; description?: string; schema: Schema; example?: JsonValue }>
  content?: { 'application/json': MediaType }
}

export interface Operation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  parameters: Parameter[]
  requestBody?: { required?: boolean; content: { 'application/json': MediaType } }
  responses: Record<string, Response>
  security: Record<string, string[]>[]
  'x-sdk'?: string
  /** What a secret key must be allowed to do. */
  'x-permission'?: string
  'x-webhook'?: string
  'x-reply-example'?: Json
  'x-internal'?: boolean
  deprecated?: boolean
  'x-deprecated-since'?: string
  'x-sunset'?: string
}

export type PathItem = Record<string, Operation>

export interface Document {
  openapi: string
  info: Json
  servers: Json[]
  tags: { name: string; description: string }[]
  paths: Record<string, PathItem>
  webhooks: Record<string, PathItem>
  components: {
    schemas: Record<string, Schema>
    parameters?: Record<string, Parameter>
    examples?: Record<string, Json>
    headers?: Record<string, Required<Response>['headers'][string]>
    securitySchemes: Record<string, Json>
  }
  /** Every error code, those that no operation answers included. */
  'x-error-codes': Record<string, ErrorText & { status: number }>
}

/** The component that a schema refers to, or the schema itself. */
export function resolve(document: Document, schema: Schema): Schema {
  if (!schema.$ref) return schema
  const target = document.components.schemas[refName(schema.$ref)]
  if (!target) throw new Error(`Bug: the document has no component ${schema.$ref}`)
  return target
}

export function refName(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1)
}

/** All operations with their methods and paths, in the order of the contract. */
export function operationsOf(document: Document): { method: string; path: string; operation: Operation }[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
  )
}

/** The error codes that a response can carry. */
export function errorCodesOf(document: Document, response: Response): string[] {
  return errorSchemasOf(document, response).flatMap((schema) => codeIn(schema) ?? [])
}

/** The schemas of the error codes that a response can carry. */
export function errorSchemasOf(document: Document, response: Response): Schema[] {
  const schema = response.content?.['application/json'].schema
  if (!schema) return []
  const options = (schema.anyOf ?? [schema]).map((option) => resolve(document, option))
  return options.filter((option) => codeIn(option) !== null)
}

function codeIn(schema: Schema): string | null {
  const code = schema.properties?.error?.properties?.code?.const
  return typeof code === 'string' ? code : null
}

/** Names of the components that a value refers to, directly or through other components. */
export function reachable(document: Document, from: unknown): Set<string> {
  const names = new Set<string>()
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (value === null || typeof value !== 'object') return
    for (const [key, child] of Object.entries(value)) {
      if (key === 'example' || key === 'examples') continue
      if (key === '$ref' && typeof child === 'string') follow(refName(child))
      else visit(child)
    }
  }
  const follow = (name: string): void => {
    if (names.has(name)) return
    names.add(name)
    visit(document.components.schemas[name])
  }
  visit(from)
  return names
}
