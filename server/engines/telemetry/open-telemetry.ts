import {
  diag,
  DiagLogLevel,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span as OtelSpan,
  type Tracer as OtelTracer,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import type { Log } from '../../flows/context.ts'
import type { Attributes, Span, SpanKind as Kind, Tracer } from '../trace/span.ts'

/** How long a stop waits for the receiver of traces. */
const flushMs = 2_000

/** At most one warning about traces in this time. */
const warnEveryMs = 60_000

/** What the composition root needs to send traces. */
export interface Telemetry {
  readonly tracer: Tracer
  /** Sends what is left. Never rejects. */
  close(): Promise<void>
}

/**
 * The process loads this module only when traces are on. OpenTelemetry itself reads its standard variables: sampler,
 * headers, time-outs and the bounds of its queue. The queue drops spans when it is full, so an unavailable receiver
 * does not slow down any request.
 */
export function openTelemetry(log: Log): Telemetry {
  diag.setLogger(warningLogger(log), { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'servicepay' }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  })
  const otel = provider.getTracer('servicepay')
  return {
    tracer: {
      begin: (name, kind, traceparent) => startSpan(otel, name, kind, contextOf(traceparent)),
    },
    close: async () => {
      const late = new Promise<void>((resolve) => void setTimeout(resolve, flushMs).unref())
      await Promise.race([provider.shutdown().catch(() => {}), late])
      diag.disable()
    },
  }
}

const kinds: Readonly<Record<Kind, SpanKind>> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
}

function startSpan(otel: OtelTracer, name: string, kind: Kind, parent: Context, attributes: Attributes = {}): Span {
  const span = otel.startSpan(name, { kind: kinds[kind], attributes }, parent)
  const own = trace.setSpan(ROOT_CONTEXT, span)
  return {
    traceparent: traceparentOf(span),
    child: (childName, childKind, childAttributes) => startSpan(otel, childName, childKind, own, childAttributes),
    rename: (newName) => void span.updateName(newName),
    note: (noted) => void span.setAttributes(noted),
    end: (failure = null) => {
      if (failure !== null) span.setAttribute('error.type', failure).setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
}

function traceparentOf(span: OtelSpan): string {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return `00-${traceId}-${spanId}-${(traceFlags & 1).toString(16).padStart(2, '0')}`
}

const traceparentPattern = /^[0-9a-f]{2}-(?<traceId>[0-9a-f]{32})-(?<spanId>[0-9a-f]{16})-(?<flags>[0-9a-f]{2})(?:-|$)/u

/** The context of a W3C `traceparent`. An unreadable one begins a new trace, as the standard says. */
function contextOf(traceparent: string | null): Context {
  const found = traceparent === null || traceparent.startsWith('ff') ? null : traceparentPattern.exec(traceparent)
  const { traceId = '', spanId = '', flags = '' } = found?.groups ?? {}
  const spanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
  return isSpanContextValid(spanContext) ? trace.setSpanContext(ROOT_CONTEXT, spanContext) : ROOT_CONTEXT
}

/** The texts of the library may contain the address of the receiver with its password, so no line repeats them. */
function warningLogger(log: Log) {
  let warnedAt = -Infinity
  const warn = (): void => {
    if (performance.now() - warnedAt < warnEveryMs) return
    warnedAt = performance.now()
    log.warn({}, 'could not send traces: check OTEL_EXPORTER_OTLP_ENDPOINT and its receiver')
  }
  const drop = (): void => {}
  return { error: warn, warn, info: drop, debug: drop, verbose: drop }
}
