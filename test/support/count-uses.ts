import type { Database } from '../../server/store/sql/database.ts'

/** Counts how often a connection of the pool is used. */
export function countUses(db: Database): () => number {
  let uses = 0
  const client = db.client as { acquireConnection(): Promise<unknown> }
  const acquire = client.acquireConnection.bind(client)
  client.acquireConnection = () => {
    uses++
    return acquire()
  }
  return () => uses
}
