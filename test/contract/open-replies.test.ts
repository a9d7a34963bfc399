import t from 'tap'
import { operationsOf } from '../../spec/generate/document.ts'
import {
  publishedDocument,
  publishedValidator,
  sealedValidator,
  type SchemaValidator,
} from '../support/contract-document.ts'
import { changedEnums, enumsOfReplies, laterEvents, laterReplies, unknownEvent, type LaterReply } from './tomorrow.ts'

// A validator made from today's document accepts what a later version of the service may send
// (spec/decisions/requests.md#open-replies). The gate refuses the same from the service of today.

function problemOf(validator: SchemaValidator, { method, path, status, body }: LaterReply): string | null {
  const place = ['paths', path, method, 'responses', String(status), 'content', 'application/json', 'schema']
  return validator.problemAt(place, body)
}

t.test('a validator made from the document accepts new fields, values and codes in every reply', async (t) => {
  t.ok(laterReplies.length > 300, `${laterReplies.length} replies`)
  t.same([...changedEnums].sort(), [...enumsOfReplies].sort(), 'every enum of a reply has a new value')
  t.same(
    laterReplies.map((reply) => problemOf(publishedValidator, reply)).filter((problem) => problem !== null),
    [],
  )
})

t.test('the gate refuses each of these replies from the service of today', async (t) => {
  t.same(
    laterReplies
      .filter((reply) => problemOf(sealedValidator, reply) === null)
      .map(({ operation, body }) => ({
        id: operation.operationId,
        body,
      })),
    [],
  )
})

t.test('an error with a status that an operation does not list has the shape of every error', async (t) => {
  const body = laterReplies.find(({ status }) => status === 429)?.body
  for (const { method, path } of operationsOf(publishedDocument)) {
    const place = ['paths', path, method, 'responses', 'default', 'content', 'application/json', 'schema']
    t.equal(publishedValidator.problemAt(place, body), null, `${method} ${path}`)
  }
})

t.test('a receiver that validates deliveries accepts new fields and a new type of event', async (t) => {
  const place = ['components', 'schemas', 'Event']
  t.ok(laterEvents.length >= 10)
  for (const event of [...laterEvents, unknownEvent]) {
    t.equal(publishedValidator.problemAt(place, event), null)
    t.not(sealedValidator.problemAt(place, event), null, 'the gate refuses it')
  }
})

t.test('an event of a known type with wrong data does not pass as an event of an unknown type', async (t) => {
  const [event] = laterEvents as Record<string, unknown>[]
  t.not(publishedValidator.problemAt(['components', 'schemas', 'Event'], { ...event, data: {} }), null)
})

t.test('requests stay strict: an unknown field or value is refused where the reply accepts it', async (t) => {
  const problem = (schema: string, value: unknown): string | null =>
    publishedValidator.problemAt(['components', 'schemas', schema], value)
  const link = { amount: 2500, currency: 'GBP', description: 'Tea' }
  t.equal(problem('PaymentLinkCreateParams', link), null)
  for (const wrong of [{ kind: 'twice' }, { customer: { phone: '1' } }, { added_later: 1 }])
    t.not(problem('PaymentLinkCreateParams', { ...link, ...wrong }), null, JSON.stringify(wrong))
  const session = { amount: 2500, currency: 'GBP' }
  for (const wrong of [{ customer: { mail: 'a' } }, { shipping_address: { street: 'a' } }])
    t.not(problem('CheckoutSessionCreateParams', { ...session, ...wrong }), null, JSON.stringify(wrong))
  const query = operationsOf(publishedDocument).find(({ operation }) => operation.operationId === 'listPaymentLinks')
  const status = query?.operation.parameters.find(({ name }) => name === 'status')
  t.same(status?.schema, { $ref: '#/components/schemas/PaymentLinkStatusInput' })
  t.not(problem('PaymentLinkStatusInput', 'added_later'), null)
})
