import type { ClaimingTask, DueTask, QueuedTask } from '../../domain/queues/due-task.ts'
import type { ScopedRecord } from '../../domain/records.ts'
import type { Scope } from '../../domain/scope.ts'
import { run, runForOne, type Database } from '../sql/database.ts'
import type { Statement } from '../sql/statement.ts'

/** The key of a row of any account. */
export interface Due {
  readonly scope: Scope
  readonly id: string
}

/** Rows of a table that become due. */
interface DueRows {
  readonly table: string
  /** The column with the time at which a row is due. */
  readonly at: string
  /** The condition of the partial index on `at`. */
  readonly where: string
  /**
   * The column that counts the tries. A claim or a retry then moves `at`. Null: `at` is an `expires_at`, which
   * merchants see, so a claim or a retry sets `expire_after` instead.
   */
  readonly tries: string | null
}

const unchecked = { at: 'next_check_at', where: 'next_check_at is not null', tries: 'checks' }

const queued: Readonly<Record<QueuedTask, DueRows>> = {
  expire_payment_links: { table: 'payment_links', at: 'expires_at', where: `status = 'active'`, tries: null },
  expire_sessions: { table: 'checkout_sessions', at: 'expires_at', where: `status = 'open'`, tries: null },
  check_card_attempts: { table: 'card_attempts', ...unchecked },
  order_captures: { table: 'captures', ...unchecked },
  check_refunds: { table: 'refunds', ...unchecked },
  order_returns: { table: 'automatic_returns', ...unchecked },
  apply_notifications: {
    table: 'processor_notifications',
    at: 'next_attempt_at',
    where: 'next_attempt_at is not null',
    tries: 'attempts',
  },
  send_mail: {
    table: 'outgoing_mail',
    at: 'next_attempt_at',
    where: 'next_attempt_at is not null',
    tries: 'attempts',
  },
}

/** The deliverer reads its own rows. */
const deliveries: DueRows = {
  table: 'deliveries',
  at: 'next_attempt_at',
  where: `status = 'pending'`,
  tries: 'failed_attempts',
}

/** Whether a row is due at `$1`. */
function isDue({ at, where, tries }: DueRows): string {
  const mayExpire = tries === null ? ' and (expire_after is null or expire_after <= $1)' : ''
  return `${where} and ${at} <= $1${mayExpire}`
}

/** A look needs no time beyond this. JavaScript has no `Date` for some times of PostgreSQL, such as infinity. */
const lookRange = `interval '1 day'`

/** Probes the index of each kind of work once, or twice where a row may wait beyond its time. */
const dueTasks: Statement = {
  name: 'due tasks',
  text: Object.entries({ ...queued, deliver_events: deliveries })
    .flatMap(([task, rows]) => [
      probe(task, rows, `${rows.at} is not null`, rows.tries === null ? 'false' : `${rows.at} <= $1`),
      ...(rows.tries === null ? [probe(task, rows, isDue(rows), 'true')] : []),
    ])
    .join(' union all '),
}

function probe(task: string, { table, at, where }: DueRows, condition: string, isDue: string): string {
  return `
    (select '${task}' as task, least(greatest(${at}, $1::timestamptz - ${lookRange}), $1::timestamptz + ${lookRange})
        as due_at, ${isDue} as is_due from ${table}
      where ${where} and ${condition} order by ${at} limit 1)`
}

/** The kinds of work of which something is due, and when the first of all rows is due. Null: no row waits. */
export async function findDueTasks(db: Database, now: Date): Promise<{ due: DueTask[]; firstAt: Date | null }> {
  const rows = await run<{ task: DueTask; due_at: Date; is_due: boolean }>(db, dueTasks, [now])
  const due = rows.filter((row) => row.is_due).map(({ task }) => task)
  const times = rows.map((row) => row.due_at.getTime())
  return { due, firstAt: times.length === 0 ? null : new Date(Math.min(...times)) }
}

/** How many due rows a search looks at. The limit bounds its cost when very many rows are due. */
const lookahead = 50_000

/**
 * Due rows in the order in which accounts take turns: first the oldest rows of each account and mode, then the next
 * of each. No locks, because a distributed database does not support `for update skip locked` across accounts.
 */
const finds = statements((task) => {
  const rows = queued[task]
  return {
    name: `due to ${task}`,
    text: `
      select merchant_id, livemode, id from (
        select merchant_id, livemode, id, due_at,
          row_number() over (partition by merchant_id, livemode order by due_at, id) as turn
        from (
          select merchant_id, livemode, id, ${rows.at} as due_at from ${rows.table}
          where ${isDue(rows)} and not ((merchant_id || livemode::text) = any($2::text[]))
          order by ${rows.at} limit ${lookahead}
        ) earliest
      ) due
      order by (turn - 1) / $4::integer, due_at limit $3`,
  }
})

/**
 * Up to `limit` due rows of the accounts that are not `busy` (see `accountKey`). Accounts take turns of `perTurn` rows.
 */
export function findDue(
  db: Database,
  task: QueuedTask,
  now: Date,
  { busy, limit, perTurn }: { busy: readonly string[]; limit: number; perTurn: number },
): Promise<Due[]> {
  return keysOf(db, finds[task], [now, busy, limit, perTurn])
}

/** The keys of the rows that a statement selects, without locks. */
async function keysOf(db: Database, statement: Statement, values: readonly unknown[]): Promise<Due[]> {
  const rows = await run<ScopedRecord & { id: string }>(db, statement, values)
  return rows.map((row) => ({ scope: { merchantId: row.merchant_id, livemode: row.livemode }, id: row.id }))
}

/** Identifies an account and a mode. */
export function accountKey(scope: Scope): string {
  return `${scope.merchantId}${scope.livemode}`
}

const claims = statements((task) => {
  const rows = queued[task]
  return {
    name: `claim to ${task}`,
    text: `
      update ${rows.table} set ${rows.tries === null ? 'expire_after' : rows.at} = $5
      where merchant_id = $2 and livemode = $3 and id = $4 and ${isDue(rows)}
      returning id`,
  }
})

/** Keeps other workers away from a due row until `until`. False: the row is not due, or another worker claimed it. */
export async function claimDue(
  scope: Scope,
  db: Database,
  task: Exclude<QueuedTask, ClaimingTask>,
  id: string,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> {
  return (await runForOne(db, claims[task], [now, scope.merchantId, scope.livemode, id, until])) !== null
}

/** In seconds: the pause after the first failure, and the longest. */
const firstPause = 5
const longestPause = 900

/** A count that has reached the end of its type must not keep a row from being postponed. */
export const mostTries = 2_147_483_646

/** An expiry has no count of tries, so the pause is as long as the row has been overdue. These pauses double too. */
const postponedExpiry = `
  expire_after = $1::timestamptz
    + least(greatest($1::timestamptz - expires_at, interval '${firstPause} s'), interval '${longestPause} s')`

function postponedTry({ at, tries }: DueRows): string {
  return `
    ${at} = $1::timestamptz + least(${firstPause} * power(2, least(${tries}, 20)), ${longestPause}) * interval '1 s',
    ${tries} = least(${tries}, ${mostTries}) + 1`
}

const postponements = statements((task) => {
  const rows = queued[task]
  return {
    name: `postpone to ${task}`,
    text: `
      update ${rows.table} set ${rows.tries === null ? postponedExpiry : postponedTry(rows)}
      where merchant_id = $2 and livemode = $3 and id = $4 and ${rows.where}`,
  }
})

/** Records on a row that an attempt at its work failed: the next one follows after a pause. The pauses double. */
export async function postponeDue(scope: Scope, db: Database, task: QueuedTask, id: string, now: Date): Promise<void> {
  await run(db, postponements[task], [now, scope.merchantId, scope.livemode, id])
}

function statements(make: (task: QueuedTask) => Statement): Readonly<Record<QueuedTask, Statement>> {
  const entries = (Object.keys(queued) as QueuedTask[]).map((task) => [task, make(task)])
  return Object.fromEntries(entries) as Record<QueuedTask, Statement>
}
