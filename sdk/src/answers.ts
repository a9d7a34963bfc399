import { ApiError, serviceError, type ServicePayError } from './errors.ts'
import { parseJson } from './parse-json.ts'

/** The HTTP response that a result came in. Every result has it as `lastResponse`, which is not enumerable. */
export interface LastResponse {
  /** Identifies the request in the service's logs. */
  readonly requestId: string | undefined
  readonly status: number
  readonly headers: Headers
}

/** The property that the package adds to every result. */
export interface WithLastResponse {
  readonly lastResponse: LastResponse
}

type Fields = Record<string, unknown>

/** Part of the `fix` of every error that leaves open whether the service carried out the request. */
export const outcomeUnknown = 'The service may have carried out the request: retry with the same `idempotencyKey`.'

/** Characters of an unexpected body that the error message quotes: enough to recognise a proxy's page. */
const quotedCharacters = 120

/** Whether a successful response has a JSON object. If not, something other than the service has answered. */
export function hasResult(body: string): boolean {
  return isFields(parseJson(body))
}

/** Adds `lastResponse` to the object of a successful response. */
export function withLastResponse<Data>(data: Data, response: Response): Data & WithLastResponse {
  const { status, headers } = response
  const lastResponse: LastResponse = { requestId: requestIdOf(response), status, headers }
  return Object.defineProperty(data, 'lastResponse', { value: lastResponse }) as Data & WithLastResponse
}

/** Identifies the request in the service's logs. */
export function requestIdOf({ headers }: Pick<Response, 'headers'>): string | undefined {
  return headers.get('request-id') ?? undefined
}

/** Reads the error in an unsuccessful response. */
export function errorOf(response: Response, body: string): ServicePayError {
  const value = parseJson(body)
  const error = isFields(value) ? value.error : undefined
  if (!isFields(error) || typeof error.code !== 'string') return unexpectedAnswer(response, body)
  return serviceError({
    code: error.code,
    message: text(error.message) ?? `The service answered ${error.code}.`,
    fix: text(error.fix) ?? 'Look the code up in the documentation of the service.',
    param: text(error.param),
    docUrl: text(error.doc_url),
    requestId: text(error.request_id) ?? requestIdOf(response),
    status: response.status,
    retryAfter: secondsToWait(response),
  })
}

/** `Retry-After` in seconds. A proxy may send a date. Undefined when it is absent or neither. */
function secondsToWait({ headers }: Pick<Response, 'headers'>): number | undefined {
  const header = headers.get('retry-after') ?? ''
  if (/^\d{1,9}$/.test(header)) return Number(header)
  const milliseconds = Date.parse(header) - Date.now()
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, Math.ceil(milliseconds / 1000))
}

/** The error for a response that the service never sends: a proxy's page, an empty body, foreign JSON, a redirect. */
export function unexpectedAnswer(response: Pick<Response, 'status' | 'headers'>, body: string): ApiError {
  const { status, headers } = response
  const location = headers.get('location')
  const contentType = headers.get('content-type') ?? 'no content type'
  return new ApiError({
    code: 'unexpected_answer',
    message: location
      ? `The server answered ${status} and redirects to ${location}.`
      : `The response (${status}, ${contentType}) is not from the payment service: ${quote(body)}`,
    fix: location
      ? 'Use that address as `baseUrl`.'
      : `Check \`baseUrl\` and any proxy between you and the service. ${outcomeUnknown}`,
    requestId: requestIdOf(response),
    status,
    retryAfter: secondsToWait({ headers }),
  })
}

function quote(body: string): string {
  const text = body
    .slice(0, 10 * quotedCharacters)
    .replace(/\s+/g, ' ')
    .trim()
  if (text === '') return 'the body is empty.'
  return text.length > quotedCharacters ? `${text.slice(0, quotedCharacters)}…` : text
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
