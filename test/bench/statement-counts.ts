import type { Socket } from 'node:net'
import pg from 'pg'

/** What this process has asked of PostgreSQL, on the connections of one purpose. */
export interface StatementCounts {
  statements: number
  /** How often the process waited for PostgreSQL: statements that leave together share a round trip. */
  roundTrips: number
}

/** By what the connections are for, such as `serving` or `sandbox_bank`. */
export type CountsByPurpose = Readonly<Record<string, StatementCounts>>

const framesATransaction = /^\s*(begin|commit|rollback)\b/i

/** Counts every statement of this process from now on. */
export function countStatements(): () => CountsByPurpose {
  const counts: Record<string, StatementCounts> = {}
  const watched = new WeakSet<pg.Client>()
  const original = Object.getOwnPropertyDescriptor(pg.Client.prototype, 'query')
  if (!original) throw new Error('The driver has changed: pg.Client has no method query')
  const send = original.value as (...given: unknown[]) => unknown
  const value = function (this: pg.Client, ...given: unknown[]): unknown {
    const own = (counts[purposeOf(this)] ??= { statements: 0, roundTrips: 0 })
    if (!watched.has(this)) {
      watched.add(this)
      countRoundTrips(this, own)
    }
    if (!framesATransaction.test(textOf(given[0]))) own.statements += 1
    return send.apply(this, given)
  }
  Object.defineProperty(pg.Client.prototype, 'query', { ...original, value })
  return () => counts
}

function countRoundTrips(client: pg.Client, counts: StatementCounts): void {
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Socket } }).connection
  const write = stream.write.bind(stream) as (...given: unknown[]) => boolean
  let waits = false
  stream.write = (...given: unknown[]) => {
    if (!waits) counts.roundTrips += 1
    waits = true
    return write(...given)
  }
  // Before the driver reads the reply, because it then sends the next statement.
  stream.prependListener('data', () => {
    waits = false
  })
}

function purposeOf(client: pg.Client): string {
  const { connectionParameters } = client as unknown as { connectionParameters: { application_name?: string } }
  return connectionParameters.application_name?.replace('servicepay ', '') ?? 'other'
}

function textOf(query: unknown): string {
  return typeof query === 'string' ? query : ((query as { text?: string } | undefined)?.text ?? '')
}
