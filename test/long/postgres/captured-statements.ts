import pg from 'pg'

/** A statement that the service ran in this process, with the values of its first run. */
export interface CapturedStatement {
  /** The name of a prepared statement, or the text of another. */
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
}

interface Query {
  readonly name?: string
  readonly text?: string
  readonly values?: readonly unknown[]
}

/**
 * Notes every statement of the service in this process from now on, until `stop`. The file needs a process of its own,
 * because this changes the driver.
 */
export function captureStatements(): { readonly seen: ReadonlyMap<string, CapturedStatement>; stop(): void } {
  const seen = new Map<string, CapturedStatement>()
  const original = Object.getOwnPropertyDescriptor(pg.Client.prototype, 'query')
  if (!original) throw new Error('The driver has changed: pg.Client has no method query')
  const send = original.value as (...given: unknown[]) => unknown
  const value = function (this: pg.Client, ...given: unknown[]): unknown {
    const [first, second] = given
    const query: Query =
      typeof first === 'string' ? { text: first, values: Array.isArray(second) ? second : [] } : (first as Query)
    const { text, values = [] } = query
    if (text !== undefined && isOfService(this) && !seen.has(text))
      seen.set(text, { name: query.name ?? text.replace(/\s+/g, ' ').trim(), text, values: [...values] })
    return send.apply(this, given)
  }
  Object.defineProperty(pg.Client.prototype, 'query', { ...original, value })
  return { seen, stop: () => Object.defineProperty(pg.Client.prototype, 'query', original) }
}

/** The service names its connections. Those of tests have no name. */
function isOfService(client: pg.Client): boolean {
  const { connectionParameters } = client as unknown as { connectionParameters: { application_name?: string } }
  return connectionParameters.application_name?.startsWith('servicepay ') ?? false
}
