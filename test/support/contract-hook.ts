import type { Request as HapiRequest, ResponseToolkit, Server } from '@hapi/hapi'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorCatalogue, statusesOf, type ErrorCode } from '../../generated/errors.ts'
import { contractDocument, findOperation, sealedValidator, type ContractOperation } from './contract-document.ts'
import { bodyCollector } from './reply-bytes.ts'

// Checks every reply and every delivery that a test sees against the contract, and records it for the gate
// (coverage.ts).

/** A reply as the server sent it. Header names are in any case. `body` is the text, empty when there is none. */
export interface Reply {
  readonly method: string
  /** With or without query. */
  readonly path: string
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/** A webhook as its receiver got it. */
export interface Delivery {
  readonly headers: Readonly<Record<string, unknown>>
  readonly rawBody: string
}

export class ContractViolation extends Error {
  override name = 'ContractViolation'
}

/** Paths under /v1 outside the JSON interface: scripts, the form's page, and what processors call. */
const documentsUnderV1 = [
  '/v1/servicepay.js',
  '/v1/form/frame',
  '/v1/form/assets/',
  '/v1/form/challenge/',
  '/v1/form/challenge_returns/',
  '/v1/processor_notifications/',
]

/** Violations seen in this process, in order. */
export const contractFailures: ContractViolation[] = []

/**
 * Checks one reply against the contract. Throws a ContractViolation that names the difference. The run fails even if a
 * test catches it.
 */
export function checkReply(reply: Reply): void {
  recordViolation(() => checkReplyShape(reply))
}

/** Checks the shape of an error alone: for unknown paths, and for requests that fail before a route is found. */
export function checkErrorEnvelope(reply: Reply): void {
  recordViolation(() => checkErrorShape(reply))
}

/**
 * Checks one delivery against the contract of its event type. Throws a ContractViolation that names the difference. The
 * run fails even if a test catches it.
 */
export function checkDelivery(delivery: Delivery): void {
  recordViolation(() => checkDeliveryShape(delivery))
}

function recordViolation(check: () => void): void {
  try {
    check()
  } catch (error) {
    if (error instanceof ContractViolation) {
      contractFailures.push(error)
      append('failures', JSON.stringify(error.message))
    }
    throw error
  }
}

function checkReplyShape(reply: Reply): void {
  const path = reply.path.replace(/\?.*$/s, '')
  const found = findOperation(reply.method, path)
  if (found) return checkListed(found, reply)
  if (!path.startsWith('/v1/') || /^(head|options)$/i.test(reply.method)) return
  if (documentsUnderV1.some((known) => path.startsWith(known))) return
  if (reply.status < 400) violated(reply, 'succeeds, but is not in the contract')
  checkErrorShape(reply)
}

function isErrorCode(name: string): name is ErrorCode {
  return Object.hasOwn(errorCatalogue, name)
}

function checkErrorShape(reply: Reply): void {
  checkRequestId(reply)
  const code = codeOf(parse(reply))
  if (!isErrorCode(code)) return violated(reply, `has no known error code: ${reply.body.slice(0, 300)}`)
  const statuses = statusesOf(code)
  if (!statuses.includes(reply.status)) violated(reply, `has code ${code}, whose status is ${statuses.join(' or ')}`)
  const model = code
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
  if (!contractDocument.components.schemas[model]) violated(reply, `has code ${code}, which no operation answers`)
  const problem = sealedValidator.problemAt(['components', 'schemas', model], parse(reply))
  if (problem) violated(reply, `is not the error ${code}:\n${problem}`)
}

function checkListed(found: ContractOperation, reply: Reply): void {
  const response = found.operation.responses[String(reply.status)]
  if (!response) return violated(reply, `has a status that ${found.id} does not list: ${reply.body.slice(0, 500)}`)
  const place = ['paths', found.path, found.method, 'responses', String(reply.status)]
  checkHeaders(found, reply, place)
  if (!/^application\/json(;|$)/.test(String(header(reply.headers, 'content-type'))))
    violated(reply, 'is not application/json')
  const body = parse(reply)
  const problem = sealedValidator.problemAt([...place, 'content', 'application/json', 'schema'], body)
  if (problem) violated(reply, `does not match the schema of ${found.id}:\n${problem}`)
  if (reply.status >= 400) checkRequestId(reply)
  record(`${found.id} ${reply.status} ${reply.status >= 400 ? codeOf(body) : '-'}`)
}

function checkHeaders(found: ContractOperation, reply: Reply, place: string[]): void {
  const listed = found.operation.responses[String(reply.status)]?.headers ?? {}
  for (const [name, { required, schema }] of Object.entries(listed)) {
    const text = header(reply.headers, name)
    if (text === undefined && required) violated(reply, `has no header ${name}`)
    if (text === undefined) continue
    const problem = sealedValidator.problemAt(
      [...place, 'headers', name, 'schema'],
      schema.type === 'integer' ? Number(text) : text,
    )
    if (problem) violated(reply, `has a wrong header ${name}:\n${problem}`)
  }
  checkReplayed(found, reply)
}

/** Only operations that take an idempotency key may send the header, on stored errors too. */
function checkReplayed(found: ContractOperation, reply: Reply): void {
  const replayed = header(reply.headers, 'Idempotent-Replayed')
  if (replayed === undefined) return
  const keyed = found.operation.parameters.some(({ name }) => name === 'Idempotency-Key')
  if (!keyed || replayed !== 'true') violated(reply, `has Idempotent-Replayed: ${replayed}`)
}

function checkRequestId(reply: Reply): void {
  const id = header(reply.headers, 'Request-Id')
  const problem = sealedValidator.problemAt(['components', 'schemas', 'RequestId'], id)
  if (problem) violated(reply, `has a wrong Request-Id:\n${problem}`)
  const inBody = (parse(reply) as { error?: { request_id?: unknown } }).error?.request_id
  if (inBody !== id) violated(reply, `names two requests: ${id} in the header, ${String(inBody)} in the body`)
}

function checkDeliveryShape(delivery: Delivery): void {
  const event = parseText(delivery.rawBody) as { id?: unknown; type?: unknown; data?: Record<string, unknown> } | null
  const type = String(event?.type)
  const webhook = contractDocument.webhooks[type]?.post
  if (!webhook) throw new ContractViolation(`The contract has no event ${type}: ${delivery.rawBody.slice(0, 300)}`)
  for (const [index, { name }] of webhook.parameters.entries()) {
    const problem = sealedValidator.problemAt(
      ['webhooks', type, 'post', 'parameters', String(index), 'schema'],
      header(delivery.headers, name),
    )
    if (problem) throw new ContractViolation(`The delivery of ${type} has a wrong header ${name}:\n${problem}`)
  }
  const secrets = ['client_secret', 'url'].filter((name) => Object.hasOwn(event?.data ?? {}, name))
  if (secrets.length > 0)
    throw new ContractViolation(
      `The event ${type} carries ${secrets.join(' and ')}, which only the merchant's server may read`,
    )
  const problem = sealedValidator.problemAt(
    ['webhooks', type, 'post', 'requestBody', 'content', 'application/json', 'schema'],
    event,
  )
  if (problem) throw new ContractViolation(`The event ${type} does not match its schema:\n${problem}`)
  for (const name of ['Service-Event-Id', 'webhook-id'])
    if (header(delivery.headers, name) !== event?.id)
      throw new ContractViolation(`${name} is not the id of the event ${type}`)
  if (header(delivery.headers, 'content-type') !== 'application/json')
    throw new ContractViolation(`The delivery of ${type} is not application/json`)
  record(`event ${type}`)
}

/**
 * Checks the bytes of every reply of a server against the contract, for injected requests too. A violation fails the
 * test file even when no test reads the reply, and the gate after the run as well.
 */
export function attachContractHook(
  server: Server,
  onViolation: (violation: ContractViolation) => void = throwLater,
): void {
  server.ext('onRequest', (request: HapiRequest, h: ResponseToolkit) => {
    const { req, res } = request.raw
    const body = bodyCollector(res)
    res.once('finish', () => {
      const reply = {
        method: req.method ?? '',
        path: req.url ?? '',
        status: res.statusCode,
        headers: res.getHeaders(),
        body: body(),
      }
      try {
        checkReply(reply)
      } catch (error) {
        if (error instanceof ContractViolation) onViolation(error)
        else throwLater(error)
      }
    })
    return h.continue
  })
}

/** Throws where the server cannot catch it, so that the test file fails. */
function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error
  })
}

/** `fetch` that checks the reply against the contract. The address must belong to the service. */
export const checkedFetch: typeof fetch = async (input, init) => {
  const request = new Request(input, init)
  const response = await fetch(request)
  checkReply({
    method: request.method,
    path: new URL(request.url).pathname,
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.clone().text(),
  })
  return response
}

const recorded = new Set<string>()

function record(line: string): void {
  if (recorded.has(line)) return
  recorded.add(line)
  append('seen', line)
}

/** Each process has its own file, because the lines of several processes could mix in one. */
function append(kind: 'seen' | 'failures', line: string): void {
  const folder = process.env['CONTRACT_COVERAGE_DIR']
  if (folder) appendFileSync(join(folder, `${process.pid}.${kind}`), `${line}\n`)
}

function header(headers: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]
  // Node gives a header that was sent several times as an array.
  if (Array.isArray(value)) return value.join()
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

function codeOf(body: unknown): string {
  return String((body as { error?: { code?: unknown } } | null)?.error?.code)
}

function parse(reply: Reply): object {
  const body = parseText(reply.body)
  if (body === null || typeof body !== 'object')
    return violated(reply, `has no JSON object: ${reply.body.slice(0, 300)}`)
  return body
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

function violated(reply: Reply, what: string): never {
  throw new ContractViolation(`The reply ${reply.status} to ${reply.method.toUpperCase()} ${reply.path} ${what}`)
}
