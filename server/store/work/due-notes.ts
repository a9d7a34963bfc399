import type { DueTask } from '../../domain/queues/due-task.ts'
import { committedNotices } from '../sql/after-commit.ts'
import type { Database } from '../sql/database.ts'

const notices = committedNotices<[task: DueTask, at: Date]>()

/** Calls `listener` for each row that this process has committed to this database and that will be due. */
export const onDue = notices.listen

/**
 * Notes that a row of this kind is due at a time, once the change is committed. Each function that sets such a time
 * calls it. Null: the row does not wait.
 */
export function noteDue(transaction: Database, task: DueTask, at: Date | null): void {
  if (at) notices.note(transaction, task, at)
}
