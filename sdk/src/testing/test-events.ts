import { eventExamples } from '../../../generated/event-examples.ts'
import { InvalidRequestError, webhooks, type ConstructEventOptions, type Event } from '../index.ts'
import { didYouMean } from '../../../spec/lib/nearest.ts'
import { standardHeaders } from '../webhooks/standard-webhooks.ts'

type EventOf<Type extends Event['type']> = Extract<Event, { type: Type }>

/** What differs from the example, at any depth. */
export type Overrides<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { readonly [Name in keyof Value]?: Overrides<Value[Name]> | undefined }
    : Value

/**
 * Makes an event for your tests: the example of its type in the contract, with an id and a time of its own, and with
 * your own values in place of those of the example.
 *
 *     generateTestEvent('session.completed', { data: { reference: 'order-7', amount: 990 } })
 *
 * @throws {InvalidRequestError} when there is no such event or no such field
 */
export function generateTestEvent<Type extends Event['type']>(
  type: Type,
  overrides?: Overrides<Omit<EventOf<Type>, 'type'>>,
): EventOf<Type> {
  const types = Object.keys(eventExamples)
  if (!types.includes(type)) throw refused('type', `There is no event \`${type}\`.${didYouMean(type, types)}`, types)
  const own = { id: `evt_${crypto.randomUUID().replace(/-/g, '')}`, created: new Date().toISOString() }
  return merged({ ...eventExamples[type], ...own }, overrides, '') as EventOf<Type>
}

/**
 * Makes the request of a delivery, with all headers that the service sends. Pass it to your handler:
 * `new Request('https://shop.example/webhooks', await generateTestDelivery(event, secret))`.
 */
export async function generateTestDelivery(
  event: Event,
  secret: string,
  { now = Date.now(), ...unknown }: Pick<ConstructEventOptions, 'now'> = {},
): Promise<{ readonly method: 'POST'; readonly headers: Record<string, string>; readonly body: string }> {
  const body = JSON.stringify(event)
  return {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Service-Event-Id': event.id,
      'Service-Signature': await webhooks.generateTestHeader(body, secret, { ...unknown, now }),
      ...(await standardHeaders(secret, event.id, body, now)),
    },
    body,
  }
}

/** Objects are merged and everything else is replaced. A field that is no object in the example takes any value. */
function merged(example: unknown, overrides: unknown, path: string): unknown {
  if (overrides === undefined) return example
  if (!isFields(example) || !isFields(overrides)) return overrides
  const result: Record<string, unknown> = { ...example }
  const names = Object.keys(example)
  for (const [name, value] of Object.entries(overrides)) {
    // The merchant chooses the names in `metadata`.
    const isKnown = Object.hasOwn(example, name) || path === 'data.metadata'
    const full = path ? `${path}.${name}` : name
    if (!isKnown) throw refused(full, `The event has no field \`${full}\`.${didYouMean(name, names)}`, names)
    result[name] = merged(example[name], value, full)
  }
  return result
}

function isFields(value: unknown): value is Record<string, unknown> {
  return Object.prototype.toString.call(value) === '[object Object]'
}

function refused(param: string, message: string, names: readonly string[]): InvalidRequestError {
  return new InvalidRequestError({
    code: 'parameter_invalid',
    param,
    message,
    fix: `There are \`${names.join('`, `')}\`.`,
  })
}
