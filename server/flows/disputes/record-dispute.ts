import { countedSteps, disputeStateOf, type DisputeStep } from '../../domain/disputes/dispute-state.ts'
import { reminderAt } from '../../domain/disputes/dispute-reminder.ts'
import { sortIntoDisputes, stageMovements } from '../../domain/disputes/dispute-steps.ts'
import { newId } from '../../domain/ids.ts'
import type { DisputeRecord } from '../../domain/disputes/dispute-records.ts'
import type { MovementKind, MovementRecord } from '../../domain/money/movement-records.ts'
import { isCaptureLine } from '../../domain/sessions/captures.ts'
import type { SessionAttempt } from '../../domain/sessions/session-attempt.ts'
import { disputesOf, findDisputeByReference, insertDispute, saveDispute } from '../../store/disputes/disputes.ts'
import { findMovement, movementsOf } from '../../store/sessions/money-movements.ts'
import { execute } from '../../store/sql/writes.ts'
import { applied, known, mismatch, withApproval, type FactEffect, type FactWork } from '../sessions/fact-work.ts'
import { recordingMovement } from '../sessions/record-movement.ts'
import { reopenTaken } from '../sessions/return-money.ts'
import { followInSession, mailStage, type ChangedDispute } from './follow-dispute.ts'

/** A payment has a handful of reports; more would be a mistake of the processor. */
const mostReports = 100

/**
 * Records a report about a dispute of an attempt with its ledger line, the status of the session, the events and the
 * mail. The disputes of the attempt follow from all of its reports together.
 */
export async function recordReport(
  work: FactWork,
  given: SessionAttempt,
  report: Omit<DisputeStep, 'at'>,
): Promise<FactEffect> {
  const { scope, transaction, now } = work
  if (await isOfAnother(work, given, report)) return mismatch
  const earlier = await disputesOf(scope, transaction, given.attempt.id)
  const reports = earlier.flatMap(({ steps }) => steps)
  if (reports.some((one) => isSame(one, report))) return known
  if (reports.length >= mostReports) return mismatch
  const { locked, settlement } = await withApproval(work, given)
  const step: DisputeStep = { ...report, at: now.toISOString() }
  const sorted = sortIntoDisputes([...reports, step])
  const changed = await saveDisputes(work, locked, earlier, sorted)
  await book(work, locked, sorted, step)
  await mailStage(work, locked, step, changed)
  await followInSession(work, locked, changed)
  if (locked.attempt.status === 'returned') await reopenTaken(work, locked.attempt.id)
  return { ...applied, ...(settlement && { settlement }) }
}

/** An id of a dispute or of a report belongs to one payment. */
async function isOfAnother(
  { scope, transaction }: FactWork,
  { attempt }: SessionAttempt,
  { dispute: reference, stage, event }: Omit<DisputeStep, 'at'>,
): Promise<boolean> {
  const dispute = await findDisputeByReference(scope, transaction, reference)
  const kind = stageMovements[stage]
  const line = kind && (await findMovement(scope, transaction, kind, event))
  return [dispute, line].some((one) => one != null && one.attempt_id !== attempt.id)
}

function isSame(one: DisputeStep, other: Omit<DisputeStep, 'at'>): boolean {
  return (
    one.stage === other.stage &&
    one.event === other.event &&
    one.amount === other.amount &&
    one.currency === other.currency
  )
}

/**
 * Stores the disputes as the reports now make them. A dispute that was known only by later stages gets the id of its
 * chargeback when that arrives.
 */
async function saveDisputes(
  { scope, transaction, now }: FactWork,
  { session, attempt }: SessionAttempt,
  earlier: readonly DisputeRecord[],
  sorted: ReadonlyMap<string, readonly DisputeStep[]>,
): Promise<ChangedDispute[]> {
  const unnamed = earlier.filter(({ processor_reference }) => !sorted.has(processor_reference))
  const changed: ChangedDispute[] = []
  for (const [reference, steps] of sorted) {
    const found = earlier.find(({ processor_reference }) => processor_reference === reference) ?? unnamed.shift()
    const before = found ? disputeStateOf(found.steps) : null
    if (found && isUnchanged(found, reference, steps)) continue
    const after = disputeStateOf(steps)
    const { status, stage, amount, currency, reason, respondBy } = after
    const closed = before?.status === status ? (found?.closed_at ?? now) : now
    const saved = {
      ...{ status, stage, amount, currency, reason, respond_by: respondBy },
      closed_at: status === 'open' ? null : closed,
      remind_at: reminderAt(found ?? null, { status, respond_by: respondBy }, now),
      steps,
      processor_reference: reference,
    }
    const { merchantId: merchant_id, livemode } = scope
    const opened = { id: newId('dp', now), session_id: session.id, attempt_id: attempt.id, opened_at: now }
    const dispute = found
      ? { ...found, ...saved }
      : { merchant_id, livemode, ...opened, processor: attempt.processor, ...saved }
    await (found ? saveDispute(scope, transaction, dispute) : insertDispute(scope, transaction, dispute))
    changed.push({ dispute, before, after })
  }
  return changed
}

function isUnchanged(found: DisputeRecord, reference: string, steps: readonly DisputeStep[]): boolean {
  const stored = found.steps
  return (
    found.processor_reference === reference &&
    stored.length === steps.length &&
    steps.every((step) => stored.some((one) => isSame(one, step)))
  )
}

/** Adds to the ledger what the reports say that the bank has moved, and the ledger does not have yet. */
async function book(
  { scope, transaction, now }: FactWork,
  { attempt }: SessionAttempt,
  sorted: ReadonlyMap<string, readonly DisputeStep[]>,
  latest: DisputeStep,
): Promise<void> {
  const lines = (await movementsOf(scope, transaction, attempt.session_id)).filter(
    (line) => line.attempt_id === attempt.id && !isCaptureLine(line.processor_reference),
  )
  const counted = [...sorted.values()].flatMap(countedSteps).filter(({ stage }) => stageMovements[stage])
  // The report that has just arrived explains a missing line best.
  const newestFirst = counted.sort((a, b) => Number(isSame(b, latest)) - Number(isSame(a, latest)))
  for (const [key, steps] of Map.groupBy(newestFirst, keyOf)) {
    const kind = stageMovements[steps[0]?.stage ?? 'charged']
    const booked = sumOf(lines.filter((line) => `${line.kind} ${line.currency}` === key))
    const missing = sumOf(steps) - booked
    const step = kind && steps.find((one) => referenceFor(lines, kind, one) !== null)
    if (missing <= 0 || !step) continue
    const processor_reference = referenceFor(lines, kind, step) ?? step.event
    const source = { ...attempt, attempt_id: attempt.id, amount: missing, currency: step.currency, processor_reference }
    await execute(transaction, recordingMovement(scope, kind, source, now))
  }
}

function keyOf({ stage, currency }: DisputeStep): string {
  return `${stageMovements[stage]} ${currency}`
}

function sumOf(amounts: readonly { readonly amount: number }[]): number {
  return amounts.reduce((sum, { amount }) => sum + amount, 0)
}

/** Each line has a reference of its own: that of the report, or, for a correction, one that also has its money. */
function referenceFor(
  lines: readonly MovementRecord[],
  kind: MovementKind,
  { event, amount, currency }: DisputeStep,
): string | null {
  const isFree = (reference: string): boolean =>
    !lines.some((line) => line.kind === kind && line.processor_reference === reference)
  return [event, `${event}:${amount}:${currency}`].find(isFree) ?? null
}
