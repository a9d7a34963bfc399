import type { AttemptRecord } from '../../domain/sessions/session-records.ts'
import type { Scope } from '../../domain/scope.ts'
import type { CaptureRecord } from '../../domain/sessions/captures.ts'
import { nextTryAt } from '../../domain/time/back-off.ts'
import { continueTrace } from '../../engines/trace/current-trace.ts'
import type { CaptureOutcome, Processor } from '../../processors/processor.ts'
import { findCapture, saveCapture } from '../../store/sessions/captures.ts'
import { findAttempt } from '../../store/sessions/card-attempts.ts'
import { inTransaction } from '../../store/sql/database.ts'
import type { FlowContext } from '../context.ts'
import { loseCapture } from '../disputes/apply-chargeback.ts'
import { callProcessor, earlierCall, withAnswer } from '../sessions/call-processor.ts'
import { lockAttempt } from '../sessions/lock-attempt.ts'
import { claimingEach } from '../work/claim-due-item.ts'
import type { DueWork } from '../work/due-queue.ts'

/** Seconds until the next try, and the longest pause. The service never gives up money that the bank has reserved. */
const backOff = { firstSeconds: 2, longestSeconds: 3600 }

/**
 * Orders the capture of an approved attempt, for the first time or again, outside any transaction. The same reference
 * never takes money twice.
 */
async function orderCapture(context: FlowContext, scope: Scope, id: string): Promise<void> {
  const capture = await findCapture(scope, context.db, id)
  const attempt = await findAttempt(scope, context.db, id)
  if (capture?.status !== 'due' || !attempt) return
  const about = { ...scope, sessionId: attempt.session_id }
  const trace = { name: 'order capture', about, tracer: context.tracer }
  await continueTrace(attempt, trace, () => order(context, scope, capture, attempt))
}

async function order(
  context: FlowContext,
  scope: Scope,
  capture: CaptureRecord,
  attempt: AttemptRecord,
): Promise<void> {
  const { id, amount, currency } = capture
  const ordered = { ...earlierCall(attempt, capture.created_at), amount, currency }
  const call = async (processor: Processor): Promise<CaptureOutcome> => {
    if (processor.capture) return processor.capture(ordered)
    context.log.error(
      { id, processor: processor.name },
      'a capture is waiting for a processor that does not ' + 'support captures',
    )
    return { kind: 'unreachable' }
  }
  await settleCapture(context, scope, capture, await callProcessor(context, scope, capture, call))
}

async function settleCapture(
  context: FlowContext,
  scope: Scope,
  ordered: CaptureRecord,
  outcome: CaptureOutcome,
): Promise<void> {
  const { id, session_id } = ordered
  const now = context.clock.now()
  await inTransaction(context.db, async (transaction) => {
    const locked = await lockAttempt(scope, transaction, { id, session_id })
    const capture = await findCapture(scope, transaction, id)
    if (!locked || !capture) throw new Error('Bug: the session or its capture no longer exists')
    if (capture.status !== 'due') return
    await saveCapture(scope, transaction, answered(capture, outcome, now))
    if (outcome.kind !== 'failed') return
    const { failureMessage: reason } = outcome
    context.log.error(
      { merchantId: scope.merchantId, id, reason },
      'the processor has refused the capture of a payment',
    )
    const work = { context, scope, transaction, now }
    await loseCapture(work, locked, { status: 'refused', refusal: reason })
  })
  context.announceEvents(scope)
}

function answered(capture: CaptureRecord, outcome: CaptureOutcome, now: Date): CaptureRecord {
  const known = withAnswer(capture, outcome)
  switch (outcome.kind) {
    case 'succeeded':
      return { ...known, status: 'captured', requested_at: now, settled_at: now, next_check_at: null }
    case 'pending':
      return { ...known, status: 'requested', requested_at: now, next_check_at: null }
    case 'failed':
      return known
    case 'unreachable':
      return { ...known, checks: known.checks + 1, next_check_at: nextTryAt(now, known.checks, backOff) }
  }
}

/** How long a claim keeps other workers away from a capture. A crash delays its next order by this time at most. */
const claimMs = 60_000

/** Orders every capture that is due. This also finishes captures that a crash interrupted. */
export const orderingCaptures: DueWork = {
  task: 'order_captures',
  slots: 20,
  slotsPerAccount: 5,
  itemsPerCall: 1,
  slotMs: 30_000,
  perform: claimingEach('order_captures', claimMs, orderCapture),
}
