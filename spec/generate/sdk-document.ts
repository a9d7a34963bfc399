import { innermost, limitsOf, withoutNull } from '../lib/schemas.ts'
import { reachable, resolve, type Document, type Schema } from './document.ts'
import { answerSchema, bodySchema, parametersName, locationOfParameters, type SdkOperation } from './sdk-operations.ts'

/** The component that stands for every value of an enum that a later service may add. */
export const laterValue = 'LaterValue'

/** Schemas that openapi-typescript turns into the types of the SDK. */
export interface SdkSchemas {
  schemas: Record<string, Schema>
  /** Names of the schemas that callers send. */
  sent: ReadonlySet<string>
}

/**
 * The schemas of the SDK's operations and of events, with what openapi-typescript does not read from a contract: enums
 * of replies are open, each query has a schema, and each comment names the limits.
 */
export function sdkSchemas(document: Document, operations: SdkOperation[]): SdkSchemas {
  const all: Document = structuredClone(document)
  const { schemas } = all.components
  schemas['Event'] = eventUnion(all)
  const queries = operations.flatMap((entry) => querySchema(entry))
  const answers = reachable(all, [
    ...operations.map(({ operation }) => answerSchema(all, operation)),
    { $ref: '#/components/schemas/Event' },
  ])
  const sent = reachable(all, [
    ...operations.map(({ operation }) => bodySchema(operation)),
    ...queries.map(([, schema]) => schema),
  ])
  const components = Object.entries(schemas).filter(([name]) => answers.has(name) || sent.has(name))
  const named = [...components.filter(([, schema]) => !isPrimitive(schema)), ...queries]
  return {
    schemas: {
      ...Object.fromEntries(named.map(([name, schema]) => [name, component(all, schema, answers.has(name))])),
      [laterValue]: { type: 'string' },
    },
    sent: new Set([...sent, ...queries.map(([name]) => name)]),
  }
}

/** Event types stay constants, unlike other enums in replies, so that `switch (event.type)` narrows `data`. */
function eventUnion({ webhooks }: Document): Schema {
  const members = Object.values(webhooks).flatMap((item) => Object.values(item).map(bodySchema))
  return {
    anyOf: members.filter((schema) => schema !== undefined),
    description:
      'An event as delivered to your webhook endpoint. `switch (event.type)` narrows `data`.\n' +
      'Keep a `default` branch for types added later.',
  }
}

function querySchema(entry: SdkOperation): [string, Schema][] {
  const name = parametersName(entry)
  if (name === undefined || locationOfParameters(entry) !== 'query') return []
  const query = entry.operation.parameters.filter((parameter) => parameter.in === 'query')
  const schema: Schema = {
    type: 'object',
    description: `Query of "${entry.operation.summary}".`,
    properties: Object.fromEntries(
      query.map(({ name, description, schema }) => [name, description ? { ...schema, description } : schema]),
    ),
    required: query.filter(({ required }) => required).map(({ name }) => name),
  }
  return [[name, schema]]
}

function component(document: Document, schema: Schema, inReply: boolean): Schema {
  const title = textOf(document, schema, true)
  if (schema.properties) return { ...title, ...objectOf(document, schema, inReply) }
  // Values of an enum stay closed here: a reply opens them where it refers to the enum.
  return { ...title, anyOf: schema.enum ? [{ enum: schema.enum }] : typesOf(document, schema, inReply) }
}

function objectOf(document: Document, { properties = {}, required = [] }: Schema, inReply: boolean): Schema {
  const fields = Object.entries(properties).map(([name, field]): [string, Schema] => [
    name,
    // A union, also of one type, keeps the keywords of the type out of the comment.
    { ...textOf(document, field, inReply), anyOf: typesOf(document, field, inReply) },
  ])
  return { type: 'object', properties: Object.fromEntries(fields), required }
}

/** The types that a schema is a union of, with nothing that makes comments. */
function typesOf(document: Document, schema: Schema, inReply: boolean): Schema[] {
  const { $ref, anyOf, enum: values, items, properties, type, additionalProperties } = schema
  // Accepts values added later without a type error, while editors still suggest the known ones.
  const later = inReply ? [{ $ref: `#/components/schemas/${laterValue}` }] : []
  if ($ref !== undefined) {
    const target = resolve(document, schema)
    if (isPrimitive(target)) return typesOf(document, target, inReply)
    return [{ $ref }, ...(target.enum ? later : [])]
  }
  if (anyOf) return anyOf.flatMap((option) => typesOf(document, option, inReply))
  if (values) return [{ enum: values }, ...later]
  if (schema.const !== undefined) return [{ const: schema.const }]
  if (properties) return [objectOf(document, schema, inReply)]
  const unionOf = (part: Schema): Schema => ({ anyOf: typesOf(document, part, inReply) })
  return [
    {
      ...(type !== undefined && { type }),
      ...(items && { items: unionOf(items) }),
      ...(typeof additionalProperties === 'object' && { additionalProperties: unionOf(additionalProperties) }),
    },
  ]
}

function isPrimitive(schema: Schema): boolean {
  return !schema.enum && !schema.anyOf && [schema.type].flat().every((type) => type !== 'object' && type !== undefined)
}

/**
 * The description and the limits; a default only where the caller may leave the value out. openapi-typescript writes a
 * title without a tag before it.
 */
function textOf(document: Document, schema: Schema, inReply: boolean): Schema & { title?: string } {
  const base = innermost(schema, (ref) => resolve(document, { $ref: ref }))
  const description = schema.description ?? (isPrimitive(withoutNull(base)) ? base.description : undefined)
  const { default: value, ...limited } = { ...base, ...schema }
  const limits = limitsOf({ ...limited, ...(!inReply && { default: value }) })
  if (limited.format && description === undefined) limits.push(`format ${limited.format}`)
  const title = [description, limits.length > 0 ? `Limits: ${limits.join('; ')}.` : undefined]
    .filter((part) => part !== undefined)
    .join('\n')
  return title === '' ? {} : { title }
}
