import type { DisputeRecord } from '../../domain/disputes/dispute-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { assignments, parameters, valuesOf } from '../sql/columns.ts'
import { run, runForOne, type Database } from '../sql/database.ts'
import { disputeColumns, disputeTable } from '../sql/table-columns.ts'
import { noteDue } from '../work/due-notes.ts'
import { finding, type GivenTo } from '../sql/tables.ts'

const { given, saved } = disputeTable

const insert = {
  name: 'insert dispute',
  text: `
    insert into disputes (merchant_id, livemode, ${given.join(', ')})
    values ($1, $2, ${parameters(given, 3)})`,
}

type NewDispute = GivenTo<typeof disputeTable>

export async function insertDispute(scope: Scope, transaction: Database, dispute: NewDispute): Promise<void> {
  await run(transaction, insert, [scope.merchantId, scope.livemode, ...valuesOf(given, withJson(dispute))])
  noteDue(transaction, 'remind_of_disputes', dispute.remind_at)
}

const save = {
  name: 'save dispute',
  text: `
    update disputes set ${assignments(saved, 4)}
    where merchant_id = $1 and livemode = $2 and id = $3`,
}

/** Saves a dispute. The caller must have locked its session in the same transaction. */
export async function saveDispute(scope: Scope, transaction: Database, dispute: DisputeRecord): Promise<void> {
  const values = valuesOf(saved, withJson(dispute))
  await run(transaction, save, [scope.merchantId, scope.livemode, dispute.id, ...values])
  noteDue(transaction, 'remind_of_disputes', dispute.remind_at)
}

/** The driver would write a list as an array of PostgreSQL. */
function withJson<Row extends Pick<DisputeRecord, 'steps'>>(dispute: Row): Omit<Row, 'steps'> & { steps: string } {
  return { ...dispute, steps: JSON.stringify(dispute.steps) }
}

const open = {
  name: 'open dispute of session',
  text: `
    select ${disputeColumns} from disputes
    where merchant_id = $1 and livemode = $2 and session_id = $3 and status = 'open'
    order by id limit 1`,
}

/** The oldest open dispute of a session, or null. */
export function openDisputeOf(scope: Scope, db: Database, sessionId: string): Promise<DisputeRecord | null> {
  return runForOne(db, open, [scope.merchantId, scope.livemode, sessionId])
}

const ofAttempt = {
  name: 'disputes of attempt',
  text: `
    select ${disputeColumns} from disputes where merchant_id = $1 and livemode = $2 and attempt_id = $3 order by id`,
}

/** The disputes of a card attempt, oldest first. */

export function disputesOf(scope: Scope, db: Database, attemptId: string): Promise<DisputeRecord[]> {
  return run(db, ofAttempt, [scope.merchantId, scope.livemode, attemptId])
}

const findByReference = {
  name: 'find dispute by reference',
  text: `select ${disputeColumns} from disputes where merchant_id = $1 and livemode = $2 and processor_reference = $3`,
}

export function findDisputeByReference(scope: Scope, db: Database, reference: string): Promise<DisputeRecord | null> {
  return runForOne(db, findByReference, [scope.merchantId, scope.livemode, reference])
}

export const findDispute = finding('find dispute', disputeTable)

/** Newest first. `olderThan` is the last id of the previous page. */
export async function listDisputes(
  scope: Scope,
  db: Database,
  filter: { status: DisputeRecord['status'] | null; sessionId: string | null; olderThan: string | null; limit: number },
): Promise<DisputeRecord[]> {
  const query = db<DisputeRecord>('disputes')
    .select<DisputeRecord[]>(db.raw(disputeColumns))
    .where({ merchant_id: scope.merchantId, livemode: scope.livemode })
  if (filter.status !== null) query.where('status', filter.status)
  if (filter.sessionId !== null) query.where('session_id', filter.sessionId)
  if (filter.olderThan !== null) query.where('id', '<', filter.olderThan)
  return await query.orderBy('id', 'desc').limit(filter.limit)
}
