import { code, innermost, isNullable, limitsOf, withoutNull } from '../../../../spec/lib/schemas.ts'
import { table } from '../markdown-table.ts'
import { schemaName, schemaNamed, type Parameter, type Schema } from './contract.ts'

/** The page and anchor of each schema that has its own section, by name. Other places link there. */
export type Anchors = ReadonlyMap<string, string>

/** Every field that a caller may send; nested fields are named like `customer.email`. */
export function requestFields(schema: Schema): string {
  return table(['Field', 'Type', 'What it is'], rowsOf(schema, '', new Map(), true))
}

/** Every field of a reply; nested fields are named like `payment.card_brand`. */
export function answerFields(schema: Schema, anchors: Anchors): string {
  return table(['Field', 'Type', 'What it is'], rowsOf(schema, '', anchors, false))
}

export function parameterTable(parameters: readonly Parameter[]): string {
  const rows = parameters.map(({ name, required, description, schema }) => [
    `\`${name}\``,
    `${typeOf(schema, new Map())}${mark(required)}`,
    textOf({ ...schema, ...(description && { description }) }, true),
  ])
  return table(['Parameter', 'Type', 'What it is'], rows)
}

/** The name and the limits of each field that a caller may send, for those that have limits. */
export function limitedFields(schema: Schema, prefix = ''): string[][] {
  return Object.entries(inside(schema).properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`
    return [...limitedRow(path, field), ...limitedFields(field, `${path}.`)]
  })
}

/** The same of its parameters. */
export function limitedParameters(parameters: readonly Parameter[]): string[][] {
  return parameters.filter((given) => given.in === 'query').flatMap(({ name, schema }) => limitedRow(name, schema))
}

function limitedRow(path: string, schema: Schema): string[][] {
  const inner = inside(schema)
  const { default: value, ...limited } = { ...inner, ...schema }
  if (limitsOf(limited).length === 0) return []
  const limits = limitsOf({ ...limited, default: value })
  const isMap = inner.maxProperties !== undefined
  return [[`\`${path}\``, isMap ? (inner.description ?? '') : limits.join('; ')]]
}

function rowsOf(schema: Schema, prefix: string, anchors: Anchors, isRequest: boolean): string[][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`
    const isRequired = isRequest && schema.required?.includes(name) === true
    // Every optional field of a request takes null, so its row does not repeat it.
    const type = typeOf(isRequest ? withoutNull(field) : field, anchors)
    const row = [`\`${path}\``, `${type}${mark(isRequired)}`, textOf(field, isRequest)]
    return [row, ...rowsInside(field, path, anchors, isRequest)]
  })
}

/** Marks required fields of a request. Replies contain every field, so they need no mark. */
function mark(isRequired: boolean): string {
  return isRequired ? ', **required**' : ''
}

function rowsInside(field: Schema, path: string, anchors: Anchors, isRequest: boolean): string[][] {
  const inner = inside(field)
  if (inner.items)
    return anchorOf(inner.items, anchors) ? [] : rowsOf(inside(inner.items), `${path}[].`, anchors, isRequest)
  return anchorOf(field, anchors) ? [] : rowsOf(inner, `${path}.`, anchors, isRequest)
}

/** The schema with its references resolved and without `null`. */
function inside(schema: Schema): Schema {
  return innermost(schema, (ref) => schemaNamed(schemaName(ref)))
}

function anchorOf(schema: Schema, anchors: Anchors): string | undefined {
  const refs = [schema, ...(schema.anyOf ?? [])].flatMap(({ $ref }) => ($ref ? [schemaName($ref)] : []))
  return refs.map((name) => anchors.get(name)).find((anchor) => anchor !== undefined)
}

function typeOf(schema: Schema, anchors: Anchors): string {
  const anchor = anchorOf(schema, anchors)
  const orNull = isNullable(schema) ? ' or null' : ''
  if (anchor) return `[object](${anchor})${orNull}`
  const inner = inside(schema)
  if (inner.items) return `list of ${typeOf(inner.items, anchors)}`
  return `${[inner.type ?? 'object'].flat().join(' or ')}${orNull}`
}

/** A field's description, values and limits, without repeating what the description already says. */
function textOf(schema: Schema, isRequest: boolean): string {
  const inner = inside(schema)
  const own = schema.description ?? inner.description ?? ''
  const { default: value, ...limited } = { ...inner, ...schema }
  const limits = limitsOf({ ...limited, ...(isRequest && { default: value }) }).filter((limit) => !own.includes(limit))
  const { deprecated, 'x-added-in': version } = { ...inner, ...schema }
  const life = [deprecated ? '**Deprecated.**' : '', version === undefined ? '' : `Since release ${version}.`]
  return [...life, own, valuesOf(inner, own), limits.length > 0 ? `Limits: ${limits.join('; ')}.` : '']
    .filter((part) => part !== '')
    .join(' ')
}

function valuesOf(schema: Schema, description: string): string {
  if (schema.const !== undefined) return `Always ${code(schema.const)}.`
  const values = schema.enum?.map(code) ?? []
  return values.every((value) => description.includes(value)) ? '' : `One of ${values.join(', ')}.`
}
