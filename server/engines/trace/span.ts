/** Never card details, secrets, personal data or values of statements: an operator may send traces to a third party. */
export type Attributes = Readonly<Record<string, string | number | boolean>>

export type SpanKind = 'server' | 'client' | 'consumer' | 'internal'

/** A part of a trace that takes time. */
export interface Span {
  /** Its position in the trace, as W3C Trace Context writes it. */
  readonly traceparent: string
  child(name: string, kind: SpanKind, attributes?: Attributes): Span
  rename(name: string): void
  note(attributes: Attributes): void
  /** `failure`: a code or the name of an error class, never a message. */
  end(failure?: string | null): void
}

/** Begins traces. Exists only when the operator has turned traces on. */
export interface Tracer {
  /** Continues the trace of `traceparent`, or begins a new one. */
  begin(name: string, kind: SpanKind, traceparent: string | null): Span
}
