import { AsyncLocalStorage } from 'node:async_hooks'
import type { Origin } from '../../domain/origin.ts'
import type { Attributes, Span, SpanKind, Tracer } from './span.ts'

/** What the log lines of one request or job have in common, so that a payment can be followed through the log. */
export interface About {
  requestId?: string
  merchantId?: string
  livemode?: boolean
  sessionId?: string
}

interface Trace {
  readonly about: About
  /** Null while traces are off. */
  span: Span | null
}

const current = new AsyncLocalStorage<Trace | null>()

/** Begins the trace of everything that this request starts from here on. */
export function beginTrace(): void {
  current.enterWith({ about: {}, span: null })
}

/** Spans of this request belong below `span`. */
export function enterSpan(span: Span): void {
  const trace = current.getStore()
  if (trace) trace.span = span
}

/** What is known about the request or job at hand. Code that learns more adds it. Empty outside of both. */
export function aboutNow(): About {
  return current.getStore()?.about ?? {}
}

/** Null outside of a trace, and while traces are off. */
export function spanNow(): Span | null {
  return current.getStore()?.span ?? null
}

/** Runs work that serves many requests, or none, so that its log lines name no single request. */
export function outsideTraces<Result>(work: () => Result): Result {
  return current.run(null, work)
}

/** Returns a function that runs work in the trace of this moment. */
export function inThisTrace(): <Result>(work: () => Result) => Result {
  const trace = current.getStore() ?? null
  return (work) => current.run(trace, work)
}

/** What a row stores of the request that creates it. */
export function originNow(): Origin {
  return { request_id: aboutNow().requestId ?? null, traceparent: spanNow()?.traceparent ?? null }
}

/** The work at hand turns out to continue the request that a row comes from. */
export function joinTrace({ request_id: requestId }: Origin, sessionId: string): void {
  Object.assign(aboutNow(), { sessionId, ...(requestId !== null && { requestId }) })
}

interface Continued {
  readonly name: string
  readonly about: Omit<About, 'requestId'>
  readonly tracer: Tracer | null
}

/**
 * Continues the request that a row comes from: log lines, spans, and the rows that the work creates, belong to that
 * request.
 */
export function continueTrace<Result>(
  { request_id: requestId, traceparent }: Origin,
  { name, about, tracer }: Continued,
  work: () => Promise<Result>,
): Promise<Result> {
  const known = { ...about, ...(requestId !== null && { requestId }) }
  const parent = traceparent === null ? spanNow() : null
  const span = parent ? parent.child(name, 'consumer') : (tracer?.begin(name, 'consumer', traceparent) ?? null)
  if (!span) return current.run({ about: known, span }, work)
  return current.run({ about: known, span }, () => ended(span, known, work))
}

/** Runs a part of the current trace as a separate span. */
export function inSpan<Result>(
  { name, kind, attributes }: { name: string; kind: SpanKind; attributes?: Attributes },
  work: (span: Span | null) => Promise<Result>,
): Promise<Result> {
  const trace = current.getStore()
  if (!trace?.span) return work(null)
  const span = trace.span.child(name, kind, attributes)
  return current.run({ about: trace.about, span }, () => ended(span, {}, () => work(span)))
}

async function ended<Result>(span: Span, about: About, work: () => Promise<Result>): Promise<Result> {
  let failure: string | null = null
  try {
    return await work()
  } catch (error) {
    failure = failureOf(error)
    throw error
  } finally {
    span.note(attributesOf(about))
    span.end(failure)
  }
}

/** The code of an error, or the name of its class. Its message may contain personal data. */
export function failureOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return typeof error
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.constructor.name
}

const attributeNames = {
  requestId: 'servicepay.request_id',
  merchantId: 'servicepay.merchant_id',
  livemode: 'servicepay.livemode',
  sessionId: 'servicepay.session_id',
} as const

/** The attributes of a span about this request or job. */
export function attributesOf(about: About): Attributes {
  const attributes: Record<string, string | boolean> = {}
  for (const [name, attribute] of Object.entries(attributeNames)) {
    const value = about[name as keyof About]
    if (value !== undefined) attributes[attribute] = value
  }
  return attributes
}
