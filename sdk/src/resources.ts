import { sdkOperations, type Resources, type SdkOperation } from '../../generated/sdk-resources.ts'
import type { WithLastResponse } from './answers.ts'
import { InvalidRequestError, ServicePayError } from './errors.ts'
import {
  checkedCallOptions,
  checkedIdempotencyKey,
  checkedSignal,
  checkObject,
  limitsOf,
  type Connection,
  type RequestOptions,
} from './options.ts'
import { pagesOf } from './pages.ts'
import { tryRepeatedly } from './retries.ts'

type Parameters = Readonly<Record<string, unknown>>
type Ids = Readonly<Record<string, string>>
type Method = (...args: unknown[]) => Promise<WithLastResponse>
interface Branch {
  [name: string]: Branch | Method
}

/** Builds the tree of resources from the table that is generated from the contract. */
export function resourcesOver(connection: Connection): Resources<RequestOptions, WithLastResponse> {
  const root: Branch = {}
  for (const [name, operation] of Object.entries(sdkOperations)) {
    const parts = name.split('.')
    const verb = parts.pop() ?? name
    const branch = parts.reduce((branch, part) => (branch[part] ??= {}) as Branch, root)
    branch[verb] = methodOf(connection, operation)
  }
  // The cast is safe because the types are generated together with the table.
  return root as Branch & Resources<RequestOptions, WithLastResponse>
}

/** A method takes its arguments in the order of its type: the ids of the path, the parameters if any, the options. */
function methodOf(connection: Connection, operation: SdkOperation): Method {
  const names = (operation.path.match(/[^{]+(?=\})/g) ?? []) as string[]
  return (...args) => {
    const ids = args.splice(0, names.length)
    const given = operation.params && (args.shift() as Parameters | undefined)
    // The function is asynchronous so that a missing id rejects the promise, like every other error.
    const run = async (parameters: Parameters): Promise<WithLastResponse> => {
      checkObject('parameters', given)
      return perform(connection, operation, checkedIds(names, ids), parameters, checkedCallOptions(args[0]))
    }
    return operation.pageLength ? pagesOf({ ...given }, run, operation.pageLength) : run({ ...given })
  }
}

async function perform(
  connection: Connection,
  operation: SdkOperation,
  ids: Ids,
  parameters: Parameters,
  options: RequestOptions,
): Promise<WithLastResponse> {
  const { method, path, params, keyed, open } = operation
  const idempotencyKey = keyed ? (checkedIdempotencyKey(options.idempotencyKey) ?? crypto.randomUUID()) : undefined
  const headers = {
    ...(open ? {} : { Authorization: `Bearer ${connection.secretKey}` }),
    ...(idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}),
  }
  const limits = {
    ...limitsOf(options, connection),
    signal: checkedSignal(options.signal),
    repeatable: keyed === true || method === 'GET',
  }
  try {
    return await tryRepeatedly(
      connection,
      { method, path, ids, headers, ...(params ? { [params]: parameters } : {}) },
      limits,
    )
  } catch (error) {
    // The caller needs the key to follow the advice to retry with the same one.
    if (error instanceof ServicePayError && idempotencyKey) Object.assign(error, { idempotencyKey })
    throw error
  }
}

function checkedIds(names: string[], ids: unknown[]): Ids {
  return Object.fromEntries(names.map((name, index) => [name, checkedId(name, ids[index])]))
}

/** An empty id would produce the address of a list. */
function checkedId(param: string, id: unknown): string {
  if (typeof id === 'string' && !/^\.{0,2}$/.test(id)) return id
  throw new InvalidRequestError({
    code: id ? 'parameter_invalid' : 'parameter_missing',
    param,
    message: `The argument \`${param}\` ${id ? 'is not an id' : 'is missing'}.`,
    fix: `Pass \`${param}\` exactly as the service sent it.`,
  })
}
