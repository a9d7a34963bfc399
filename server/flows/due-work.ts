import type { QueuedTask } from '../domain/queues/due-task.ts'
import { noteDue } from '../store/work/due-notes.ts'
import type { FlowContext } from './context.ts'
import { housekeeping, runHousekeeping } from './housekeeping.ts'
import { works } from './kinds-of-due-work.ts'
import { DueQueue } from './work/due-queue.ts'
import { reportFailure } from './work/report-failure.ts'

export const queuedTasks: readonly QueuedTask[] = works.map(({ task }) => task)

/** The queues of this process. */
const queues = new WeakMap<FlowContext, ReadonlyMap<QueuedTask, DueQueue>>()

function queuesOf(context: FlowContext): ReadonlyMap<QueuedTask, DueQueue> {
  const known = queues.get(context)
  if (known) return known
  const made = new Map(works.map((work) => [work.task, new DueQueue(context, work)]))
  queues.set(context, made)
  return made
}

/**
 * Works off one kind of due work, for every account. Safe to run at any time in any number of processes. When a run is
 * already under way in this process, it looks again, and this call returns at once.
 */
export async function runDueTask(context: FlowContext, task: QueuedTask): Promise<void> {
  const queue = queuesOf(context).get(task)
  if (queue?.isRunning) void queue.run()
  else await workOff(context, task)
}

async function workOff(context: FlowContext, task: QueuedTask): Promise<void> {
  try {
    await queuesOf(context).get(task)?.run()
  } catch (error) {
    reportFailure(context, task, error)
  }
}

/**
 * Does everything that is due by the clock. For tests; the worker runs each task by itself. One task after the other,
 * so that they share a connection: a link that expires ends its open sessions, which are due then.
 */
export async function runDueTasks(context: FlowContext): Promise<void> {
  for (const task of queuedTasks) await workOff(context, task)
  noteDue(context.db, 'deliver_events', context.clock.now())
}

/** Does everything that is due by the clock, and all housekeeping. For tests. */
export async function runDueWork(context: FlowContext): Promise<void> {
  await runDueTasks(context)
  for (const item of housekeeping) await runHousekeeping(context, item)
}
