import type { Document, JsonValue, Parameter, Schema } from './document.ts'
import { refName, resolve } from './document.ts'

/** Where a type occurs: in a reply, whose enums may grow, in a request, or in both. */
export type Side = 'answer' | 'request' | 'both'

/** A schema as TypeScript. */
export function typeOf(document: Document, schema: Schema, side: Side): string {
  if (schema.$ref) return typeOfRef(document, refName(schema.$ref), side)
  if (schema.anyOf) return [...new Set(schema.anyOf.map((option) => typeOf(document, option, side)))].join(' | ')
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return openEnum(schema.enum.map(literal).join(' | '), side)
  const types = [schema.type ?? 'object'].flat()
  return types.map((type) => ofType(document, type, schema, side)).join(' | ')
}

/** The exported declaration of a component. A string or number has none: its type is written where it is used. */
export function declarationOf(document: Document, name: string, side: Side): string[] {
  const schema = resolve(document, { $ref: name })
  if (isPrimitive(schema)) return []
  const doc = comment(docOf(document, schema, 'answer'))
  if (schema.enum) return [...doc, `export type ${name} = ${schema.enum.map(literal).join(' | ')}`, '']
  if (!schema.properties) return [...doc, `export type ${name} = ${typeOf(document, schema, side)}`, '']
  return [...doc, `export interface ${name} {`, ...fields(document, schema, side), '}', '']
}

/** The exported interface of an operation's query. */
export function queryInterface(document: Document, name: string, summary: string, query: Parameter[]): string[] {
  const schema: Schema = {
    properties: Object.fromEntries(
      query.map(({ name, description, schema }) => [name, description ? { ...schema, description } : schema]),
    ),
    required: query.filter((parameter) => parameter.required).map((parameter) => parameter.name),
  }
  return [
    ...comment([`Query of "${summary}".`]),
    `export interface ${name} {`,
    ...fields(document, schema, 'request'),
    '}',
    '',
  ]
}

/** Lines as a doc comment. */
export function comment(lines: string[], indent = ''): string[] {
  const safe = lines.map((line) => line.replaceAll('*/', '*\\/'))
  if (safe.length === 0) return []
  if (safe.length === 1) return [`${indent}/** ${safe[0]} */`]
  return [`${indent}/**`, ...safe.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`]
}

export function literal(value: JsonValue): string {
  return typeof value === 'string'
    ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
    : JSON.stringify(value)
}

function typeOfRef(document: Document, name: string, side: Side): string {
  const schema = resolve(document, { $ref: name })
  if (isPrimitive(schema)) return typeOf(document, schema, side)
  return schema.enum ? openEnum(name, side) : name
}

/** Accepts values added later without a type error, while editors still suggest the known ones. */
function openEnum(values: string, side: Side): string {
  return side === 'request' ? values : `${values} | (string & {})`
}

function isPrimitive(schema: Schema): boolean {
  return !schema.enum && !schema.anyOf && [schema.type].flat().every((type) => type !== 'object' && type !== undefined)
}

function ofType(document: Document, type: string, schema: Schema, side: Side): string {
  if (type === 'integer') return 'number'
  if (type === 'array') {
    const item = typeOf(document, schema.items ?? {}, side)
    return item.includes(' ') ? `(${item})[]` : `${item}[]`
  }
  if (type !== 'object') return type
  if (schema.properties) return `{\n${fields(document, schema, side, '    ').join('\n')}\n  }`
  const values =
    typeof schema.additionalProperties === 'object' ? typeOf(document, schema.additionalProperties, side) : 'unknown'
  return `Record<string, ${values}>`
}

function fields(document: Document, schema: Schema, side: Side, indent = '  '): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const optional = !schema.required?.includes(name)
    const key = /^[a-z_$][\w$]*$/i.test(name) ? name : literal(name)
    // Callers often pass undefined for a field that they do not set, and JSON leaves it out.
    const absent = optional && side !== 'answer' ? ' | undefined' : ''
    const type = typeOf(document, field, side)
    return [...comment(docOf(document, field, side), indent), `${indent}${key}${optional ? '?' : ''}: ${type}${absent}`]
  })
}

/** The description and the limits of a schema; a default only where the caller may leave the value out. */
function docOf(document: Document, schema: Schema, side: Side): string[] {
  const base = innermost(document, schema)
  const text = schema.description ?? (isPrimitive(base) ? base.description : undefined)
  const limited: Schema = { ...base, ...schema }
  if (side === 'answer') delete limited.default
  const limits = limitsOf(limited, text === undefined)
  return [...(text?.split('\n') ?? []), ...limits]
}

/** The schema that holds the limits: behind references and unions with null. */
function innermost(document: Document, schema: Schema): Schema {
  if (schema.$ref) return innermost(document, resolve(document, schema))
  const [only, ...others] = (schema.anyOf ?? []).filter((option) => option.type !== 'null')
  return only && others.length === 0 ? innermost(document, only) : schema
}

/** Limits in words. The format appears only where no description explains it. */
function limitsOf(schema: Schema, showFormat: boolean): string[] {
  const { minimum, maximum, minLength, maxLength, maxProperties, format } = schema
  const limits = [
    range(minimum, maximum, ''),
    minLength !== undefined && minLength === maxLength
      ? `exactly ${maxLength} characters`
      : range(minLength, maxLength, ' characters'),
    range(undefined, maxProperties, ' entries'),
    format && showFormat ? `format ${format}` : '',
    schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
  ].filter((limit) => limit !== '')
  return limits.length > 0 ? [`Limits: ${limits.join('; ')}.`] : []
}

function range(low: number | undefined, high: number | undefined, unit: string): string {
  const text = (value: number): string => value.toLocaleString('en-GB')
  if (low !== undefined && high !== undefined) return `${text(low)} to ${text(high)}${unit}`
  if (high !== undefined) return `at most ${text(high)}${unit}`
  return low === undefined ? '' : `at least ${text(low)}${unit}`
}
