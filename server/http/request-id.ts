import type { Request } from '@hapi/hapi'
import type { About } from '../trace/current-trace.ts'

declare module '@hapi/hapi' {
  interface RequestApplicationState {
    /** Identifies the request in replies and logs. Set when the request arrives. */
    requestId: string
    /** What the service knows about the request. Its log lines contain it. */
    about: About
  }
}

export function requestIdOf(request: Request): string {
  return request.app.requestId
}
