import { errorOf, hasResult, outcomeUnknown, unexpectedAnswer } from './answers.ts'
import { ConnectionError, isForCaller } from './errors.ts'
import type { Connection } from './options.ts'
import { clearTimeout, setTimeout } from './timers.ts'

export interface TryLimits {
  /** Milliseconds. */
  readonly timeout: number
  readonly signal: AbortSignal | undefined
}

/** In UTF-16 code units: far longer than any response of the service, and far below the memory of a small machine. */
const longestBody = 32 * 1024 * 1024

/**
 * Sends a request once, and reads the whole response within the limits.
 *
 * @returns a successful response with a JSON object
 * @throws {ServicePayError} and no other error, except one that is meant for the framework
 */
export async function tryOnce(
  connection: Connection,
  url: string,
  init: RequestInit,
  { timeout, signal }: TryLimits,
): Promise<Response> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(timeoutError(timeout)), timeout)
  const release = onAbort(signal, () => controller.abort(abortedError(signal)))
  try {
    return await orAborted(exchange(connection, url, { ...init, signal: controller.signal }), controller.signal)
  } catch (error) {
    if (controller.signal.aborted) throw controller.signal.reason
    if (isForCaller(error)) throw error
    throw connectionError(connection.baseUrl, error)
  } finally {
    clearTimeout(timer)
    release()
  }
}

async function exchange({ fetch }: Connection, url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init)
  const text = await textOf(response)
  if (!response.ok) throw errorOf(response, text)
  if (!hasResult(text)) throw unexpectedAnswer(response, text)
  return new Response(text, { status: response.status, headers: response.headers })
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
    fix: `Check \`baseUrl\` and that the service is up.${proxyHint()} ${outcomeUnknown}`,
    cause,
  })
}

/** The usual reason on a machine that reaches the internet through a proxy: `fetch` does not use these variables. */
function proxyHint(): string {
  const { env = {} } = (globalThis as { process?: { env?: Record<string, string | undefined> } }).process ?? {}
  const name = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'].find((name) => env[name])
  if (name === undefined || env['NODE_USE_ENV_PROXY']) return ''
  return ` \`fetch\` does not use ${name}: set NODE_USE_ENV_PROXY=1 (Node 24), or pass a \`fetch\` that uses it.`
}
