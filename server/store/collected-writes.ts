import { assignments } from './columns.ts'
import type { Database, Statement } from './database.ts'

/** A statement that only writes, and whose result the caller does not need. */
export interface Write extends Statement {
  /** The writes of the statement. They share its parameters. */
  readonly parts: readonly string[]
}

/** A write to one or several tables, which one prepared statement executes. */
export function writing(name: string, ...parts: readonly string[]): Write {
  return { name, parts, text: withParts(parts) }
}

/** An update of the row `$3` of an account and mode. Its values begin at `$4`. */
export function updating(name: string, table: string, columns: readonly string[]): Write {
  const set = assignments(columns, 4)
  return writing(name, `update ${table} set ${set} where merchant_id = $1 and livemode = $2 and id = $3`)
}

/** The last part is the statement, and the others are its `with` parts. */
export function withParts(parts: readonly string[]): string {
  const last = parts.at(-1) ?? ''
  const others = parts.slice(0, -1).map((part, index) => `part${String(index)} as (${part})`)
  return others.length === 0 ? last : `with ${others.join(', ')} ${last}`
}

/** A write that waits for the others of its flow. */
export interface CollectedWrite {
  readonly write: Write
  readonly values: readonly unknown[]
}

/** The flow reads or locks, so it cannot collect its writes. */
export class NeedsTransaction extends Error {
  override name = 'NeedsTransaction'
}

const collectors = new WeakMap<Database, CollectedWrite[]>()

/** What a flow uses in place of a transaction. It adds the flow's writes to `writes`, and refuses everything else. */
export function createCollector(writes: CollectedWrite[]): Database {
  const refuse = (): never => {
    throw new NeedsTransaction('The query builder')
  }
  const collector = Object.assign(refuse, { isTransaction: true }) as unknown as Database
  collectors.set(collector, writes)
  return collector
}

/** Adds the statement to the writes of a collector. False: `db` is a real database. */
export function collect(db: Database, statement: Statement, values: readonly unknown[]): boolean {
  const writes = collectors.get(db)
  if (!writes) return false
  if (!('parts' in statement)) throw new NeedsTransaction(statement.name)
  writes.push({ write: statement as Write, values })
  return true
}
