import type { AttemptRequest, EncryptionKey, FormAttempt, FormSession } from './form-session.ts'

/** `unreachable`: no answer that can be understood, which says nothing about whether the request had an effect. */
export type Reply<Body> =
  | { readonly kind: 'ok'; readonly body: Body }
  | { readonly kind: 'refused'; readonly code: string; readonly param: string | undefined }
  | { readonly kind: 'unreachable' }

export interface FormApi {
  /** The server's time, as its last reply told it: customers' clocks are often wrong. */
  now(): Date
  readSession(): Promise<Reply<FormSession>>
  readEncryptionKey(): Promise<Reply<EncryptionKey>>
  submitAttempt(request: AttemptRequest): Promise<Reply<FormAttempt>>
  readAttempt(id: string): Promise<Reply<FormAttempt>>
  /** Tells the bank that the customer will not answer. False when it did not hear; what became of the payment only reading it tells. */
  abandonChallenge(url: string): Promise<boolean>
}

/** A read that takes longer is asked again. */
const readTimeoutMilliseconds = 10_000
/** The bank may take its time inside the request; the outcome is then found by reading. */
const submitTimeoutMilliseconds = 45_000

/** The form's own calls. Addresses are relative to the frame's, `/v1/form/frame`. */
export function formApi(clientSecret: string): FormApi {
  const headers = { Authorization: `Bearer ${clientSecret}` }
  const read = <Body>(path: string) => call<Body>(path, { headers }, readTimeoutMilliseconds)
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
    submitAttempt: (request) =>
      call(
        'attempts',
        { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(request) },
        submitTimeoutMilliseconds,
      ),
    abandonChallenge,
  }
}

/** What the Cancel of the confirmation page sends, which answers with the way to the page's next state. */
async function abandonChallenge(url: string): Promise<boolean> {
  const body = new URLSearchParams({ outcome: 'abandoned' })
  const response = await fetch(url, {
    method: 'POST',
    body,
    redirect: 'manual',
    cache: 'no-store',
    credentials: 'omit',
  }).catch(() => null)
  return response !== null && (response.ok || response.type === 'opaqueredirect')
}

async function call<Body>(path: string, init: RequestInit, timeoutMilliseconds: number): Promise<Reply<Body>> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), timeoutMilliseconds)
  try {
    // Without the browser's credentials, which we have no use for, it would need a connection of its own.
    const response = await fetch(path, { ...init, signal: abort.signal, cache: 'no-store', credentials: 'same-origin' })
    const body = await response.json()
    if (response.ok) return { kind: 'ok', body }
    // A server that failed may have done half of it: as good as no answer.
    if (response.status >= 500 || !body.error?.code) return { kind: 'unreachable' }
    return { kind: 'refused', code: body.error.code, param: body.error.param }
  } catch {
    return { kind: 'unreachable' }
  } finally {
    clearTimeout(timer)
  }
}
