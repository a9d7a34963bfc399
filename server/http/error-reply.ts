import { errorCatalogue, secondStatuses } from '../../generated/errors.ts'
import type { Failure } from '../domain/failure.ts'

/** The reply to a failed request. */
export interface ErrorReply {
  readonly status: number
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** The seconds in `Retry-After`. */
const pauseOfOutage = 5
const pauseOfLimit = 1

/** Builds an error reply from the catalogue of codes and from what the failure adds to it. */
export function errorReply(failure: Failure, requestId: string, baseUrl: string): ErrorReply {
  const { param, message, fix, retryAfterSeconds, isOutage } = failure.detail
  const entry = isOutage ? secondStatuses.internal_error : errorCatalogue[failure.code]
  const error = {
    code: failure.code,
    ...(param === undefined ? {} : { param: withoutNumbers(param) }),
    message: withoutNumbers(message ?? entry.message),
    fix: withoutNumbers(fix ?? entry.fix),
    doc_url: `${baseUrl}/docs/errors#${failure.code}`,
    request_id: requestId,
  }
  const usualPause = isOutage ? pauseOfOutage : failure.code === 'rate_limited' ? pauseOfLimit : undefined
  const pause = retryAfterSeconds ?? usualPause
  const headers: Record<string, string> = pause === undefined ? {} : { 'Retry-After': String(pause) }
  return { status: entry.status, body: JSON.stringify({ error }), headers }
}

/** A sender may put a card number into the name of a field, so long runs of digits are not repeated in the reply. */
function withoutNumbers(text: string): string {
  return text.replace(/\d(?:[\s\p{Pd}]?\d){11,}/gu, '[number]')
}
