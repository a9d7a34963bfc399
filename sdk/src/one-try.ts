import createClient from 'openapi-fetch'
import { errorOf, outcomeUnknown, resultOf, unexpectedAnswer, type WithLastResponse } from './answers.ts'
import { ConnectionError, InvalidRequestError, ServicePayError } from './errors.ts'
import type { Connection } from './options.ts'

/** One request as it goes out, the same in each try. */
export interface Call {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly ids: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

export interface TryLimits {
  /** Milliseconds. */
  readonly timeout: number
  readonly signal: AbortSignal | undefined
}

/** The paths of any contract: which of them exist stands in the generated table. */
interface AnyOperation {
  parameters: { path?: Record<string, string>; query?: Readonly<Record<string, unknown>> | undefined }
  requestBody?: { content: { 'application/json': unknown } }
  responses: { 200: { content: { 'application/json': unknown } } }
}
type AnyPaths = Record<string, Record<'get' | 'post', AnyOperation>>

/** Far above any answer of the service, and far below what fills a small machine; in UTF-16 units. */
const longestAnswer = 32 * 1024 * 1024

/** Sends a request once. Throws a ServicePayError, whatever happens. */
export async function tryOnce(
  connection: Connection,
  call: Call,
  { timeout, signal }: TryLimits,
): Promise<WithLastResponse> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(timedOut(timeout)), timeout)
  const release = onAbort(signal, () => controller.abort(aborted(signal)))
  try {
    return await orAborted(exchange(connection, call, controller.signal), controller.signal)
  } catch (error) {
    if (controller.signal.aborted) throw controller.signal.reason
    throw error instanceof ServicePayError ? error : connectionLost(connection.baseUrl, error)
  } finally {
    clearTimeout(timer)
    release()
  }
}

async function exchange({ baseUrl, fetch }: Connection, call: Call, signal: AbortSignal): Promise<WithLastResponse> {
  const request = await written(baseUrl, call).catch(cannotBeSent)
  const { method, headers } = request
  const body = await request.text()
  // As address and settings, because other implementations of fetch do not know this one's Request.
  // A redirect would turn POST into GET, and may lead anywhere: the answer says so instead.
  const response = await fetch(request.url, { method, headers, redirect: 'manual', signal, ...(body && { body }) })
  const text = await textOf(response)
  if (!response.ok) throw errorOf(response, text)
  return resultOf(response, text)
}

/** The request as openapi-fetch writes it. Its answer is read here, where the length is watched. */
function written(baseUrl: string, { method, path, ids, query, headers, body }: Call): Promise<Request> {
  return new Promise((resolve, reject) => {
    const fetch = async (request: Request): Promise<Response> => {
      resolve(request)
      return new Response()
    }
    createClient<AnyPaths>({ baseUrl, fetch })
      [method](path, { params: { path: ids, query }, headers, body })
      .catch(reject)
  })
}

/** The body as text. A fetch of the caller's own may give an answer without a stream. */
async function textOf(response: Response): Promise<string> {
  if (!response.body) return response.text()
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > longestAnswer) throw unexpectedAnswer(response, 'it has more than 32 MB.')
  }
  return text + decoder.decode()
}

/** Ends in time even where a fetch of the caller's own takes no notice of the signal. */
function orAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return Promise.race([work, new Promise<never>((_, reject) => onAbort(signal, () => reject(signal.reason)))])
}

/** Calls back when a signal ends, at once if it has; gives what takes the listener away again. */
export function onAbort(signal: AbortSignal | undefined, act: () => void): () => void {
  signal?.addEventListener('abort', act)
  if (signal?.aborted) act()
  return () => signal?.removeEventListener('abort', act)
}

function timedOut(timeout: number): ConnectionError {
  return new ConnectionError({
    code: 'timeout',
    message: `No complete answer within ${timeout} ms.`,
    fix: `Check that the service is up, or allow more with \`timeout\`. ${outcomeUnknown}`,
  })
}

/** The caller's own signal ended the call. */
export function aborted(signal: AbortSignal | undefined): ConnectionError {
  return new ConnectionError({
    code: 'aborted',
    message: 'Your AbortSignal ended the call.',
    fix: outcomeUnknown,
    cause: signal?.reason,
  })
}

function connectionLost(baseUrl: string, cause: unknown): ConnectionError {
  const code = (cause as { cause?: { code?: unknown } } | undefined)?.cause?.code
  return new ConnectionError({
    code: 'connection_failed',
    message: `The connection to ${baseUrl} failed${typeof code === 'string' ? ` (${code})` : ''}.`,
    fix: `Check \`baseUrl\`, and that the service is up. ${outcomeUnknown}`,
    cause,
  })
}

/** For instance a BigInt, or an object that contains itself. */
function cannotBeSent(cause: unknown): never {
  throw new InvalidRequestError({
    code: 'parameter_invalid',
    message: `The parameters cannot be sent: ${cause instanceof Error ? cause.message : String(cause)}`,
    fix: 'Pass plain JSON values.',
    cause,
  })
}
