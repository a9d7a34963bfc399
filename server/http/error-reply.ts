import { errorCatalogue } from '../../generated/errors.ts'
import type { Failure } from '../domain/failure.ts'

/** An error as it goes out: status, headers and the exact body. */
export interface ErrorReply {
  readonly status: number
  readonly body: string
  readonly headers: Record<string, string>
}

/** The error shape of the specification, from the catalogue and what the failure knows better. */
export function errorReply(failure: Failure, requestId: string, baseUrl: string): ErrorReply {
  const entry = errorCatalogue[failure.code]
  const { param, message, fix, retryAfterSeconds } = failure.detail
  const error = {
    code: failure.code,
    ...(param === undefined ? {} : { param: withoutNumbers(param) }),
    message: withoutNumbers(message ?? entry.message),
    fix: withoutNumbers(fix ?? entry.fix),
    doc_url: `${baseUrl}/docs/errors#${failure.code}`,
    request_id: requestId,
  }
  const headers: Record<string, string> =
    failure.code === 'rate_limited' ? { 'Retry-After': String(retryAfterSeconds ?? 1) } : {}
  return { status: entry.status, body: JSON.stringify({ error }), headers }
}

/** The name of a field is the sender's: one that is, or holds, as many digits as a card number is not repeated. */
function withoutNumbers(text: string): string {
  return text.replace(/\d(?:[\s\p{Pd}]?\d){11,}/gu, '[number]')
}
