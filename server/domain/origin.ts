/** The API request that a row comes from. Another process may continue its work, hours later. */
export interface Origin {
  /** Null: no request, such as work that is due by time. */
  readonly request_id: string | null
  /** The position of the request in its OpenTelemetry trace, as W3C Trace Context writes it. Null: traces were off. */
  readonly traceparent: string | null
}

export const noOrigin: Origin = { request_id: null, traceparent: null }
