import type { Request, Server } from '@hapi/hapi'
import { newId } from '../../domain/ids.ts'
import { loggable } from '../../domain/text/loggable-error.ts'
import { redactedText, redactedAddress } from '../../domain/text/redaction.ts'
import { scopeKey, type Scope } from '../../domain/scope.ts'
import type { FlowContext } from '../../flows/context.ts'
import { writeFailedRequests, type FailedRequest } from '../../flows/accounts/failed-requests.ts'
import type { NewApiRequest } from '../../store/accounts/api-request-log.ts'
import { RateLimit } from '../../domain/queues/rate-limit.ts'
import { requestIdOf } from './request-id.ts'

declare module '@hapi/hapi' {
  interface RequestApplicationState {
    /** The account of a request that was refused although its key is valid. */
    refusedScope?: Scope
  }
}

/** How long failed requests are collected before one write, and the most that may wait for it. */
const collectMs = 1_000
const maxWaiting = 1_000

/** Rows per hour for each account and mode. A broken program must not fill the disk. */
const rowsPerHour = 1_000

/** Collects the failed requests of a process. A crash or an overflow loses only lines of a log. */
export class FailedRequests {
  readonly #context: FlowContext
  readonly #limit: RateLimit
  #waiting: FailedRequest[] = []
  #dropped = 0
  #timer: NodeJS.Timeout | null = null
  #writing: Promise<void> = Promise.resolve()

  constructor(context: FlowContext) {
    this.#context = context
    this.#limit = new RateLimit(context.clock, { capacity: rowsPerHour, perSeconds: 3600 })
  }

  add(failed: FailedRequest): void {
    if (this.#limit.take(scopeKey(failed.scope)) !== null) return void this.#dropped++
    this.#waiting.push(failed)
    if (this.#waiting.length > maxWaiting) this.#dropOldest()
    this.#timer ??= setTimeout(() => void this.flush(), collectMs).unref()
  }

  /** Writes the collected requests. Never rejects. */
  flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  async #write(): Promise<void> {
    const [batch, dropped] = [this.#waiting, this.#dropped]
    this.#waiting = []
    this.#dropped = 0
    if (dropped > 0) this.#context.log.warn({ dropped }, 'too many failed requests: some were not logged')
    try {
      await writeFailedRequests(this.#context, batch)
    } catch (error) {
      this.#dropped += batch.length
      this.#context.log.warn({ error: loggable(error) }, 'could not write the log of failed requests')
    }
  }

  #dropOldest(): void {
    this.#waiting.shift()
    this.#dropped++
  }
}

/** Logs every failed API request of a known account. */
export function bindFailedRequests(server: Server, context: FlowContext): FailedRequests {
  const failed = new FailedRequests(context)
  server.events.on('response', (request) => {
    const { response } = request
    if ('isBoom' in response || response.statusCode < 400) return
    const scope = scopeOf(request)
    const error = scope && errorIn(response.source)
    if (scope && error)
      failed.add({ scope, request: entryOf(context, request, { ...error, status: response.statusCode }) })
  })
  return failed
}

function scopeOf(request: Request): Scope | null {
  const caller = (request.auth.credentials as { caller?: { scope?: Scope } } | null)?.caller
  return caller?.scope ?? request.app.refusedScope ?? null
}

/** The error in a JSON reply. It is read from the body, because a replayed reply exists only as text. */
function errorIn(source: unknown): { code: string; param: string | null } | null {
  if (typeof source !== 'string') return null
  const { error } = JSON.parse(source) as { error?: { code: string; param?: string } }
  return error ? { code: error.code, param: error.param ?? null } : null
}

/** The code of an error reply. An error on a page is itself a page, which has no code. */
export function errorCodeOf({ response }: Request): string | null {
  const isJson = !('isBoom' in response) && String(response.headers['content-type']).startsWith('application/json')
  return isJson ? (errorIn(response.source)?.code ?? null) : null
}

function entryOf(
  context: FlowContext,
  request: Request,
  { code, param, status }: { code: string; param: string | null; status: number },
): NewApiRequest {
  const at = context.clock.now()
  return {
    id: newId('log', at),
    at,
    method: request.method.toUpperCase(),
    path: redactedAddress(request.path, request.url.search),
    status,
    code,
    param: param === null ? null : redactedText(param),
    request_id: requestIdOf(request),
    duration_ms: Math.max(0, request.info.responded - request.info.received),
  }
}
