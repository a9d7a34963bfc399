import knexFactory from 'knex'
import type { Knex } from 'knex'
import { collectFollowUps } from './after-commit.ts'
import type { Statement, Write } from './statement.ts'

/** A write that waits for the others of its flow. */
export interface CollectedWrite {
  readonly write: Write
  readonly values: readonly unknown[]
}

/** The flow reads or locks, so it cannot collect its writes. */
export class NeedsTransaction extends Error {
  override name = 'NeedsTransaction'
}

const collectors = new WeakMap<Knex, CollectedWrite[]>()

/** Collectors that no flow uses. Each is expensive to make. */
const free: Knex[] = []

/**
 * Runs `work` with a collector in place of its transaction. The collector takes the writes of `work`, and refuses
 * everything else with `NeedsTransaction`. `follow`: to be called when the writes are committed.
 */
export async function collectWrites<Result>(
  work: (collector: Knex) => Promise<Result>,
): Promise<{ result: Result; writes: readonly CollectedWrite[]; follow: (db: Knex) => void }> {
  const collector = free.pop() ?? createCollector()
  const writes: CollectedWrite[] = []
  collectors.set(collector, writes)
  const follow = collectFollowUps(collector)
  try {
    return { result: await work(collector), writes, follow }
  } finally {
    free.push(collector)
  }
}

function createCollector(): Knex {
  const collector = knexFactory({ client: 'pg' })
  const refuse = (): Promise<never> => Promise.reject(new NeedsTransaction('A query of the query builder'))
  Object.assign(collector.client as object, { acquireConnection: refuse })
  return collector
}

/** Adds the statement to the writes of a collector. False: `db` is a real database. */
export function collect(db: Knex, statement: Statement, values: readonly unknown[]): boolean {
  const writes = collectors.get(db)
  if (!writes) return false
  if (!isWrite(statement)) throw new NeedsTransaction(statement.name)
  writes.push({ write: statement, values })
  return true
}

function isWrite(statement: Statement): statement is Write {
  return 'perItem' in statement
}
