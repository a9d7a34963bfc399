import hapi from '@hapi/hapi'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { contractDocument, listedReplies } from '../support/contract-document.ts'
import {
  attachContractHook,
  checkDelivery,
  checkedFetch,
  checkErrorEnvelope,
  checkReply,
  contractFailures,
  type Delivery,
  type Reply,
} from '../support/contract-hook.ts'
import { readCoverage } from '../support/run/coverage.ts'

// Own process: the replies here break the contract on purpose. Separate records keep them from failing the whole run.
const folder = mkdtempSync(join(tmpdir(), 'contract-hook-'))
process.env['CONTRACT_COVERAGE_DIR'] = folder
t.teardown(() => rmSync(folder, { recursive: true }))

const requestId = 'req_01k9m2v7q4x8z3b6n5c1d0f7gh'
const session = contractDocument.paths['/v1/checkout/sessions']?.post?.responses['200']?.content?.['application/json']
  .example as Record<string, unknown>

function reply(changes: Partial<Reply> & { value?: unknown } = {}): Reply {
  const headers = { 'Content-Type': 'application/json; charset=utf-8', 'request-id': requestId, ...changes.headers }
  return {
    method: 'get',
    path: '/v1/checkout/sessions/cs_test_1',
    status: 200,
    body: JSON.stringify(changes.value ?? session),
    ...changes,
    headers,
  }
}

function failure(code: string, changes: object = {}): unknown {
  return { error: { code, message: 'Wrong.', fix: 'Correct it.', request_id: requestId, ...changes } }
}

t.test('a reply that keeps the contract passes and is recorded', async (t) => {
  checkReply(reply())
  checkReply(reply({ method: 'POST', path: '/v1/checkout/sessions?x=1', headers: { 'idempotent-replayed': 'true' } }))
  checkReply(reply({ status: 404, value: failure('session_not_found') }))
  checkReply(reply({ status: 429, value: failure('rate_limited'), headers: { 'retry-after': 1 } }))
  const { neverSeen, failures } = readCoverage(folder)
  t.same(failures, [])
  t.equal(listedReplies().length - neverSeen.filter((line) => !line.startsWith('event ')).length, 4)
  t.notOk(neverSeen.includes('retrieveCheckoutSession 404 session_not_found'))
  t.ok(neverSeen.includes('retrieveCheckoutSession 401 invalid_api_key'))
})

const broken: Record<string, [RegExp, Reply]> = {
  'an unknown property': [/additional properties/, reply({ value: { ...session, secret: 1 } })],
  'an unknown property deep inside': [
    /additional properties/,
    reply({ value: { ...session, customer: { card: '1' } } }),
  ],
  'a value that is not listed': [/allowed values/, reply({ value: { ...session, status: 'added_later' } })],
  'a code that is not listed': [
    /does not match the schema/,
    reply({ status: 404, value: failure('session_not_seen') }),
  ],
  'a missing property': [/required property/, reply({ value: { ...session, metadata: undefined } })],
  'a wrong type': [/must be integer/, reply({ value: { ...session, amount: '2500' } })],
  'a date that does not exist': [/date-time/, reply({ value: { ...session, expires_at: '2026-02-30T00:00:00Z' } })],
  'a status that is not listed': [/does not list/, reply({ status: 201 })],
  'a code of another status': [/does not match the schema/, reply({ status: 404, value: failure('rate_limited') })],
  'a code that the operation does not list': [
    /does not match the schema/,
    reply({ status: 404, value: failure('not_found') }),
  ],
  'no request id': [/no header Request-Id/, reply({ headers: { 'request-id': undefined } })],
  'another request id in the body': [
    /two requests/,
    reply({ status: 404, value: failure('session_not_found', { request_id: 'req_2' }) }),
  ],
  'no Retry-After': [/Retry-After/, reply({ status: 429, value: failure('rate_limited') })],
  'a Retry-After of zero': [
    /Retry-After/,
    reply({ status: 429, value: failure('rate_limited'), headers: { 'retry-after': '0' } }),
  ],
  'a replay where there are no keys': [/Idempotent-Replayed/, reply({ headers: { 'idempotent-replayed': 'true' } })],
  'another content type': [/application\/json/, reply({ headers: { 'Content-Type': 'text/html' } })],
  'a body that is no JSON': [/no JSON object/, reply({ body: '<html>' })],
  'an answer at a path that is not in the contract': [/not in the contract/, reply({ path: '/v1/nowhere' })],
  'an unknown path without the shape of errors': [
    /no known error code/,
    reply({ path: '/v1/nowhere', status: 404, value: { ...(failure('x') as object) } }),
  ],
}

t.test('a reply that breaks the contract is reported with its fault', async (t) => {
  for (const [what, [message, wrong]] of Object.entries(broken))
    t.throws(() => checkReply(wrong), { name: 'ContractViolation', message }, what)
  t.equal(contractFailures.length, Object.keys(broken).length)
  t.equal(
    readCoverage(folder).failures.length,
    Object.keys(broken).length,
    'every failure is recorded, even when a test catches it',
  )
})

t.test('an error outside the operations has the same shape', async (t) => {
  const unknownPath = reply({ path: '/v1/nowhere', status: 404, value: failure('not_found') })
  checkReply(unknownPath)
  checkErrorEnvelope({ ...unknownPath, path: '/anything' })
  t.throws(() => checkErrorEnvelope({ ...unknownPath, status: 400 }), /whose status is 404/)
  t.throws(
    () => checkErrorEnvelope({ ...unknownPath, body: JSON.stringify(failure('not_found', { stack: 'at' })) }),
    /additional/,
  )
  checkReply({ ...unknownPath, path: '/v1/servicepay.js', status: 200, body: 'script' })
  checkReply({ ...unknownPath, path: '/checkout/x', status: 200, body: '<html>' })
})

const event = contractDocument.webhooks['session.completed']?.post?.requestBody?.content['application/json']
  .example as { id: string; data: object }

function delivery(value: unknown, headers: object = {}): Delivery {
  const signature = `t=1795256102,v1=${'a'.repeat(64)}`
  return {
    rawBody: JSON.stringify(value),
    headers: {
      'content-type': 'application/json',
      'service-signature': signature,
      'service-event-id': event.id,
      'webhook-id': event.id,
      'webhook-timestamp': '1795256102',
      'webhook-signature': `v1,${'a'.repeat(43)}=`,
      ...headers,
    },
  }
}

t.test('a delivery is checked against the type of event that it names', async (t) => {
  checkDelivery(delivery(event))
  t.notOk(readCoverage(folder).neverSeen.includes('event session.completed'))
  t.throws(
    () => checkDelivery(delivery({ ...event, data: { ...event.data, client_secret: 'x', url: 'y' } })),
    /carries client_secret and url/,
  )
  t.throws(() => checkDelivery(delivery({ ...event, type: 'session.failed', data: {} })), /does not match its schema/)
  t.throws(() => checkDelivery(delivery({ ...event, type: 'session.thought' })), /no event session.thought/)
  t.throws(() => checkDelivery(delivery(event, { 'service-signature': 'v1=x' })), /Service-Signature/)
  for (const name of ['service-event-id', 'webhook-id'])
    t.throws(() => checkDelivery(delivery(event, { [name]: 'evt_2' })), /not the id/)
  t.throws(() => checkDelivery(delivery(event, { 'webhook-signature': 'v1,x' })), /webhook-signature/)
})

t.test('the hook checks each reply as the server sends it, injected or over HTTP', async (t) => {
  const server = hapi.server({ host: '127.0.0.1', port: 0 })
  const seen: string[] = []
  attachContractHook(server, (violation) => seen.push(violation.message))
  server.route({
    method: 'GET',
    path: '/v1/checkout/sessions/{id}',
    handler: (request, h) =>
      h
        .response({ ...session, ...(request.params['id'] === 'wrong' ? { more: 1 } : {}) })
        .header('Request-Id', requestId),
  })
  await server.start()
  t.teardown(() => server.stop())
  await server.inject('/v1/checkout/sessions/right')
  t.same(seen, [])
  await server.inject('/v1/checkout/sessions/wrong')
  t.match(seen, [/"more"/])

  const good = await checkedFetch(`${server.info.uri}/v1/checkout/sessions/right`)
  t.match(await good.json(), { id: session['id'] }, 'the body can still be read')
  await t.rejects(checkedFetch(new Request(`${server.info.uri}/v1/checkout/sessions/wrong`)), /additional properties/)
  t.equal(seen.length, 2, 'the server reported it too')
})

t.test('the coverage report lists what no test has seen', async (t) => {
  const { neverSeen, table } = readCoverage(folder)
  t.ok(neverSeen.includes('event session.refunded'))
  t.ok(neverSeen.includes('event test.ping'), 'the report covers events that no test has sent')
  t.match(table, /retrieveCheckoutSession +3 of/)
  t.same(
    [...new Set(readdirSync(folder).map((name) => name.split('.')[0]))],
    [String(process.pid)],
    'one set of files per process',
  )
})
