import type { Request } from '@hapi/hapi'
import { attributesOf, enterSpan } from '../../engines/trace/current-trace.ts'
import type { Span } from '../../engines/trace/span.ts'
import type { FlowContext } from '../../flows/context.ts'

/** Begins the span of a request. Merchants' programs may continue their own trace; browsers have none. */
export function beginSpan({ tracer }: FlowContext, { method, path, headers }: Request): Span | null {
  if (!tracer) return null
  const given: unknown = headers['traceparent']
  const span = tracer.begin(
    method.toUpperCase(),
    'server',
    path.startsWith('/v1/') && typeof given === 'string' ? given : null,
  )
  enterSpan(span)
  return span
}

/** Ends the span with the route and never the address, because some addresses contain a client secret. */
export function endSpan({ app, method, route }: Request, status: number, errorCode: string | null): void {
  const { span, about } = app
  if (!span) return
  const verb = method.toUpperCase()
  span.rename(`${verb} ${route.path}`)
  span.note({
    ...attributesOf(about),
    'http.request.method': verb,
    'http.route': route.path,
    'http.response.status_code': status,
    ...(errorCode !== null && { 'servicepay.error_code': errorCode }),
  })
  span.end(status < 500 ? null : (errorCode ?? String(status)))
}
