import { table } from '../markdown-table.ts'
import { schemaName, schemaNamed } from './contract.ts'
import type { Json, Parameter, Schema } from './contract.ts'

/** The page and anchor of each schema that has its own section, by name. Other places link there. */
export type Places = ReadonlyMap<string, string>

/** Every field that a caller may send; nested fields are named like `customer.email`. */
export function requestFields(schema: Schema): string {
  return table(['Field', 'Type', 'What it is'], rowsOf(schema, '', new Map(), true))
}

/** Every field of a reply; nested fields are named like `payment.card_brand`. */
export function answerFields(schema: Schema, places: Places): string {
  return table(['Field', 'Type', 'What it is'], rowsOf(schema, '', places, false))
}

export function parameterTable(parameters: readonly Parameter[]): string {
  const rows = parameters.map(({ name, required, description, schema }) => [
    `\`${name}\``,
    `${typeOf(schema, new Map())}${mark(required)}`,
    textOf({ ...schema, ...(description && { description }) }, true),
  ])
  return table(['Parameter', 'Type', 'What it is'], rows)
}

function rowsOf(schema: Schema, prefix: string, places: Places, isRequest: boolean): string[][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`
    const isRequired = isRequest && schema.required?.includes(name) === true
    const row = [`\`${path}\``, `${typeOf(field, places)}${mark(isRequired)}`, textOf(field, isRequest)]
    return [row, ...rowsInside(field, path, places, isRequest)]
  })
}

/** Marks required fields of a request. Replies contain every field, so they need no mark. */
function mark(isRequired: boolean): string {
  return isRequired ? ', **required**' : ''
}

function rowsInside(field: Schema, path: string, places: Places, isRequest: boolean): string[][] {
  const inner = innermost(field)
  if (inner.items)
    return placeOf(inner.items, places) ? [] : rowsOf(innermost(inner.items), `${path}[].`, places, isRequest)
  return placeOf(field, places) ? [] : rowsOf(inner, `${path}.`, places, isRequest)
}

/** The schema with its references resolved and without `null`. */
function innermost(schema: Schema): Schema {
  if (schema.$ref) return innermost(schemaNamed(schemaName(schema.$ref)))
  const others = schema.anyOf?.filter(({ type }) => type !== 'null') ?? []
  return others.length === 1 && others[0] ? innermost(others[0]) : schema
}

function placeOf(schema: Schema, places: Places): string | undefined {
  const refs = [schema, ...(schema.anyOf ?? [])].flatMap(({ $ref }) => ($ref ? [schemaName($ref)] : []))
  return refs.map((name) => places.get(name)).find((place) => place !== undefined)
}

function typeOf(schema: Schema, places: Places): string {
  const place = placeOf(schema, places)
  const orNull = isNullable(schema) ? ' or null' : ''
  if (place) return `[object](${place})${orNull}`
  const inner = innermost(schema)
  if (inner.items) return `list of ${typeOf(inner.items, places)}`
  const type = [inner.type ?? 'object']
    .flat()
    .filter((name) => name !== 'null')
    .join(' or ')
  return `${type}${orNull}`
}

function isNullable(schema: Schema): boolean {
  return [schema.type].flat().includes('null') || schema.anyOf?.some(({ type }) => type === 'null') === true
}

/** A field's description, values and limits, without repeating what the description already says. */
function textOf(schema: Schema, isRequest: boolean): string {
  const inner = innermost(schema)
  const own = schema.description ?? inner.description ?? ''
  const limits = limitsOf({ ...inner, ...schema }, isRequest).filter((limit) => !own.includes(limit))
  return [own, valuesOf(inner, own), limits.length > 0 ? `Limits: ${limits.join('; ')}.` : '']
    .filter((part) => part !== '')
    .join(' ')
}

function valuesOf(schema: Schema, description: string): string {
  if (schema.const !== undefined) return `Always ${code(schema.const)}.`
  const values = schema.enum?.map(code) ?? []
  return values.every((value) => description.includes(value)) ? '' : `One of ${values.join(', ')}.`
}

function code(value: Json): string {
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``
}

function limitsOf(schema: Schema, isRequest: boolean): string[] {
  const { minimum, maximum, minLength, maxLength, maxProperties } = schema
  return [
    range(minimum, maximum, ''),
    minLength !== undefined && minLength === maxLength
      ? `exactly ${minLength} characters`
      : range(minLength, maxLength, ' characters'),
    range(undefined, maxProperties, ' entries'),
    schema.default === undefined || !isRequest ? '' : `default ${code(schema.default)}`,
  ].filter((limit) => limit !== '')
}

function range(low: number | undefined, high: number | undefined, unit: string): string {
  const text = (value: number): string => value.toLocaleString('en-GB')
  if (low !== undefined && high !== undefined) return `${text(low)} to ${text(high)}${unit}`
  if (high !== undefined) return `at most ${text(high)}${unit}`
  return low === undefined ? '' : `at least ${text(low)}${unit}`
}
