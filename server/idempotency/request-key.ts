import { createHash } from 'node:crypto'
import type { RequestKey } from '../store/idempotency-keys.ts'

export type { RequestKey } from '../store/idempotency-keys.ts'

// How the service handles an `Idempotency-Key`. A flow first asks `earlier-request.ts` how an earlier request with the
// key ended. If there was none, it claims the key in the transaction that makes its object (`claims.ts`); a new
// checkout session and its key are one statement of `server/store/sessions/new-sessions.ts`.
// `server/http/operation-reply.ts` keeps the reply (`kept-replies.ts`). `retention.ts` forgets keys after a day. The
// SQL is in `server/store/idempotency-keys.ts`.

/** Requests with the same method, path and body have the same fingerprint. The order of fields does not matter. */
export function requestKeyOf(key: string, request: { method: string; path: string; body: unknown }): RequestKey {
  const text = `${request.method} ${request.path}\n${canonical(request.body)}`
  return { key, fingerprint: createHash('sha256').update(text).digest() }
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([name, child]) => `${JSON.stringify(name)}:${canonical(child)}`).join(',')}}`
}
