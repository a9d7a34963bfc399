import type { AttemptRequest, CardNetworks, EncryptionKey, FormAttempt, FormSession } from './form-session.ts'

/** `unreachable`: the form got no reply that it understands, and the request may or may not have had an effect. */
export type Reply<Body> =
  | { readonly kind: 'ok'; readonly body: Body }
  | {
      readonly kind: 'refused'
      readonly code: string
      readonly param: string | undefined
      readonly message: string | undefined
    }
  | { readonly kind: 'unreachable' }

interface ErrorBody {
  readonly error: { readonly code?: string; readonly param?: string | null; readonly message?: string }
}

export interface FormApi {
  /** The server's time, taken from its last reply, because customers' clocks are often wrong. */
  now(): Date
  readSession(): Promise<Reply<FormSession>>
  readEncryptionKey(): Promise<Reply<EncryptionKey>>
  /** The networks of a co-badged card, by its first eight digits. */
  readNetworks(firstDigits: string): Promise<Reply<CardNetworks>>
  submitAttempt(request: AttemptRequest): Promise<Reply<FormAttempt>>
  readAttempt(id: string): Promise<Reply<FormAttempt>>
  /** Tells the bank that the customer has cancelled. The form must then read the outcome of the payment. */
  abandonAttempt(id: string): Promise<Reply<FormAttempt>>
}

/** How long a read may take before the form repeats it. */
const readTimeoutMilliseconds = 10_000
/** The request waits for the bank, which may be slow. After this time the form reads the outcome instead. */
const submitTimeoutMilliseconds = 45_000

/** The form's calls. Their paths are relative to the frame's address, `/v1/form/frame`. */
export function formApi(clientSecret: string): FormApi {
  const headers = { Authorization: `Bearer ${clientSecret}` }
  const read = <Body>(path: string) => call<Body>(path, { headers }, readTimeoutMilliseconds)
  const post = <Body>(path: string, body: object, timeoutMilliseconds: number) => {
    const json = { ...headers, 'Content-Type': 'application/json' }
    return call<Body>(path, { method: 'POST', headers: json, body: JSON.stringify(body) }, timeoutMilliseconds)
  }
  let clockErrorMilliseconds = 0
  return {
    now: () => new Date(Date.now() + clockErrorMilliseconds),
    async readSession() {
      const reply = await read<FormSession>('session')
      if (reply.kind === 'ok') clockErrorMilliseconds = Date.parse(reply.body.server_time) - Date.now()
      return reply
    },
    readEncryptionKey: () => read('encryption_key'),
    readAttempt: (id) => read(`attempts/${encodeURIComponent(id)}`),
    readNetworks: (first_digits) => post('card_networks', { first_digits }, readTimeoutMilliseconds),
    submitAttempt: (request) => post('attempts', request, submitTimeoutMilliseconds),
    abandonAttempt: (id) => post(`attempts/${encodeURIComponent(id)}/abandon`, {}, readTimeoutMilliseconds),
  }
}

async function call<Body>(path: string, init: RequestInit, timeoutMilliseconds: number): Promise<Reply<Body>> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), timeoutMilliseconds)
  try {
    // The service uses no cookies, but without credentials browsers would open a second connection.
    const response = await fetch(path, { ...init, signal: abort.signal, cache: 'no-store', credentials: 'same-origin' })
    if (response.ok) return { kind: 'ok', body: (await response.json()) as Body }
    const { error } = (await response.json()) as Partial<ErrorBody>
    // A server that failed may have done part of the work, so its reply counts as no reply.
    const isFinal = response.status < 500 || error?.code === 'account_configuration'
    if (!isFinal || !error?.code) return { kind: 'unreachable' }
    return { kind: 'refused', code: error.code, param: error.param ?? undefined, message: error.message }
  } catch {
    return { kind: 'unreachable' }
  } finally {
    clearTimeout(timer)
  }
}
