import { ApiError, serviceError, type ServicePayError } from './errors.ts'
import { parseJson } from './parse-json.ts'

/** About the answer that an object came in; `lastResponse` of every result, not enumerable. */
export interface LastResponse {
  /** Names the request in the service's logs. */
  readonly requestId: string | undefined
  readonly status: number
  readonly headers: Headers
}

/** What every result carries besides its own fields. */
export interface WithLastResponse {
  readonly lastResponse: LastResponse
}

type Fields = Record<string, unknown>

/** Part of what to do wherever no answer of the service came. */
export const outcomeUnknown = 'It may have been carried out: retry with the same `idempotencyKey`.'

/** How much of a foreign answer is quoted, in characters: enough to recognise a proxy's page. */
const quotedCharacters = 120

/** The object in a successful answer. An answer that is not one throws an ApiError: something else answered. */
export function resultOf(response: Response, body: string): Fields & WithLastResponse {
  const value = parseJson(body)
  if (!isFields(value)) throw unexpectedAnswer(response, body)
  const { status, headers } = response
  const lastResponse: LastResponse = { requestId: headers.get('request-id') ?? undefined, status, headers }
  return Object.defineProperty(value, 'lastResponse', { value: lastResponse }) as Fields & WithLastResponse
}

/** The error in an unsuccessful answer. */
export function errorOf(response: Response, body: string): ServicePayError {
  const value = parseJson(body)
  const error = isFields(value) ? value.error : undefined
  if (!isFields(error) || typeof error.code !== 'string') return unexpectedAnswer(response, body)
  return serviceError({
    code: error.code,
    message: text(error.message) ?? `The service answered ${error.code}.`,
    fix: text(error.fix) ?? 'See the documentation of this code.',
    param: text(error.param),
    docUrl: text(error.doc_url),
    requestId: text(error.request_id) ?? response.headers.get('request-id') ?? undefined,
    status: response.status,
    retryAfter: secondsToWait(response.headers.get('retry-after')),
  })
}

/** `Retry-After` in seconds; nothing when it is absent or a date, which the service never sends. */
function secondsToWait(header: string | null): number | undefined {
  return header !== null && /^\d{1,9}$/.test(header) ? Number(header) : undefined
}

/** Anything that our service does not say: a proxy's page, an empty body, another program's JSON, a redirect. */
export function unexpectedAnswer(response: Pick<Response, 'status' | 'headers'>, body: string): ApiError {
  const { status, headers } = response
  const location = headers.get('location')
  return new ApiError({
    code: 'unexpected_answer',
    message: location
      ? `The address answers ${status} and points to ${location}.`
      : `The answer (${status}, ${headers.get('content-type') ?? 'no content type'}) is not from the payment service: ${quote(body)}`,
    fix: location
      ? 'Use that address as `baseUrl`.'
      : `Check \`baseUrl\`, and what stands between you and the service. ${outcomeUnknown}`,
    requestId: headers.get('request-id') ?? undefined,
    status,
  })
}

function quote(body: string): string {
  const text = body
    .slice(0, 10 * quotedCharacters)
    .replace(/\s+/g, ' ')
    .trim()
  if (text === '') return 'it is empty.'
  return text.length > quotedCharacters ? `${text.slice(0, quotedCharacters)}…` : text
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
