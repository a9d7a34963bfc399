import { afterCommit } from '../sql/after-commit.ts'
import type { Database } from '../sql/database.ts'
import type { DueDelivery } from './due-deliveries.ts'

type Listener = (delivery: DueDelivery) => void

const listeners = new WeakMap<Database, Listener>()

/**
 * Calls `listener` with each new delivery that this process has committed to this database. When the mode has no
 * webhook address, the table has no such delivery.
 */
export function onNewDelivery(db: Database, listener: Listener): void {
  listeners.set(db, listener)
}

/** Notes a delivery that this transaction has inserted, or that is committed already. */
export function noteNewDelivery(transaction: Database, delivery: DueDelivery): void {
  afterCommit(transaction, (db) => listeners.get(db)?.(delivery))
}
