import { operationsOf, reachable, refName, resolve, type Document, type Json, type Schema } from './document.ts'

/** Components that only requests use, so that a rule for requests changes no reply. */

function requestsOf(document: Document): unknown[] {
  return operationsOf(document).map(({ operation }) => [operation.requestBody, operation.parameters])
}

/** Replies, and the deliveries to a receiver. */
export function repliesOf(document: Document): unknown[] {
  return [operationsOf(document).map(({ operation }) => operation.responses), Object.values(document.webhooks)]
}

/**
 * Gives requests a copy, `…Input`, of each component that they share with replies and that needs one, or that leads to
 * one that does.
 */
export function separateRequests(document: Document, needsCopy: (schema: Schema) => boolean): void {
  const component = (name: string): Schema => resolve(document, { $ref: name })
  const inReplies = reachable(document, repliesOf(document))
  const shared = [...reachable(document, requestsOf(document))].filter(
    (name) =>
      inReplies.has(name) && [name, ...reachable(document, component(name))].some((used) => needsCopy(component(used))),
  )
  const copies = shared.map((name) => [inputName(name), structuredClone(component(name))] as const)
  for (const [name, schema] of copies) {
    if (document.components.schemas[name]) throw new Error(`Bug: the contract has a component ${name} of its own`)
    document.components.schemas[name] = schema
  }
  const refer = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(refer)
    if (value === null || typeof value !== 'object') return
    for (const [key, child] of Object.entries(value as Json)) {
      if (key === '$ref' && typeof child === 'string' && shared.includes(refName(child)))
        (value as Schema).$ref = inputName(child)
      else if (key !== 'example' && key !== 'examples') refer(child)
    }
  }
  const ofRequestsAlone = [...reachable(document, requestsOf(document))].filter((name) => !inReplies.has(name))
  refer(requestsOf(document))
  refer(ofRequestsAlone.map(component))
  refer(copies.map(([, schema]) => schema))
}

/** Of a name, or of a reference to it. */
function inputName(name: string): string {
  return `${name}Input`
}

/**
 * The document with null allowed in each optional field of a body. Many programs write null there, and validation takes
 * it as absent, so our own types come from the document without it. spec/decisions/requests.md#values-in-requests
 */
export function acceptNulls(contract: Document): Document {
  const document = structuredClone(contract)
  separateRequests(document, ({ properties }) => properties !== undefined)
  const bodies = operationsOf(document).map(({ operation }) => operation.requestBody)
  for (const name of reachable(document, bodies)) {
    const schema = resolve(document, { $ref: name })
    if (!schema.properties) continue
    const required = schema.required ?? []
    schema.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([field, rule]) => [field, required.includes(field) ? rule : orNull(rule)]),
    )
  }
  return document
}

/** A field of the contract with `x-refuses-null` stays as it is. */
function orNull(schema: Schema): Schema {
  const { 'x-refuses-null': refusesNull, ...rest } = schema
  if (refusesNull) return rest
  const { description, default: value, $ref, anyOf, type, ...limits } = rest
  const about = { ...(description !== undefined && { description }), ...(value !== undefined && { default: value }) }
  if ($ref !== undefined) return { anyOf: [{ $ref }, { type: 'null' }], ...limits, ...about }
  if (typeof type !== 'string' || schema.enum || anyOf)
    throw new Error(`Bug: an optional field of a request has one type, and no null: ${JSON.stringify(schema)}`)
  return { type: [type, 'null'], ...limits, ...about }
}
