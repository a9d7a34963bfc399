import t from 'tap'
import type { Document, Schema } from '../../spec/generate/document.ts'
import { additions, breakingChanges } from '../../spec/released/compare.ts'
import { declaredChanges, releasedDocuments } from '../../spec/released/released.ts'
import { merchantDocument } from '../support/contract-document.ts'

// The check of the contract names what breaks the integrations that were built with the released document, and nothing
// else.

const create = 'POST /v1/checkout/sessions:'
const schemaOf = ({ components }: Document, name: string): Schema => components.schemas[name] ?? {}
const fieldOf = (document: Document, name: string, field: string): Schema =>
  schemaOf(document, name).properties?.[field] ?? {}
const remove = (document: Document, name: string, field: string): void => {
  const schema = schemaOf(document, name)
  const { [field]: _, ...others } = schema.properties ?? {}
  Object.assign(schema, { properties: others, required: schema.required?.filter((known) => known !== field) })
}
const operation = (document: Document, path: string, method: string) => {
  const found = document.paths[path]?.[method]
  if (!found) throw new Error(`${method} ${path} does not exist`)
  return found
}

/** What somebody might do to the contract, and how the check names it. */
const breaking: readonly [string, (document: Document) => void][] = [
  [
    'POST /v1/checkout/sessions/{id}/expire: the call is gone',
    ({ paths }) => delete paths['/v1/checkout/sessions/{id}/expire'],
  ],
  [
    `${create} \`operationId\` is makeSession instead of createCheckoutSession`,
    (document) => (operation(document, '/v1/checkout/sessions', 'post').operationId = 'makeSession'),
  ],
  [
    `${create} another kind of key is needed`,
    (document) => (operation(document, '/v1/checkout/sessions', 'post').security = []),
  ],
  [
    `${create} header \`Idempotency-Key\` is now required`,
    (document) =>
      operation(document, '/v1/checkout/sessions', 'post').parameters.forEach((header) => (header.required = true)),
  ],
  [
    `${create} header \`Idempotency-Key\` is gone`,
    (document) => (operation(document, '/v1/checkout/sessions', 'post').parameters = []),
  ],
  [
    `${create} header \`Idempotency-Key\` \`maxLength\` is \`64\` instead of \`255\``,
    (document) =>
      operation(document, '/v1/checkout/sessions', 'post').parameters.forEach(({ schema }) => (schema.maxLength = 64)),
  ],
  [`${create} body.reference is gone`, (document) => remove(document, 'CheckoutSessionCreateParams', 'reference')],
  [
    `${create} body.reference is now required`,
    (document) => schemaOf(document, 'CheckoutSessionCreateParams').required?.push('reference'),
  ],
  [
    `${create} body.reference \`maxLength\` is \`100\` instead of \`255\``,
    (document) => (fieldOf(document, 'CheckoutSessionCreateParams', 'reference').maxLength = 100),
  ],
  [
    `${create} body.reference no longer accepts the type null`,
    (document) => (fieldOf(document, 'CheckoutSessionCreateParams', 'reference').type = 'string'),
  ],
  [`${create} reply.reference is gone`, (document) => remove(document, 'CheckoutSession', 'reference')],
  [
    `${create} reply.reference can now be absent`,
    (document) => {
      const schema = schemaOf(document, 'CheckoutSession')
      schema.required = schema.required?.filter((name) => name !== 'reference') ?? []
    },
  ],
  [
    `${create} reply.amount can now be the type string`,
    (document) =>
      (document.components.schemas['CheckoutSession']!.properties!['amount'] = {
        type: ['integer', 'string'],
      } as Schema),
  ],
  [
    `${create} reply.object can now be \`"session"\``,
    (document) => (fieldOf(document, 'CheckoutSession', 'object').const = 'session'),
  ],
  [
    `${create} the header \`Request-Id\` of the reply is gone`,
    (document) => delete operation(document, '/v1/checkout/sessions', 'post').responses['200']?.headers?.['Request-Id'],
  ],
  [
    'POST /v1/test_helpers/checkout/sessions/{id}/pay: body.card no longer accepts `"declined"`',
    (document) => {
      const scenario = schemaOf(document, 'CardScenario')
      scenario.enum = scenario.enum?.filter((value) => value !== 'declined') ?? []
    },
  ],
  ['Event session.failed is gone', ({ webhooks }) => delete webhooks['session.failed']],
  [
    'Event session.completed: the header `webhook-id` is gone',
    ({ webhooks }) => {
      const delivery = webhooks['session.completed']!['post']!
      delivery.parameters = delivery.parameters.filter(({ name }) => name !== 'webhook-id')
    },
  ],
  [
    'Event session.completed:.data.reference is gone',
    (document) => remove(document, 'CheckoutSessionData', 'reference'),
  ],
  ['Error `rate_limited` is gone', (document) => delete document['x-error-codes']['rate_limited']],
  [
    'Error `rate_limited` has status 503 instead of 429',
    (document) => (document['x-error-codes']['rate_limited']!.status = 503),
  ],
]

t.test('each change that breaks an integration is named, with its place', async (t) => {
  for (const [sentence, change] of breaking) {
    const after = structuredClone(merchantDocument)
    change(after)
    const found = breakingChanges(merchantDocument, after)
    t.ok(found.includes(sentence), `${sentence}\nfound: ${found.slice(0, 3).join('\n')}`)
  }
})

t.test('what the policy allows breaks nothing, and is listed as an addition', async (t) => {
  const after = structuredClone(merchantDocument)
  const session = schemaOf(after, 'CheckoutSession')
  Object.assign(session.properties ?? {}, { later: { type: 'string' } })
  session.required?.push('later')
  schemaOf(after, 'CheckoutSessionStatus').anyOf?.[0]?.enum?.push('later')
  Object.assign(schemaOf(after, 'CheckoutSessionCreateParams').properties ?? {}, { later: { type: 'string' } })
  fieldOf(after, 'CheckoutSessionCreateParams', 'reference').maxLength = 500
  after.paths['/v1/later'] = { get: { ...operation(after, '/v1/refunds', 'get'), summary: 'Later' } }
  after.webhooks['session.later'] = structuredClone(after.webhooks['session.failed'] ?? {})
  after['x-error-codes']['later'] = { ...after['x-error-codes']['not_found']!, status: 409 }
  fieldOf(after, 'CheckoutSession', 'reference').description = 'Other words.'
  t.same(breakingChanges(merchantDocument, after), [])
  t.same(additions(merchantDocument, after).sort(), [
    'the call `GET /v1/later`: Later',
    'the error `later`',
    'the event `session.later`',
    'the field `CheckoutSession.later`',
    'the field `CheckoutSessionCreateParams.later`',
  ])
})

t.test('a change of what only one side may do breaks only that side', async (t) => {
  const shorter = structuredClone(merchantDocument)
  fieldOf(shorter, 'Refund', 'reason').maxLength = 10
  t.same(breakingChanges(merchantDocument, shorter), [], 'a reply may become shorter')
  const longer = structuredClone(merchantDocument)
  fieldOf(longer, 'Refund', 'amount').maximum = 5
  t.not(breakingChanges(longer, merchantDocument).length, 0, 'a reply may not become longer than a validator allows')
})

t.test('today breaks no release, except for what is declared', async (t) => {
  const declared = declaredChanges()
  const newest = releasedDocuments().at(-1)
  t.ok(newest, 'there is a release')
  const found = newest ? breakingChanges(newest.document, merchantDocument) : []
  t.same(
    found.filter((change) => declared[change] === undefined),
    [],
  )
  t.same(
    releasedDocuments().filter(({ version, document }) => document.info['version'] !== version),
    [],
  )
})
