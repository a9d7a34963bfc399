import {
  success,
  type Handler,
  type Handlers,
  type HandlerResult,
  type OperationRequest,
} from '../../server/http/requests/contract.ts'
import { fail } from '../../server/domain/failure.ts'
import type { components } from '../../generated/types.ts'

// `tsc --noEmit` compiles this file, and nothing runs it. Each @ts-expect-error marks a mistake that must not compile;
// the compiler reports an error if it does.

declare const all: Handlers
declare const session: components['schemas']['CheckoutSession']
declare const refund: components['schemas']['Refund']
declare const formSession: components['schemas']['FormSession']

// An operation without a handler.
const { listCheckoutSessions: _listed, ...incomplete } = all
// @ts-expect-error the list has no handler
export const missing: Handlers = incomplete
// @ts-expect-error the contract has no such operation
export const unknown: Handlers = { ...all, chargeTwice: all.createCheckoutSession }
// @ts-expect-error a handler of one operation does not answer another
export const swapped: Handlers = { ...all, retrieveCheckoutSession: all.refundCheckoutSession }

// A reply of another shape.
export const right: HandlerResult<'retrieveCheckoutSession'> = success(session)
// @ts-expect-error a refund is not a session
export const otherObject: HandlerResult<'retrieveCheckoutSession'> = success(refund)
// @ts-expect-error the form's session has no client secret
export const lessSecret: HandlerResult<'retrieveCheckoutSession'> = success(formSession)
const { client_secret: _secret, ...withoutSecret } = session
// @ts-expect-error a field is missing
export const lessFields: HandlerResult<'createCheckoutSession'> = success(withoutSecret)
// @ts-expect-error an amount is a number
export const wrongType: HandlerResult<'createCheckoutSession'> = success({ ...session, amount: '2500' })
// @ts-expect-error a status of another kind of object
export const wrongStatus: HandlerResult<'createCheckoutSession'> = success({ ...session, status: 'active' as const })
// @ts-expect-error a list is not an array
export const noList: HandlerResult<'listCheckoutSessions'> = success([session])
// @ts-expect-error a number is not a reply
export const bare: HandlerResult<'listCheckoutSessions'> = 200

// A code that the operation does not list.
export const listed: HandlerResult<'retrieveCheckoutSession'> = fail('session_not_found')
// @ts-expect-error a retrieve does not refuse refunds
export const unlisted: HandlerResult<'retrieveCheckoutSession'> = fail('refund_exceeds_amount')
// @ts-expect-error the form's operations do not list this code
export const otherRealm: HandlerResult<'retrieveFormSession'> = fail('session_not_found')
// @ts-expect-error only the dashboard answers this code
export const dashboard: HandlerResult<'createCheckoutSession'> = fail('unauthorized')
// @ts-expect-error there is no such code
export const misspelt = fail('sesion_not_found')

// A replay, from an operation that takes no Idempotency-Key.
const replay = { kind: 'replay', status: 200, body: '{}', requestId: 'req_1' } as const
export const keyed: HandlerResult<'refundCheckoutSession'> = replay
// @ts-expect-error a retrieve takes no key
export const unkeyed: HandlerResult<'retrieveCheckoutSession'> = replay

// The request that a handler gets.
export const reads: Handler<'retrieveCheckoutSession'> = async ({ path, caller }) =>
  caller.scope.livemode || path.id === '' ? fail('session_not_found') : success(session)
export const readsOther: Handler<'retrieveCheckoutSession'> = async ({ path }) =>
  // @ts-expect-error no other path parameter
  path.session === '' ? fail('session_not_found') : success(session)
// @ts-expect-error the form has no merchant
export const formCaller = (request: OperationRequest<'retrieveFormSession'>): string => request.caller.merchant.email
// @ts-expect-error a signup has no scope
export const noCaller = (request: OperationRequest<'signUpForSandbox'>): boolean => request.caller.scope.livemode
// @ts-expect-error the body has no such field
export const bodyOf = (request: OperationRequest<'createCheckoutSession'>): unknown => request.body.ammount
/** A body that was left out is validated as an empty one. */
export const optionalBody = (request: OperationRequest<'refundCheckoutSession'>): number | undefined =>
  request.body.amount
// @ts-expect-error its fields may be missing
export const optionalAmount = (request: OperationRequest<'refundCheckoutSession'>): number => request.body.amount
// @ts-expect-error a GET has no body
export const noBody = (request: OperationRequest<'listCheckoutSessions'>): string => request.body.amount
