import type { DueTask } from '../../domain/queues/due-task.ts'
import { afterCommit } from '../sql/after-commit.ts'
import type { Database } from '../sql/database.ts'

type Listener = (task: DueTask, at: Date) => void

const listeners = new WeakMap<Database, Listener>()

/** Calls `listener` for each row that this process has committed to this database and that will be due. */
export function onDue(db: Database, listener: Listener): void {
  listeners.set(db, listener)
}

/**
 * Notes that a row of this kind is due at a time, once the change is committed. Each function that sets such a time
 * calls it. Null: the row does not wait.
 */
export function noteDue(transaction: Database, task: DueTask, at: Date | null): void {
  if (at) afterCommit(transaction, (db) => listeners.get(db)?.(task, at))
}
