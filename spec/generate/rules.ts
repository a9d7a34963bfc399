import { isNullable, withoutNull } from '../lib/schemas.ts'
import { banner } from './banner.ts'
import {
  operationsOf,
  reachable,
  refName,
  type Document,
  type Operation,
  type Parameter,
  type Schema,
} from './document.ts'

/**
 * Writes the Joi rules for every part of a request. We convert ourselves because no package converts OpenAPI 3.1 for
 * the current Joi. test/contract/rules-against-ajv.test.ts compares the rules with Ajv.
 */
export function writeRules(document: Document): string {
  const operations = operationsOf(document).map(({ operation }) => operation)
  const components = dependencyOrder(document, operations)
  const text = [
    ...components.map(
      (name) =>
        `const ${constantName(name)} = ${rule(component(document, name))}${defaultOf(component(document, name))}\n`,
    ),
    '/** What each request may contain: path, query, headers and body. */',
    'export const requestRules = {',
    ...operations.map((operation) => `  ${operation.operationId}: ${operationRules(operation)},`),
    '}',
    '',
    '/** Error codes that replace `parameter_invalid` for a number above its maximum, by operation and field. */',
    'export const codesAboveMaximum: Readonly<Record<string, Readonly<Record<string, string>>>> = {',
    ...operations.flatMap((operation) => aboveMaximum(document, operation)),
    '}',
    '',
  ].join('\n')
  return [banner, `import { ${helpersIn(text).join(', ')} } from '../spec/lib/rules.ts'`, '', text].join('\n')
}

function aboveMaximum(document: Document, operation: Operation): string[] {
  const ref = operation.requestBody?.content['application/json'].schema.$ref
  const fields = Object.entries(ref ? (component(document, refName(ref)).properties ?? {}) : {}).flatMap(
    ([name, schema]) => (schema['x-error-above-maximum'] ? [[name, schema['x-error-above-maximum']]] : []),
  )
  return fields.length > 0 ? [`  ${operation.operationId}: ${JSON.stringify(Object.fromEntries(fields))},`] : []
}

function component(document: Document, name: string): Schema {
  const schema = document.components.schemas[name]
  if (!schema) throw new Error(`Bug: no component ${name}`)
  return schema
}

/** The components of requests, each after the components it uses, because a constant must come before its use. */
function dependencyOrder(document: Document, operations: Operation[]): string[] {
  const order: string[] = []
  const add = (name: string): void => {
    if (order.includes(name)) return
    for (const used of reachable(document, component(document, name))) if (used !== name) add(used)
    order.push(name)
  }
  const roots = operations.flatMap((operation) => [
    operation.requestBody,
    ...operation.parameters.map((parameter) => parameter.schema),
  ])
  for (const name of [...reachable(document, roots)].sort()) add(name)
  return order
}

function operationRules(operation: Operation): string {
  const body = operation.requestBody
  const parts = [
    `path: ${parameterRules(operation.parameters, 'path')}`,
    `query: ${parameterRules(operation.parameters, 'query')}`,
    `header: ${parameterRules(operation.parameters, 'header')}`,
    `body: ${body ? rule(body.content['application/json'].schema) : 'object({})'}`,
  ]
  return `{ ${parts.join(', ')} }`
}

function parameterRules(parameters: Parameter[], location: Parameter['in']): string {
  const fields = parameters
    .filter((parameter) => parameter.in === location)
    .map((parameter) => `${JSON.stringify(parameter.name)}: ${parameterRule(parameter)}`)
  return `object({${fields.length > 0 ? ` ${fields.join(', ')} ` : ''}})`
}

function parameterRule({ schema, required }: Parameter): string {
  const base = schema.type === 'integer' ? `integerInText(${limits(schema, ['minimum', 'maximum'])})` : rule(schema)
  return base + defaultOf(schema) + (required ? '.required()' : '')
}

function rule(schema: Schema): string {
  // Joi treats such a value as if the field were absent: it takes the default, or the field goes.
  if (isNullable(schema)) return `${rule(withoutNull(schema))}.empty(null)`
  if (schema.$ref) return constantName(refName(schema.$ref))
  if (schema.anyOf) throw new Error('Bug: the only unions in a request are with null')
  if (schema.const !== undefined) return `oneOf(${JSON.stringify([schema.const])})`
  if (schema.enum) return `oneOf(${JSON.stringify(schema.enum)})`
  return ofType([schema.type ?? 'object'].flat()[0] ?? 'null', schema)
}

function ofType(type: string, schema: Schema): string {
  if (type === 'string') return `text(${limits(schema, ['minLength', 'maxLength', 'pattern', 'format'])})`
  if (type === 'integer') return `integer(${limits(schema, ['minimum', 'maximum'])})`
  if (type === 'boolean') return 'boolean()'
  if (type === 'array' && schema.items)
    return `list(${[rule(schema.items), limits(schema, ['maxItems']) || '{}'].join(', ')})`
  if (type !== 'object') throw new Error(`Bug: no rule for ${JSON.stringify(schema)}`)
  return schema.properties ? objectRule(schema, schema.properties) : mapRule(schema)
}

function objectRule(schema: Schema, properties: Record<string, Schema>): string {
  const fields = Object.entries(properties).map(([name, property]) => {
    const required = schema.required?.includes(name) ? '.required()' : ''
    return `${JSON.stringify(name)}: ${rule(property)}${defaultOf(property)}${required}`
  })
  return `object({ ${fields.join(', ')} })`
}

function mapRule(schema: Schema): string {
  if (typeof schema.additionalProperties !== 'object')
    throw new Error(`Bug: a map has no type of value: ${JSON.stringify(schema)}`)
  const keys = limits(schema.propertyNames ?? {}, ['minLength', 'maxLength'])
  const value = rule(schema.additionalProperties)
  return `map({ value: ${value}, keys: ${keys || '{}'}, ${limits(schema, ['maxProperties']).slice(2)})`
}

function limits(schema: Schema, names: (keyof Schema)[]): string {
  const entries = names.flatMap((name) =>
    schema[name] === undefined ? [] : [`${name}: ${JSON.stringify(schema[name])}`],
  )
  return entries.length > 0 ? `{ ${entries.join(', ')} }` : ''
}

function defaultOf(schema: Schema): string {
  return schema.default === undefined ? '' : `.default(${JSON.stringify(schema.default)})`
}

function constantName(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1)
}

function helpersIn(text: string): string[] {
  return ['boolean', 'integer', 'integerInText', 'list', 'map', 'object', 'oneOf', 'text'].filter((name) =>
    new RegExp(`\\b${name}\\(`).test(text),
  )
}
