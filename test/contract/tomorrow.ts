import {
  operationsOf,
  reachable,
  resolve,
  type JsonValue,
  type Operation,
  type Schema,
} from '../../spec/generate/document.ts'
import { contractDocument } from '../support/contract-document.ts'

// Replies and deliveries as a later version of the service may send them: made from today's examples, with a new field
// in each object, a new value of each enum, a new event type and new error codes.

export interface LaterReply {
  readonly operation: Operation
  readonly method: string
  readonly path: string
  readonly status: number
  readonly body: JsonValue
}

const addedValue = 'added_later'
const addedField = { added_later: { count: 1 } }

/** An event of a type that comes later. */
export const unknownEvent: JsonValue = {
  id: 'evt_01k9m2v7q4x8z3b6n5c1d0f7gh',
  type: `session.${addedValue}`,
  created: '2026-11-21T10:17:02.412Z',
  livemode: false,
  data: { object: addedValue },
  ...addedField,
}

/** The components of replies that are enums, and those that some later reply has given a new value. */
export const changedEnums = new Set<string>()
export const enumsOfReplies = [
  ...reachable(contractDocument, [
    operationsOf(contractDocument).map(({ operation }) => operation.responses),
    Object.values(contractDocument.webhooks),
  ]),
].filter((name) => contractDocument.components.schemas[name]?.enum)

/** Each reply of each operation, successes and errors. */
export const laterReplies: readonly LaterReply[] = operationsOf(contractDocument).flatMap(
  ({ method, path, operation }) =>
    Object.entries(operation.responses).flatMap(([status, { content }]) => {
      const media = content?.['application/json']
      if (!media) return []
      const today = media.examples ? Object.values(media.examples).map(({ value }) => value) : [media.example ?? null]
      const later = today.map((example) => laterValue(media.schema, example))
      const bodies = Number(status) < 400 ? later : [...later, withCode(later[0] ?? null)]
      return bodies.map((body) => ({ operation, method, path, status: Number(status), body }))
    }),
)

/** A delivery of each event type of today. */
export const laterEvents: readonly JsonValue[] = Object.values(contractDocument.webhooks).flatMap((item) => {
  const media = item.post?.requestBody?.content['application/json']
  return media ? [laterValue(media.schema, media.example ?? null)] : []
})

function withCode(body: JsonValue): JsonValue {
  const { error } = body as { error: Record<string, JsonValue> }
  return { error: { ...error, code: addedValue } }
}

function laterValue(schema: Schema, value: JsonValue): JsonValue {
  const name = schema.$ref?.split('/').at(-1)
  const found = resolve(contractDocument, schema)
  if (found.anyOf) return laterOption(found.anyOf, value)
  if (found.enum) {
    if (name) changedEnums.add(name)
    return addedValue
  }
  if (Array.isArray(value) && found.items) {
    const { items } = found
    const isEvents = items.$ref?.endsWith('/Event')
    return [...value.map((item) => laterValue(items, item)), ...(isEvents ? [unknownEvent] : [])]
  }
  if (!found.properties) return value
  const isEmpty = value === null || Object.keys(value).length === 0
  const sample = ((isEmpty && found.examples?.[0]) || value) as Record<string, JsonValue> | null
  if (!sample) return null
  const fields = Object.entries(found.properties).flatMap(([key, property]) =>
    key in sample ? [[key, laterValue(property, sample[key] ?? null)]] : [],
  )
  return { ...(Object.fromEntries(fields) as Record<string, JsonValue>), ...addedField }
}

/** A null becomes an object or enum value where there can be one, so that the new field or value appears there too. */
function laterOption(options: readonly Schema[], value: JsonValue): JsonValue {
  const others = options.filter(({ type }) => type !== 'null')
  const option = others.length === 1 ? others[0] : others.find((candidate) => isOfKind(candidate, value))
  if (!option) throw new Error(`Bug: no alternative of the contract fits ${JSON.stringify(value)}`)
  const { enum: values, properties } = resolve(contractDocument, option)
  return value === null && !values && !properties ? null : laterValue(option, value)
}

/** Whether a constant of the schema, such as an event's type or an error's code, is in the value. */
function isOfKind(schema: Schema, value: JsonValue): boolean {
  const { type, error } = resolve(contractDocument, schema).properties ?? {}
  const { type: ownType, error: ownError } = value as { type?: JsonValue; error?: { code?: JsonValue } }
  return error ? error.properties?.code?.const === ownError?.code : type?.const === ownType
}
