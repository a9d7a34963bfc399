import { createHash } from 'node:crypto'
import type { Request } from '@hapi/hapi'
import { operations, type OperationId } from '../../../generated/operations.ts'
import { isFailure, type Failure } from '../../domain/failure.ts'
import { requestKeyOf } from '../../idempotency/request-key.ts'
import type { ApiCaller, BodyCheck, OperationRequest } from './contract.ts'
import { readBody } from './read-body.ts'
import { validate } from './validate.ts'

/** Parses and validates a request whose body has arrived. */
export function readOperationRequest(
  id: OperationId,
  request: Request,
  bytes: Buffer,
  check: BodyCheck<OperationId> | undefined,
): OperationRequest<OperationId> | Failure {
  const read = readBody(request.raw.req.headers, bytes)
  if (isFailure(read)) return read
  const header = headersOf(id, request)
  const valid = validate(id, { path: request.params, query: request.query, header, body: read.value })
  const refusal = check?.(read.value, isFailure(valid) ? valid : null)
  if (refusal) return refusal
  if (isFailure(valid)) return valid
  const { path, query, body, idempotencyKey: key } = valid
  const { method, path: address } = request
  const requestKey =
    key === null ? null : requestKeyOf(keyOf(callerOf(request), key), { method, path: address, body: read.value })
  const whenGone = (act: () => void): void => void request.raw.res.once('close', act)
  return { caller: callerOf(request), path, query, body, requestKey, whenGone } as OperationRequest<OperationId>
}

/** Strangers share the public demo key, so each client address there has idempotency keys of its own. */
function keyOf(caller: ApiCaller, key: string): string {
  if (!('merchant' in caller) || !caller.merchant.public_demo) return key
  return createHash('sha256').update(`${caller.author.address}\n${key}`).digest('hex')
}

/** The caller that authentication identified. */
function callerOf(request: Request): ApiCaller {
  return (request.auth.credentials as { caller: ApiCaller }).caller
}

/** The headers that the contract describes for this operation. */
function headersOf(id: OperationId, request: Request): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  for (const name of operations[id].header_parameters) {
    const value = request.raw.req.headers[name.toLowerCase()]
    if (value !== undefined) found[name] = value
  }
  return found
}
