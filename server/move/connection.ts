import { Socket } from 'node:net'
import { Client } from 'pg'
import type { QueryResultRow } from 'pg'
import { MoveError } from './move-error.ts'

/** One connection to one of the two databases, and the schema that unqualified names mean there. */
export interface Connection {
  readonly client: Client
  readonly home: string
  rows<Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>
  /** Ends it on the spot; the server takes back what its transaction did. */
  cut(): void
}

/** So long a server may take to answer; a copy may take as long as it needs. */
const connectTimeoutMs = 10_000

/** `which` names the database in a message. Throws a `MoveError` when it cannot be reached. */
export async function connect(url: string, which: string): Promise<Connection> {
  const socket = new Socket()
  const client = new Client({
    connectionString: url,
    stream: () => socket,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'servicepay move',
  })
  // A connection that is lost fails its query; without a listener it would end the process as well.
  client.on('error', () => {})
  const rows = async <Row extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
    (await client.query<Row>(text, [...values])).rows
  const cut = (): void => void socket.destroy()
  try {
    await client.connect()
    const [row] = await rows<{ home: string | null }>('select current_schema() as home')
    if (!row?.home) throw new Error('the role may use no schema in it: let it own the database')
    return { client, home: row.home, rows, cut }
  } catch (error) {
    cut()
    throw new MoveError(`${which} cannot be used: ${reasonOf(error)}`, { cause: error })
  }
}

/** One line. A name with several addresses fails once for each; together they have no text. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return reasonOf(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  return error.message.split('\n')[0] ?? error.name
}
