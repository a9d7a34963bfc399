import { operationsOf, resolve, type Document, type Operation, type Schema } from '../generate/document.ts'
import { SchemaComparison, type Side } from './compare-schemas.ts'

/**
 * Everything in which a document breaks the integrations that were built with an earlier one, a sentence each. It
 * accepts what spec/decisions/requests.md#the-released-contract allows: new calls, fields, events, codes and values.
 */
export function breakingChanges(before: Document, after: Document): string[] {
  return [...changesOfOperations(before, after), ...changesOfEvents(before, after), ...changesOfCodes(before, after)]
}

function changesOfOperations(before: Document, after: Document): string[] {
  const now = new Map(operationsOf(after).map((entry) => [`${entry.method} ${entry.path}`, entry.operation]))
  return operationsOf(before).flatMap(({ method, path, operation }) => {
    const place = `${method.toUpperCase()} ${path}:`
    const other = now.get(`${method} ${path}`)
    if (!other) return [`${place} the call is gone`]
    return [
      ...changedNames(operation, other, place),
      ...changedParameters(before, operation, after, other, place),
      ...changedBody(before, operation, after, other, place),
      ...changedReply(before, operation, after, other, place),
    ]
  })
}

/** Generated clients and our package name their methods by these. */
function changedNames(before: Operation, after: Operation, place: string): string[] {
  return (['operationId', 'x-sdk'] as const)
    .filter((name) => before[name] !== undefined && before[name] !== after[name])
    .map((name) => `${place} \`${name}\` is ${String(after[name])} instead of ${String(before[name])}`)
    .concat(
      JSON.stringify(before.security) === JSON.stringify(after.security)
        ? []
        : [`${place} another kind of key is needed`],
    )
}

function changedParameters(
  before: Document,
  { parameters: old }: Operation,
  after: Document,
  { parameters: now }: Operation,
  place: string,
): string[] {
  const added = now.filter(
    (parameter) => parameter.required && !old.some((known) => isSameParameter(known, parameter) && known.required),
  )
  return [
    ...old.flatMap((parameter) => {
      const other = now.find((candidate) => isSameParameter(candidate, parameter))
      const at = `${place} ${parameter.in} \`${parameter.name}\``
      return other ? compare(before, parameter.schema, after, other.schema, 'request', at) : [`${at} is gone`]
    }),
    ...added.map((parameter) => `${place} ${parameter.in} \`${parameter.name}\` is now required`),
  ]
}

function isSameParameter(one: { name: string; in: string }, other: { name: string; in: string }): boolean {
  return one.name === other.name && one.in === other.in
}

function changedBody(
  before: Document,
  { requestBody: old }: Operation,
  after: Document,
  { requestBody: now }: Operation,
  place: string,
): string[] {
  if (!old) return now?.required ? [`${place} a body is now required`] : []
  if (!now) return [`${place} the body is gone`]
  const [schema, other] = [old.content['application/json'].schema, now.content['application/json'].schema]
  return [
    ...(now.required && !old.required ? [`${place} a body is now required`] : []),
    ...compare(before, schema, after, other, 'request', `${place} body`),
  ]
}

function changedReply(
  before: Document,
  { responses: old }: Operation,
  after: Document,
  { responses: now }: Operation,
  place: string,
): string[] {
  const [reply, other] = [old['200'], now['200']]
  if (!reply) return []
  if (!other) return [`${place} no longer answers 200`]
  const lost = Object.keys(reply.headers ?? {}).filter((name) => !other.headers?.[name])
  const [schema, otherSchema] = [schemaOf(reply.content), schemaOf(other.content)]
  return [
    ...lost.map((name) => `${place} the header \`${name}\` of the reply is gone`),
    ...(schema && otherSchema ? compare(before, schema, after, otherSchema, 'reply', `${place} reply`) : []),
  ]
}

function changesOfEvents(before: Document, after: Document): string[] {
  return Object.entries(before.webhooks).flatMap(([type, item]) => {
    const [old, now] = [item['post'], after.webhooks[type]?.['post']]
    if (!old) return []
    if (!now) return [`Event ${type} is gone`]
    const lost = old.parameters.filter((header) => !now.parameters.some((other) => isSameParameter(other, header)))
    const [schema, other] = [schemaOf(old.requestBody?.content), schemaOf(now.requestBody?.content)]
    return [
      ...lost.map(({ name }) => `Event ${type}: the header \`${name}\` is gone`),
      ...(schema && other ? compare(before, schema, after, other, 'reply', `Event ${type}:`) : []),
    ]
  })
}

function changesOfCodes(before: Document, after: Document): string[] {
  return Object.entries(before['x-error-codes']).flatMap(([code, { status }]) => {
    const now = after['x-error-codes'][code]
    if (!now) return [`Error \`${code}\` is gone`]
    return now.status === status ? [] : [`Error \`${code}\` has status ${now.status} instead of ${status}`]
  })
}

function schemaOf(content: { 'application/json': { schema: Schema } } | undefined): Schema | undefined {
  return content?.['application/json'].schema
}

function compare(
  before: Document,
  schema: Schema,
  after: Document,
  other: Schema,
  side: Side,
  place: string,
): readonly string[] {
  return new SchemaComparison(before, after, side).between(schema, other, place)
}

/** What a document has in addition to an earlier one: calls, events, error codes, and fields of their objects. */
export function additions(before: Document, after: Document): string[] {
  const calls = operationsOf(after)
    .filter(({ method, path }) => !before.paths[path]?.[method])
    .map(({ method, path, operation }) => `the call \`${method.toUpperCase()} ${path}\`: ${operation.summary}`)
  const events = Object.keys(after.webhooks).filter((type) => !before.webhooks[type])
  const codes = Object.keys(after['x-error-codes']).filter((code) => !before['x-error-codes'][code])
  const fields = Object.entries(after.components.schemas).flatMap(([name, { properties = {} }]) => {
    const old = before.components.schemas[name]
    if (!old?.properties) return []
    const known = resolve(before, old).properties ?? {}
    return Object.keys(properties).flatMap((field) => (known[field] ? [] : [`the field \`${name}.${field}\``]))
  })
  return [
    ...calls,
    ...events.map((type) => `the event \`${type}\``),
    ...codes.map((code) => `the error \`${code}\``),
    ...fields,
  ]
}
