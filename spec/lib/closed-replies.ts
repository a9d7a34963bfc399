// The published document leaves its replies open: an integration built from it today must accept the values, event
// types and error codes that we add tomorrow. spec/decisions/requests.md#open-replies

/** The component for every event type that the document does not list. */
export const otherEvent = 'OtherEvent'

/** The component for every error code that the document does not list. */
export const otherError = 'OtherError'

interface Node {
  readonly [key: string]: unknown
}

/**
 * The published document without the alternatives that keep its replies open: exactly what the service sends today.
 * The tests compare our replies with it, and the documentation lists its values.
 */
export function closedReplies<Document>(document: Document): Document {
  return closed(document) as Document
}

function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (!isNode(value)) return value
  const { anyOf, ...others } = value
  const rest = Object.fromEntries(
    Object.entries(others)
      .filter(([key]) => key !== otherEvent && key !== otherError)
      .map(([key, child]) => [key, closedAt(key, child)]),
  )
  if (!Array.isArray(anyOf)) return rest
  const known = anyOf.filter((option) => !isAddition(option, anyOf)).map(closed)
  return known.length === 1 && isNode(known[0]) ? { ...rest, ...known[0] } : { ...rest, anyOf: known }
}

function closedAt(key: string, child: unknown): unknown {
  if (key === 'example' || key === 'examples') return child
  if (key !== 'responses' || !isNode(child)) return closed(child)
  const { default: _, ...listed } = child
  return closed(listed)
}

function isAddition(option: unknown, all: readonly unknown[]): boolean {
  if (!isNode(option)) return false
  const ref = typeof option['$ref'] === 'string' ? option['$ref'].split('/').at(-1) : undefined
  if (ref === otherEvent || ref === otherError) return true
  return option['type'] === 'string' && !option['enum'] && all.some((other) => isNode(other) && other['enum'])
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
