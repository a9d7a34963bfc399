import { assignments } from './columns.ts'

/** A statement that each connection prepares once, under its name. The query builder would halve the throughput. */
export interface Statement {
  readonly name: string
  readonly text: string
}

/** A statement that only writes, and whose result the caller does not need. */
export interface Write extends Statement {
  /** The writes of the statement. They share its parameters. */
  readonly parts: readonly string[]
}

/** A write to one or several tables. */
export function writing(name: string, ...parts: readonly string[]): Write {
  // Citus rejects an `insert … select` with `with` parts that write, so a `select` comes last.
  return { name, parts, text: withParts(parts.length === 1 ? parts : [...parts, 'select 1']) }
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
