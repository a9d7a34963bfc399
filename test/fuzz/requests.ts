import fc from 'fast-check'
import type { Schema } from '../../spec/generate/document.ts'
import { anyCharacter, bodiesFor } from '../contract/hostile-bodies.ts'
import { contractDocument, findOperation, type ContractOperation } from '../support/contract-document.ts'
import { hostileBytes, hostileHeaders, hostileNumbers, hostileTexts, junkInPaths } from './hostile.ts'

/** Valid values: ids, codes and secrets of the caller's account, and ids of another account. */
export interface Known {
  readonly ids: readonly string[]
  readonly codes: readonly string[]
  readonly secretKeys: readonly string[]
  readonly clientSecrets: readonly string[]
}

export interface FuzzRequest {
  readonly method: string
  readonly target: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: Buffer | null
  readonly chunked: boolean
}

/** Every operation of the contract. */
export function contractOperations(): ContractOperation[] {
  const found = Object.entries(contractDocument.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => findOperation(method, path)),
  )
  return found.filter((operation) => operation !== undefined)
}

/** Requests for one operation: valid ones, almost valid ones, and arbitrary ones. */
export function requestsFor({ path, method, operation }: ContractOperation, known: Known): fc.Arbitrary<FuzzRequest> {
  const isForm = path.startsWith('/v1/form/') && !path.includes('payment_links')
  return fc.record({
    method: mostly(
      20,
      fc.constant(method.toUpperCase()),
      fc.constantFrom('PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'get'),
    ),
    target: fc
      .tuple(pathFor(path, known), queryFor(operation.parameters, known))
      .map(([fullPath, query]) => fullPath + query),
    headers: headersFor(isForm ? known.clientSecrets : known.secretKeys, method === 'post'),
    body:
      method === 'get'
        ? mostly(15, fc.constant(null), fc.constant(Buffer.from('{}')))
        : bodyBytes(bodySchema(operation)),
    chunked: fc.boolean(),
  })
}

/** The bytes of the HTTP request. */
export function toBytes({ method, target, headers, body, chunked }: FuzzRequest): Buffer {
  const isChunked = chunked && body !== null
  const framing = body === null ? [] : [isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`]
  const head = [
    `${method} ${target} HTTP/1.1`,
    'Host: localhost',
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...framing,
    'Connection: close',
  ]
  const payload = body === null ? [] : isChunked ? inChunks(body) : [body]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), ...payload])
}

function inChunks(body: Buffer): Buffer[] {
  const size = Math.max(1, Math.ceil(body.length / 3))
  const parts: Buffer[] = []
  for (let at = 0; at < body.length; at += size) {
    const part = body.subarray(at, at + size)
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'))
  }
  return [...parts, Buffer.from('0\r\n\r\n')]
}

/** Draws from `seldom` in one of `times` cases, else from `usual`. */
function mostly<Value, Other>(
  times: number,
  usual: fc.Arbitrary<Value>,
  seldom: fc.Arbitrary<Other>,
): fc.Arbitrary<Value | Other> {
  return fc.oneof({ weight: times - 1, arbitrary: usual }, { weight: 1, arbitrary: seldom })
}

function pathFor(template: string, { ids, codes }: Known): fc.Arbitrary<string> {
  const [before = '', after] = template.split(/\{[^}]+\}/)
  const junkAtEnd = fc.constantFrom('', '', '', '', '', '', '', '/', '//', '%00', '%', '.json', ';x=y')
  if (after === undefined) return junkAtEnd.map((junk) => template + junk)
  const values = template.includes('{code}') ? codes : ids
  const fitting = values.filter((id) => id.startsWith(prefixFor(template)))
  const value = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...(fitting.length > 0 ? fitting : values)) },
    { weight: 2, arbitrary: fc.constantFrom(...values) },
    { weight: 3, arbitrary: fc.constantFrom(...junkInPaths) },
    { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 30 }).map(escapeAll) },
  )
  return fc.tuple(value, mostly(10, fc.constant(''), junkAtEnd)).map(([middle, junk]) => before + middle + after + junk)
}

/** The prefix of the ids in this path. Empty: any id fits. */
function prefixFor(template: string): string {
  const kinds = {
    '/sessions/': 'cs_',
    '/refunds/': 're_',
    '/v1/payment_links/': 'pl_',
    '/test_helpers/payment_links/': 'pl_',
    '/events/': 'evt_',
  }
  return Object.entries(kinds).find(([part]) => template.includes(`${part}{`))?.[1] ?? ''
}

/** Percent-escapes a text. A lone surrogate becomes a byte that is not UTF-8. */
function escapeAll(text: string): string {
  return [...Buffer.from(text.isWellFormed() ? text : '\xff', text.isWellFormed() ? 'utf8' : 'latin1')]
    .map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
    .join('')
}

interface Parameter {
  readonly name: string
  readonly in?: string
  readonly schema: Schema
}

function queryFor(parameters: readonly Parameter[], { ids }: Known): fc.Arbitrary<string> {
  const names = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
  const name =
    names.length === 0
      ? fc.constantFrom('dry_run', '__proto__', 'limit', '')
      : mostly(
          12,
          fc.constantFrom(...names),
          fc.constantFrom('dry_run', '__proto__', 'constructor', 'limit[]', '', '%00', '%'),
        )
  const good = fc.constantFrom(
    '1',
    '100',
    'paid',
    'active',
    'session.completed',
    '2026-01-01T00:00:00Z',
    '2099-01-01T00:00:00%2B02:00',
    ...ids,
  )
  const bad = fc.oneof(
    fc.constantFrom(
      ...junkInPaths,
      '-1',
      '101',
      '1e400',
      '9007199254740993',
      '2026-02-30T00:00:00Z',
      'true',
      'null',
      '[]',
    ),
    fc.string({ unit: anyCharacter, maxLength: 30 }).map(escapeAll),
  )
  // The service would wait as long as a valid `wait` says, which only slows the test.
  const pair = fc
    .tuple(name, fc.oneof({ weight: 3, arbitrary: good }, { weight: 2, arbitrary: bad }))
    .map(([key, value]) => (key === 'wait' && /^\d\d?$/.test(value) ? 'wait=1' : `${key}=${value}`))
  const some = fc.array(pair, { minLength: 1, maxLength: 4 }).map((pairs) => `?${pairs.join('&')}`)
  return fc.oneof(
    { weight: names.length === 0 ? 12 : 3, arbitrary: fc.constant('') },
    { weight: names.length === 0 ? 1 : 6, arbitrary: some },
    { weight: 1, arbitrary: fc.constantFrom('?', '?&&&', '?=', '?%', '?a=%ff', `?limit=${'1'.repeat(3_000)}`) },
  )
}

function headersFor(secrets: readonly string[], isPost: boolean): fc.Arbitrary<(readonly [string, string])[]> {
  const authorization = mostly(
    15,
    fc.constantFrom(...secrets).map((secret) => `Bearer ${secret}`),
    fc.constantFrom('', 'Bearer', 'Bearer \xff', 'Basic eDp5', `Bearer ${'a'.repeat(4_000)}`, 'bearer  x', ...secrets),
  )
  const key = fc.oneof(
    { weight: 6, arbitrary: fc.constant(null) },
    { weight: 3, arbitrary: fc.uuid() },
    {
      weight: 1,
      arbitrary: fc.constantFrom('same', '', 'x'.repeat(255), 'x'.repeat(256), '\xff\xfe', 'a, b', '__proto__'),
    },
  )
  const type = isPost
    ? mostly(
        12,
        fc.constantFrom('application/json', 'application/json; charset=utf-8'),
        fc.constantFrom(
          'text/plain',
          'application/json; charset=utf-16',
          'x',
          '',
          'multipart/form-data; boundary=',
          '\xff',
        ),
      )
    : fc.constant(null)
  const odd = mostly(5, fc.constant(null), fc.constantFrom(...hostileHeaders))
  return fc.tuple(authorization, key, type, odd).map(([value, requestKey, contentType, extra]) => {
    const headers: (readonly [string, string])[] = [['Authorization', value]]
    if (requestKey !== null) headers.push(['Idempotency-Key', requestKey])
    if (contentType !== null) headers.push(['Content-Type', contentType])
    if (extra !== null) headers.push(extra)
    return headers
  })
}

function bodySchema(operation: ContractOperation['operation']): Schema | null {
  return operation.requestBody?.content['application/json']?.schema ?? null
}

function bodyBytes(schema: Schema | null): fc.Arbitrary<Buffer | null> {
  const texts =
    schema === null
      ? fc.constantFrom('{}', '')
      : bodiesFor(schema).map((value) => (value === undefined ? '' : JSON.stringify(value)))
  const corrupted = fc
    .tuple(texts, fc.constantFrom(...hostileNumbers), fc.constantFrom(...hostileTexts), fc.nat(), fc.nat(3))
    .map(([text, number, string, place, how]) => corrupt(text, { number, string, place, how }))
  return fc.oneof(
    { weight: schema === null ? 4 : 8, arbitrary: texts.map((text) => (text === '' ? null : Buffer.from(text))) },
    { weight: 4, arbitrary: corrupted },
    { weight: 1, arbitrary: fc.constantFrom(...hostileBytes) },
  )
}

/** Corrupts a JSON body: replaces a number or a text with a hostile one, repeats a name, or cuts off the end. */
function corrupt(text: string, by: { number: string; string: string; place: number; how: number }): Buffer {
  const replace = (pattern: RegExp, value: string): string => {
    const places = [...text.matchAll(pattern)]
    const match = places[by.place % Math.max(1, places.length)]
    return match
      ? text.slice(0, match.index) + value + text.slice(match.index + match[0].length)
      : `{"amount":${value}}`
  }
  switch (by.how) {
    case 0:
      return Buffer.from(replace(/-?\d+(\.\d+)?(e[+-]?\d+)?/gi, by.number))
    case 1:
      return Buffer.from(replace(/"(?:[^"\\]|\\.)*"(?!\s*:)/g, by.string))
    case 2:
      return Buffer.from(text.replace(/^\{"([^"\\]*)":/, '{"$1":1,"$1":'))
    default:
      return Buffer.from(text).subarray(0, by.place % Math.max(1, text.length))
  }
}
