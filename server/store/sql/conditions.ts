import { valuesOf, type ColumnTypes } from './columns.ts'
import type { Table } from './tables.ts'

/**
 * What a decision without a lock rests upon. The statement that executes it checks each condition and locks its row, or
 * writes nothing.
 */
export interface Condition {
  readonly kind: ConditionKind
  /** The key of the row, then the other values of the condition. */
  readonly values: readonly unknown[]
}

/** All conditions of a kind. They differ in their values. */
export interface ConditionKind {
  readonly name: string
  readonly table: string
  readonly keyColumn: string
  /** The columns that must still have the values of the condition. Null: there must be no such row. */
  readonly compared: ColumnTypes | null
}

/** A row is as it was read: these columns still have their values. At least one of them changes with every change. */
export function unchanged<Row extends { id: string }, Saved extends keyof Row & string, Compared extends Saved>(
  name: string,
  { name: table, types }: Table<Row, keyof Row, Saved>,
  columns: readonly Compared[],
): (row: Pick<Row, Compared | 'id'>) => Condition {
  const compared: ColumnTypes = Object.fromEntries(columns.map((column) => [column, types[column]]))
  const kind = { name, table, keyColumn: 'id', compared }
  return (row) => ({ kind, values: [row.id, ...valuesOf(columns, row)] })
}
