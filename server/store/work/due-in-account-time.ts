import type { DueTask, QueuedTask } from '../../domain/queues/due-task.ts'
import type { Scope } from '../../domain/scope.ts'
import { run, type Database } from '../sql/database.ts'
import type { Statement } from '../sql/statement.ts'
import { dueRows, type Due, type DueRows } from './due.ts'

// What is due in test mode by the time of the account itself (spec/decisions/sandbox.md#the-time-of-an-account). These
// statements read the rows of single accounts; the ones of due.ts read those of all by real time.

/** The time of an account in test mode. */
export interface AccountNow {
  readonly merchantId: string
  readonly now: Date
}

/** The kinds of work that test mode has. */
export type TestTask = Exclude<DueTask, 'order_captures' | 'apply_notifications' | 'send_mail'>

/** Its work follows real time: mails go to real people. Captures and notifications belong to acquirers. */
const inRealTime: ReadonlySet<DueTask> = new Set<DueTask>(['order_captures', 'apply_notifications', 'send_mail'])

/** Whether this kind of work follows the time of the account. */
export const isTestTask = (task: DueTask): task is TestTask => !inRealTime.has(task)

const testTasks: readonly TestTask[] = (Object.keys(dueRows) as DueTask[]).filter(isTestTask)

/** When a row is due. A row whose `at` merchants see may wait longer. */
function dueAt({ at, tries }: DueRows): string {
  return tries === null ? `greatest(${at}, coalesce(expire_after, ${at}))` : at
}

function ofAccount({ table, at, where }: DueRows, account: string, until: string): string {
  return `${table} where merchant_id = ${account} and not livemode and ${where} and ${at} <= ${until}`
}

/** The first due row of each kind. Only a failure makes a row wait beyond its time, so it may be a little early. */
const next: Statement = {
  name: 'next due in account time',
  text: testTasks
    .map((task) => {
      const rows = dueRows[task]
      return `
        (select '${task}' as task, ${dueAt(rows)} as at from ${ofAccount(rows, '$1', '$2')} and ${dueAt(rows)} <= $2
          order by ${rows.at} limit 1)`
    })
    .join(' union all '),
}

/** When the first row of each kind is due, of those that are due until `until`. */
export function nextDueOf(
  db: Database,
  merchantId: string,
  until: Date,
): Promise<{ readonly task: TestTask; readonly at: Date }[]> {
  return run(db, next, [merchantId, until])
}

const finds = Object.fromEntries(
  testTasks.map((task) => {
    const rows = dueRows[task]
    return [
      task,
      {
        name: `due in account time to ${task}`,
        text: `
          select account.merchant_id, found.id
          from unnest($1::text[], $2::timestamptz[]) as account (merchant_id, now) cross join lateral (
            select id from ${ofAccount(rows, 'account.merchant_id', 'account.now')} and ${dueAt(rows)} <= account.now
            order by ${rows.at}, id limit $3
          ) found`,
      },
    ]
  }),
) as Readonly<Record<TestTask, Statement>>

/** Up to `limit` rows of each account that are due by its time, the oldest first. */
export async function findDueIn(
  db: Database,
  task: QueuedTask,
  accounts: readonly AccountNow[],
  limit: number,
): Promise<Due[]> {
  if (!isTestTask(task) || accounts.length === 0) return []
  const rows = await run<{ merchant_id: string; id: string }>(db, finds[task], [...columnsOf(accounts), limit])
  return rows.map(({ merchant_id: merchantId, id }) => ({ scope: { merchantId, livemode: false }, id }))
}

const receivers: Statement = {
  name: 'receivers due in account time',
  text: `
    select account.merchant_id from unnest($1::text[], $2::timestamptz[]) as account (merchant_id, now)
    where exists (select from ${ofAccount(dueRows.deliver_events, 'account.merchant_id', 'account.now')})`,
}

/** The accounts with a delivery that is due by their time. */
export async function receiversDueIn(db: Database, accounts: readonly AccountNow[]): Promise<Scope[]> {
  if (accounts.length === 0) return []
  const rows = await run<{ merchant_id: string }>(db, receivers, columnsOf(accounts))
  return rows.map(({ merchant_id: merchantId }) => ({ merchantId, livemode: false }))
}

const firsts: Statement = {
  name: 'first due in account time',
  text: testTasks
    .map(
      (task) => `
        select '${task}' as task, min(extract(epoch from found.at - account.now) * 1000)::float8 as in_ms
        from unnest($1::text[], $2::timestamptz[]) as account (merchant_id, now) cross join lateral (
          select ${dueAt(dueRows[task])} as at
          from ${ofAccount(dueRows[task], 'account.merchant_id', `account.now + interval '1 day'`)}
          order by ${dueRows[task].at} limit 1
        ) found
        where '${task}' = any($3::text[])`,
    )
    .join(' union all '),
}

/** In how many milliseconds the first row of each kind is due by the time of its account. */
export async function firstDueIn(
  db: Database,
  tasks: readonly DueTask[],
  accounts: readonly AccountNow[],
): Promise<ReadonlyMap<DueTask, number>> {
  const wanted = tasks.filter(isTestTask)
  if (wanted.length === 0 || accounts.length === 0) return new Map()
  const values = [...columnsOf(accounts), wanted]
  const rows = await run<{ task: DueTask; in_ms: number | null }>(db, firsts, values)
  return new Map(rows.flatMap(({ task, in_ms: inMs }) => (inMs === null ? [] : [[task, inMs]])))
}

function columnsOf(accounts: readonly AccountNow[]): [merchantIds: string[], times: Date[]] {
  return [accounts.map(({ merchantId }) => merchantId), accounts.map(({ now }) => now)]
}

const deliveriesDue: Statement = {
  name: 'deliveries due in account time',
  text: `
    select delivery.id, delivery.next_attempt_at, delivery.failed_attempts, last.attempted_at
    from (
      select id, next_attempt_at, failed_attempts from ${ofAccount(dueRows.deliver_events, '$1', '$2')}
      order by next_attempt_at, id limit $3
    ) delivery left join lateral (
      select attempted_at from delivery_attempts
      where merchant_id = $1 and not livemode and delivery_id = delivery.id
      order by attempt desc limit 1
    ) last on true
    order by delivery.next_attempt_at, delivery.id`,
}

/** A delivery that is due by the time of its account. */
export interface DeliveryInTime {
  readonly id: string
  readonly next_attempt_at: Date
  readonly failed_attempts: number
  /** When its last attempt began. Null: it had none. */
  readonly attempted_at: Date | null
}

/** Up to `limit` deliveries of an account that are due by its time, the oldest first. */
export function deliveriesDueIn(
  db: Database,
  { merchantId, now }: AccountNow,
  limit: number,
): Promise<DeliveryInTime[]> {
  return run(db, deliveriesDue, [merchantId, now, limit])
}
