import { sdkOperations, type Resources, type SdkOperation } from '../../generated/sdk-resources.ts'
import type { WithLastResponse } from './answers.ts'
import { InvalidRequestError, ServicePayError } from './errors.ts'
import { checkedIdempotencyKey, checkedSignal, limitsOf, type Connection, type RequestOptions } from './options.ts'
import { pagesOf } from './pages.ts'
import { tryRepeatedly } from './retries.ts'

type Parameters = Readonly<Record<string, unknown>>
type Ids = Readonly<Record<string, string>>
type Method = (...args: unknown[]) => Promise<WithLastResponse>
interface Branch {
  [name: string]: Branch | Method
}

/** The tree of resources over a connection, built from the table that the contract gave. */
export function resourcesOver(connection: Connection): Resources<RequestOptions, WithLastResponse> {
  const root: Branch = {}
  for (const [name, operation] of Object.entries(sdkOperations)) {
    const parts = name.split('.')
    const verb = parts.pop() ?? name
    const branch = parts.reduce((branch, part) => (branch[part] ??= {}) as Branch, root)
    branch[verb] = methodOf(connection, operation)
  }
  // The tree of types and this one come from the same table.
  return root as Branch & Resources<RequestOptions, WithLastResponse>
}

/** Arguments stand as the types say: the ids of the path, the parameters if it takes any, the options. */
function methodOf(connection: Connection, operation: SdkOperation): Method {
  const names = (operation.path.match(/[^{]+(?=\})/g) ?? []) as string[]
  return (...args) => {
    const ids = args.splice(0, names.length)
    const given = { ...(operation.params && (args.shift() as Parameters | undefined)) }
    const options = { ...(args[0] as RequestOptions | undefined) }
    // Asynchronous, so that a missing id rejects as everything else does.
    const run = async (parameters: Parameters): Promise<WithLastResponse> =>
      perform(connection, operation, namedIds(names, ids), parameters, options)
    return operation.pages ? pagesOf(given, run) : run(given)
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
    // Without it the caller could not follow the advice to retry with the same key.
    if (error instanceof ServicePayError && idempotencyKey) Object.assign(error, { idempotencyKey })
    throw error
  }
}

function namedIds(names: string[], ids: unknown[]): Ids {
  return Object.fromEntries(names.map((name, index) => [name, checkedId(name, ids[index])]))
}

/** An empty id would lead to another address, where a list answers. */
function checkedId(param: string, id: unknown): string {
  if (typeof id === 'string' && !/^\.{0,2}$/.test(id)) return id
  throw new InvalidRequestError({
    code: id ? 'parameter_invalid' : 'parameter_missing',
    param,
    message: `The argument \`${param}\` ${id ? 'is not an id' : 'is missing'}.`,
    fix: `Pass \`${param}\` as the service gave it.`,
  })
}
