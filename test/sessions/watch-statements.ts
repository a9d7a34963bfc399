import type { Database } from '../../server/store/sql/database.ts'

type Statement = string | { name?: string; text?: string }
type Query = (...words: Statement[]) => Promise<unknown>

const textOf = (statement: Statement): string => (typeof statement === 'string' ? statement : (statement.text ?? ''))

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
    let hasBegun = false
    let movesAlarms = false
    connection.query = (statement, ...more) => {
      const name = (typeof statement === 'string' ? undefined : statement.name)?.replace(/ [\w-]{12}$/, '') ?? 'unnamed'
      const send = () => query(...([statement, ...more] as Parameters<Query>))
      if (movesAlarms && name === 'unnamed') {
        movesAlarms = false
        return send()
      }
      // Only the statement after it says whether a transaction moves alarms, so its beginning counts with that one.
      if (name === 'unnamed' && /^begin\b/i.test(textOf(statement))) {
        hasBegun = true
        return send()
      }
      if (name === 'lock alarms') movesAlarms = true
      else if (hasBegun) sent.push('unnamed')
      hasBegun = false
      if (/session|attempt|refund|idempotency|unnamed/.test(name)) sent.push(name)
      texts.set(name, textOf(statement))
      return send()
    }
    return connection
  }
  return { sent, texts }
}
