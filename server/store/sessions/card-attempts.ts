import type { Contradiction } from '../../domain/acquirers/contradiction.ts'
import type { AttemptRecord } from '../../domain/sessions/session-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { unchanged } from '../sql/conditions.ts'
import { run, runForOne, type Database } from '../sql/database.ts'
import { sharedRead } from '../sql/shared-statements.ts'
import { attemptColumns, attemptTable } from '../sql/table-columns.ts'
import { finding, updating } from '../sql/tables.ts'
import { noteDue } from '../work/due-notes.ts'

export const findAttempt = finding('find attempt', attemptTable)

const findByReference = {
  name: 'find attempt by reference',
  text: `
    select ${attemptColumns} from card_attempts
    where merchant_id = $1 and livemode = $2 and processor_reference = $3 and processor = $4`,
}

export function findAttemptByReference(
  scope: Scope,
  db: Database,
  processor: string,
  reference: string,
): Promise<AttemptRecord | null> {
  return runForOne(db, findByReference, [scope.merchantId, scope.livemode, reference, processor])
}

const findByProcessorId = {
  name: 'find attempt by processor id',
  text: `
    select ${attemptColumns} from card_attempts
    where merchant_id = $1 and livemode = $2 and processor_id = $3 and processor = $4 order by id limit 1`,
}

/** The attempt that the processor knows under this id of its own. */
export function findAttemptByProcessorId(
  scope: Scope,
  db: Database,
  processor: string,
  processorId: string,
): Promise<AttemptRecord | null> {
  return runForOne(db, findByProcessorId, [scope.merchantId, scope.livemode, processorId, processor])
}

const last = {
  name: 'last attempt of session',
  text: `
    select ${attemptColumns} from card_attempts
    where merchant_id = $1 and livemode = $2 and session_id = $3 order by id desc limit 1`,
}

export function lastAttemptOf(scope: Scope, db: Database, sessionId: string): Promise<AttemptRecord | null> {
  return runForOne(db, last, [scope.merchantId, scope.livemode, sessionId])
}

const lastOfEach = {
  name: 'last attempts of sessions',
  text: `
    select last.* from unnest($3::text[]) as of (session) cross join lateral (
      select ${attemptColumns} from card_attempts
      where merchant_id = $1 and livemode = $2 and session_id = of.session order by id desc limit 1
    ) last`,
}

/** The last attempt of each of these sessions, by the id of the session. */
export async function lastAttemptsOf(
  scope: Scope,
  db: Database,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, AttemptRecord>> {
  if (sessionIds.length === 0) return new Map()
  const attempts = await run<AttemptRecord>(db, lastOfEach, [scope.merchantId, scope.livemode, sessionIds])
  return new Map(attempts.map((attempt) => [attempt.session_id, attempt]))
}

/** An attempt of a visitor. */
interface VisitorKey {
  readonly sessionId: string
  /** The hash of a token. */
  readonly visitor: string
}

const loadByVisitor = sharedRead<VisitorKey, AttemptRecord, AttemptRecord>({
  name: 'last attempts of visitors',
  columns: { of_session: 'text', of_visitor: 'text' },
  values: ({ sessionId, visitor }) => ({ of_session: sessionId, of_visitor: visitor }),
  text: `
    select n, last.* from input cross join lateral (
      select ${attemptColumns} from card_attempts
      where merchant_id = $1 and livemode = $2 and session_id = of_session and visitor = of_visitor
      order by (status = 'approved') desc, id desc limit 1
    ) last`,
  found: (row) => row,
})

/**
 * The attempt of a session that this visitor has paid with, or the visitor's last one. Read outside of transactions:
 * concurrent calls share one statement. `visitor` is the hash of a token.
 */
export function loadAttemptOfVisitor(
  scope: Scope,
  db: Database,
  sessionId: string,
  visitor: string,
): Promise<AttemptRecord | null> {
  return loadByVisitor(scope, db, { sessionId, visitor })
}

const ofSession = {
  name: 'attempts of session',
  text: `
    select ${attemptColumns} from card_attempts
    where merchant_id = $1 and livemode = $2 and session_id = $3 order by id desc limit $4`,
}

/** Newest first. */
export function attemptsOf(scope: Scope, db: Database, sessionId: string, limit: number): Promise<AttemptRecord[]> {
  return run(db, ofSession, [scope.merchantId, scope.livemode, sessionId, limit])
}

const approved = {
  name: 'approved attempt of session',
  text: `
    select ${attemptColumns} from card_attempts
    where merchant_id = $1 and livemode = $2 and session_id = $3 and status = 'approved'`,
}

/** The attempt that paid the session. Refunds return its money. */
export function approvedAttemptOf(scope: Scope, db: Database, sessionId: string): Promise<AttemptRecord | null> {
  return runForOne(db, approved, [scope.merchantId, scope.livemode, sessionId])
}

/** The lock of its session protects an attempt. */
export const savingAttempt = updating('save attempt', attemptTable, (db, { next_check_at: at }) =>
  noteDue(db, 'check_card_attempts', at),
)

/** At least one of these columns changes whenever the processor reports something about an attempt. */
export const attemptUnchanged = unchanged('attempt unchanged', attemptTable, [
  'status',
  'checks',
  'processor_id',
  'is_cancelled',
])

const giveUp = {
  name: 'note given up attempt',
  text: 'update card_attempts set given_up_at = $4 where merchant_id = $1 and livemode = $2 and id = $3',
}

/** Notes that the processor has received the request to take no money for this attempt. */
export async function noteGivenUp(scope: Scope, db: Database, id: string, now: Date): Promise<void> {
  await run(db, giveUp, [scope.merchantId, scope.livemode, id, now])
}

const contradict = {
  name: 'note contradicted attempt',
  text: `
    update card_attempts set contradiction = $4
    where merchant_id = $1 and livemode = $2 and id = $3 and contradiction is null`,
}

/** Notes for people that an answer of the processor cannot be about this attempt. The first one stays. */
export async function noteContradiction(
  scope: Scope,
  db: Database,
  id: string,
  contradiction: Contradiction,
): Promise<void> {
  await run(db, contradict, [scope.merchantId, scope.livemode, id, contradiction])
}

const notePurchase = ['refunds', 'automatic_returns'].map((table) => ({
  name: `note purchase of ${table}`,
  text: `
    update ${table} set purchase_processor_id = $4
    where merchant_id = $1 and livemode = $2 and attempt_id = $3 and purchase_processor_id is null`,
}))

/** Gives refunds and returns of an attempt the processor's id of the payment, which was unknown when they began. */
export async function notePurchaseId(
  scope: Scope,
  transaction: Database,
  attemptId: string,
  processorId: string,
): Promise<void> {
  for (const statement of notePurchase)
    await run(transaction, statement, [scope.merchantId, scope.livemode, attemptId, processorId])
}

const paidFrom = {
  name: 'has paid from address',
  text: `
    select true as paid from card_attempts
    where merchant_id = $1 and livemode = $2 and client_address = $3 and created_at > $4 and status = 'approved'
    limit 1`,
}

/** Whether a payment from this address, which is a keyed hash, was approved since then. */
export async function hasPaidFrom(scope: Scope, db: Database, address: string, since: Date): Promise<boolean> {
  return (await runForOne(db, paidFrom, [scope.merchantId, scope.livemode, address, since])) !== null
}

const atBank = {
  name: 'is card at bank',
  text: `
    select id from card_attempts
    where merchant_id = $1 and livemode = $2 and status = 'processing' and checks = 0 and next_check_at > $3
    limit 1`,
}

/** Whether the bank has not answered yet a card that it got just now. */
export async function isCardAtBank(scope: Scope, db: Database, now: Date): Promise<boolean> {
  return (await runForOne(db, atBank, [scope.merchantId, scope.livemode, now])) !== null
}
