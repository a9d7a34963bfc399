import type { ColumnType } from './columns.ts'

/** A statement that each connection prepares once, under its name. The query builder would halve the throughput. */
export interface Statement {
  readonly name: string
  readonly text: string
}

/** A statement that only writes. */
export interface WriteStatement extends Statement {
  /** What must hold for it to change a row. Without it, the statement may change none. */
  readonly condition?: string
  /** The same write as a part of a statement with others: see `textForWrites`. Without it, only a transaction can. */
  readonly perItem?: WritePerItem
}

/** The same write for each row of `item`. */
export interface WritePerItem {
  /** The types of the parameters from `$3` on, which are columns of `item`. */
  readonly types: readonly ColumnType[]
  readonly parts: readonly string[]
  /** The table whose row it updates. Its key is the parameter `$3`. */
  readonly updates?: string
}

/** One row for each item. Citus then uses one node only (spec/decisions/database.md#an-account-needs-one-node). */
export function forAccount(values: string): string {
  return `
    select account.merchant_id, $2::boolean, ${values}
    from merchants account, item where account.merchant_id = $1`
}
