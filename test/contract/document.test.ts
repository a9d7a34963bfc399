import t, { type Test } from 'tap'
import { errorCatalogue } from '../../generated/errors.ts'
import { eventTypes, operations } from '../../generated/operations.ts'
import {
  errorCodesOf,
  operationsOf,
  refName,
  resolve,
  type Operation,
  type Response,
} from '../../spec/generate/document.ts'
import { signatureHeader, standardHeaders } from '../../server/webhooks/signing.ts'
import { sampleSecret } from '../../spec/lib/sample-secret.ts'
import { plainEnums } from '../../spec/lib/plain-enums.ts'
import { contractDocument, merchantDocument, publishedDocument, sealedValidator } from '../support/contract-document.ts'
import {
  additionalEvents,
  codesOfAllCalls,
  codesOfKeyedCalls,
  codesOfRestrictedKeys,
  furtherCodes,
  keyedOperations,
  resourcesOfOptionalFields,
  specifiedCodes,
  specifiedEvents,
  specifiedLimits,
  specifiedOperations,
  specifiedResources,
} from './specification.ts'

const listed = operationsOf(contractDocument)
const webhooks = Object.entries(contractDocument.webhooks).flatMap(([name, item]) =>
  item.post ? [{ name, operation: item.post }] : [],
)

t.test('the document is OpenAPI 3.1 with a title, version and description', async (t) => {
  t.match(contractDocument.openapi, /^3\.1\./)
  t.match(contractDocument.info, { title: String, version: String, description: String })
  t.same(
    contractDocument.servers.map((server) => server.url),
    ['/'],
    'the committed file has no address of a server',
  )
})

t.test('each sample delivery is signed over its own body with the published secret', async (t) => {
  for (const { name, operation } of webhooks) {
    const sample = Object.fromEntries(operation.parameters.map(({ name, example }) => [name, example]))
    const event = operation.requestBody?.content['application/json'].example as { id: string }
    const [body, at] = [JSON.stringify(event), new Date(Number(sample['webhook-timestamp']) * 1000)]
    const own = { 'Service-Signature': signatureHeader(sampleSecret, at, body), 'Service-Event-Id': event.id }
    t.same(sample, { ...own, ...standardHeaders([sampleSecret], at, event.id, body) }, name)
  }
})

t.test('the example of a reply shows what its call leads to', async (t) => {
  const expected: Record<string, string> = {
    createCheckoutSession: 'open',
    expireCheckoutSession: 'expired',
    testPaySession: 'paid',
    testExpireSession: 'expired',
    testDisputeSession: 'disputed',
    testCloseDispute: 'paid',
    createPaymentLink: 'active',
    deactivatePaymentLink: 'deactivated',
    testPayLink: 'paid',
    testExpirePaymentLink: 'expired',
    testDuplicateLinkPayment: 'paid',
    testSettleRefund: 'succeeded',
    testReverseRefund: 'failed',
  }
  const shown = listed
    .filter(({ operation }) => operation.operationId in expected)
    .map(({ operation }) => {
      const example = operation.responses['200']?.content?.['application/json'].example as { status: string }
      return [operation.operationId, example.status]
    })
  t.same(Object.fromEntries(shown), expected)
})

/** Only the document for integrators says what came after the first release. */
function withoutMarks(document: typeof merchantDocument): typeof merchantDocument {
  const text = JSON.stringify(document)
  return JSON.parse(text, (key, value: unknown) => (key === 'x-added-in' ? undefined : value)) as typeof document
}

t.test('the document for integrators is the contract without the calls of our form', async (t) => {
  const integrators = withoutMarks(merchantDocument)
  const named = integrators.components
  // What has a name there, in the place where it is used.
  const placed = ({ responses, ...operation }: Operation) => ({
    ...operation,
    responses: Object.entries(responses).map(([status, { headers, content, description }]) => {
      const { schema, examples, ...media } = content?.['application/json'] ?? {}
      const isNamed = schema?.$ref?.endsWith('Reply') ?? false
      return {
        status,
        ...(status === '200' && { description }),
        headers: JSON.stringify(headers ?? {}).replace(
          '{"$ref":"#/components/headers/RequestId"}',
          JSON.stringify(named.headers?.['RequestId']),
        ),
        schema: schema && isNamed ? resolve(integrators, schema).anyOf : (schema?.anyOf ?? schema),
        examples: Object.values(examples ?? {}).map((example) =>
          '$ref' in example ? named.examples?.[refName(String(example.$ref))] : example,
        ),
        ...media,
      }
    }),
  })
  const all = operationsOf(publishedDocument)
  t.same(
    operationsOf(integrators).map(({ operation }) => placed(operation)),
    all.filter(({ operation }) => !operation['x-internal']).map(({ operation }) => placed(operation)),
  )
  t.same(
    all.filter(({ operation }) => operation['x-internal']).map(({ path }) => path),
    all.map(({ path }) => path).filter((path) => path.startsWith('/v1/form/')),
  )
  t.same(integrators.webhooks, publishedDocument.webhooks)
  for (const [name, schema] of Object.entries(named.schemas))
    if (name !== 'WebhookEndpointSetParams' && !name.endsWith('Reply'))
      t.same(schema, publishedDocument.components.schemas[name], name)
  t.equal(named.schemas['WebhookEndpointSetParams']?.properties?.['url']?.pattern, '^https://')
  const references = JSON.stringify(merchantDocument).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)
  const used = [...references].map(([, kind = '', name = '']) => `${kind} ${name}`)
  const defined = Object.entries(named)
    .filter(([kind]) => kind !== 'securitySchemes')
    .flatMap(([kind, values]) => Object.keys(values as object).map((name) => `${kind} ${name}`))
  t.same([...new Set(used)].sort(), defined.sort(), 'every component is used, and every reference leads to one')
  const [smaller, larger] = [merchantDocument, publishedDocument].map((text) => JSON.stringify(text).length)
  t.ok((smaller ?? 0) < (larger ?? 0) * 0.6, `${smaller} bytes are less than 0.6 times ${larger}`)
})

t.test('with plain enums, no value of a reply has an alternative, and all else is the same', async (t) => {
  const plain = plainEnums(merchantDocument)
  const { status } = plain.components.schemas['CheckoutSession']?.properties ?? {}
  t.same(resolve(plain, status ?? {}).enum, resolve(contractDocument, status ?? {}).enum)
  const open = /"anyOf":\[\{"type":"string","enum"/
  t.match(JSON.stringify(merchantDocument), open)
  t.notMatch(JSON.stringify(plain), open)
  t.same(Object.keys(plain.components.schemas), Object.keys(merchantDocument.components.schemas))
  t.same(plain.paths, merchantDocument.paths)
})

t.test('the catalogue has every code of the specification with its status, message, fix and cause', async (t) => {
  t.same(Object.keys(errorCatalogue).sort(), Object.keys(specifiedCodes).sort())
  for (const [code, entry] of Object.entries(errorCatalogue)) {
    t.equal(entry.status, specifiedCodes[code], `${code} has its status`)
    for (const text of [entry.message, entry.fix, entry.cause])
      t.match(text, /^[A-Z`].{10,}\.$/, `${code}: texts are whole sentences`)
  }
})

t.test('the document lists the whole catalogue of codes, unauthorized included', async (t) => {
  const listedCodes = contractDocument['x-error-codes']
  t.same(Object.keys(listedCodes).sort(), Object.keys(specifiedCodes).sort())
  for (const [code, { status, message, fix, cause }] of Object.entries(errorCatalogue))
    t.same(listedCodes[code], { status, message, fix, cause }, code)
  const answered = listed.flatMap(({ operation }) =>
    Object.values(operation.responses).flatMap((response) => errorCodesOf(contractDocument, response)),
  )
  t.notOk(answered.includes('unauthorized'), 'no operation answers unauthorized')
})

t.test('every code is listed under its own status, with an example', async (t) => {
  for (const { operation } of listed) {
    for (const [status, response] of Object.entries(operation.responses)) {
      for (const code of errorCodesOf(contractDocument, response)) {
        const label = `${operation.operationId} ${status} ${code}`
        // The specification leaves this code's status open: 500 for a fault, 503 for an outage.
        if (label.endsWith('503 internal_error')) t.ok(response.headers?.['Retry-After'], `${label} says when to retry`)
        else t.equal(Number(status), specifiedCodes[code], `${label} has its status`)
        t.match(
          response.content?.['application/json'].examples?.[code]?.value,
          { error: { code } },
          `${label} has its example`,
        )
      }
    }
  }
})

t.test(
  'the ten specified events and our additions are listed under webhooks, each with an example of its type',
  async (t) => {
    t.equal(specifiedEvents.length, 10)
    const all = [...specifiedEvents, ...additionalEvents].sort()
    t.same(webhooks.map(({ name }) => name).sort(), all)
    t.same([...eventTypes].sort(), all)
    t.same(contractDocument.components.schemas['EventType']?.enum?.toSorted(), all)
    for (const { name, operation } of webhooks) {
      t.match(operation.requestBody?.content['application/json'].example, { type: name })
      t.same(
        operation.parameters.map((parameter) => parameter.name),
        ['Service-Signature', 'Service-Event-Id', 'webhook-id', 'webhook-timestamp', 'webhook-signature'],
        `${name} is signed`,
      )
      t.same(operation.security, [], `${name} has no credential`)
    }
  },
)

t.test(
  'a specified operation lists the codes that the specification gives it or all calls, and no others',
  async (t) => {
    for (const { method, path, operation } of listed) {
      const codes = specifiedOperations[`${method.toUpperCase()} ${path}`]
      if (!codes) continue
      const declared = Object.values(operation.responses).flatMap((response) =>
        errorCodesOf(contractDocument, response),
      )
      t.same(
        codes.filter((code) => !declared.includes(code)),
        [],
        operation.operationId,
      )
      for (const code of ['parameter_invalid', 'rate_limited', 'internal_error'])
        t.ok(declared.includes(code), `${operation.operationId} lists ${code}`)
      const general = operation.parameters.some(({ name }) => name === 'Idempotency-Key')
        ? [...codesOfAllCalls, ...codesOfKeyedCalls]
        : codesOfAllCalls
      const further = furtherCodes[operation.operationId] ?? []
      t.same(
        declared.filter((code) => ![...codes, ...general, ...further, ...codesOfRestrictedKeys].includes(code)),
        [],
        `${operation.operationId} lists no others`,
      )
    }
  },
)

t.test('a resource has exactly the fields of the specification', async (t) => {
  for (const [name, fields] of Object.entries(specifiedResources)) {
    const schema = contractDocument.components.schemas[name]
    if (!schema) return t.fail(`The document has no schema ${name}`)
    t.same(Object.keys(schema.properties ?? {}).sort(), [...fields].sort(), name)
    t.same(
      [...(schema.required ?? [])].sort(),
      resourcesOfOptionalFields.includes(name) ? [] : [...fields].sort(),
      `${name}: always present`,
    )
  }
})

t.test('the schemas have the limits of the specification', async (t) => {
  for (const [component, fields] of Object.entries(specifiedLimits)) {
    const schema = contractDocument.components.schemas[component]
    if (!schema) return t.fail(`The document has no schema ${component}`)
    for (const [field, limits] of Object.entries(fields)) {
      const own = schema.properties?.[field] ?? {}
      const option = own.anyOf?.find((one) => one.$ref) ?? own
      t.match({ ...resolve(contractDocument, option), ...own }, limits, `${component}.${field}`)
    }
  }
  const metadata = contractDocument.components.schemas['Metadata']
  t.match(metadata, { maxProperties: 20, propertyNames: { maxLength: 40 } })
  t.match(contractDocument.components.schemas['MetadataValue'], { type: 'string', maxLength: 500 })
})

t.test('the parameters have the limits of the specification', async (t) => {
  for (const { operation } of listed) {
    for (const { name, schema } of operation.parameters) {
      if (name === 'limit')
        t.match(schema, { type: 'integer', minimum: 1, maximum: 100, default: 20 }, operation.operationId)
      if (name === 'Idempotency-Key')
        t.match(schema, { type: 'string', minLength: 1, maxLength: 255 }, operation.operationId)
    }
  }
})

t.test('each operation takes the credential that the specification names', async (t) => {
  for (const { path, operation } of listed) {
    const expected =
      path === '/v1/sandbox/signup' || path === '/v1/form/encryption_key'
        ? {}
        : path.startsWith('/v1/form/')
          ? { ClientSecret: [] }
          : { SecretKey: [] }
    const isOpenToAll = /^\/v1\/form\/payment_links\//.test(path)
    t.same(operation.security, [isOpenToAll ? {} : expected], operation.operationId)
    const refusals = Object.values(operation.responses).flatMap((response) => errorCodesOf(contractDocument, response))
    for (const code of ['invalid_api_key', 'live_mode_not_enabled'])
      t.equal(refusals.includes(code), 'SecretKey' in expected, `${operation.operationId}: ${code}`)
    t.equal(
      refusals.includes('invalid_client_secret'),
      'ClientSecret' in expected && !isOpenToAll,
      `${operation.operationId}: invalid_client_secret`,
    )
  }
  for (const scheme of Object.values(contractDocument.components.securitySchemes))
    t.match(scheme, { type: 'http', scheme: 'bearer' })
})

t.test(
  'only the specified calls take an Idempotency-Key, and these list request_in_progress and idempotency_conflict',
  async (t) => {
    const keyed = Object.entries(operations)
      .filter(([, operation]) => operation.keyed)
      .map(([, { method, path }]) => `${method} ${path}`)
    const inContract = keyedOperations.filter((name) =>
      listed.some(({ method, path }) => name === `${method.toUpperCase()} ${path}`),
    )
    t.same(keyed.sort(), [...inContract].sort())
    for (const { operation } of listed) {
      const isKeyed = operation.parameters.some(({ name }) => name === 'Idempotency-Key')
      const conflicts = errorCodesOf(contractDocument, operation.responses['409'] ?? { description: '' })
      for (const code of ['idempotency_conflict', 'request_in_progress'])
        t.equal(conflicts.includes(code), isKeyed, `${operation.operationId}: ${code}`)
      t.equal(
        operation.responses['200']?.headers?.['Idempotent-Replayed'] !== undefined,
        isKeyed,
        `${operation.operationId}: Idempotent-Replayed`,
      )
    }
  },
)

t.test('every reply names its request, and 429 says how long to wait', async (t) => {
  for (const { operation } of listed) {
    for (const [status, response] of Object.entries(operation.responses)) {
      t.equal(response.headers?.['Request-Id']?.required, true, `${operation.operationId} ${status}`)
      if (status === '429')
        t.equal(response.headers?.['Retry-After']?.required, true, `${operation.operationId}: Retry-After`)
    }
  }
})

t.test('every parameter, header, body and reply has an example that its schema accepts', async (t) => {
  for (const { method, path, operation } of listed) checkExamples(t, ['paths', path, method], operation)
  for (const { name, operation } of webhooks) checkExamples(t, ['webhooks', name, 'post'], operation)
})

t.test('every example of a component is accepted by the component', async (t) => {
  for (const [name, schema] of Object.entries(contractDocument.components.schemas)) {
    for (const example of schema.examples ?? [])
      t.equal(sealedValidator.problemAt(['components', 'schemas', name], example), null, name)
    for (const [field, property] of Object.entries(schema.properties ?? {})) {
      for (const example of property.examples ?? []) {
        t.equal(
          sealedValidator.problemAt(['components', 'schemas', name, 'properties', field], example),
          null,
          `${name}.${field}`,
        )
      }
    }
  }
})

function checkExamples(t: Test, place: string[], operation: Operation): void {
  for (const [index, parameter] of operation.parameters.entries()) {
    checkExample(t, [...place, 'parameters', String(index)], parameter.example)
    t.ok(parameter.description || parameter.in === 'path', `${operation.operationId} describes ${parameter.name}`)
  }
  const body = operation.requestBody?.content['application/json']
  if (body) checkExample(t, [...place, 'requestBody', 'content', 'application/json'], body.example)
  for (const [status, response] of Object.entries(operation.responses)) {
    // A webhook receiver's reply has neither our headers nor a body.
    if (status !== '2XX') checkExamplesOfReply(t, [...place, 'responses', status], response)
  }
}

function checkExamplesOfReply(t: Test, place: string[], { headers, content }: Response): void {
  for (const [name, { example }] of Object.entries(headers ?? {})) checkExample(t, [...place, 'headers', name], example)
  const media = content?.['application/json']
  const examples = media?.examples ? Object.values(media.examples).map(({ value }) => value) : [media?.example]
  for (const example of examples) checkExample(t, [...place, 'content', 'application/json'], example)
}

function checkExample(t: Test, place: string[], example: unknown): void {
  const label = place.join(' ')
  if (example === undefined) t.fail(`${label} has no example`)
  else t.equal(sealedValidator.problemAt([...place, 'schema'], example), null, label)
}
