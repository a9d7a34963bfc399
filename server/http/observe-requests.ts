import type { Request, Server } from '@hapi/hapi'
import { errorIn } from './failed-requests.ts'

/** A request that was answered, in words of which there are few: no address, no id. */
export interface SeenRequest {
  /** The operation of the contract; otherwise the first part of the route's path, as `/dashboard`; `none` where there is no route. */
  readonly operation: string
  /** As `2xx`. */
  readonly status: string
  /** Of the error reply; empty where there is none. */
  readonly code: string
  readonly seconds: number
}

/** Tells of every request as it ends. */
export function observeRequests(server: Server, tell: (seen: SeenRequest) => void): void {
  server.events.on('response', (request) => {
    const { response, info } = request
    const status = 'isBoom' in response ? response.output.statusCode : response.statusCode
    const seconds = info.responded === 0 ? 0 : Math.max(0, info.responded - info.received) / 1000
    tell({
      operation: operationOf(request),
      status: `${Math.floor(status / 100)}xx`,
      code: status < 400 ? '' : codeOf(request),
      seconds,
    })
  })
}

function operationOf({ route }: Request): string {
  // hapi's own route for what has none; its types do not know the name.
  if (String(route.method) === '_special') return 'none'
  return route.settings.id ?? `/${route.path.split('/')[1] ?? ''}`
}

/** Errors of pages are pages, and have no code. */
function codeOf({ response }: Request): string {
  const isJson = !('isBoom' in response) && String(response.headers['content-type']).startsWith('application/json')
  return isJson ? (errorIn(response.source)?.code ?? '') : ''
}
