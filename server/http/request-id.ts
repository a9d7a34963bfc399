import type { Request } from '@hapi/hapi'

declare module '@hapi/hapi' {
  interface RequestApplicationState {
    /** Names the request in replies and logs. Set when it arrives. */
    requestId: string
  }
}

export function requestIdOf(request: Request): string {
  return request.app.requestId
}
