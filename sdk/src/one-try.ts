import createClient from 'openapi-fetch'
import { errorOf, outcomeUnknown, resultOf, unexpectedAnswer, type WithLastResponse } from './answers.ts'
import { ConnectionError, InvalidRequestError, ServicePayError } from './errors.ts'
import type { Connection } from './options.ts'

/** A request. Every try sends the same one. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'DELETE'
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

/** openapi-fetch needs a type of the paths. The generated table in `generated/sdk-resources.ts` says which exist. */
interface AnyOperation {
  parameters: { path?: Record<string, string>; query?: Readonly<Record<string, unknown>> | undefined }
  requestBody?: { content: { 'application/json': unknown } }
  responses: { 200: { content: { 'application/json': unknown } } }
}
type AnyPaths = Record<string, Record<'get' | 'post' | 'delete', AnyOperation>>

/** In UTF-16 code units: far longer than any response of the service, and far below the memory of a small machine. */
const longestBody = 32 * 1024 * 1024

/**
 * Sends a request once.
 *
 * @throws {ServicePayError} and no other error
 */
export async function tryOnce(
  connection: Connection,
  call: Call,
  { timeout, signal }: TryLimits,
): Promise<WithLastResponse> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(timeoutError(timeout)), timeout)
  const release = onAbort(signal, () => controller.abort(abortedError(signal)))
  try {
    return await orAborted(exchange(connection, call, controller.signal), controller.signal)
  } catch (error) {
    if (controller.signal.aborted) throw controller.signal.reason
    throw error instanceof ServicePayError ? error : connectionError(connection.baseUrl, error)
  } finally {
    clearTimeout(timer)
    release()
  }
}

async function exchange({ baseUrl, fetch }: Connection, call: Call, signal: AbortSignal): Promise<WithLastResponse> {
  const request = await requestOf(baseUrl, call).catch(rejectParameters)
  const { method, headers } = request
  const body = await request.text()
  // Another implementation of fetch may not accept this runtime's Request, so it gets an address and settings.
  // Following a redirect would turn POST into GET and may lead anywhere, so a redirect becomes an error.
  const response = await fetch(request.url, { method, headers, redirect: 'manual', signal, ...(body && { body }) })
  const text = await textOf(response)
  if (!response.ok) throw errorOf(response, text)
  return resultOf(response, text)
}

/** Lets openapi-fetch build the request. This file sends it, so that it can limit the length of the response. */
function requestOf(baseUrl: string, { method, path, ids, query, headers, body }: Call): Promise<Request> {
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

/** Reads the body as text. The caller's own `fetch` may return a response without a stream. */
async function textOf(response: Response): Promise<string> {
  if (!response.body) return response.text()
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > longestBody) throw unexpectedAnswer(response, 'the body has more than 32 MB.')
  }
  return text + decoder.decode()
}

/** Rejects when the signal aborts, even if the caller's own `fetch` ignores the signal. */
function orAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const abortion = new Promise<never>((_, reject) => onAbort(signal, () => reject(signal.reason as Error)))
  return Promise.race([work, abortion])
}

/**
 * Calls back when a signal aborts, or at once if it already has.
 *
 * @returns a function that removes the listener
 */
export function onAbort(signal: AbortSignal | undefined, act: () => void): () => void {
  signal?.addEventListener('abort', act)
  if (signal?.aborted) act()
  return () => signal?.removeEventListener('abort', act)
}

function timeoutError(timeout: number): ConnectionError {
  return new ConnectionError({
    code: 'timeout',
    message: `No complete response came within ${timeout} ms.`,
    fix: `Check that the service is up, or allow more time with \`timeout\`. ${outcomeUnknown}`,
  })
}

export function abortedError(signal: AbortSignal | undefined): ConnectionError {
  return new ConnectionError({
    code: 'aborted',
    message: 'Your AbortSignal ended the call.',
    fix: outcomeUnknown,
    cause: signal?.reason,
  })
}

function connectionError(baseUrl: string, cause: unknown): ConnectionError {
  const code = (cause as { cause?: { code?: unknown } } | undefined)?.cause?.code
  return new ConnectionError({
    code: 'connection_failed',
    message: `The connection to ${baseUrl} failed${typeof code === 'string' ? ` (${code})` : ''}.`,
    fix: `Check \`baseUrl\` and that the service is up. ${outcomeUnknown}`,
    cause,
  })
}

/** JSON cannot hold, for example, a BigInt or an object that contains itself. */
function rejectParameters(cause: unknown): never {
  throw new InvalidRequestError({
    code: 'parameter_invalid',
    message: `The parameters cannot be written as JSON: ${cause instanceof Error ? cause.message : String(cause)}`,
    fix: 'Pass plain JSON values.',
    cause,
  })
}
