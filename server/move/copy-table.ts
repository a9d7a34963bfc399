import { escapeIdentifier } from 'pg'
import copyStreams from 'pg-copy-streams'
import type { Connection } from './connection.ts'
import { quoted } from './tables.ts'
import type { Table } from './tables.ts'

/** Streams the rows of `select`, in the order of the table's columns, from one server to the other. */
export async function copyTable(source: Connection, target: Connection, table: Table, select: string): Promise<void> {
  const columns = columnsOf(table)
  const reader = source.client.query(copyStreams.to(`copy (${select}) to stdout`))
  const writer = target.client.query(copyStreams.from(`copy ${quoted(target, table)} (${columns}) from stdin`))
  // Not `pipeline`: it would wait for both streams to close, which they do not after an error; whoever called cuts the connections.
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
