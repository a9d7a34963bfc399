import type { Request } from '@hapi/hapi'

declare module '@hapi/hapi' {
  interface RequestApplicationState {
    /** Identifies the request in replies and logs. Set when the request arrives. */
    requestId: string
  }
}

export function requestIdOf(request: Request): string {
  return request.app.requestId
}
