import type { Database } from '../../server/store/sql/database.ts'

type Query = (...words: { name?: string; text?: string }[]) => Promise<unknown>

/**
 * Notes what the service sends from now on: in `sent` the names of the statements about sessions, attempts, refunds and
 * idempotency, and of those without a name, and in `texts` the text of every statement by its name. Transactions that
 * only move alarms run beside the work and are left out.
 */
export function watchStatements(db: Database): { sent: string[]; texts: ReadonlyMap<string, string> } {
  const sent: string[] = []
  const texts = new Map<string, string>()
  const client = db.client as { acquireConnection(): Promise<{ query: Query }> }
  const acquire = client.acquireConnection.bind(client)
  const watched = new WeakSet()
  client.acquireConnection = async () => {
    const connection = await acquire()
    if (watched.has(connection)) return connection
    watched.add(connection)
    const query = connection.query.bind(connection)
    let movesAlarms = false
    connection.query = (statement, ...more) => {
      const name = statement.name?.replace(/ [\w-]{12}$/, '') ?? 'unnamed'
      if (movesAlarms && name === 'unnamed') {
        movesAlarms = false
        return query(...([statement, ...more] as Parameters<Query>))
      }
      if (name === 'lock alarms') {
        movesAlarms = true
        // The beginning of this transaction.
        const at = sent.lastIndexOf('unnamed')
        if (at >= 0) sent.splice(at, 1)
      }
      if (/session|attempt|refund|idempotency|unnamed/.test(name)) sent.push(name)
      texts.set(name, statement.text ?? '')
      return query(...([statement, ...more] as Parameters<Query>))
    }
    return connection
  }
  return { sent, texts }
}
