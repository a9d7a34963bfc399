import type { PoolClient } from 'pg'
import { systemClock } from '../../domain/time/clock.ts'
import {
  boundAt,
  beginOfRange,
  defaultPartition,
  endOfRange,
  firstPartition,
  type TimeRanges,
} from '../sql/time-ranges.ts'
import { distributedLike } from './migrations/steps.ts'

/** The rule that lets PostgreSQL attach the old table without reading it. */
export function untilRule(table: string): string {
  return `${table}_until`
}

export async function isPartitioned(client: PoolClient, table: string): Promise<boolean> {
  const { rows } = await client.query<{ kind: string }>(
    'select relkind as kind from pg_class where oid = $1::text::regclass',
    [table],
  )
  return rows[0]?.kind === 'p'
}

/**
 * How far ahead a first partition ends at least. A worker has time to make the one after it, and processes can write to
 * an old table while an interrupted migration waits for the switch.
 */
const leastMs = 8 * 24 * 3600_000

function endOfFirst(ranges: TimeRanges): string {
  const last = beginOfRange(ranges, new Date(systemClock.now().getTime() + leastMs))
  return boundAt(ranges, endOfRange(ranges, last))
}

/** A first partition has the settings of the default partition, because the table itself cannot have any. */
export async function firstPartitionStatement(client: PoolClient, ranges: TimeRanges): Promise<string> {
  const { table } = ranges
  const settings = await settingsOf(client, defaultPartition(table))
  const range = `from (minvalue) to ('${endOfFirst(ranges)}')`
  const options = settings === null ? '' : ` with (${settings})`
  return `create table ${firstPartition(table)} partition of ${table} for values ${range}${options}`
}

/** Where the old table ends. An interrupted migration finds the bound in the rule that it has added. */
export async function boundOfSwitch(client: PoolClient, ranges: TimeRanges): Promise<string> {
  const { rows } = await client.query<{ rule: string }>(
    `select pg_get_constraintdef(oid) as rule from pg_constraint
     where conrelid = $1::text::regclass and conname = $2`,
    [ranges.table, untilRule(ranges.table)],
  )
  const [, known] = /'(\w+)'/.exec(rows[0]?.rule ?? '') ?? []
  return known ?? endOfFirst(ranges)
}

/**
 * The statements of the switch: the old table becomes the first partition of a new table with its name, columns,
 * indexes and keys. They change only the catalogue.
 */
export async function switchStatements(client: PoolClient, ranges: TimeRanges, bound: string): Promise<string[]> {
  const { table, column } = ranges
  const first = firstPartition(table)
  const { primary, foreign, checks } = await rulesOf(client, table)
  const settings = await settingsOf(client, table)
  const indexes = await indexesOf(client, table)
  return [
    `alter table ${table} rename to ${first}`,
    ...[primary.name, ...indexes.map(({ name }) => name)].map((name) => `alter index ${name} rename to ${name}_first`),
    `create table ${table} (like ${first} including defaults including storage) partition by range (${column})`,
    ...[primary, ...checks].map(({ name, rule }) => `alter table ${table} add constraint ${name} ${rule}`),
    ...indexes.map(({ definition }) => definition),
    // A partition and its table must be distributed in the same way.
    distributedLike(table, first),
    ...foreign.map(({ name, rule }) => `alter table ${table} add constraint ${name} ${rule}`),
    `alter table ${table} attach partition ${first} for values from (minvalue) to ('${bound}')`,
    `alter table ${first} drop constraint ${untilRule(table)}`,
    `create table ${defaultPartition(table)} partition of ${table} default`,
    // Later partitions take their settings from the default partition, because the table itself cannot have any.
    ...(settings === null ? [] : [`alter table ${defaultPartition(table)} set (${settings})`]),
  ]
}

interface Rule {
  readonly name: string
  readonly rule: string
}

async function rulesOf(client: PoolClient, table: string): Promise<{ primary: Rule; foreign: Rule[]; checks: Rule[] }> {
  const { rows } = await client.query<Rule & { kind: string }>(
    `select conname as name, contype as kind, pg_get_constraintdef(oid) as rule from pg_constraint
     where conrelid = $1::text::regclass and contype in ('p', 'f', 'c') and conname <> $2 order by conname`,
    [table, untilRule(table)],
  )
  const primary = rows.find(({ kind }) => kind === 'p')
  if (!primary) throw new Error(`Bug: the table ${table} has no primary key`)
  return { primary, foreign: rows.filter(({ kind }) => kind === 'f'), checks: rows.filter(({ kind }) => kind === 'c') }
}

/** The storage settings of a table, as `alter table … set (…)` takes them. */
async function settingsOf(client: PoolClient, table: string): Promise<string | null> {
  const { rows } = await client.query<{ settings: string | null }>(
    `select array_to_string(reloptions, ', ') as settings from pg_class where oid = $1::text::regclass`,
    [table],
  )
  return rows[0]?.settings ?? null
}

async function indexesOf(client: PoolClient, table: string): Promise<{ name: string; definition: string }[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = $1::text::regclass and not indisprimary order by 1`,
    [table],
  )
  return rows
}
