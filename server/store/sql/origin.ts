import { originNow } from '../../engines/trace/current-trace.ts'

/** The values of `request_id` and `traceparent` for rows that the request at hand creates. */
export function originValues(): readonly [string | null, string | null] {
  const { request_id: requestId, traceparent } = originNow()
  return [requestId, traceparent]
}
