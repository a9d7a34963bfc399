import { connect } from 'node:net'
import { everyCall } from '../http/every-call.ts'
import type { TestService } from '../support/service.ts'

/**
 * A request with a plain card number in a place where one could end up by mistake or by malice. `refused`: the call of
 * the form, which answers `card_not_encrypted`.
 */
export interface PlainCardRequest {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
  readonly refused?: true
}

/** Bodies of a form submit that contain a plain card number. */
export function formRequests(pan: () => string, clientSecret: string): PlainCardRequest[] {
  const groups = (separator: string): string => pan().replace(/(\d{4})(?=\d)/g, `$1${separator}`)
  const bodies: unknown[] = [
    { number: pan(), exp_month: 12, exp_year: 2039, cvc: '123' },
    { number: Number(pan()) },
    { encrypted_card: pan() },
    { encrypted_card: groups(' ') },
    { encrypted_card: groups('-') },
    { encrypted_card: { number: pan() } },
    { encrypted_card: 'a.b.c.d.e', card: { number: pan() } },
    { encrypted_card: 'a.b.c.d.e', card_number: groups(' ') },
    { encrypted_card: 'a.b.c.d.e', [pan()]: true },
    { encrypted_card: 'a.b.c.d.e', email: pan() },
    { encrypted_card: 'a.b.c.d.e', billing_address: { line1: pan() } },
    { encrypted_card: 'a.b.c.d.e', billing_address: { line1: groups('-'), city: 'x' } },
    { encrypted_card: Buffer.from(JSON.stringify({ number: pan() })).toString('base64url') },
    {
      encrypted_card: ['{"alg":"none"}', pan(), ''].map((part) => Buffer.from(part).toString('base64url')).join('.'),
    },
  ]
  const headers = { Authorization: `Bearer ${clientSecret}` }
  return bodies.map((body) => ({ method: 'POST', path: '/v1/form/attempts', body, headers, refused: true }))
}

/**
 * Requests with a plain card number outside the merchant's own texts: in paths, headers, unknown fields and values of a
 * wrong type.
 */
export function otherRequests(pan: () => string, clientSecret: string): PlainCardRequest[] {
  const form = { Authorization: `Bearer ${clientSecret}` }
  const sessions = '/v1/checkout/sessions'
  const valid = { amount: 2500, currency: 'GBP' }
  return [
    ...[
      '{"number": "%"',
      '{"number": %',
      '"%"',
      '[%]',
      '%',
      '{"a": 1, "a": "%"}',
      '{"__proto__": "%"}',
      '{"%": 1, "%": 2}',
      '{"number": "%\\u0000"}',
      '\uFEFF{"number": "%"',
      `${'{"a":'.repeat(40)}"%"${'}'.repeat(40)}`,
    ].flatMap((text) => [
      { method: 'POST', path: '/v1/form/attempts', body: text.replaceAll('%', pan()), headers: form },
      { method: 'POST', path: sessions, body: text.replaceAll('%', pan()) },
    ]),
    ...[
      'application/x-www-form-urlencoded',
      'text/plain',
      'application/xml',
      'multipart/form-data; boundary=x',
      pan(),
      `application/json; charset=${pan()}`,
    ].map((type) => ({
      method: 'POST',
      path: '/v1/form/attempts',
      body: `number=${pan()}`,
      headers: { ...form, 'Content-Type': type },
    })),
    {
      method: 'POST',
      path: '/v1/form/attempts',
      body: `number=${pan()}`,
      headers: { ...form, 'Content-Encoding': 'gzip' },
    },
    {
      method: 'POST',
      path: '/v1/form/attempts',
      body: JSON.stringify({ encrypted_card: pan().repeat(20_000) }),
      headers: form,
    },
    { method: 'POST', path: sessions, body: JSON.stringify({ ...valid, description: pan().repeat(20_000) }) },
    ...[
      { number: pan() },
      { card: { number: pan(), cvc: '123' } },
      { [pan()]: 1 },
      { amount: Number(pan()) },
      { amount: pan() },
      { currency: pan() },
      { expires_in: Number(pan()) },
      { expires_in: pan() },
      { success_url: pan() },
      { success_url: `http://shop.example/?card=${pan()}` },
      { customer: { [pan()]: 'x' } },
      { customer: { email: pan() } },
      { billing_address: { country: pan(), number: pan() } },
      { metadata: { [`${pan()}`.repeat(3)]: 'x' } },
      { metadata: pan() },
    ].map((wrong) => ({ method: 'POST', path: sessions, body: { ...valid, ...wrong } })),
    { method: 'POST', path: sessions, body: valid, headers: { 'Idempotency-Key': pan().repeat(20) } },
    ...[`?card=${pan()}`, `?${pan()}=1`, `?limit=${pan()}`, `?limit=1&limit=${pan()}`].map((query) => ({
      method: 'GET',
      path: `${sessions}${query}`,
    })),
    ...[
      `${sessions}/${pan()}`,
      `${sessions}/cs_test_${pan()}`,
      `/v1/${pan()}`,
      `/v1/card/%20${pan()}`,
      `/checkout/${pan()}`,
      `/${pan()}`,
      `/docs/${pan()}`,
      `/sandbox/challenge/${pan()}`,
      `/%zz${pan()}`,
    ].map((path) => ({ method: 'GET', path })),
    ...[`/v1/form/session?number=${pan()}`, `/v1/form/attempts/${pan()}`, `/v1/form/frame?number=${pan()}`].map(
      (path) => ({ method: 'GET', path, headers: form }),
    ),
    ...[
      { Authorization: `Bearer ${pan()}` },
      { Authorization: `Bearer sk_test_${pan()}` },
      { Authorization: pan() },
      { 'X-Card-Number': pan() },
      { Cookie: `card=${pan()}` },
      { 'User-Agent': pan() },
      { Referer: `https://shop.example/?card=${pan()}` },
      { 'Request-Id': pan() },
    ].map((headers) => ({ method: 'GET', path: sessions, headers })),
    { method: 'GET', path: '/v1/form/session', headers: { Authorization: `Bearer ${clientSecret}${pan()}` } },
    { method: 'POST', path: `${sessions}/${pan()}/refunds`, body: { amount: pan() } },
    { method: 'POST', path: '/v1/webhook_endpoints', body: { url: pan() } },
    { method: 'POST', path: '/v1/webhook_endpoints', body: { url: `http://${pan()}/` } },
    { method: 'POST', path: '/v1/webhook_endpoints', body: { url: 'https://shop.example/', secret: pan() } },
    { method: 'POST', path: '/v1/sandbox/signup', body: { email: pan() } },
    { method: 'POST', path: '/v1/sandbox/signup', body: { email: `${pan()}@`, card: pan() } },
    { method: 'DELETE', path: `${sessions}/${pan()}` },
  ]
}

/** A plain card number in each operation of the contract, and in the pages that people open. */
export function requestsEverywhere(pan: () => string): PlainCardRequest[] {
  // The address of the receiver must stay.
  const calls = everyCall().filter(({ id }) => id !== 'setWebhookEndpoint' && id !== 'deleteWebhookEndpoint')
  const operations = calls.flatMap(({ method, path, body }): PlainCardRequest[] => [
    { method, path: `${path}?card=${pan()}`, body },
    { method, path: path.replace('unknown', pan()), body },
    ...(method === 'GET' ? [] : [{ method, path, body: { ...body, card_number: pan(), reason: Number(pan()) } }]),
  ])
  const pages = ['sign-in', 'sign-up', 'claim', 'forgot', 'test/payments', 'test/keys', 'settings']
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
  return [
    ...operations,
    ...pages.flatMap((page) => [
      // The sign-in page leads back to the address that its visitor asked for, so a query would be in its reply.
      { method: 'GET', path: `/dashboard/${page}`, headers: { Cookie: `card=${pan()}` } },
      { method: 'POST', path: `/dashboard/${page}/in`, body: `email=${pan()}&password=${pan()}`, headers: form },
    ]),
    ...['/l/', '/checkout/', '/sandbox/challenge/', '/v1/form/challenge_returns/', '/docs/'].flatMap((page) => [
      { method: 'GET', path: `${page}${pan()}?card=${pan()}` },
      { method: 'POST', path: `${page}${pan()}`, body: `outcome=${pan()}`, headers: form },
    ]),
  ]
}

/** Bytes that are not valid HTTP, or that break off. */
export function brokenRequests(pan: () => string): string[] {
  const host = 'Host: localhost\r\n'
  return [
    `${pan()}\r\n\r\n`,
    `GET /${pan()} HTTP/9.9\r\n\r\n`,
    `GET /${pan()} HTTP/1.1\r\n\r\n`,
    `${pan()} / HTTP/1.1\r\n${host}\r\n`,
    `GET / HTTP/1.1\r\n${host}${pan()}\r\n\r\n`,
    `GET / HTTP/1.1\r\n${host}X: ${pan()}\0\r\n\r\n`,
    `GET / HTTP/1.1\r\n${host}X: ${pan().repeat(2_000)}\r\n\r\n`,
    `POST /v1/form/attempts HTTP/1.1\r\n${host}Content-Length: ${pan()}0000\r\n\r\n{"number":"${pan()}"}`,
    `POST /v1/form/attempts HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nzz${pan()}\r\n`,
    `POST /v1/form/attempts HTTP/1.1\r\n${host}Expect: ${pan()}\r\nContent-Length: 2\r\n\r\n{}`,
    `POST /v1/form/attempts HTTP/1.1\r\n${host}Content-Length: 500\r\n\r\n{"number":"${pan()}`,
  ]
}

/** Sends raw bytes. Returns the reply up to the end of the connection, or up to half a second of silence. */
export function sendRaw(service: TestService, bytes: string): Promise<string> {
  const { port } = new URL(service.baseUrl)
  return new Promise((answered) => {
    let reply = ''
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes))
    socket.setTimeout(500, () => socket.destroy())
    socket.on('data', (chunk) => (reply += chunk.toString('latin1')))
    socket.on('error', () => {})
    socket.on('close', () => answered(reply))
  })
}
