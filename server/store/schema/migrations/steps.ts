import type { TimeRanges } from '../../sql/time-ranges.ts'

/** One part of a migration. An interrupted migration continues with the step that is missing. */
export type Step =
  /** Its locks end within a second, or the step gives way and tries again. */
  | { readonly kind: 'transaction'; readonly statements: readonly string[] }
  | { readonly kind: 'index'; readonly name: string; readonly statement: string }
  | { readonly kind: 'constraint'; readonly table: string; readonly name: string; readonly rule: string }
  | { readonly kind: 'first partition'; readonly ranges: TimeRanges }
  | { readonly kind: 'partition'; readonly ranges: TimeRanges }
  | FillStep

/** Fills a new table from existing rows, account by account, in short statements while others write. */
export interface FillStep {
  readonly kind: 'fill'
  readonly table: string
  /**
   * Writes the rows of one batch. Returns the last id that it has read as `last`, or no row at the end. `$1` to `$4`:
   * the account, the mode, the id after which the batch begins, and how many rows it reads. An interrupted migration
   * begins again, so the statement skips rows that exist.
   */
  readonly statement: string
}

export interface Migration {
  readonly name: string
  readonly steps: readonly Step[]
  /** Earlier releases cannot work with the tables any longer, for example because a column that they read is gone. */
  readonly minimumRelease?: string
}

/**
 * Statements that only change the catalogue, in one transaction: new tables with their indexes, new columns, new
 * defaults. Nothing that reads or rewrites the rows of an existing table.
 */
export function inOneTransaction(sql: string): Step {
  return { kind: 'transaction', statements: statementsOf(sql) }
}

/** An index on an existing table, built while others write: `on: 'events (merchant_id, livemode, sequence)'`. */
export function indexConcurrently({ name, on, unique = false }: { name: string; on: string; unique?: boolean }): Step {
  return { kind: 'index', name, statement: `create ${unique ? 'unique ' : ''}index concurrently ${name} on ${on}` }
}

/**
 * A check or foreign key of an existing table. It holds for new rows at once. PostgreSQL then reads the existing rows
 * while others write.
 */
export function constraintInTwoSteps(given: { table: string; name: string; rule: string }): Step {
  return { kind: 'constraint', ...given }
}

/**
 * The first partition of a new table that is partitioned by the time in its ids. It ends more than a week ahead, and
 * the worker makes the partitions after it. Its rows may be older than the table, as in a database that was moved.
 */
export function firstPartitionOf(ranges: TimeRanges): Step {
  return { kind: 'first partition', ranges }
}

/**
 * Partitions an existing table by the time in its ids. The table becomes the first partition, so its rows stay where
 * they are; see `partition-step.ts`.
 */
export function partitionByTime(ranges: TimeRanges): Step {
  return { kind: 'partition', ranges }
}

export function fillForAccounts(given: Omit<FillStep, 'kind'>): Step {
  return { kind: 'fill', ...given }
}

/** On Citus, distributes a new table like another one. Does nothing where the other table is not distributed. */
export function distributedLike(table: string, other: string): string {
  return `do $$
begin
  if to_regclass('pg_dist_partition') is not null then
    execute $citus$
      select create_distributed_table('${table}', 'merchant_id', colocate_with => '${other}')
      from pg_dist_partition where logicalrelid = '${other}'::regclass
    $citus$;
  end if;
end
$$`
}

/**
 * The single statements of a migration. Citus sends the whole text of a query to its nodes, so a change of a
 * distributed table must be a query of its own. The pattern keeps the body of a function in one piece.
 */
function statementsOf(sql: string): string[] {
  return (sql.match(/(?:\$\$[^]*?\$\$|[^])+?(?:;\n|$)/g) ?? []).filter((statement) => statement.trim() !== '')
}
