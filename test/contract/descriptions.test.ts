import t from 'tap'
import { contractDocument } from '../support/contract-document.ts'

// Integrators and their tools read the document without our pages, so each part of it explains itself.

const { info, tags, paths, webhooks, components } = contractDocument

t.test('everything in the document that can have a description has one', async (t) => {
  const described = new Map<string, unknown>([
    ['info', info['description']],
    ...tags.map((tag): [string, unknown] => [`tag ${tag.name}`, tag.description]),
  ])
  for (const [name, scheme] of Object.entries(components.securitySchemes))
    described.set(`security scheme ${name}`, scheme['description'])
  for (const [name, schema] of Object.entries(components.schemas)) {
    described.set(`schema ${name}`, schema.description)
    collectProperties(described, `schema ${name}`, schema)
  }
  for (const [path, item] of [...Object.entries(paths), ...Object.entries(webhooks)]) {
    for (const [method, operation] of Object.entries(item)) {
      const place = `${method.toUpperCase()} ${path}`
      described.set(place, operation.description)
      described.set(`${place} summary`, operation.summary)
      for (const { name, description } of operation.parameters) described.set(`${place} ${name}`, description)
      for (const [status, { description, headers = {} }] of Object.entries(operation.responses)) {
        described.set(`${place} ${status}`, description)
        for (const [name, header] of Object.entries(headers)) {
          described.set(`${place} ${status} ${name}`, header.description)
        }
      }
      collectProperties(described, place, operation)
    }
  }
  t.ok(described.size > 700, 'the test finds the descriptions')
  t.same(
    [...described].filter(([, description]) => !isText(description)).map(([place]) => place),
    [],
  )
})

/** The properties of a schema, wherever it is in a value. */
function collectProperties(described: Map<string, unknown>, place: string, value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, child] of Object.entries(value)) {
    if (key === 'example' || key === 'examples') continue
    if (key === 'properties') {
      for (const [name, property] of Object.entries(child as Record<string, { description?: unknown }>)) {
        described.set(`${place}.${name}`, property.description)
        collectProperties(described, `${place}.${name}`, property)
      }
    } else collectProperties(described, place, child)
  }
}

/** Long enough to say something. */
function isText(text: unknown): boolean {
  return typeof text === 'string' && text.trim().length >= 8
}

t.test('no reply has the description that the emitter writes by default', async (t) => {
  const replies = [...Object.values(paths), ...Object.values(webhooks)].flatMap((item) =>
    Object.values(item).flatMap((operation) =>
      Object.values(operation.responses).map(({ description }) => ({ id: operation.operationId, description })),
    ),
  )
  t.same(
    replies.filter(({ description }) => /^The request has succeeded/.test(description)),
    [],
  )
})
