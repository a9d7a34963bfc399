import type { CollectedWrite } from './collected-writes.ts'
import type { ColumnType } from './columns.ts'
import type { Write } from './statement.ts'

/** A write that must change one row, in which these columns still have the values that the caller has read. */
export interface Condition {
  readonly write: Write
  readonly columns: readonly string[]
  readonly values: readonly unknown[]
}

/** The writes of one flow. Only sets with the same writes and conditions, but other values, share a statement. */
export interface WriteSet {
  readonly writes: readonly CollectedWrite[]
  readonly conditions: readonly Condition[]
}

function conditionOf({ conditions }: WriteSet, write: Write): Condition | undefined {
  return conditions.find((condition) => condition.write === write)
}

/** The rows that the conditions of a set are about. Sets that have one in common cannot share a statement. */
export function claimedRows(set: WriteSet): string[] {
  return set.writes
    .filter(({ write }) => conditionOf(set, write))
    .map(({ write, values }) => `${write.name} ${String(values[2])}`)
}

/** The parameters `$3` and `$4` of `textForWrites`. */
export function valuesOfSets(sets: readonly WriteSet[]): [string, number] {
  return [JSON.stringify(sets.map((set, index) => inputOf(set, index + 1))), sets.length]
}

/** The values of each write without its scope, then those of its condition. */
function inputOf(set: WriteSet, n: number): Record<string, unknown> {
  const values: unknown[] = []
  for (const one of set.writes) {
    for (let index = 2; index < one.values.length; index += 1) values.push(one.values[index])
    for (const value of conditionOf(set, one.write)?.values ?? []) values.push(value)
  }
  const { names, empty } = shapeOf(values.length)
  const input: Record<string, unknown> = { ...empty, n }
  names.forEach((name, index) => (input[name] = plain(values[index])))
  return input
}

/** An input with this many values, and their names. */
interface InputShape {
  readonly names: readonly string[]
  readonly empty: Readonly<Record<string, null>>
}

const shapes = new Map<number, InputShape>()

/** An input that grew by one value after the other would take eight times as much memory as a copy of `empty`. */
function shapeOf(length: number): InputShape {
  const known = shapes.get(length)
  if (known) return known
  const names = Array.from({ length }, (_, index) => `p${index}`)
  const shape = { names, empty: Object.fromEntries(['n', ...names].map((name) => [name, null])) }
  shapes.set(length, shape)
  return shape
}

function plain(value: unknown): unknown {
  return Buffer.isBuffer(value) ? hexOf(value) : value
}

function hexOf(bytes: Buffer): string {
  return `\\x${bytes.toString('hex')}`
}

/**
 * The writes of one or several sets as one statement. It writes each set whose conditions hold and whose rows no other
 * transaction has locked, and returns the number `n` of the set.
 *
 * PostgreSQL must look up each row by itself, and never read all rows of an account, although it plans for accounts
 * with few rows. So each lock is a query of its own for one key, and the updates find the locked rows by their `ctid`.
 * Because of the condition on `n`, PostgreSQL expects one row of input, and a look-up by `ctid` is then the cheapest.
 * Citus refuses `ctid` here.
 */
export function textForWrites(set: WriteSet, options: { readonly usesCtid: boolean }): string {
  const pieces: Piece[] = []
  for (const { write } of set.writes)
    pieces.push(pieceOf(write, conditionOf(set, write), pieces.flatMap(({ types }) => types).length, options))
  const types = pieces.flatMap((piece) => piece.types)
  const locked = pieces.flatMap(({ locked: row }) => row ?? [])
  const conditions = pieces.flatMap(({ isNew }) => isNew ?? [])
  const parts = pieces.flatMap((piece) => piece.parts)
  const areAll = parts.flatMap(({ counts }, index) =>
    counts ? `(select count(*) from part${index}) = (select count(*) from item)` : [],
  )
  return `
    with input as materialized (
      select * from json_to_recordset($3::json)
        as input (n integer, ${types.map((type, index) => `p${index} ${type}`).join(', ')})
      where n between 1 and $4::integer
    ), item as materialized (
      select ${['input.*', ...locked.map(({ name }) => `${name}.found as ${name}`)].join(', ')}
      from input ${locked.map(({ name, query }) => `cross join lateral (${query}) ${name}`).join(' ')}
      where ${['true', ...conditions].join(' and ')}
    ), ${parts.map(({ text }, index) => `part${index} as (${text})`).join(', ')}
    select n, 1 / (${areAll.join(' and ')})::integer as all_changed from item`
}

/** What one write adds to the statement. */
interface Piece {
  readonly types: readonly ColumnType[]
  readonly locked: { readonly name: string; readonly query: string } | null
  readonly isNew: string | null
  readonly parts: readonly { readonly text: string; readonly counts: boolean }[]
}

/** `first`: the number of the column with its first value. */
function pieceOf(
  { perItem }: Write,
  condition: Condition | undefined,
  first: number,
  { usesCtid }: { readonly usesCtid: boolean },
): Piece {
  const { types, parts, updated, isNew } = perItem
  const of = (table: string, text: string): string =>
    text.replaceAll(/\$(\d+)/g, (parameter, digits) =>
      Number(digits) < 3 ? parameter : `${table}.p${first + Number(digits) - 3}`,
    )
  const texts = parts.map((text) => of('item', text))
  if (!condition) return { types, locked: null, isNew: null, parts: texts.map((text) => ({ text, counts: false })) }
  const name = `row${first}`
  const unchanged = condition.columns.map(
    (column, index) => ` and ${column} is not distinct from input.p${first + types.length + index}`,
  )
  const query =
    updated &&
    of(
      'input',
      `select ${usesCtid ? 'ctid' : 'true'} as found from ${updated.table}
        where merchant_id = $1 and livemode = $2 and ${updated.key} = $3${unchanged.join('')}
        for no key update skip locked`,
    )
  return {
    types: [...types, ...condition.columns.map((column) => updated?.columns[column] ?? 'text')],
    locked: query === undefined ? null : { name, query },
    isNew: isNew === undefined ? null : of('input', isNew),
    parts: texts.map((text) => ({
      text: `${text}${query && usesCtid ? ` and target.ctid = item.${name}` : ''} returning true`,
      counts: true,
    })),
  }
}
