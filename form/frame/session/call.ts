import type { FormSession } from './form-session.ts'

/** `unreachable`: the form got no reply that it understands, and the request may or may not have had an effect. */
export type Reply<Body> =
  | { readonly kind: 'ok'; readonly body: Body }
  | {
      readonly kind: 'refused'
      readonly code: string
      readonly param?: string | null | undefined
      readonly message?: string | undefined
    }
  | { readonly kind: 'unreachable' }

interface ErrorBody {
  readonly error: Omit<Extract<Reply<never>, { kind: 'refused' }>, 'kind'>
}

/** How long a read may take before the form repeats it. */
const readTimeoutMilliseconds = 10_000

/**
 * Makes one call of the form. Its path is relative to the frame's address, `/v1/form/frame`. `XMLHttpRequest` has the
 * reply earlier than `fetch`, which reads it as a stream.
 */
export function call<Body>(
  clientSecret: string,
  path: string,
  body?: object,
  timeoutMilliseconds = readTimeoutMilliseconds,
  addHeaders?: (request: XMLHttpRequest) => void,
): Promise<Reply<Body>> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open(body ? 'POST' : 'GET', path)
    request.setRequestHeader('Authorization', `Bearer ${clientSecret}`)
    addHeaders?.(request)
    // The receipt is in the language of the form, and not in the browser's.
    request.setRequestHeader('Accept-Language', document.documentElement.lang)
    if (body) request.setRequestHeader('Content-Type', 'application/json')
    request.timeout = timeoutMilliseconds
    request.onloadend = () => resolve(readReply(request))
    request.send(body && JSON.stringify(body))
  })
}

function readReply<Body>({ status, responseText }: XMLHttpRequest): Reply<Body> {
  try {
    const reply = JSON.parse(responseText) as unknown
    if (status >= 200 && status < 300) return { kind: 'ok', body: reply as Body }
    const { error } = reply as Partial<ErrorBody>
    // A server that failed may have done part of the work, so its reply counts as no reply.
    const isFinal = status < 500 || error?.code === 'account_configuration'
    if (isFinal && error?.code) return { ...error, kind: 'refused' }
  } catch {
    // A reply that is not JSON comes from something between the form and the service.
  }
  return { kind: 'unreachable' }
}

/** How far the server's clock is ahead of the browser's, in milliseconds. */
export function clockLead({ server_time }: FormSession): number {
  return Date.parse(server_time) - Date.now()
}

export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/** Pauses before each try, because the network may fail for a moment. */
const pausesMilliseconds = [0, 500, 1_500, 4_000]

/** Tries until there is a result. Undefined: every try failed. */
export async function patiently<Result>(attempt: () => Promise<Result>): Promise<Result | undefined> {
  for (const pause of pausesMilliseconds) {
    if (pause) await sleep(pause)
    const result = await attempt()
    if (result) return result
  }
  return undefined
}
