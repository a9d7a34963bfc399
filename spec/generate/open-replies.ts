import { otherError, otherEvent } from '../lib/closed-replies.ts'
import {
  errorCodesOf,
  operationsOf,
  reachable,
  resolve,
  type Document,
  type Json,
  type Operation,
  type Response,
  type Schema,
} from './document.ts'
import { repliesOf, separateRequests } from './request-schemas.ts'

/**
 * The document that we publish. Its requests are as strict as the contract. Its replies accept more than the service
 * sends today, so that an integration built from it keeps working when we add a field, a value, an event type or an
 * error code. spec/decisions/requests.md#open-replies
 */
export function openReplies(contract: Document): Document {
  const document = structuredClone(contract)
  const errors = operationsOf(document).flatMap(({ operation }) => errorResponses(document, operation))
  separateRequests(document, isClosed)
  for (const name of reachable(document, repliesOf(document))) openSchema(component(document, name))
  if (document.components.schemas['Event']) openEvents(document, document.components.schemas['Event'])
  openErrors(document, errors)
  document.components.schemas = Object.fromEntries(
    Object.entries(document.components.schemas).sort(([a], [b]) => (a < b ? -1 : 1)),
  )
  return document
}

function component(document: Document, name: string): Schema {
  return resolve(document, { $ref: name })
}

function isClosed(schema: Schema): boolean {
  return schema.enum !== undefined || (schema.properties !== undefined && schema.additionalProperties === false)
}

function openSchema(schema: Schema): void {
  if (schema.properties && schema.additionalProperties === false) delete schema.additionalProperties
  if (!schema.enum) return
  const { enum: values } = schema
  delete schema.enum
  delete schema.type
  schema.anyOf = [
    { type: 'string', enum: values },
    { type: 'string', description: 'A value that this document does not list yet.' },
  ]
}

/**
 * Without the discriminator: generators make it a check that refuses an event of another type. Each event has its type
 * as a constant, so nothing is lost.
 */
function openEvents(document: Document, event: Schema & { discriminator?: Json }): void {
  const known = event.oneOf ?? []
  const first = known[0] ? resolve(document, known[0]) : undefined
  if (!first?.properties?.data) throw new Error('Bug: the contract has no event')
  const types = known.map((option) => resolve(document, option).properties?.type?.const ?? null)
  document.components.schemas[otherEvent] = {
    type: 'object',
    required: first.required ?? [],
    properties: {
      ...first.properties,
      type: {
        type: 'string',
        not: { enum: types },
        description: 'A type that this document does not list yet.',
      },
      data: { type: 'object', description: 'What the event is about.' },
    },
    description: 'An event of a type that this document does not list yet. Answer it with 200, and skip it.',
  }
  delete event.oneOf
  delete event.discriminator
  event.anyOf = [...known, { $ref: `#/components/schemas/${otherEvent}` }]
}

function errorResponses(document: Document, { responses }: Operation): Response[] {
  return Object.values(responses).filter((response) => errorCodesOf(document, response).length > 0)
}

/** A new code can have a status that the operation lists, or one that only `default` covers. */
function openErrors(document: Document, responses: Response[]): void {
  const other = { $ref: `#/components/schemas/${otherError}` }
  const model = structuredClone(component(document, 'InternalError'))
  const fields = model.properties?.error?.properties
  if (!fields) throw new Error('Bug: an error has no fields')
  fields.code = { type: 'string', description: 'A code that this document does not list yet for this reply.' }
  document.components.schemas[otherError] = {
    ...model,
    description:
      'An error whose code this document does not list yet. Decide by the status, and log `message` and `fix`.',
  }
  for (const { content } of responses) {
    const media = content?.['application/json']
    if (media) media.schema = { anyOf: [...(media.schema.anyOf ?? [media.schema]), other] }
  }
  for (const { operation } of operationsOf(document)) {
    const { '500': fault } = operation.responses
    operation.responses.default = {
      description: 'An error with a status that this document does not list yet.',
      ...(fault?.headers && { headers: { 'Request-Id': structuredClone(fault.headers['Request-Id'] as never) } }),
      content: { 'application/json': { schema: other } },
    }
  }
}
