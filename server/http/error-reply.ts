import { errorCatalogue, type ErrorCode } from '../../generated/errors.ts'
import type { Failure } from '../domain/failure.ts'

/** The reply to a failed request. */
export interface ErrorReply {
  readonly status: number
  readonly body: string
  readonly headers: Record<string, string>
}

/** The seconds in `Retry-After`, for each code whose replies have this header. */
const usualPauses: Partial<Record<ErrorCode, number>> = { rate_limited: 1, service_unavailable: 5 }

/** Builds an error reply from the catalogue of codes and from what the failure adds to it. */
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
  const pause = retryAfterSeconds ?? usualPauses[failure.code]
  const headers: Record<string, string> = pause === undefined ? {} : { 'Retry-After': String(pause) }
  return { status: entry.status, body: JSON.stringify({ error }), headers }
}

/** A sender may put a card number into the name of a field, so long runs of digits are not repeated in the reply. */
function withoutNumbers(text: string): string {
  return text.replace(/\d(?:[\s\p{Pd}]?\d){11,}/gu, '[number]')
}
