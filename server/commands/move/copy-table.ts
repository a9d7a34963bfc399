import { escapeIdentifier } from 'pg'
import copyStreams from 'pg-copy-streams'
import type { Connection } from './connection.ts'
import { quoted, type Table } from './tables.ts'

/** Streams the rows of a table to the target. */
export async function copyTable(source: Connection, target: Connection, table: Table): Promise<void> {
  const columns = table.columns.map(({ name }) => escapeIdentifier(name)).join(', ')
  // `copy` of a table itself refuses a partitioned one.
  const rows = `select ${columns} from ${quoted(source, table)}`
  const reader = source.client.query(copyStreams.to(`copy (${rows}) to stdout`))
  const writer = target.client.query(copyStreams.from(`copy ${quoted(target, table)} (${columns}) from stdin`))
  // `pipeline` would wait for both streams to close, which does not happen after an error. The caller closes the
  // connections.
  await new Promise<void>((done, failed) => {
    reader.on('error', failed)
    writer.on('error', failed).on('finish', done)
    reader.pipe(writer)
  })
}
