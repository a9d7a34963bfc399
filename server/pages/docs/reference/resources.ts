import { allOperations, contract, replySchema, schemaNamed, type RoutedOperation } from './contract.ts'

/** A page of the reference: the operations of one tag of the contract. */
export interface Resource {
  /** Served at /docs/api/{slug}. */
  readonly slug: string
  readonly title: string
  readonly summary: string
  readonly operations: readonly RoutedOperation[]
}

/** The order of the pages: the most used first. */
const slugs = {
  'Checkout sessions': 'checkout-sessions',
  'Payment links': 'payment-links',
  Refunds: 'refunds',
  Disputes: 'disputes',
  'Webhook endpoints': 'webhook-endpoints',
  Events: 'events',
  'API requests': 'api-requests',
  Sandbox: 'sandbox',
  'Test helpers': 'test-helpers',
  'Card form': 'form',
} as const

export const resources: readonly Resource[] = Object.entries(slugs).map(([title, slug]) => ({
  slug,
  title,
  summary: contract.tags.find(({ name }) => name === title)?.description ?? '',
  operations: allOperations.filter(({ tags }) => tags.includes(title)),
}))

/** The page and anchor of an operation. */
export function operationLink(operation: RoutedOperation): string {
  const resource = resources.find(({ operations }) => operations.includes(operation))
  if (!resource) throw new Error(`Bug: ${operation.id} is on no page of the reference`)
  return `/docs/api/${resource.slug}#${operation.id}`
}

/** The page that describes each object: that of its retrieve operation, otherwise the first that returns it. */
const homes: ReadonlyMap<string, Resource> = new Map([...homesWhere(() => true), ...homesWhere(isRetrieval)])

/** The page and anchor that describe each object, by schema name. */
export const objectAnchors: ReadonlyMap<string, string> = new Map(
  [...homes].map(([name, { slug }]) => [name, `/docs/api/${slug}#${name}`]),
)

export function objectsOf(resource: Resource): string[] {
  return [...homes].filter(([, home]) => home === resource).map(([name]) => name)
}

function homesWhere(isHome: (operation: RoutedOperation) => boolean): [string, Resource][] {
  const found = resources.flatMap((resource) =>
    resource.operations.filter(isHome).map((operation): [string, Resource] => [replySchema(operation), resource]),
  )
  // A Map keeps the last entry, and the first page counts.
  return found.filter(([name]) => !isList(name)).reverse()
}

function isRetrieval({ method, path }: RoutedOperation): boolean {
  return method === 'GET' && path.endsWith('{id}')
}

function isList(name: string): boolean {
  return schemaNamed(name).properties?.['object']?.const === 'list'
}
