import type { Caller } from '../../domain/accounts/caller.ts'
import { fail, type Failure } from '../../domain/failure.ts'
import { FairQueue } from '../../domain/queues/fair-queue.ts'
import { lengthened } from '../../domain/time/time-outs.ts'
import { outsideRequests } from '../../engines/postgres/request-time.ts'
import {
  deleteBesideSessions,
  findTestMoneyUnderWay,
  hasSessionsUpTo,
  lockIdleTestSessions,
  readResetBounds,
  removeTestSetup,
  type ResetBounds,
} from '../../store/sandbox/reset.ts'
import { deleteTestSessions, nameDeletedAccount, purchasesOfTestSessions } from '../../store/sandbox/test-data.ts'
import { countTestStorageOf } from '../../store/sandbox/test-storage.ts'
import { saveTestFaults } from '../../store/sandbox/test-faults.ts'
import { inTransaction, type Database } from '../../store/sql/database.ts'
import { audit } from '../audit.ts'
import type { FlowContext } from '../context.ts'

/** What one transaction deletes of each table. The limit keeps it, and the locks that it holds, short. */
const batch = 250

/** How long one call goes on. It answers `has_more` when there is more to delete. */
const longestMs = 3_000

/** Resets of all accounts take turns, one at a time in a process, so that they leave the database to payments. */
const limits = { slots: 1, ownSlots: 1, waiting: 100, ownWaiting: 5, waitMs: 10_000 }
const queues = new WeakMap<Database, FairQueue>()

/** What stays besides the data of live mode, the people and the key of the call. */
export interface ResetKeep {
  readonly keys: boolean
  readonly webhook_endpoint: boolean
  readonly settings: boolean
}

export interface Reset {
  readonly merchantId: string
  readonly keep: ResetKeep
  readonly author: Caller
}

export interface ResetDone {
  readonly kind: 'reset'
  readonly deletedSessions: number
  readonly hasMore: boolean
}

/** Deletes what test mode has when the call comes (spec/decisions/sandbox.md#reset). */
export async function resetTestMode(
  context: FlowContext,
  reset: Reset,
): Promise<ResetDone | Failure<'payment_in_progress' | 'rate_limited'>> {
  const queue = queues.get(context.db) ?? new FairQueue({ ...limits, waitMs: lengthened(limits.waitMs) })
  queues.set(context.db, queue)
  const done = await queue.run(reset.merchantId, () => outsideRequests(() => resetNow(context, reset)))
  return done ?? tooManyResets
}

const tooManyResets = fail('rate_limited', {
  retryAfterSeconds: 2,
  message: 'Too many test accounts are being emptied at once.',
})

async function resetNow(
  context: FlowContext,
  { merchantId, keep, author }: Reset,
): Promise<ResetDone | Failure<'payment_in_progress'>> {
  const { db } = context
  const moving = await findTestMoneyUnderWay(db, merchantId)
  if (moving) return stillMoving[moving.kind](moving.id)
  const until = performance.now() + lengthened(longestMs)
  const bounds = await readResetBounds(db, merchantId)
  await inTransaction(db, async (transaction) => {
    await removeTestSetup(transaction, merchantId, { key: author.actor, keep })
    await saveTestFaults(transaction, merchantId, null)
    await audit(context, transaction, author, {
      merchantId,
      livemode: false,
      action: 'test_mode.reset',
      detail: { keep },
    })
  })
  context.testFaults.noteChange(merchantId, null)
  const sessions = await deleteSessions(context, merchantId, bounds, until)
  let hasMore = sessions.hasMore
  while (!hasMore) {
    const { isLast } = await inTransaction(db, async (transaction) => {
      await nameDeletedAccount(transaction, merchantId)
      return { isLast: !(await deleteBesideSessions(transaction, merchantId, bounds, batch)) }
    })
    if (isLast) break
    hasMore = performance.now() > until
  }
  await countTestStorageOf(db, merchantId)
  return { kind: 'reset', deletedSessions: sessions.deleted, hasMore }
}

async function deleteSessions(
  context: FlowContext,
  merchantId: string,
  { sessions: upTo }: ResetBounds,
  until: number,
): Promise<{ deleted: number; hasMore: boolean }> {
  const bank = await context.processorFor({ merchantId, livemode: false })
  let deleted = 0
  for (let after: string | null = ''; after !== null;) {
    if (performance.now() > until) return { deleted, hasMore: true }
    const from: string = after
    const { count, last } = await inTransaction(context.db, async (transaction) => {
      await nameDeletedAccount(transaction, merchantId)
      const { ids, last } = await lockIdleTestSessions(transaction, merchantId, { after: from, upTo, limit: batch })
      // The one call to a bank within a transaction: the simulated bank lies in the same database, its answer changes
      // nothing here, and a refund that began in between would find no payment there.
      await bank?.forget?.(await purchasesOfTestSessions(transaction, merchantId, ids))
      return { count: await deleteTestSessions(transaction, merchantId, ids), last }
    })
    deleted += count
    after = last
  }
  return { deleted, hasMore: await hasSessionsUpTo(context.db, merchantId, upTo) }
}

const stillMoving = {
  payment: (id: string) =>
    fail('payment_in_progress', {
      message: `A payment of the session ${id} is with the bank, so nothing was deleted.`,
      fix: 'Wait for its result, or answer its window with `complete_challenge`. Then empty test mode again.',
    }),
  refund: (id: string) =>
    fail('payment_in_progress', {
      message: `A refund of the session ${id} is with the bank, so nothing was deleted.`,
      fix: 'Wait for its result, or settle it with `settle`. Then empty test mode again.',
    }),
  return: (id: string) =>
    fail('payment_in_progress', {
      message: `The service is returning a payment of the session ${id}, so nothing was deleted.`,
      fix: 'Wait a few seconds, and empty test mode again.',
    }),
}
