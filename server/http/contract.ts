import type { OperationErrorCode, OperationId, operations } from '../../generated/operations.ts'
import type { operations as wire } from '../../generated/types.ts'
import type { Failure } from '../domain/failure.ts'
import type { MerchantRecord } from '../domain/records.ts'
import type { Scope } from '../domain/scope.ts'
import type { Replay } from '../idempotency/earlier-request.ts'
import type { RequestKey } from '../idempotency/request-key.ts'

// Binds handlers to the contract. An operation without a handler, a reply of another shape, or a code that the operation
// does not list does not compile.

/** The body of an operation's reply with status 200. */
export type ReplyBody<Id extends OperationId> = wire[Id]['responses'][200]['content']['application/json']

/** A reply with status 200. `replayed`: this is not the first request with its key. */
export interface Success<Body> {
  readonly kind: 'success'
  readonly body: Body
  readonly replayed: boolean
  /** Whether the reply is kept for the request's key; not when the flow replays by reading anew. */
  readonly store: boolean
}

export type HandlerResult<Id extends OperationId> =
  Success<ReplyBody<Id>> | Failure<OperationErrorCode<Id>> | KeyedResult<Id>

type KeyedResult<Id extends OperationId> = (typeof operations)[Id]['keyed'] extends true ? Replay : never

/** Who calls: settled by authentication, before the body is read. */
export interface Callers {
  secret_key: { readonly scope: Scope; readonly merchant: MerchantRecord }
  client_secret: { readonly scope: Scope; readonly sessionId: string; readonly address: string }
  none: { readonly address: string }
}

type JsonBody<Id extends OperationId> = wire[Id] extends {
  requestBody?: { content: { 'application/json': infer Body } }
}
  ? Body
  : undefined
type PathOf<Id extends OperationId> = wire[Id]['parameters'] extends { path: infer Path } ? Path : Record<never, string>
type QueryOf<Id extends OperationId> = wire[Id]['parameters'] extends { query?: infer Query }
  ? NonNullable<Query>
  : Record<never, string>

/** A validated request: every part is as the contract says, with its defaults. */
export interface OperationRequest<Id extends OperationId> {
  readonly caller: Callers[(typeof operations)[Id]['auth']]
  readonly path: PathOf<Id>
  readonly query: QueryOf<Id>
  readonly body: JsonBody<Id>
  /** Null without an Idempotency-Key, and for operations that take none. */
  readonly requestKey: RequestKey | null
}

export type Handler<Id extends OperationId> = (request: OperationRequest<Id>) => Promise<HandlerResult<Id>>

/** One handler for each operation of the contract. */
export type Handlers = { readonly [Id in OperationId]: Handler<Id> }

export function success<Body>(body: Body, options: { replayed?: boolean; store?: boolean } = {}): Success<Body> {
  return { kind: 'success', body, replayed: options.replayed ?? false, store: options.store ?? true }
}
