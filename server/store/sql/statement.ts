import { assignments, namesOf, parameters, type ColumnType, type ColumnTypes } from './columns.ts'

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

/** An update of the row `$3` of an account and mode. Its values begin at `$4`. */
export function updating(name: string, table: string, types: ColumnTypes): WriteStatement {
  const set = assignments(namesOf(types), 4)
  const part = `
    update ${table} target set ${set} from item
    where target.merchant_id = $1 and target.livemode = $2 and target.id = $3`
  return {
    name,
    text: `update ${table} set ${set} where merchant_id = $1 and livemode = $2 and id = $3`,
    condition: `the row of ${table} exists`,
    perItem: { types: ['text', ...Object.values(types)], parts: [part], updates: table },
  }
}

/** An insert of one row. `fixed` are columns that always have the same value. Its values begin at `$3`. */
export function inserting(
  name: string,
  table: string,
  types: ColumnTypes,
  fixed: Record<string, string> = {},
): WriteStatement {
  const columns = namesOf(types)
  const into = `insert into ${table} (${['merchant_id, livemode', ...Object.keys(fixed), ...columns].join(', ')})`
  const values = [...Object.values(fixed).map((value) => `'${value}'`), parameters(columns, 3)].join(', ')
  return {
    name,
    text: `${into} values ($1, $2, ${values})`,
    condition: `${table} takes the row`,
    perItem: { types: Object.values(types), parts: [`${into} ${forAccount(values)}`] },
  }
}

/** One row for each item. Citus then uses one node only (spec/decisions/database.md#an-account-needs-one-node). */
export function forAccount(values: string): string {
  return `
    select account.merchant_id, $2::boolean, ${values}
    from merchants account, item where account.merchant_id = $1`
}
