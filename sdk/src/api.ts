import createClient, { defaultPathSerializer, type Client } from 'openapi-fetch'
import { version } from '../../generated/sdk-version.ts'
import type { paths } from '../../generated/types.ts'
import { withLastResponse, type WithLastResponse } from './answers.ts'
import { InvalidRequestError, isForCaller } from './errors.ts'
import { fetchWithin } from './fetch.ts'
import {
  badArgument,
  checkedCallOptions,
  checkedIdempotencyKey,
  checkedSignal,
  checkObject,
  limitsOf,
  type Connection,
  type RawRequest,
  type RequestOptions,
} from './options.ts'

/** What the resources use: openapi-fetch's client of the contract, and `send`, which runs one call with its options. */
export interface Api {
  readonly client: Client<paths>
  readonly send: <Data>(
    options: RequestOptions | undefined,
    call: (init: CallInit) => Promise<Reply<Data>>,
  ) => Promise<Data & WithLastResponse>
}

/** What each call passes to openapi-fetch besides its own parameters. */
/** A type, because an interface has no index signature. */
type CallInit = {
  readonly fetch: (request: Request) => Promise<Response>
  readonly headers: Readonly<Record<string, string>>
}

/** The result of openapi-fetch. Its `error` stays undefined, because our `fetch` throws. */
interface Reply<Data> {
  readonly data?: Data
  readonly response: Response
}

export function apiOver(connection: Connection): Api {
  const client = createClient<paths>({
    baseUrl: connection.baseUrl,
    headers: { Authorization: `Bearer ${connection.secretKey}`, 'User-Agent': userAgent() },
    pathSerializer: (path, ids) => defaultPathSerializer(path, checkedIds(ids)),
  })
  return {
    client,
    send: async <Data>(given: RequestOptions | undefined, call: (init: CallInit) => Promise<Reply<Data>>) => {
      const options = checkedCallOptions(given)
      const limits = { ...limitsOf(options, connection), signal: checkedSignal(options.signal) }
      const { data, response } = await call({
        headers: options.headers ?? {},
        fetch: fetchWithin(connection, limits),
      }).catch(rejectParameters)
      return withLastResponse(data as Data, response)
    },
  }
}

/** Names this package and what it runs in, for the log of the service. Node 20 has no `navigator`. */
function userAgent(): string {
  const { navigator, process } = globalThis as Partial<typeof globalThis>
  return `servicepay/${version} ${navigator?.userAgent ?? `Node.js/${process?.versions.node}`}`
}

/** The header of an operation that takes an `Idempotency-Key`: the caller's own key, or a new one. */
export function keyOf(options: RequestOptions | undefined): { 'Idempotency-Key': string } {
  return { 'Idempotency-Key': checkedIdempotencyKey(options?.idempotencyKey) ?? crypto.randomUUID() }
}

/** Parameters as they are sent: JSON and queries leave out a field that is undefined. */
export type Sent<Value> = Value extends object
  ? { [Name in keyof Value]: Sent<Exclude<Value[Name], undefined>> }
  : Value

/** Checks the parameters of a call. JavaScript programs also pass null, which counts as none. */
export function sent<Parameters extends object>(parameters: Parameters | undefined): Sent<Parameters> {
  checkObject('parameters', parameters)
  return (parameters ?? {}) as Sent<Parameters>
}

function checkedIds(ids: Record<string, unknown>): Record<string, unknown> {
  for (const [name, id] of Object.entries(ids)) checkId(name, id)
  return ids
}

/** An empty id would produce the address of a list. */
function checkId(param: string, id: unknown): void {
  if (typeof id === 'string' && !/^\.{0,2}$/.test(id)) return
  throw new InvalidRequestError({
    code: id ? 'parameter_invalid' : 'parameter_missing',
    param,
    message: `The argument \`${param}\` ${id ? 'is not an id' : 'is missing'}.`,
    fix: `Pass \`${param}\` exactly as the service sent it.`,
  })
}

/** JSON cannot hold, for example, a BigInt or an object that contains itself. */
function rejectParameters(cause: unknown): never {
  if (isForCaller(cause)) throw cause
  throw new InvalidRequestError({
    code: 'parameter_invalid',
    message: `The parameters or headers cannot be sent: ${String(cause)}`,
    fix: 'Pass plain JSON values, and headers of ASCII text.',
    cause,
  })
}

export function rawRequestOver({ client, send }: Api): RawRequest {
  return async (method, path, params, options) => {
    // The path must not change the host, to which the secret key goes.
    if (!/^\/v1\//.test(path)) throw badArgument('path', 'The path does not begin with /v1/.', 'Correct `path`.')
    const body = sent(params)
    return send(options, (call) =>
      (client.request as UntypedRequest)(method, path, {
        ...call,
        ...(method === 'GET' ? { params: { query: body } } : { params: { header: keyOf(options) }, body }),
      }),
    )
  }
}

/** The types of the contract know no other paths. */
type UntypedRequest = (method: string, path: string, init: object) => Promise<Reply<object>>
