import type { ColumnType } from './columns.ts'
import type { Condition, ConditionKind } from './conditions.ts'
import type { SharedText } from './shared-text.ts'
import type { Write } from './writes.ts'

/** The writes of one decision. Only sets of the same shape, but with other values, share a statement. */
export interface WriteSet {
  readonly writes: readonly Write[]
  readonly conditions: readonly Condition[]
}

/** The row of a table, for comparison. */
function rowOf(table: string, key: unknown): string {
  return `${table} ${String(key)}`
}

/** The rows that the conditions of a set are about. Sets that have one in common cannot share a statement. */
export function claimedRows({ conditions }: WriteSet): string[] {
  return conditions.map(({ kind, values }) => rowOf(kind.table, values[0]))
}

/** For each write, the number of the condition that locks the row that it updates. Null: it updates no row. */
function locksOf(set: WriteSet): (number | null)[] {
  const rows = claimedRows(set)
  return set.writes.map(({ statement: { perItem }, values }) =>
    perItem?.updates === undefined ? null : rows.indexOf(rowOf(perItem.updates, values[2])),
  )
}

/** Whether one statement can execute the set: a condition locks each row that it updates, and it updates none twice. */
export function fitsOneStatement(set: WriteSet): boolean {
  if (set.writes.length === 0 || set.writes.some(({ statement }) => !statement.perItem)) return false
  const locks = locksOf(set).filter((lock) => lock !== null)
  return !locks.includes(-1) && new Set(locks).size === locks.length
}

/** Sets with the same shape have the same statement. */
export function shapeOf(set: WriteSet): string {
  const locks = locksOf(set)
  const writes = set.writes.map(({ statement }, index) => `${statement.name} ${locks[index] ?? ''}`)
  return [...set.conditions.map(({ kind }) => kind.name), ...writes].join(', ')
}

/** The values of the conditions, then those of each write without its account and mode. */
export function valuesOfSet(set: WriteSet): Readonly<Record<string, unknown>> {
  const values: unknown[] = []
  for (const condition of set.conditions) for (const value of condition.values) values.push(value)
  for (const write of set.writes)
    for (let index = 2; index < write.values.length; index += 1) values.push(write.values[index])
  const { names, empty } = inputShapeOf(values.length)
  const input: Record<string, unknown> = { ...empty }
  names.forEach((name, index) => (input[name] = plain(values[index])))
  return input
}

/** An input with this many values, and their names. */
interface InputShape {
  readonly names: readonly string[]
  readonly empty: Readonly<Record<string, null>>
}

const inputShapes = new Map<number, InputShape>()

/** An input that grew by one value after the other would take eight times as much memory as a copy of `empty`. */
function inputShapeOf(length: number): InputShape {
  const known = inputShapes.get(length)
  if (known) return known
  const names = Array.from({ length }, (_, index) => `p${index}`)
  const shape = { names, empty: Object.fromEntries(names.map((name) => [name, null])) }
  inputShapes.set(length, shape)
  return shape
}

function plain(value: unknown): unknown {
  return Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value
}

/**
 * The writes of one or several sets as one statement. It writes each set whose conditions hold and whose rows no other
 * transaction has locked, and returns the number `n` of the set.
 *
 * PostgreSQL must look up each row by itself, and never read all rows of an account, although it plans for accounts
 * with few rows. So each lock is a query of its own for one key, and the updates find the locked rows by their `ctid`:
 * because PostgreSQL expects one row of input, a look-up by `ctid` is then the cheapest.
 */
export function textForWrites(set: WriteSet): Pick<SharedText, 'columns' | 'text' | 'locks'> {
  const types = set.conditions.flatMap(({ kind }): ColumnType[] => ['text', ...Object.values(kind.compared ?? {})])
  for (const { statement } of set.writes) types.push(...(statement.perItem?.types ?? []))
  return {
    columns: Object.fromEntries(types.map((type, index) => [`p${index}`, type])),
    text: ({ usesCtid }) => partsOf(set, usesCtid),
    locks: true,
  }
}

function partsOf(set: WriteSet, usesCtid: boolean): string {
  let next = 0
  const locked: string[] = []
  const lookups: string[] = []
  const checks: string[] = ['true']
  for (const [index, { kind }] of set.conditions.entries()) {
    const first = next
    next += 1 + Object.keys(kind.compared ?? {}).length
    if (kind.compared === null) {
      checks.push(absent(kind, first))
      continue
    }
    const row = `row${index}`
    locked.push(`${row}.found as ${row}`)
    lookups.push(`cross join lateral (${lock(kind, first, usesCtid)}) ${row}`)
    if (usesCtid) checks.push(visible(kind, `${row}.found`))
  }
  const locks = locksOf(set)
  const parts = set.writes.flatMap(({ statement: { perItem } }, index) => {
    if (!perItem) throw new Error('Bug: see fitsOneStatement')
    const first = next
    next += perItem.types.length
    const isLocked = usesCtid && locks[index] !== null ? ` and target.ctid = item.row${locks[index]}` : ''
    return perItem.parts.map((part) => `${fromItem(part, first)}${isLocked}`)
  })
  return `
    , item as materialized (
      select ${['input.*', ...locked].join(', ')}
      from input ${lookups.join(' ')}
      where ${checks.join(' and ')}
    ), ${parts.map((part, index) => `part${index} as (${part})`).join(', ')}
    select n from item`
}

/** PostgreSQL would turn `not exists` into a join with all rows of the account. */
function absent({ table, keyColumn }: ConditionKind, first: number): string {
  return `(
    select true from ${table} where merchant_id = $1 and livemode = $2 and ${keyColumn} = input.p${first}
  ) is null`
}

function lock({ table, keyColumn, compared }: ConditionKind, first: number, usesCtid: boolean): string {
  const unchanged = Object.keys(compared ?? {}).map(
    (column, index) => ` and ${column} is not distinct from input.p${first + 1 + index}`,
  )
  return `
    select ${usesCtid ? 'ctid' : 'true'} as found from ${table}
    where merchant_id = $1 and livemode = $2 and ${keyColumn} = input.p${first}${unchanged.join('')}
    for no key update skip locked`
}

/**
 * Another transaction may have changed other columns of the row after this statement began. The lock then returns the
 * new version of the row. No update of this statement can see that version, so the set must wait for its transaction.
 */
function visible({ table }: ConditionKind, ctid: string): string {
  return `(select true from ${table} seen where seen.ctid = ${ctid}) is not null`
}

/** The parameters from `$3` on are columns of `item`, beginning with the one of this number. */
function fromItem(part: string, first: number): string {
  return part.replaceAll(/\$(\d+)/g, (parameter, digits) =>
    Number(digits) < 3 ? parameter : `item.p${first + Number(digits) - 3}`,
  )
}
