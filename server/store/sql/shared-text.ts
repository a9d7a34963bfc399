import type { Scope } from '../../domain/scope.ts'
import type { ColumnType } from './columns.ts'
import type { Statement } from './statement.ts'

/**
 * A statement for the rows of `input`, each of which belongs to an account and a mode. Its text is written for one
 * scope, `$1` and `$2`, and has no other parameters. In the form for all accounts, `$1` and `$2` become columns of
 * `input`. So a table that is read or written without its scope would be without it in both forms, and no statement can
 * mix the rows of two accounts.
 */
export interface SharedText {
  readonly name: string
  /** The columns of `input`, besides its scope and its number `n`. */
  readonly columns: Readonly<Record<string, ColumnType | 'text[]'>>
  /**
   * What follows the `with` part `input`: further parts, each after a comma, and the main query. The query returns the
   * `n` of each row of `input` that it is about. Citus refuses `ctid`.
   */
  readonly text: string | ((server: { readonly usesCtid: boolean }) => string)
  /** Whether it takes locks. */
  readonly locks: boolean
}

/** A row of `input`, without its number. */
export interface SharedRow {
  readonly scope: Scope
  readonly values: Readonly<Record<string, unknown>>
}

/** A statement for rows of `input`, and its parameters. */
export interface SharedForm {
  readonly statement: Statement
  /** `lockMs`: how long it waits for a lock. */
  parameters(rows: readonly SharedRow[], lockMs: number): unknown[]
}

/** The names of all shared statements of this program. A test gives each of them the same keys in several scopes. */
export const sharedNames = new Set<string>()

/** The form in which rows of all accounts share a statement. */
export function formOfAll(shared: SharedText): SharedForm {
  sharedNames.add(shared.name)
  const { name, columns, text, locks } = shared
  const scope = { scope_merchant: 'text', scope_livemode: 'boolean' }
  const rest = textOf(text, true).replaceAll(/\$([12])(?!\d)/g, (_, digit) =>
    digit === '1' ? 'scope_merchant' : 'scope_livemode',
  )
  // PostgreSQL evaluates the first part before it reads the input, and so before any lock.
  const input = locks
    ? `bound as materialized (
        select set_config('lock_timeout', $3::text, true) as ms
      ), input as materialized (
        select input.* from bound cross join ${inputRows('$1', '$2', { ...scope, ...columns })}`
    : `input as materialized (
        select input.* from ${inputRows('$1', '$2', { ...scope, ...columns })}`
  return {
    statement: { name, text: `with ${input})${rest}` },
    parameters: (rows, lockMs) => {
      const scoped = rows.map(({ scope, values }, index) => ({
        n: index + 1,
        scope_merchant: scope.merchantId,
        scope_livemode: scope.livemode,
        ...values,
      }))
      return [JSON.stringify(scoped), rows.length, ...(locks ? [String(lockMs)] : [])]
    },
  }
}

/** The form in which only rows of one account and mode share a statement. Citus then uses one node only. */
export function formOfOne({ name, columns, text }: SharedText): SharedForm {
  // A statement may need only the account. PostgreSQL must know the type of both parameters.
  const isScoped = 'and $1::text is not null and $2::boolean is not null'
  const input = `input as materialized (select input.* from ${inputRows('$3', '$4', columns)} ${isScoped})`
  return {
    statement: { name: `${name} of one account`, text: `with ${input}${textOf(text, false)}` },
    parameters: (rows) => {
      const [first] = rows
      if (!first) throw new Error('Bug: a shared statement without rows')
      const numbered = rows.map(({ values }, index) => ({ n: index + 1, ...values }))
      return [first.scope.merchantId, first.scope.livemode, JSON.stringify(numbered), rows.length]
    },
  }
}

function textOf(text: SharedText['text'], usesCtid: boolean): string {
  return typeof text === 'string' ? text : text({ usesCtid })
}

/**
 * Because of the condition on `n`, PostgreSQL expects one row and looks up each row by its key. It would otherwise plan
 * for accounts of average size, and read all rows of an account.
 */
function inputRows(json: string, count: string, columns: Readonly<Record<string, string>>): string {
  const typed = Object.entries({ n: 'integer', ...columns }).map(([name, type]) => `${name} ${type}`)
  return `json_to_recordset(${json}::json) as input (${typed.join(', ')}) where n between 1 and ${count}::integer`
}
