// The parts of a statement that follow from a list of columns, so that a store file spells the list once.

export type ColumnType = 'text' | 'integer' | 'bigint' | 'boolean' | 'timestamptz' | 'jsonb' | 'bytea'

/** Columns with their types. A statement that takes many rows as JSON needs the types. */
export type ColumnTypes<Column extends string = string> = Readonly<Record<Column, ColumnType>>

/** The types of these columns, in their order. */
export function typesOf<Column extends string>(
  types: ColumnTypes<Column>,
  columns: readonly NoInfer<Column>[],
): readonly ColumnType[] {
  return columns.map((column) => types[column])
}

/** One parameter for each column, starting at `$<first>`: `$3, $4, $5`. */
export function parameters(columns: readonly string[], first: number): string {
  return columns.map((_, index) => `$${first + index}`).join(', ')
}

/** The assignments of an update, starting at `$<first>`: `status = $4, checks = $5`. */
export function assignments(columns: readonly string[], first: number): string {
  return columns.map((column, index) => `${column} = $${first + index}`).join(', ')
}

/** The values of a record in the order of the columns. The driver writes objects as JSON, for jsonb columns. */
export function valuesOf<Column extends string>(
  columns: readonly Column[],
  record: Readonly<Record<Column, unknown>>,
): unknown[] {
  return columns.map((column) => record[column])
}

/** The columns of a record as one list: `id, amount, …`. The compiler names a column that is missing here. */
export function listOf<Row>(columns: Readonly<Record<keyof Row, true>>): string {
  return Object.keys(columns).join(', ')
}

/** The list for a table with a name of its own in the statement: `dispute.id, dispute.amount, …`. */
export function listIn(table: string, list: string): string {
  return list.replaceAll(/\w+/g, (column) => `${table}.${column}`)
}
