import type { Request } from '@hapi/hapi'
import type { About } from '../../engines/trace/current-trace.ts'
import type { Span } from '../../engines/trace/span.ts'

declare module '@hapi/hapi' {
  interface RequestApplicationState {
    /** Identifies the request in replies and logs. Set when the request arrives. */
    requestId: string
    /** What the service knows about the request. Its log lines contain it. */
    about: About
    /** Null: traces are off. */
    span: Span | null
  }
}

export function requestIdOf(request: Request): string {
  return request.app.requestId
}
