import type { Knex } from 'knex'

/** What happens once a change is committed. It gets the database of the transaction, and must not throw. */
type FollowUp = (db: Knex) => void

const pending = new WeakMap<Knex, FollowUp[]>()

/**
 * Calls `act` once the change of this transaction is committed, and never when it is not. Without a transaction, the
 * change is committed already.
 */
export function afterCommit(transaction: Knex, act: FollowUp): void {
  const acts = pending.get(transaction)
  if (acts) acts.push(act)
  else act(transaction)
}

/** Collects what follows a transaction. Call the result after its commit with the database or the outer transaction. */
export function collectFollowUps(transaction: Knex): (db: Knex) => void {
  const acts: FollowUp[] = []
  pending.set(transaction, acts)
  return (db) => {
    for (const act of acts) afterCommit(db, act)
  }
}

/**
 * Notices of what a process has committed, with one listener for each database. `note` calls it once the change of the
 * transaction is committed.
 */
export function committedNotices<Notice extends readonly unknown[]>(): {
  readonly listen: (db: Knex, listener: (...notice: Notice) => void) => void
  readonly note: (transaction: Knex, ...notice: Notice) => void
} {
  const listeners = new WeakMap<Knex, (...notice: Notice) => void>()
  return {
    listen: (db, listener) => void listeners.set(db, listener),
    note: (transaction, ...notice) => afterCommit(transaction, (db) => listeners.get(db)?.(...notice)),
  }
}
