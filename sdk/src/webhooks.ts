import { eventTypes } from '../../generated/operations.ts'
import { onceIn, type EventStore } from './webhooks/event-store.ts'
import {
  InvalidRequestError,
  SignatureError,
  webhooks as verification,
  type ConstructEventOptions,
  type Event,
  type RawBody,
  type Webhooks,
} from './index.ts'
import { didYouMean } from '../../spec/lib/nearest.ts'
import { bodyOfNode, bodyOfRequest, type NodeRequest } from './webhooks/raw-bodies.ts'

export type { ConstructEventOptions, Event, EventStore, NodeRequest, RawBody, Webhooks }

/** Your function for a type of event. The service delivers the event again if it throws or rejects. */
export type EventFunction<Type extends Event['type']> = (event: Extract<Event, { type: Type }>) => unknown

export interface HandlerOptions extends ConstructEventOptions {
  /** The `whsec_…` secret of the endpoint, or several while you replace one or to serve both modes. */
  readonly secret: string | readonly string[] | undefined
  /** Your functions by type of event. The handler answers 200 to every other type. */
  readonly on: { readonly [Type in Event['type']]?: EventFunction<Type> | undefined }
  /** Remembers handled events. Without it your functions have to recognise an event that arrives twice. */
  readonly store?: EventStore | undefined
  /** Called when a delivery is answered with 500. Default: writes the error to the console. */
  readonly onError?: ((error: unknown, event?: Event) => unknown) | undefined
}

/** The part of a response of `node:http` that a handler uses. Express has it too. */
export interface NodeResponse {
  statusCode: number
  setHeader(name: string, value: string): unknown
  end(text: string): unknown
}

/** `webhooks` of the main entry, and handlers that do all of it. */
export interface WebhooksWithHandlers extends Webhooks {
  /**
   * Makes a function that answers a delivery, for every framework with web requests: Next, Hono, Bun, Deno, workers.
   *
   *     export const POST = webhooks.handler({ secret, on: { 'session.completed': (event) => ship(event.data) } })
   *
   * It answers 400 to a delivery that it cannot verify, 500 when your function fails, and 200 otherwise.
   *
   * @throws {InvalidRequestError} when an option is wrong
   */
  handler(options: HandlerOptions): (request: Request) => Promise<Response>

  /** The same for `node:http` and Express: `app.post('/webhooks', webhooks.nodeHandler({ secret, on }))`. */
  nodeHandler(options: HandlerOptions): (request: NodeRequest, response: NodeResponse) => Promise<void>
}

export const webhooks: WebhooksWithHandlers = {
  ...verification,

  handler(options) {
    const receive = receiverOf(options)
    return async (request) => {
      const { status, text } = await receive(
        () => bodyOfRequest(request),
        () => request.headers.get('service-signature'),
      )
      return new Response(text, { status, headers: plainText })
    }
  },

  nodeHandler(options) {
    const receive = receiverOf(options)
    return async (request, response) => {
      const { status, text } = await receive(
        () => bodyOfNode(request),
        () => request.headers['service-signature'],
      )
      response.statusCode = status
      for (const [name, value] of Object.entries(plainText)) response.setHeader(name, value)
      response.end(text)
    }
  },
}

const plainText = { 'Content-Type': 'text/plain; charset=utf-8' }

interface Answer {
  readonly status: number
  readonly text: string
}

type Receive = (
  body: () => Promise<RawBody>,
  header: () => string | readonly string[] | null | undefined,
) => Promise<Answer>

function receiverOf(given: HandlerOptions): Receive {
  const { secret, on, store, onError = report, ...options } = checkedOptions(given)
  const once = onceIn(store)
  const failed = async (error: unknown, text: string, event?: Event): Promise<Answer> => {
    // An error of this function must not take the answer away.
    await new Promise((resolve) => resolve(onError(error, event))).catch(report)
    return { status: 500, text }
  }
  return async (body, header) => {
    let event: Event
    try {
      event = await verification.constructEvent(await body(), header(), secret, options)
    } catch (error) {
      const text = error instanceof SignatureError ? `${error.message} ${error.fix}\n` : 'The body could not be read.\n'
      // A wrong secret is a fault of this program, as is what is not about the signature.
      if (!(error instanceof SignatureError) || error.code === 'signature_secret_invalid') return failed(error, text)
      return { status: 400, text }
    }
    const act = Object.hasOwn(on, event.type) ? (on[event.type] as ((event: Event) => unknown) | undefined) : undefined
    if (!act) return { status: 200, text: '' }
    try {
      await once(event.id, () => act(event))
      return { status: 200, text: '' }
    } catch (error) {
      // The error itself is for the program's own log: the service keeps the beginning of each answer.
      return failed(error, `The function for ${event.type} failed. Deliver the event again.\n`, event)
    }
  }
}

function report(error: unknown, event?: Event): void {
  console.error(`servicepay: the delivery${event ? ` of ${event.type} ${event.id}` : ''} failed:`, error)
}

const optionNames = ['secret', 'on', 'store', 'onError', 'toleranceSeconds', 'now']

/** The secret is checked at each delivery, because frameworks load handlers during a build, without secrets. */
function checkedOptions(given: HandlerOptions): HandlerOptions {
  const options = Object(given) as Record<string, unknown>
  for (const name of Object.keys(options))
    if (!optionNames.includes(name))
      throw refused(name, `There is no option \`${name}\`.${didYouMean(name, optionNames)}`, optionNames)
  const { on, store } = options
  if (typeof on !== 'object' || on === null) throw refused('on', 'The option `on` is not an object.', ['on'])
  for (const [type, act] of Object.entries(on)) {
    if (!(eventTypes as readonly string[]).includes(type))
      throw refused('on', `There is no event \`${type}\`.${didYouMean(type, eventTypes)}`, eventTypes)
    if (act !== undefined && typeof act !== 'function')
      throw refused('on', `\`${type}\` in \`on\` is not a function.`, [type])
  }
  if (
    store !== undefined &&
    !['has', 'add'].every((name) => typeof (Object(store) as Record<string, unknown>)[name] === 'function')
  )
    throw refused('store', 'The option `store` does not have the functions `has` and `add`.', ['store'])
  return given
}

function refused(param: string, message: string, names: readonly string[]): InvalidRequestError {
  const fix = names.length > 1 ? `There are \`${names.join('`, `')}\`.` : `Correct \`${names.join('')}\`.`
  return new InvalidRequestError({ code: 'parameter_invalid', param, message, fix })
}
