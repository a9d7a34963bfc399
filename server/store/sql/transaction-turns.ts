import { FairQueue } from '../../domain/queues/fair-queue.ts'
import { scopeKey, type Scope } from '../../domain/scope.ts'
import { TooManyCalls } from '../../engines/postgres/batcher.ts'
import { inTransaction, poolLimits, type Database } from './database.ts'

/** The parts of a pool that such transactions of one account, and of all accounts, hold at most. */
const ownPart = 1 / 5
const part = 3 / 5

/** How many transactions of one account, and of all accounts, wait for each connection of the pool. */
const waiting = { own: 10, all: 50 }

const queues = new WeakMap<Database, FairQueue>()

/**
 * A transaction that may wait for locks of its account. Accounts take turns at a part of the connections, so that an
 * account whose rows are locked leaves the rest to others.
 */
export async function inTransactionInTurn<Result>(
  scope: Scope,
  db: Database,
  work: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  if (db.isTransaction) return inTransaction(db, work)
  const queue = queues.get(db) ?? newQueue(db)
  queues.set(db, queue)
  const done = await queue.run(scopeKey(scope), async () => ({ result: await inTransaction(db, work) }))
  if (!done) throw new TooManyCalls('Too many transactions of the account wait for the database')
  return done.result
}

function newQueue(db: Database): FairQueue {
  const { connections, connectMs } = poolLimits(db)
  return new FairQueue({
    slots: Math.ceil(connections * part),
    ownSlots: Math.ceil(connections * ownPart),
    waiting: connections * waiting.all,
    ownWaiting: connections * waiting.own,
    waitMs: connectMs,
  })
}
