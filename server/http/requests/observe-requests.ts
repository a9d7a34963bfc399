import type { Request, Server } from '@hapi/hapi'
import { errorCodeOf } from './record-requests.ts'
import { probePaths } from '../probes.ts'

/** A finished request, in labels that have few values: without paths and ids. */
export interface FinishedRequest {
  /** The operation of the contract. Other routes: the first part of the path, as `/dashboard`. No route: `none`. */
  readonly operation: string
  /** The class of the status, such as `2xx`. */
  readonly status: string
  /** The code of an error reply, otherwise empty. */
  readonly code: string
  readonly seconds: number
}

/**
 * Calls `observer` for every request when it ends, apart from probes, and from calls with a fault: the figures of the
 * service must not say that it fails or is slow because an account wants to see what happens then.
 */
export function observeRequests(server: Server, observer: (finished: FinishedRequest) => void): void {
  server.events.on('response', (request) => {
    const { response, info } = request
    if (probePaths.has(request.route.path) || request.app.fault) return
    const status = 'isBoom' in response ? response.output.statusCode : response.statusCode
    const seconds = info.responded === 0 ? 0 : Math.max(0, info.responded - info.received) / 1000
    observer({
      operation: operationOf(request),
      status: `${Math.floor(status / 100)}xx`,
      code: status < 400 ? '' : (errorCodeOf(request) ?? ''),
      seconds,
    })
  })
}

function operationOf({ route }: Request): string {
  // hapi's internal route for requests that match no other. Its types do not know the name.
  if (String(route.method) === '_special') return 'none'
  return route.settings.id ?? `/${route.path.split('/')[1] ?? ''}`
}
