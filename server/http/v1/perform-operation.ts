import type { OperationId } from '../../../generated/operations.ts'
import { isFailure, type Failure } from '../../domain/failure.ts'
import type { SandboxContext } from '../../flows/context.ts'
import type { Perform } from '../../flows/sandbox/situation-run.ts'
import type { Handlers, OperationRequest, Success } from '../requests/contract.ts'
import { validate } from '../requests/validate.ts'

/** Handlers without their types: validation has checked the request. */
type Handle = (request: OperationRequest<OperationId>) => Promise<Success<unknown> | Failure>

/**
 * Performs calls of the contract without a request, in the time of their account. The simulated bank answers them at
 * once, because its pause is for people who watch.
 */
export function performingWith(context: SandboxContext, handlersIn: (context: SandboxContext) => Handlers): Perform {
  const made = new WeakMap<SandboxContext, Handlers>()
  const handlersOf = (inTime: SandboxContext): Handlers => {
    const handlers = made.get(inTime) ?? handlersIn(atOnce(inTime))
    made.set(inTime, handlers)
    return handlers
  }
  return async ({ caller, operation, path, query, body }) => {
    const valid = validate(operation, { path, query, header: {}, body })
    if (isFailure(valid)) return valid
    const handlers = handlersOf(await context.testClocks.inTimeOf(context, caller.scope))
    const handle = handlers[operation] as Handle
    return handle({ ...valid, caller, requestKey: null, whenGone() {} } as OperationRequest<OperationId>)
  }
}

function atOnce(context: SandboxContext): SandboxContext {
  const sandbox = context.sandbox.inTime(context.clock, 0)
  return {
    ...context,
    sandbox,
    processorFor: (scope, name) =>
      name === undefined || name === sandbox.name ? Promise.resolve(sandbox) : context.processorFor(scope, name),
  }
}
