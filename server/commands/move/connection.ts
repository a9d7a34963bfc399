import { Socket } from 'node:net'
import { Client, type QueryResultRow } from 'pg'
import { MoveError } from './move-error.ts'

/** A connection to one of the two databases. `home` is the schema of the service's own tables there. */
export interface Connection {
  readonly client: Client
  readonly home: string
  rows<Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>
  /** Closes the connection at once, so the server rolls back its transaction. */
  cut(): void
}

/** The limit for connecting. A copy has no limit. */
const connectTimeoutMs = 10_000

/** Throws a `MoveError` when the database is unreachable. `name` names the database in its message. */
export async function connect(url: string, name: string): Promise<Connection> {
  const socket = new Socket()
  const client = new Client({
    connectionString: url,
    stream: () => socket,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'servicepay move',
  })
  // A lost connection fails its query. Without this listener it would also end the process.
  client.on('error', () => {})
  const rows = async <Row extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
    (await client.query<Row>(text, [...values])).rows
  const cut = (): void => void socket.destroy()
  try {
    await client.connect()
    const [row] = await rows<{ home: string | null }>('select current_schema() as home')
    if (!row?.home) throw new Error('the role has no schema there: make it the owner of the database')
    return { client, home: row.home, rows, cut }
  } catch (error) {
    cut()
    throw new MoveError(`Cannot use ${name}: ${reasonOf(error)}`, { cause: error })
  }
}

/**
 * The error in one line. A host name with several addresses fails once for each, and the combined error has no message.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return reasonOf(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  return error.message.split('\n')[0] ?? error.name
}
