import { run, runForOne, type Database } from '../sql/database.ts'

// The row of an account that has moved its time. An account in real time has none, or one without an offset.

export interface TestClockRecord {
  readonly merchant_id: string
  /** How far the time is ahead. Drivers return bigint as text. */
  readonly offset_ms: string
  /** Where the time is while it moves. Null: it runs. */
  readonly stands_at: Date | null
  readonly moves_to: Date | null
}

const columns = 'merchant_id, offset_ms, stands_at, moves_to'

const changed = {
  name: 'changed test clocks',
  text: `select ${columns} from test_clocks where changed_at >= $1`,
}

/** The clocks that have changed since `since`, in real time. */
export function changedTestClocks(db: Database, since: Date): Promise<TestClockRecord[]> {
  return run(db, changed, [since])
}

const find = { name: 'find test clock', text: `select ${columns} from test_clocks where merchant_id = $1` }

export function findTestClock(db: Database, merchantId: string): Promise<TestClockRecord | null> {
  return runForOne(db, find, [merchantId])
}

/** A move of an account's time by one process. Its times are real, except for the two of the account. */
export interface Move {
  readonly merchantId: string
  readonly mover: string
  readonly leasedUntil: Date
  readonly at: Date
}

const begin = {
  name: 'begin move of test clock',
  text: `
    insert into test_clocks (merchant_id, offset_ms, stands_at, moves_to, mover, leased_until, changed_at)
    values ($1, 0, $5, $6, $2, $3, $4)
    on conflict (merchant_id) do update set stands_at = excluded.stands_at, moves_to = excluded.moves_to,
      mover = excluded.mover, leased_until = excluded.leased_until, changed_at = excluded.changed_at
    where test_clocks.stands_at is null and test_clocks.offset_ms = $7
    returning merchant_id`,
}

/** Begins a move from `from` to `to`. False: another one has begun, or has changed the offset. */
export async function beginMove(
  db: Database,
  { merchantId, mover, leasedUntil, at }: Move,
  { from, to, offsetMs }: { from: Date; to: Date; offsetMs: number },
): Promise<boolean> {
  return (await runForOne(db, begin, [merchantId, mover, leasedUntil, at, from, to, offsetMs])) !== null
}

const takeOver = {
  name: 'take over move of test clock',
  text: `
    update test_clocks set mover = $1, leased_until = $2, changed_at = $3
    where merchant_id in (
      select merchant_id from test_clocks where stands_at is not null and leased_until < $3
      order by leased_until limit 1)
      and stands_at is not null and leased_until < $3
    returning ${columns}`,
}

/** Takes over a move whose process has stopped. Null: there is none. */
export function takeOverMove(
  db: Database,
  { mover, leasedUntil, at }: Omit<Move, 'merchantId'>,
): Promise<TestClockRecord | null> {
  return runForOne(db, takeOver, [mover, leasedUntil, at])
}

const step = {
  name: 'step of test clock',
  text: `
    update test_clocks set stands_at = greatest(stands_at, $5), leased_until = $3, changed_at = $4
    where merchant_id = $1 and mover = $2 and stands_at is not null
    returning merchant_id`,
}

/** Moves the time to `standsAt`. False: another process has taken the move over. */
export async function stepClock(
  db: Database,
  { merchantId, mover, leasedUntil, at }: Move,
  standsAt: Date,
): Promise<boolean> {
  return (await runForOne(db, step, [merchantId, mover, leasedUntil, at, standsAt])) !== null
}

const end = {
  name: 'end move of test clock',
  text: `
    update test_clocks set offset_ms = $4, stands_at = null, moves_to = null, mover = null, leased_until = null,
      changed_at = $3
    where merchant_id = $1 and mover = $2 and stands_at is not null
    returning merchant_id`,
}

/** Lets the time run on, ahead by the offset. False: another process has taken the move over. */
export async function endMove(
  db: Database,
  { merchantId, mover, at }: Omit<Move, 'leasedUntil'>,
  offsetMs: number,
): Promise<boolean> {
  return (await runForOne(db, end, [merchantId, mover, at, offsetMs])) !== null
}

const release = {
  name: 'release move of test clock',
  text: `update test_clocks set leased_until = $3, changed_at = $3 where merchant_id = $1 and mover = $2`,
}

/** Lets another process continue the move at once. */
export async function releaseMove(db: Database, { merchantId, mover, at }: Omit<Move, 'leasedUntil'>): Promise<void> {
  await run(db, release, [merchantId, mover, at])
}
