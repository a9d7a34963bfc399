import type { Scope, ScopedRecord } from '../../domain/scope.ts'
import { assignments, parameters, typesOf, valuesOf, type ColumnType, type ColumnTypes } from './columns.ts'
import { runForOne, type Database } from './database.ts'
import { forAccount, type WriteStatement } from './statement.ts'
import type { Write } from './writes.ts'

// A table spells each of its columns once. What its statements and records have in common follows from that.

interface Column<Value, IsGiven extends boolean, IsSaved extends boolean> {
  readonly type: ColumnType
  /** The insert gives the value. */
  readonly isGiven: IsGiven
  /** `updating` writes it. */
  readonly isSaved: IsSaved
  /** The value in a new row, unless the insert gives one. The database has the same default, except for texts. */
  readonly initial: Value
}

/** The insert gives the value, and it stays. */
export function given(type: ColumnType): Column<null, true, false> {
  return { type, isGiven: true, isSaved: false, initial: null }
}

/** The insert gives the value, and changes of the row save it. */
export function givenAndSaved(type: ColumnType): Column<null, true, true> {
  return { type, isGiven: true, isSaved: true, initial: null }
}

/** The value is `initial` in a new row, and changes of the row save it. */
export function saved<const Value>(type: ColumnType, initial: Value): Column<Value, false, true> {
  return { type, isGiven: false, isSaved: true, initial }
}

/** The value is `initial` in a new row, and a statement of its own sets it. */
export function setApart<const Value>(type: ColumnType, initial: Value): Column<Value, false, false> {
  return { type, isGiven: false, isSaved: false, initial }
}

type ColumnsOf<Row> = {
  readonly [Name in Exclude<keyof Row, keyof ScopedRecord>]:
    Column<null, true, boolean> | Column<Row[Name], false, boolean>
}

type NamesWhere<Columns, Kind> = {
  [Name in keyof Columns]: Columns[Name] extends Kind ? Name : never
}[keyof Columns]

/** A table whose rows belong to an account and a mode. */
export interface Table<Row, Given extends keyof Row = keyof Row, Saved extends keyof Row = keyof Row> {
  readonly name: string
  /** All columns, as the list of a `select`. */
  readonly columns: string
  readonly types: ColumnTypes<keyof Row & string>
  readonly given: readonly Given[]
  readonly saved: readonly Saved[]
  /** A new row, with null where the insert gives the value. */
  readonly blank: Readonly<Row>
}

/** What an insert gives: the row without the columns that begin with a fixed value. */
export type GivenTo<Of> = Of extends Table<infer Row, infer Given> ? Pick<Row, Given> : never

/** The compiler names a column that is missing here, and an initial value that the record does not allow. */
export function tableOf<Row extends ScopedRecord>(name: string) {
  return <const Columns extends ColumnsOf<Row>>(
    spelled: Columns,
  ): Table<
    Row,
    NamesWhere<Columns, { isGiven: true }> & keyof Row,
    NamesWhere<Columns, { isSaved: true }> & keyof Row
  > => {
    const columns = Object.entries<Column<unknown, boolean, boolean>>(spelled)
    const where = (holds: (column: Column<unknown, boolean, boolean>) => boolean): never[] =>
      columns.filter(([, column]) => holds(column)).map(([column]) => column as never)
    const blank: Partial<Row> = {}
    Object.assign(blank, { merchant_id: null, livemode: null })
    for (const [column, { initial }] of columns) Object.assign(blank, { [column]: initial })
    return {
      name,
      columns: ['merchant_id', 'livemode', ...columns.map(([column]) => column)].join(', '),
      types: Object.fromEntries(columns.map(([column, { type }]) => [column, type])) as ColumnTypes<keyof Row & string>,
      given: where(({ isGiven }) => isGiven),
      saved: where(({ isSaved }) => isSaved),
      blank: blank as Row,
    }
  }
}

/** The row that an insert makes. */
export function newRow<Row, Given extends keyof Row>(
  scope: Scope,
  { blank }: Table<Row, Given>,
  record: Pick<Row, Given>,
): Row {
  return { ...blank, merchant_id: scope.merchantId, livemode: scope.livemode, ...record }
}

/** The text columns that begin with a fixed value, with that value as an SQL literal. */
function fixedTexts(blank: object): ReadonlyMap<string, string> {
  const texts = Object.entries(blank).filter(([, value]) => typeof value === 'string')
  return new Map(texts.map(([column, value]) => [column, `'${value}'`]))
}

/** Makes the function that reads a row of a table by its id. `lock`: how it locks the row for the transaction. */
export function finding<Row extends object, Given extends keyof Row>(
  name: string,
  table: Table<Row, Given>,
  lock = '',
) {
  const where = `merchant_id = $1 and livemode = $2 and id = $3 ${lock}`
  const statement = { name, text: `select ${table.columns} from ${table.name} where ${where}` }
  return (scope: Scope, db: Database, id: string): Promise<Row | null> =>
    runForOne<Row>(db, statement, [scope.merchantId, scope.livemode, id])
}

/** Makes the write that inserts a row of a table. `follow`: what the process does once it is committed. */
export function inserting<Row, Given extends keyof Row & string>(
  name: string,
  table: Table<Row, Given>,
  follow?: (db: Database, record: Pick<Row, Given>) => void,
): (scope: Scope, record: Pick<Row, Given>) => Write {
  const fixed = fixedTexts(table.blank)
  const into = `insert into ${table.name} (${['merchant_id, livemode', ...fixed.keys(), ...table.given].join(', ')})`
  const values = [...fixed.values(), parameters(table.given, 3)].join(', ')
  const statement: WriteStatement = {
    name,
    text: `${into} values ($1, $2, ${values})`,
    condition: `${table.name} takes the row`,
    perItem: { types: typesOf(table.types, table.given), parts: [`${into} ${forAccount(values)}`] },
  }
  return (scope, record) => ({
    statement,
    values: [scope.merchantId, scope.livemode, ...valuesOf(table.given, record)],
    ...(follow && { followUp: (db) => follow(db, record) }),
  })
}

/** The same for the write that saves a row which has been read before. */
export function updating<Row extends { id: string }, Saved extends keyof Row & string>(
  name: string,
  table: Table<Row, keyof Row, Saved>,
  follow?: (db: Database, row: Row) => void,
): (scope: Scope, row: Row) => Write {
  const set = assignments(table.saved, 4)
  const part = `
    update ${table.name} target set ${set} from item
    where target.merchant_id = $1 and target.livemode = $2 and target.id = $3`
  const statement: WriteStatement = {
    name,
    text: `update ${table.name} set ${set} where merchant_id = $1 and livemode = $2 and id = $3`,
    condition: `the row of ${table.name} exists`,
    perItem: { types: ['text', ...typesOf(table.types, table.saved)], parts: [part], updates: table.name },
  }
  return (scope, row) => ({
    statement,
    values: [scope.merchantId, scope.livemode, row.id, ...valuesOf(table.saved, row)],
    ...(follow && { followUp: (db) => follow(db, row) }),
  })
}
