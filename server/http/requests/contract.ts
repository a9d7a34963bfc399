import type { OperationErrorCode, OperationId, operations } from '../../../generated/operations.ts'
import type { operations as wire } from '../../../generated/types.ts'
import type { CountedClient } from '../../flows/card-testing/counted-client.ts'
import type { RequestSender } from '../../flows/sessions/customer-browser.ts'
import type { Caller } from '../../domain/accounts/caller.ts'
import type { Failure } from '../../domain/failure.ts'
import type { MerchantRecord } from '../../domain/accounts/account-records.ts'
import type { Scope } from '../../domain/scope.ts'
import type { Validated } from '../../domain/wire/validated.ts'
import type { Replay } from '../../idempotency/earlier-request.ts'
import type { Visitor } from '../../domain/sessions/visitor.ts'
import type { RequestKey } from '../../idempotency/request-key.ts'

// Binds handlers to the contract. The compiler refuses an operation without a handler, a reply of another shape, and an
// error code that the operation does not list.

/** The body of an operation's reply with status 200. */
export type ReplyBody<Id extends OperationId> = wire[Id]['responses'][200]['content']['application/json']

/** A reply with status 200. */
export interface Success<Body> {
  readonly kind: 'success'
  readonly body: Body
  /** The body as JSON, if several replies share it. */
  readonly text: string | null
  /** Whether an earlier request with the same Idempotency-Key had this effect. */
  readonly replayed: boolean
  /** Whether the reply is kept for the Idempotency-Key. False if a replay reads the object again. */
  readonly keepReply: boolean
}

export type HandlerResult<Id extends OperationId> =
  Success<ReplyBody<Id>> | Failure<OperationErrorCode<Id>> | ReplayOf<Id>

type ReplayOf<Id extends OperationId> = (typeof operations)[Id]['keyed'] extends true ? Replay : never

/** The type of an operation's caller, by the operation's kind of authentication. */
export interface ApiCallers {
  secret_key: {
    readonly scope: Scope
    readonly merchant: MerchantRecord
    /** The key, as the audit log names it. */
    readonly author: Caller
  }
  client_secret: {
    readonly scope: Scope
    readonly sessionId: string
    readonly client: CountedClient
    readonly from: RequestSender
    /** Null: the call names no visitor. */
    readonly visitor: Visitor | null
  }
  none: { readonly address: string }
}

export type ApiCaller = ApiCallers[keyof ApiCallers]

type JsonBody<Id extends OperationId> = wire[Id] extends {
  requestBody?: { content: { 'application/json': infer Body } }
}
  ? Validated<Body>
  : undefined
type PathOf<Id extends OperationId> = wire[Id]['parameters'] extends { path: infer Path } ? Path : Record<never, string>
type QueryOf<Id extends OperationId> = wire[Id]['parameters'] extends { query?: infer Query }
  ? NonNullable<Query>
  : Record<never, string>

/** `Part` as validation leaves it: fields with a default of the contract are present. */
type WithDefaults<Id extends OperationId, Part> = Part & {
  readonly [Field in keyof Part & (typeof operations)[Id]['defaulted'][number]]-?: NonNullable<Part[Field]>
}

/** A validated request: every part matches the contract and has its defaults filled in. */
export interface OperationRequest<Id extends OperationId> {
  readonly caller: ApiCallers[(typeof operations)[Id]['auth']]
  readonly path: PathOf<Id>
  readonly query: WithDefaults<Id, QueryOf<Id>>
  readonly body: WithDefaults<Id, JsonBody<Id>>
  /** Null without an Idempotency-Key, and for operations that take none. */
  readonly requestKey: RequestKey | null
  /** Calls `act` when the reply has been sent, or when the client has gone. */
  whenGone(act: () => void): void
}

export type Handler<Id extends OperationId> = (request: OperationRequest<Id>) => Promise<HandlerResult<Id>>

/** One handler for each operation of the contract. */
export type Handlers = { readonly [Id in OperationId]: Handler<Id> }

/**
 * A check that an operation adds to the contract's rules. `body` is the parsed body as sent, and `invalid` is what the
 * rules found wrong with the request. A failure of this check replaces that of the rules.
 */
export type BodyCheck<Id extends OperationId> = (
  body: unknown,
  invalid: Failure | null,
) => Failure<OperationErrorCode<Id>> | null

export type BodyChecks = { readonly [Id in OperationId]?: BodyCheck<Id> }

export function success<Body>(
  body: Body,
  options: { replayed?: boolean; keepReply?: boolean; text?: string } = {},
): Success<Body> {
  const text = options.text ?? null
  return { kind: 'success', body, text, replayed: options.replayed ?? false, keepReply: options.keepReply ?? true }
}
