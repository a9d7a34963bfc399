import type { ClaimingTask, DueTask, QueuedTask } from '../../domain/queues/due-task.ts'
import type { Scope, ScopedRecord } from '../../domain/scope.ts'
import { run, runForOne, type Database } from '../sql/database.ts'
import type { Statement } from '../sql/statement.ts'
import { noteDue } from './due-notes.ts'

/** The key of a row of any account. */
export interface Due {
  readonly scope: Scope
  readonly id: string
}

/** Rows of a table that become due. */
export interface DueRows {
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
  remind_of_disputes: {
    table: 'disputes',
    at: 'remind_at',
    where: 'remind_at is not null',
    tries: 'reminder_tries',
  },
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

/** All kinds of rows that become due. */
export const dueRows: Readonly<Record<DueTask, DueRows>> = { ...queued, deliver_events: deliveries }

/** Whether a row is due at `$1`. */
function isDue({ at, where, tries }: DueRows): string {
  const mayExpire = tries === null ? ' and (expire_after is null or expire_after <= $1)' : ''
  return `${where} and ${at} <= $1${mayExpire}`
}

/** An alarm needs no time beyond this. JavaScript has no `Date` for some times of PostgreSQL, such as infinity. */
const firstsRange = `interval '1 day'`

/** Of the rows that may wait beyond their time, this many are read to find when the first of them is due again. */
const postponedRows = 100

/** Reads the beginning of the index of each kind. */
const firsts: Statement = {
  name: 'first due',
  text: Object.entries(dueRows)
    .flatMap(([task, rows]) => firstsOf(task, rows))
    .join(' union all '),
}

/** Where a row may wait beyond its time: the first that is due, the first of the future, and the first that waits. */
function firstsOf(task: string, rows: DueRows): string[] {
  const { table, at, where, tries } = rows
  const first = (column: string, from: string): string => `
    (select '${task}' as task,
        least(greatest(${column}, $1::timestamptz - ${firstsRange}), $1::timestamptz + ${firstsRange}) as at
      from ${from} order by ${column} limit 1)`
  const of = (condition: string): string => `${table} where ${condition} and '${task}' = any($2::text[])`
  if (tries !== null) return [first(at, of(`${where} and ${at} is not null`))]
  const overdue = `select expire_after from ${of(`${where} and ${at} <= $1`)} order by ${at} limit ${postponedRows}`
  return [
    first(at, of(isDue(rows))),
    first(at, of(`${where} and ${at} > $1`)),
    first('expire_after', `(${overdue}) overdue where expire_after > $1`),
  ]
}

/**
 * In how many milliseconds the first row of each of these kinds is due. Negative: it is due already. Kinds without a
 * waiting row are left out.
 */
export async function firstDue(
  db: Database,
  tasks: readonly DueTask[],
  now: Date,
): Promise<ReadonlyMap<DueTask, number>> {
  const found = new Map<DueTask, number>()
  for (const { task, at } of await run<{ task: DueTask; at: Date }>(db, firsts, [now, tasks])) {
    const inMs = at.getTime() - now.getTime()
    found.set(task, Math.min(inMs, found.get(task) ?? Infinity))
  }
  return found
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
 * Up to `limit` due rows of the accounts that are not `busy` (see `scopeKey`). Accounts take turns of `perTurn` rows.
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
  const isClaimed = (await runForOne(db, claims[task], [now, scope.merchantId, scope.livemode, id, until])) !== null
  if (isClaimed) noteDue(db, task, until)
  return isClaimed
}

/**
 * Makes the claim of work whose claim counts as a try: it keeps other workers away from a due row until `leasedUntil`,
 * and returns the row. Null: the row is not due, or another worker claimed it.
 */
export function claiming<Row extends object>(task: ClaimingTask, columns: string) {
  const { table, at, tries } = queued[task]
  const statement = {
    name: `claim to ${task}`,
    text: `
      update ${table} set ${at} = $5, ${tries} = least(${tries}, ${mostTries}) + 1
      where merchant_id = $1 and livemode = $2 and id = $3 and ${at} <= $4
      returning ${columns}`,
  }
  return async (
    scope: Scope,
    db: Database,
    id: string,
    { now, leasedUntil }: { now: Date; leasedUntil: Date },
  ): Promise<Row | null> => {
    const claimed = await runForOne<Row>(db, statement, [scope.merchantId, scope.livemode, id, now, leasedUntil])
    if (claimed) noteDue(db, task, leasedUntil)
    return claimed
  }
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
      where merchant_id = $2 and livemode = $3 and id = $4 and ${rows.where}
      returning ${rows.tries === null ? 'expire_after' : rows.at} as at`,
  }
})

/** Records on a row that an attempt at its work failed: the next one follows after a pause. The pauses double. */
export async function postponeDue(scope: Scope, db: Database, task: QueuedTask, id: string, now: Date): Promise<void> {
  const values = [now, scope.merchantId, scope.livemode, id]
  const postponed = await runForOne<{ at: Date }>(db, postponements[task], values)
  noteDue(db, task, postponed?.at ?? null)
}

function statements(make: (task: QueuedTask) => Statement): Readonly<Record<QueuedTask, Statement>> {
  const entries = (Object.keys(queued) as QueuedTask[]).map((task) => [task, make(task)])
  return Object.fromEntries(entries) as Record<QueuedTask, Statement>
}
