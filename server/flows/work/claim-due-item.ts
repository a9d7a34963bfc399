import type { ClaimingTask, QueuedTask } from '../../domain/queues/due-task.ts'
import type { Scope } from '../../domain/scope.ts'
import { claimDue } from '../../store/work/due.ts'
import type { FlowContext } from '../context.ts'
import type { DueWork } from './due-queue.ts'

/**
 * Keeps other workers away from a due item for `claimMs` milliseconds. False: the item is not due, or another worker
 * has claimed it.
 */
export function claimDueItem(
  context: FlowContext,
  scope: Scope,
  task: Exclude<QueuedTask, ClaimingTask>,
  id: string,
  claimMs: number,
): Promise<boolean> {
  const now = context.clock.now()
  return claimDue(scope, context.db, task, id, { now, until: new Date(now.getTime() + claimMs) })
}

/** Performs due items one by one, each after claiming it for `claimMs` milliseconds. */
export function claimingEach(
  task: Parameters<typeof claimDueItem>[2],
  claimMs: number,
  act: (context: FlowContext, scope: Scope, id: string) => Promise<unknown>,
): DueWork['perform'] {
  return async (context, scope, ids) => {
    for (const id of ids) if (await claimDueItem(context, scope, task, id, claimMs)) await act(context, scope, id)
  }
}
