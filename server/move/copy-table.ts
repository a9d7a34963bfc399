import { escapeIdentifier } from 'pg'
import copyStreams from 'pg-copy-streams'
import type { Connection } from './connection.ts'
import { quoted } from './tables.ts'
import type { Table } from './tables.ts'

/** Streams the rows of `select` to the target. `select` has the table's columns in their order. */
export async function copyTable(source: Connection, target: Connection, table: Table, select: string): Promise<void> {
  const columns = columnsOf(table)
  const reader = source.client.query(copyStreams.to(`copy (${select}) to stdout`))
  const writer = target.client.query(copyStreams.from(`copy ${quoted(target, table)} (${columns}) from stdin`))
  // `pipeline` would wait for both streams to close, which does not happen after an error. The caller closes the
  // connections.
  await new Promise<void>((done, failed) => {
    reader.on('error', failed)
    writer.on('error', failed).on('finish', done)
    reader.pipe(writer)
  })
}

export function selectAll(source: Connection, table: Table): string {
  return `select ${columnsOf(table)} from ${quoted(source, table)}`
}

function columnsOf({ columns }: Table): string {
  return columns.map(({ name }) => escapeIdentifier(name)).join(', ')
}
