import { pipeline } from 'node:stream/promises'
import { Writable } from 'node:stream'
import type { Client } from 'pg'
import copyStreams from 'pg-copy-streams'

/** Rows that a session leaves, in the text format of COPY. */
export interface SampleRows {
  readonly table: string
  readonly columns: readonly string[]
  readonly lines: readonly string[]
}

const ofSession = 'session_id = $1'
const ofEvents = 'event_id in (select id from events where session_id = $1)'

/** The tables in which each payment leaves rows, and which rows belong to a session. */
const tables: Readonly<Record<string, string>> = {
  checkout_sessions: 'id = $1',
  card_attempts: ofSession,
  refunds: ofSession,
  disputes: ofSession,
  money_movements: ofSession,
  search_terms: ofSession,
  events: ofSession,
  session_ends: ofSession,
  deliveries: ofEvents,
  delivery_attempts: `delivery_id in (select id from deliveries where ${ofEvents})`,
}

export const growingTables = Object.keys(tables)

/** The rows that the service wrote for a session. */
export async function sampleRows(db: Client, sessionId: string): Promise<SampleRows[]> {
  if (!/^cs_\w+$/.test(sessionId)) throw new Error('Bug: this is not the id of a session')
  await db.query(`set timezone to 'UTC'`)
  const samples: SampleRows[] = []
  for (const [table, which] of Object.entries(tables)) {
    const { rows } = await db.query<{ name: string }>(
      `select attname as name from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
      [table],
    )
    const columns = rows.map(({ name }) => name)
    const query = `select ${columns.join(', ')} from ${table} where ${which.replaceAll('$1', `'${sessionId}'`)}`
    samples.push({ table, columns, lines: await copied(db, query) })
  }
  return samples
}

async function copied(db: Client, query: string): Promise<string[]> {
  const parts: Buffer[] = []
  const collect = new Writable({
    write(part: Buffer, _, done) {
      parts.push(part)
      done()
    },
  })
  await pipeline(db.query(copyStreams.to(`copy (${query}) to stdout`)), collect)
  return Buffer.concat(parts).toString().split('\n').slice(0, -1)
}
